/**
 * Work of a team: projects, notes, documents, files, calendars: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const OFFICE_NAMES: string = `
# issue tracking and projects
Atlassian|атлассиан
Jira<Atlassian|джира|жира|지라
Jira Service Management<Atlassian|jira service desk
Trello<Atlassian|трелло|трело|트렐로
*Confluence<Atlassian|конфлюенс|конфлюэнс|컨플루언스
*Linear|линеар|리니어|~issue,issues,ticket,tickets,cycle,<in,тикет
*Asana|асана
?Monday|monday.com|манди ком|~board,boards,item,workspace
ClickUp|кликап
*Basecamp|бейскемп
Wrike|врайк
Smartsheet
Redmine|редмайн
OpenProject
Taiga.io
Shortcut Stories|shortcut.com
Pivotal Tracker
*Height App
Plane.so
Teamwork.com
Zoho Projects<Zoho
Microsoft Project<Microsoft|ms project|майкрософт проджект
Microsoft Planner<Microsoft|ms planner
Azure Test Plans
Kaiten|кайтен
Yandex Tracker<Yandex|яндекс трекер
WEEEK
YouGile|югайл
Pyrus|пайрус
Megaplan|мегаплан
Planfix|планфикс
Aspro Cloud
TAPD
Teambition
PingCode
Worktile
ZenTao|禅道
ONES Project
Backlog Nulab|nulab backlog
Jooto
Meegle|飞书项目
Hive Project
Airfocus
Productboard
Aha.io|aha roadmaps
Canny.io
UserVoice
Toggl|тоггл
Clockify|клокифай
Harvest Time|harvest timesheet
Everhour
TimeCamp
RescueTime
Hubstaff
Time Doctor
TMetric
Jibble
# to-do lists
Todoist|тудуист
TickTick|тиктик|滴答清单
Microsoft To Do<Microsoft|ms to do|microsoft todo
Google Tasks<Google|гугл таскс|гугл задачи|谷歌任务
Any.do
Things 3
OmniFocus
Apple Reminders<Apple
Remember The Milk
Habitica
Google Keep<Google|гугл кип
Wunderlist
Superlist
SingularityApp
*Forest App
# notes and knowledge
*Notion|ноушен|ноушн|ношен|ノーション|노션|~page,pages,database,workspace,<in,страниц
Obsidian MD|obsidian vault|obsidian notes|*Obsidian|*обсидиан|~note,notes,vault,заметк
Evernote|эверноут|эвернот|印象笔记|에버노트
OneNote<Microsoft|microsoft onenote|ваннот
Roam Research
Logseq
Joplin Notes|*Joplin
Apple Notes<Apple|заметки apple
Bear Notes
*Standard Notes
Simplenote
*Craft Docs
Anytype
Coda.io|*Coda
Slite
Nuclino
Tettra
Slab Wiki
BookStack
Outline Wiki
MediaWiki|медиавики
XWiki
Wiki.js
DokuWiki
SharePoint<Microsoft|шерпоинт|шарепоинт
Yuque|语雀
Youdao Note|有道云笔记
WizNote|为知笔记
Flomo|浮墨笔记
Siyuan Note|思源笔记
Wolai|我来wolai
Yandex Notes<Yandex|яндекс заметки
Yandex Wiki<Yandex|яндекс вики
Teamly|тимли
GoodNotes
*Notability
Readwise
*Pocket|~article,articles,read-later,saved,статьи
Instapaper
Raindrop.io
Zotero|зотеро
Mendeley|менделей
*EndNote
Inoreader
Feedly
NetNewsWire
# office suites
Microsoft 365<Microsoft|office 365|microsoft office|ms office|m365|o365|майкрософт офис|微软办公
Microsoft Word<Microsoft|ms word|*Word|word document|word doc|word file|ворд|微软word
Microsoft Excel<Microsoft|ms excel|*Excel|эксель|ексель|excel表格|excel spreadsheet|エクセル|엑셀|~file,sheet,spreadsheet,workbook,файл,таблиц,<in,<to
PowerPoint<Microsoft|*power point|ms powerpoint|пауэрпойнт|повер поинт|поверпоинт|パワーポイント|파워포인트
Microsoft Access<Microsoft|ms access
Microsoft Visio<Microsoft|visio
Microsoft Publisher<Microsoft
Google Workspace<Google|g suite|гугл воркспейс
Google Docs<Google|google doc|google document|gdocs|gdoc|гугл док|гугл докс|гугл доки|гугл документ|гугл документы|谷歌文档|google文档|googleドキュメント|구글문서
Google Sheets<Google|google sheet|google spreadsheet|gsheet|gsheets|гугл таблицы|гугл таблица|гугл шитс|гугл табличка|谷歌表格|google表格|googleスプレッドシート|구글시트|구글스프레드시트
Google Slides<Google|гугл слайды|гугл презентации|谷歌幻灯片|googleスライド|구글슬라이드
Google Forms<Google|google form|гугл форма|гугл формы|谷歌表单|googleフォーム|구글폼
Google Apps Script<Google|apps script
LibreOffice|либреофис|либре офис
OpenOffice|опенофис
OnlyOffice|онлиофис
MyOffice|мойофис|мой офис
R7-Office|р7 офис
WPS Office|金山文档|金山办公|wps文档
Tencent Docs<Tencent|腾讯文档
Shimo Docs|石墨文档
Apple Pages<Apple
Apple Numbers<Apple
Apple Keynote<Apple
Airtable|air-table|эйртейбл|эиртейбл
NocoDB
Baserow
SeaTable|维格表|vika维格表
Grist Spreadsheets
Rows.com
Hancom Office|한글오피스
Zoho|зохо
Zoho Writer<Zoho
Quip Docs
Dropbox Paper<Dropbox
Overleaf|оверлиф
Adobe Acrobat<Adobe|acrobat reader|адоб акробат
Foxit
Smallpdf
iLovePDF
PDFescape
Scribd
SlideShare
Prezi
Pitch.com
Gamma App
Beautiful.ai
Mentimeter
Slido
# file storage
Google Drive<Google|gdrive|гугл диск|гугл драйв|谷歌云盘|谷歌硬盘|google云端硬盘|googleドライブ|구글드라이브
Dropbox|дропбокс|ドロップボックス|드롭박스
OneDrive<Microsoft|ванадрайв|ван драйв|вандрайв|微软网盘
*Box|box.com|~<in,<from,folder:box,enterprise
iCloud<Apple|icloud drive|айклауд|айклоуд|アイクラウド|아이클라우드
Yandex Disk<Yandex|яндекс диск|яндексдиск
Cloud Mail.ru<Mail.ru|облако мейл|облако mail|облако мейл ру
MEGA.nz|mega cloud
pCloud
Sync.com
Nextcloud|некстклауд
ownCloud
Seafile
WeTransfer
SendSpace
Baidu Netdisk<Baidu|百度网盘|baidu pan
Quark Drive|夸克网盘
Aliyun Drive|阿里云盘|阿里网盘
Weiyun|腾讯微云
115 Cloud|115网盘
Jianguoyun|坚果云|nutstore
Tianyi Cloud|天翼云盘
Backblaze
Wasabi Storage
Synology|синолоджи|群晖
QNAP
Internet Archive|archive.org|wayback machine|вейбек машин
Egnyte
ShareFile
# forms and surveys
Typeform|тайпформ
SurveyMonkey|survey monkey|сервеймонки
Jotform|джотформ
Tally Forms|tally.so
Formstack
Wufoo
Cognito Forms
Paperform
Google Surveys<Google
Microsoft Forms<Microsoft|ms forms
Qualtrics
Alchemer
LimeSurvey
KoboToolbox
REDCap
Fillout
SurveySparrow
Yandex Forms<Yandex|яндекс формы
Testograf|тестограф
Anketolog
Wenjuanxing|问卷星|wjx
Tencent Survey<Tencent|腾讯问卷
Jinshuju|金数据
Maike Form|麦客表单
Simpo|simpo survey
Doodle Poll|doodle.com
When2meet
StrawPoll
# calendars and booking
Google Calendar<Google|gcal|google cal|гугл календарь|гугл кал|гуглокалендарь|谷歌日历|google日历|googleカレンダー|구글캘린더
Outlook Calendar<Microsoft|календарь outlook|календарь аутлук
Apple Calendar<Apple|ical
Yandex Calendar<Yandex|яндекс календарь
Calendly|календли
Cal.com|calcom
SavvyCal
Acuity Scheduling
SimplyBook
YCLIENTS|уклаентс|юклаентс
DIKIDI|дикиди
Setmore
Reclaim.ai
Clockwise Calendar
*Motion App
*Fantastical
Sunsama
Akiflow
TimeTree
Chili Piper
Microsoft Bookings<Microsoft
Fresha
Booksy
Mindbody
# digital whiteboards
*Miro|*миро|~board,boards,доск,доске,доску
Mural Board|mural.co
FigJam<Figma
Lucidchart
Lucidspark
draw.io|diagrams.net
Excalidraw
Whimsical Boards|whimsical.com
tldraw
Creately
Gliffy
PlantUML
Mermaid Chart|mermaid.live
XMind|икс майнд
MindMeister
MindNode
Coggle
ProcessOn
Boardmix
Padlet
Conceptboard
Holst Board|холст so
`;
