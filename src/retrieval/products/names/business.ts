/**
 * Work of a company: customers, people, books, figures, advertising: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const BUSINESS_NAMES: string = `
# customer relations
Salesforce|sfdc|сейлсфорс|сейлзфорс|セールスフォース|세일즈포스
HubSpot|hub-spot|хабспот|허브스팟
Pipedrive|pipe-drive|пайпдрайв
Zoho CRM<Zoho
amoCRM|amo crm|амо срм|амосрм|амоцрм|амо|kommo
Bitrix24|bitrix|битрикс|битрикс24|битрикс 24|б24
RetailCRM|ретейлсрм
Microsoft Dynamics<Microsoft|dynamics 365|dynamics crm
SugarCRM
Freshsales
Insightly
Copper CRM
Close.com|*close crm
Attio
Folk CRM
Capsule CRM
Nimble CRM
*Keap
ActiveCampaign
Streak CRM
SuiteCRM
Odoo|одоо
ERPNext
vTiger
EspoCRM
Less Annoying CRM
Nutshell CRM
Monica CRM
Creatio
Fenxiang Xiaoke|纷享销客
Kingdee|金蝶
Yonyou|用友
Xiaoman CRM|小满科技
Apollo.io
ZoomInfo
Lusha
Outreach.io
SalesLoft
Gong.io
Lemlist
Hunter.io
Clearbit
RocketReach
PhantomBuster
Snov.io
Instantly.ai
Clay.com
LinkedIn Sales Navigator<LinkedIn|sales navigator
Crunchbase|кранчбейс
PitchBook
Dealroom
Tianyancha|天眼查
Qichacha|企查查
Aiqicha|爱企查
SPARK-Interfax|спарк интерфакс
Rusprofile|руспрофайл
DaData|дадата
# customer support
Zendesk|зендеск|зэндеск
*Intercom|*интерком|~conversation,conversations,inbox,ticket,tickets,тикет
Freshdesk|фрешдеск
Freshservice
Help Scout|helpscout
ServiceNow|*service now|сервис нау|сервиснау
Zoho Desk<Zoho
Kayako
Gorgias
Kustomer
*Gladly
HappyFox
LiveAgent
LiveChat.com
Tawk.to
Crisp Chat
Drift Chat
Tidio
Olark
Chatwoot
JivoSite|jivo|живосайт|дживо
Carrot Quest|carrotquest
Usedesk|юздеск
Omnidesk|омнидеск
Okdesk|окдеск
osTicket
OTRS
GLPI
Jitbit
SysAid
ManageEngine
BMC Remedy
Udesk
Meiqia|美洽
Trustpilot
Otzovik|отзовик
IRecommend|айрекоменд
# people and recruiting
Workday HCM|*Workday|воркдей|~employee,employees,payroll,timesheet
BambooHR|bamboo hr
Gusto Payroll|*Gusto
Rippling HR|*Rippling
Deel.com|*Deel
Remote.com
ADP Payroll|adp workforce
Paychex
Paycom
Paylocity
UKG Pro
Personio
HiBob
Namely HR
SAP SuccessFactors<SAP|successfactors
Oracle HCM
Greenhouse ATS|greenhouse.io
Lever ATS|lever.co
Ashby ATS|ashbyhq
Workable ATS|*Workable
SmartRecruiters
Recruitee
Teamtailor
JazzHR
Bullhorn ATS
iCIMS
Huntflow|хантфлоу
Potok ATS
LinkedIn|*linked in|линкедин|линкдин|领英|リンクトイン|링크드인
?Indeed|indeed.com|~jobs,job,resume,vacancies,listing
Glassdoor
Monster.com
ZipRecruiter
Dice.com
Wellfound|angellist
Hired.com
*HeadHunter|hh.ru|хх.ру|хедхантер|хэдхантер|~vacancies,vacancy
SuperJob|суперджоб
Rabota.ru|работа.ру
Zarplata.ru|зарплата.ру
Habr Career<Habr|хабр карьера
GetMatch
BOSS Zhipin|boss直聘
Zhaopin|智联招聘|智联
51job|前程无忧
Liepin|猎聘
Lagou|拉勾|拉勾网
Maimai|脉脉
Wantedly
Rikunabi|リクナビ
MyNavi|マイナビ
JobKorea|잡코리아
Saramin|사람인
Wanted Korea|원티드
Naukri|naukri.com
InfoJobs
StepStone
Xing Network|xing.com
Seek.com.au
Catho
Computrabajo
Upwork|апворк
Fiverr|файвер
Freelancer.com
Toptal
Kwork|кворк
FL.ru|фл ру
YouDo|ю ду|юду
Profi.ru|профи ру
Zhubajie|猪八戒网
CrowdWorks
Lancers.jp|ランサーズ
TaskRabbit
Thumbtack App
Lattice HR
Culture Amp
15Five
Officevibe
Bonusly
# electronic signature
DocuSign|docu sign|докусайн
Adobe Sign<Adobe|acrobat sign
HelloSign|dropbox sign
PandaDoc|пандадок
SignNow
SignWell
DocuSeal
Documenso
eSignGlobal
Kontur Diadoc<Kontur|диадок|контур диадок
SBIS|сбис|saby
Fadada|法大大
eQianbao|e签宝
CloudSign JP|クラウドサイン
Ironclad CLM
# automation
Zapier|запиер|запьер|заппиер
Make.com|integromat|интегромат
n8n
IFTTT|ифттт
Power Automate<Microsoft|microsoft flow
Workato
Tray.io
Pipedream
Albato|альбато
ApiX-Drive
Activepieces
UiPath
Automation Anywhere
Blue Prism
MuleSoft
Boomi
Celigo
Node-RED
Huginn
Jijyun|集简云
Apple Shortcuts<Apple
Tasker Android
Composio
# accounting and tax
QuickBooks|*quick books|квикбукс
Xero
FreshBooks
Sage Accounting|sage intacct
Wave Accounting
Zoho Books<Zoho
NetSuite|oracle netsuite
MYOB
Tally ERP|tallyprime
*Intuit
TurboTax
H&R Block
Bill.com
Expensify
Ramp Card|ramp.com
Brex
*Concur|sap concur
Coupa
Avalara
1C|1c enterprise|1с|1с предприятие|1с бухгалтерия|1c бухгалтерия|1эс|одинэс
1C ERP<1C|1с erp|1с унф
MoySklad|мойсклад|*мой склад
Moe Delo|*моё дело
*Kontur|*контур|скб контур|~бухгалтери,отчетност
Kontur Extern<Kontur|контур экстерн
*Elba<Kontur|контур эльба|~отчет,ип
Planfact|планфакт
Moi Nalog|мой налог
lexoffice
DATEV
sevDesk
Holded
Freee|freee会計
Money Forward|マネーフォワード
Yayoi|弥生会計
Chanjet|畅捷通
Stripe Invoicing<Stripe
^SAP|sap erp|s/4hana
SAP Ariba<SAP|ariba
Oracle ERP
Infor ERP
Epicor
Workiva
Anaplan
Carta Equity
# analytics
Google Analytics<Google|ga4|гугл аналитика|гугл аналитикс|谷歌分析|구글애널리틱스
Google Search Console<Google|search console|гугл серч консоль
Yandex Metrica<Yandex|yandex metrika|яндекс метрика|яндексметрика
Yandex Webmaster<Yandex|яндекс вебмастер
*Looker|looker studio|google data studio|data studio
*Tableau|табло bi|タブロー
Power BI<Microsoft|powerbi|пауэр би ай|павер би
Qlik|qlik sense|qlikview
Metabase|метабейз|метабейс
Apache Superset|superset
Redash
Mode Analytics
Sigma Computing
ThoughtSpot
Domo BI
Sisense
DataLens<Yandex|yandex datalens|даталенс
Mixpanel|микспанель
Amplitude Analytics|*Amplitude|~event,events,cohort,funnel
PostHog|постхог
Heap Analytics
Pendo.io
Plausible Analytics
Matomo
Fathom Analytics
Umami Analytics
Adobe Analytics<Adobe
Baidu Tongji<Baidu|百度统计
Umeng|友盟
Sensors Data|神策数据
GrowingIO
QuickBI|阿里quick bi
FineBI|帆软|finereport
AppsFlyer|аппсфлаер
Adjust SDK
Branch.io
Similarweb|симиларвеб
Semrush|семраш
Ahrefs|ахрефс
Moz Pro
Serpstat
Screaming Frog
Majestic SEO
Ubersuggest
Wordstat<Yandex|вордстат|яндекс вордстат
Google Trends<Google|гугл тренды|гугл трендс|谷歌趋势|googleトレンド|구글트렌드
Baidu Index<Baidu|百度指数
Sensor Tower
App Annie|data.ai
MPStats|мпстатс
# marketing and advertising
Google Ads<Google|adwords|гугл эдс|гугл реклама|谷歌广告|google広告|구글애즈
Meta Ads<Meta|facebook ads|facebook ads manager|реклама фейсбук
Yandex Direct<Yandex|яндекс директ|директ яндекс
VK Ads<VK|вк реклама|вк ads
myTarget|майтаргет
TikTok Ads<TikTok
LinkedIn Ads<LinkedIn
Amazon Ads<Amazon
Microsoft Advertising<Microsoft|bing ads
AdSense|google adsense|адсенс
AdMob
Criteo
Taboola
Outbrain
The Trade Desk
Mailchimp|mail chimp|мейлчимп|мэйлчимп
Klaviyo
Brevo|sendinblue
Constant Contact
Campaign Monitor
ConvertKit
*GetResponse
AWeber
MailerLite
Moosend
*Drip Email
Customer.io
Braze.com|*braze
Iterable.com
Marketo
Pardot
Eloqua
UniSender|унисендер
SendPulse|сендпульс
Sendsay
DashaMail
Mindbox|майндбокс
*Buffer App|buffer.com
Hootsuite
Sprout Social
Later.com
SMMplanner|смм планер
Amplifr
Postiz
Metricool
Linktree
Bitly|bit.ly|битли
TinyURL
Unbounce
Leadpages
ClickFunnels
Instapage
OptinMonster
Yoast
BuzzSumo
Brandwatch
*Meltwater
Brand Analytics RU|бренд аналитикс
Ocean Engine|巨量引擎
Baidu Ads<Baidu|百度推广
`;
