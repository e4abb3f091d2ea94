/**
 * Learning, science, languages, health and homes: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const LIFE_NAMES: string = `
# learning
Coursera|курсера
Udemy|удеми|юдеми
edX
Khan Academy|хан академия|可汗学院
Duolingo|дуолинго|多邻国|デュオリンゴ|듀오링고
Babbel
Busuu
Memrise
Rosetta Stone
Preply|препли
italki
Cambly
Skyeng|скайэнг
Skillbox|скиллбокс|скилбокс
GeekBrains|гикбрейнс
Netology|нетология
Yandex Practicum<Yandex|яндекс практикум
Stepik|степик
GetCourse|геткурс
Foxford|фоксфорд
Uchi.ru|учи ру
Umschool|умскул
Sirius Courses
Znanium
eLibrary RU|елайбрари
Moodle|мудл
Canvas LMS|instructure canvas|*Canvas|~course,courses,assignment,assignments,grades
Blackboard Learn
Google Classroom<Google|гугл класс|гугл классрум|구글클래스룸
Schoology
Edmodo
ClassDojo
*Seesaw Learning
PowerSchool
Thinkific
*Teachable
Kajabi
Skillshare
Udacity
Pluralsight
DataCamp
Codecademy
freeCodeCamp
Brilliant.org
*MasterClass
LinkedIn Learning<LinkedIn
Anki|анки карточки|ankiweb
Quizlet|квизлет
Quizizz
Chegg
Photomath
Brainly
Blinkist
TED Talks|ted.com
Dnevnik.ru|дневник ру
MESH School|мэш школа|московская электронная школа
Sferum|сферум
Reshu EGE|решу егэ
Zuoyebang|作业帮
Yuanfudao|猿辅导
Xiaoyuan Souti|小猿搜题
XuetangX|学堂在线
Chaoxing|学习通|超星
Icourse163|中国大学mooc
Rain Classroom|雨课堂
NetEase Youdao|网易有道
Baicizhan|百词斩
Shanbay
Maimemo|墨墨背单词
Byju's|byjus
Unacademy
Studysapuri|スタディサプリ
Classting|클래스팅
Inflearn|인프런
Class101|클래스101
Kunduz
Goethe Institut
IELTS
TOEFL
# science and reference
Wikipedia|википедия|维基百科|ウィキペディア|위키백과|위키피디아
Wikidata|викиданные
Wiktionary|викисловарь
Wikimedia Commons|викисклад
Baidu Baike<Baidu|百度百科
Baidu Wenku<Baidu|百度文库
Namuwiki|나무위키
Fandom Wiki
Britannica|британника
arXiv
PubMed|пабмед|публмед
PubMed Central
bioRxiv
medRxiv
SSRN
Semantic Scholar
OpenAlex
Crossref|doi lookup
ORCID
Scopus|скопус
Web of Science|веб оф сайенс
ResearchGate|ресерчгейт
Academia.edu
JSTOR
ScienceDirect|elsevier
SpringerLink
IEEE Xplore
ACM Digital Library
DBLP
bioinformatics.ca
Sci-Hub|сайхаб|сай хаб
CyberLeninka|киберленинка
CNKI|知网|中国知网
Wanfang|万方数据
VIP Journals
J-STAGE
CiNii
RISS|학술연구정보서비스
DBpia|디비피아
UniProt
NCBI|genbank
Ensembl
Protein Data Bank|rcsb
ChEMBL
PubChem
DrugBank
ClinicalTrials.gov|clinicaltrials
OpenFDA
ClinVar
KEGG
AlphaFold
NASA|наса|美国宇航局
SpaceX
Zenodo
Figshare
OSF.io
Papers with Code
*Connected Papers
Elicit Research
Scite.ai
*Consensus App
Overton Index
Google Patents<Google|гугл патенты|谷歌专利
Espacenet
USPTO
WIPO
Rospatent|роспатент|фипс
CNIPA|国家知识产权局
Gramota.ru|грамота ру
Open Food Facts
GBIF
iNaturalist
USGS
Copernicus Data
^FRED
Our World in Data
Statista
Gapminder
# languages
Google Translate<Google|гугл переводчик|гугл транслейт|谷歌翻译|google翻訳|구글번역|구글번역기
DeepL|дипл переводчик|*дипл
Yandex Translate<Yandex|яндекс переводчик
Microsoft Translator<Microsoft
Baidu Translate<Baidu|百度翻译
Youdao Dict|有道词典|有道翻译
Papago|파파고|パパゴ
PROMT|промт переводчик
Reverso Context|*reverso
Linguee
Multitran|мультитран
Merriam-Webster
Cambridge Dictionary
Oxford Dictionary|oxford english dictionary
Urban Dictionary
Wordnik
WordReference
Weblio|ウェブリオ
Jisho|jisho.org
Moji Dictionary
Pleco
Lokalise
Crowdin
Phrase TMS
Transifex
POEditor
Smartling
MemoQ
SDL Trados|trados
Smartcat
# weather
OpenWeatherMap|openweather|open weather map|опенвезер
AccuWeather|аккувезер
Weather.com|the weather channel
Weather Underground|wunderground
Open-Meteo|openmeteo
WeatherAPI
Tomorrow.io
*Dark Sky
Windy.com|винди
*Visual Crossing
Meteostat
NOAA
National Weather Service
Met Office
Yandex Weather<Yandex|яндекс погода
Gismeteo|гисметео|гидрометео
Rp5|рп5
Moji Weather|墨迹天气
Caiyun Weather|彩云天气
QWeather|和风天气
Weathernews JP|ウェザーニュース
IQAir
AQICN
BreezoMeter
PurpleAir
# health and fitness
Strava|страва
Garmin|garmin connect|гармин|佳明
Fitbit|фитбит
Apple Health<Apple|healthkit|эппл здоровье
Google Fit<Google
Health Connect Android
Samsung Health|самсунг здоровье|삼성헬스
Huawei Health|华为运动健康
Mi Fitness|mi fit|zepp life
Whoop Band|whoop strap
Oura Ring|oura
Withings
*Polar Flow
Suunto
Coros
TrainingPeaks
Zwift
*Peloton|пелотон
Nike Run Club
Runkeeper
MapMyRun
Keep Fitness|keep健身
Hevy App
*Strong App
JEFIT
Fitbod
MyFitnessPal|майфитнеспал|май фитнес пал
Cronometer
*Lose It
FatSecret|фатсекрет
Yazio
Noom
*Headspace
*Calm App
Insight Timer
Meditopia
*Clue App
Flo Health
Sleep Cycle
BetterHelp
Talkspace
Zocdoc
Teladoc
Doctolib
Practo
One Medical
Epic MyChart|mychart
Cerner
Athenahealth
DrChrono
WebMD
Mayo Clinic
Drugs.com
23andMe
AncestryDNA|ancestry.com
MyHeritage
FamilySearch
DocDoc RU|сберздоровье|докдок
ProDoctorov|продокторов
Zapis na priem|здоровье мос
DoctorNearby|平安健康
Haodf|好大夫|好大夫在线
DXY|丁香医生|丁香园
WeDoctor|微医
Yakthok
ClassPass
Yasno Live|сервис ясно
Alter Psy
Dexcom
FreeStyle Libre
# smart home
Home Assistant|homeassistant|хоум ассистант
Apple HomeKit<Apple|homekit
Google Home<Google|гугл хоум|谷歌家居|구글홈
Google Nest<Google|nest thermostat
SmartThings|смартсингс|스마트싱스
Philips Hue|филипс хью
Mi Home|xiaomi home|米家
Tuya|tuya smart|涂鸦智能
Ring Doorbell|*ring camera
Arlo Cameras
Wyze
Eufy
Ecobee
TP-Link Kasa|tp-link|kasa smart
Shelly Devices
Sonoff|ewelink
Aqara
IKEA Tradfri<IKEA|tradfri
LIFX
Nanoleaf
Govee
SwitchBot
Roomba|irobot
Roborock|石头扫地机
Ecovacs|科沃斯
Dyson
Homebridge
openHAB
Hubitat
Domoticz
ESPHome
Zigbee2MQTT
MQTT
Zigbee
Z-Wave
Matter Protocol
Yandex Smart Home<Yandex|яндекс станция|умный дом яндекса|умный дом яндекс
Sber Smart Home|умный дом сбера|умный дом сбер
Haier Smart|海尔智家
Midea|美的美居
Gree Plus
LG ThinQ
Echo Dot|amazon echo
HomePod<Apple
Enphase
SolarEdge
Sense Energy
UniFi|ubiquiti|unifi network
pfSense
OpenWrt
Pi-hole|pihole
Frigate NVR
*Blink Cameras
Hikvision|хиквижн|海康威视
Dahua
Ezviz
# families and pets
Life360
FindMy<Apple|find my iphone|найти айфон
Cozi
OurFamilyWizard
Care.com
Rover Pets|rover.com
Petfinder
*Chewy
Babylist
Huckleberry App
Winnie App
*The Bump
Zola Weddings
*The Knot
WeddingWire
Pomogatel|*помогатель
Findmykids|где мои дети
`;
