/**
 * Rides, journeys, maps, homes and cars: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const TRAVEL_NAMES: string = `
# taxi and rides
Uber|убер|优步|ウーバー|우버
Lyft
Bolt Rides|bolt taxi|болт такси
Yandex Go<Yandex|yandex taxi|яндекс такси|яндекс go|яндекс гоу
Citymobil|ситимобил
inDrive|indriver|индрайвер
Maxim Taxi|такси максим
Gett Taxi|гетт такси
Didi|didi chuxing|滴滴|滴滴出行|ディディ
Gaode Taxi|高德打车
T3 Chuxing|t3出行
Cao Cao Mobility|曹操出行
Hello Bike|哈啰|哈啰单车
Meituan Bike|美团单车
Qingju Bike|青桔单车
Grab App|grabfood|grabcar|*Grab
Gojek
Ola Cabs
Cabify
Careem
Kakao T|카카오택시|카카오t
*Free Now
BlaBlaCar|blabla car|блаблакар|бла бла кар
Whoosh Scooters|вуш самокат
Urent|юрент
*Lime Scooters
*Bird Scooters
Citi Bike
Delimobil|делимобиль
Yandex Drive<Yandex|яндекс драйв
BelkaCar|белкакар
Citydrive
Zipcar
Turo
Hertz Rental|hertz.com
Enterprise Rent-A-Car
Avis Rental
Europcar
Sixt
Rentalcars.com
Kakao Mobility
GO Taxi Japan
# booking of trips
Booking.com|букинг.ком|букинг|ブッキングドットコム|부킹닷컴|缤客
Airbnb|air bnb|аирбнб|эйрбнб|爱彼迎|エアビー|에어비앤비
Expedia|экспедиа
Hotels.com
Agoda|агода|安可达|アゴダ|아고다
Trip.com
Ctrip|携程|携程旅行|ситрип
Qunar|去哪儿|去哪儿网
Fliggy|飞猪|飞猪旅行
Tongcheng Travel|同程旅行
Mafengwo|马蜂窝
Tuniu|途牛
Huazhu|华住会
Home Inn|如家酒店
Tripadvisor|trip advisor|трипадвизор|猫途鹰|トリップアドバイザー|트립어드바이저
Kayak Travel|kayak.com
Skyscanner|скайсканер|天巡|スカイスキャナー|스카이스캐너
Google Flights<Google|гугл авиабилеты|谷歌航班|googleフライト|구글항공권
Google Hotels<Google
Momondo
Kiwi.com
Hopper Travel
Priceline
Orbitz
Hotwire Travel
Travelocity
Vrbo
Hostelworld
Couchsurfing|каучсерфинг
TripIt
Trivago|триваго
GetYourGuide
Viator
Klook
KKday
Omio
Rome2Rio
Aviasales|авиасейлс|авиасейлз
Ostrovok|*островок|островок.ру
Yandex Travel<Yandex|яндекс путешествия
Tutu.ru|туту ру|*туту
OneTwoTrip|ван ту трип
Sutochno.ru|*суточно|суточно ру
Level.Travel|левел тревел
Travelata|травелата
Onlinetours
Kupibilet|купибилет
Tripster|трипстер
Sputnik8
Bronevik
Kuda Poedem
Tvil
*Jalan|じゃらん
Rakuten Travel<Rakuten|楽天トラベル
Ikyu|一休
Yanolja|야놀자
*Goodchoice|여기어때
MakeMyTrip
Goibibo
OYO Rooms
Traveloka
*Despegar
*Decolar
Amadeus GDS|*Amadeus
Sabre GDS|*Sabre
Duffel API|*Duffel
Travelport
*Marriott|мариотт|марриотт|万豪
*Hilton|хилтон|希尔顿
Hyatt|хаятт|凯悦
IHG Hotels
*Accor
# airlines and airports
Aeroflot|аэрофлот
Pobeda Airlines|авиакомпания победа
S7 Airlines|s7 эйрлайнс|с7
Ural Airlines|уральские авиалинии
Utair|ютэйр
Rossiya Airlines
Nordwind
Air Astana|эйр астана
Belavia|белавиа
Turkish Airlines|туркиш эйрлайнс|турецкие авиалинии
Emirates Airline|эмирейтс
Qatar Airways|катарские авиалинии
Etihad
flydubai|флайдубай
Lufthansa|люфтганза|汉莎航空
British Airways|英国航空
Air France
KLM
Ryanair|райанэйр
easyJet
Wizz Air|визз эйр|визэйр
Pegasus Airlines
Delta Air Lines|delta airlines|达美航空
United Airlines|美联航
American Airlines|美国航空
Southwest Airlines
JetBlue
Alaska Airlines
Air Canada
Singapore Airlines
Cathay Pacific|国泰航空
^ANA|全日空
Japan Airlines|日本航空
Korean Air|대한항공
Asiana|아시아나
Air China|中国国航
China Eastern|东方航空
China Southern|南方航空
Hainan Airlines|海南航空
Spring Airlines|春秋航空
IndiGo Airlines
AirAsia
Qantas
LATAM Airlines
Avianca
Aeromexico
Flightradar24|flight radar|флайтрадар
FlightAware
AviationStack
OpenSky Network
Umetrip|航旅纵横
VariFlight|飞常准
Sheremetyevo|шереметьево
# trains and buses
12306|铁路12306|中国铁路12306
RZD|ржд|российские железные дороги
Amtrak|амтрак
Trainline
Deutsche Bahn|дойче бан|db navigator
SNCF
Renfe
Trenitalia
Italo Treno
Eurostar
Interrail
SBB Mobile
ÖBB|obb austria
National Rail
Transport for London|tfl london
VIA Rail
IRCTC
KTX|코레일|korail
SRT Korea
JR East|えきねっと
*Smart EX
Jorudan|ジョルダン
NAVITIME|ナビタイム
Ekispert|駅すぱあと
Yahoo Transit Japan|乗換案内
FlixBus|фликсбус
Greyhound Bus
RedBus
Megabus
Busfor
Citymapper
Moovit|мувит
*Transit App
Yandex Rasp<Yandex|яндекс расписания
Troika Card
Mosmetro|мосметро
Metro Moscow
OpenTripPlanner
Chelaile|车来了
# maps and places
Google Maps<Google|gmaps|гугл карты|гугл мапс|гугломапс|гуглкарты|谷歌地图|google地图|googleマップ|グーグルマップ|구글맵|구글지도
Apple Maps<Apple|эппл карты|苹果地图
Yandex Maps<Yandex|яндекс карты|яндекскарты
Yandex Navigator<Yandex|яндекс навигатор
2GIS|2гис|дубльгис|два гис|дабл гис
Amap|gaode|autonavi|高德|高德地图
Baidu Maps<Baidu|baidu map|百度地图
Tencent Maps<Tencent|腾讯地图
Tianditu|天地图
OpenStreetMap|openstreetmap.org|осм карты|опенстритмап
Overpass API
Nominatim
Mapbox|мапбокс
*HERE Maps|here technologies
TomTom
Waze|вэйз
MapQuest
Maps.me|мапс ми
Organic Maps
Google Earth<Google|гугл земля|谷歌地球|googleアース
Google Street View<Google|*street view
Google Places<Google
Foursquare|форсквер
What3Words
Naver Map<Naver|네이버지도|네이버맵
KakaoMap|카카오맵|kakao map
Yahoo Map Japan
Komoot
AllTrails
*Geocaching
OpenRouteService
GraphHopper
Esri|arcgis
QGIS
Sentinel Hub
Geoapify
IPinfo|ipinfo.io
MaxMind
Wikimapia
# homes and estates
Zillow|зиллоу
Realtor.com
Redfin
Trulia
Apartments.com
StreetEasy
Rightmove
Zoopla
OpenRent
*Idealista
Fotocasa
ImmobilienScout24|immoscout
WG-Gesucht
SeLoger
Immobiliare.it
Hemnet
Domain.com.au
99acres
MagicBricks
PropertyGuru
Bayut
CIAN|*циан|~<на,квартир,жиль,аренд,объявлени
DomClick|домклик
Yandex Realty<Yandex|яндекс недвижимость
Move.ru
Rosreestr|росреестр
Lianjia|链家
Beike|贝壳找房
Ziroom|自如租房
Anjuke|安居客
SUUMO|スーモ
LIFULL HOME'S|ホームズ不動産
Zigbang|직방
Dabang|다방앱
Naver Real Estate<Naver|네이버부동산
QuintoAndar
Buildium
AppFolio
Guesty
Hostaway
Lodgify
# cars
Auto.ru|авто ру
Drom.ru|дром.ру|*дром
Drive2|драйв2
Autotrader
Cars.com
Carvana
CarMax
Carfax
CarGurus
Kelley Blue Book
Edmunds
AutoScout24
Mobile.de
Cars24
CarDekho
Autohome|汽车之家
Dongchedi|懂车帝
Yiche|易车
Guazi|瓜子二手车
Encar|엔카
Goo-net|グーネット
Autocode|автокод
Avtoteka|автотека
Tesla App|*тесла|特斯拉|テスラ|테슬라|*tesla|~car,battery,charge,charging
NIO Auto|蔚来
XPeng|小鹏汽车
Li Auto|理想汽车
BYD|比亚迪
ChargePoint
PlugShare
Electrify America
Star Charge|星星充电
Teld|特来电
GasBuddy
ParkWhiz
SpotHero
ParkMobile
EasyPark
Parkovki Moscow|парковки москвы
Smartcar API
Samsara Fleet
Geotab
GIBDD|гибдд
Jiaoguan 12123|交管12123
`;
