/**
 * Messengers, calls, mail and social networks: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const COMMUNICATION_NAMES: string = `
# messengers
*Slack|слак|слэк|슬랙|~channel,channels,message,messages,workspace,dm,thread,<on,<in,<via,post,канал,сообщени
*Microsoft Teams<Microsoft|ms teams|msteams|*Teams|тимс|майкрософт тимс|微软teams|チームズ|팀즈|~meeting,calendar,channel,channels,chat,call,<on,<via,message,канал,звонок
*Discord|дискорд|ディスコード|디스코드|~server,channel,channels,message,bot,<on,<in,guild,role,<to
Telegram|телеграм|телеграмм|*телега|тг|телеграм канал|电报群|テレグラム|텔레그램|~<в,<через,канал,бот,чат,сообщени,напиши,отправ,скинь,пост
WhatsApp|whats app|ватсап|вотсап|вацап|воцап|уотсап|вотсапп|ватсапп|ワッツアップ|왓츠앱
WhatsApp Business<WhatsApp
Viber|вайбер
*Signal|~message,messages,<on,<via
Facebook Messenger<Facebook|fb messenger
^LINE|line messenger|line bot|line app|line messaging|ライン|라인앱|line消息|line公式アカウント
KakaoTalk|kakao talk|카카오톡|카톡|カカオトーク
WeChat|weixin|微信|вичат|ウィーチャット|위챗
WeChat Work<WeChat|wecom|企业微信|企微
WeChat Official Account<WeChat|微信公众号|公众号
WeChat Mini Program<WeChat|微信小程序
QQ|腾讯qq|qq群|qq消息
DingTalk|ding talk|钉钉|динток
Feishu|lark suite|*Lark|飞书|фейшу|lark base|lark docs|~message,doc,docs,bot,sheet,base,calendar
Feishu Docs<Feishu|飞书文档
Feishu Bitable<Feishu|飞书多维表格|bitable
Momo Chat|陌陌
Zalo
IMO Messenger
Skype|скайп|スカイプ|스카이프
iMessage<Apple|аймесседж|айсообщение
Google Chat<Google|гугл чат
Google Hangouts<Google|*hangouts
Mattermost|маттермост
Rocket.Chat|рокет чат
Zulip|зулип
Matrix Chat|element matrix|matrix.org
Threema
*Wire Messenger
*Session Messenger
Wickr
Kik Messenger
ICQ|аська
VK Messenger<VK
VK Teams<VK
?MAX Messenger|мессенджер макс|мессенджер max|макс мессенджер|max мессенджер
*TamTam
eXpress Messenger
Pachca|пачка мессенджер
Yandex Messenger<Yandex|яндекс мессенджер
Chatwork|チャットワーク
LINE WORKS
Jandi|잔디
*Twist App
Flock Chat
Wickr Me
XMPP|*jabber|*джаббер
IRC|irc channel
Tencent Meeting<Tencent|腾讯会议|voov
# video calls
*Zoom|zoom meeting|zoom meetings|zoom call|zoom link|zoom会议|*зум|ズーム会議|zoomミーティング|줌회의|~meeting,meetings,call,webinar,recording,<on,<via,созвон,звонок,встреч,конференци,<в
Google Meet<Google|гугл мит|гугл митс|гугл meet|谷歌会议|googleミート|구글미트
Webex|cisco webex|вебекс
GoToMeeting
Jitsi|jitsi meet|джитси
?Whereby
BlueJeans
RingCentral
Yandex Telemost<Yandex|телемост|яндекс телемост
VK Calls<VK|вк звонки
SberJazz|сберджаз|салют джаз
KonturTalk<Kontur|контур толк
MTS Link|мтс линк|webinar.ru
TrueConf|труконф
Pruffme
FaceTime<Apple|фейстайм
Loom Video|loom.com|*Loom
Otter.ai
Fireflies.ai
Fathom Notetaker
tldv
Grain Recorder
Livestorm
Demio
StreamYard
Riverside.fm
Gather.town
Butter Meetings
Krisp
Read.ai
# mail
Gmail|google mail|гмейл|гмайл|джимейл|жмейл|谷歌邮箱|ジーメール|ジメール|지메일
*Outlook|microsoft outlook|ms outlook|аутлук|оутлук|アウトルック|아웃룩
Microsoft Exchange<Microsoft|exchange server|exchange online
Yahoo Mail<Yahoo
Proton Mail|protonmail|протонмейл|протон почта
iCloud Mail<Apple
Zoho Mail<Zoho
Fastmail
Yandex Mail<Yandex|яндекс почта
Mail.ru|мейл ру|майл ру|мэйл ру|мейлру|почта mail
*Rambler|рамблер
QQ Mail<QQ|qq邮箱
NetEase Mail|163邮箱|网易邮箱|126邮箱
*Thunderbird|тандерберд
Apple Mail<Apple
Superhuman Mail
Spark Mail
Hey Email|hey.com
Missive App
*Front App|frontapp
Mailgun|мейлган
SendGrid|send grid|сендгрид
Postmark Email|postmarkapp
SparkPost
*Mandrill
Resend Email|resend.com|*Resend
Mailjet
Elastic Email
AgentMail
Mailtrap
MailHog
Roundcube
Zimbra
Daum Mail|한메일
Naver Mail<Naver|네이버메일
Temp Mail|tempmail
# telephony and messages
Twilio|твилио
Vonage|nexmo
Plivo
MessageBird
Sinch
Telnyx
Bandwidth.com
Infobip
Aircall
Dialpad
OpenPhone
JustCall
8x8
3CX
Asterisk PBX|freepbx
SMS.ru|смс ру
SMSC|smsc.ru
SMS Aero
Mango Office|манго офис|*манго телеком
UIS Telecom|uiscom
Zadarma|задарма
Voximplant|воксимплант
Sipuni|сипуни
Exolve|mts exolve
OneSignal
*Pushover
*Pusher
Firebase Cloud Messaging<Firebase
ntfy
Gotify
Bark Push
Jiguang|极光推送
ServerChan|server酱
PushPlus
WhatsApp Cloud API<WhatsApp
Wati.io
ManyChat
Chatfuel
SaleBot
BotHelp
# mobile operators
MTS|мтс
*Beeline|билайн
MegaFon|*мегафон
Tele2|теле2|теле 2|t2 мобайл
*Yota|йота оператор
Rostelecom|ростелеком
Tinkoff Mobile
China Mobile|中国移动
China Unicom|中国联通
China Telecom|中国电信
Verizon
T-Mobile
AT&T
Vodafone
O2 Telecom
Telefonica
Jio
Airtel
NTT Docomo|ドコモ
SoftBank|ソフトバンク
SK Telecom|sk텔레콤
Kyivstar|киевстар
Kcell
Starlink|старлинк
# social networks
Facebook|фейсбук|фэйсбук|脸书|フェイスブック|페이스북
Instagram|инстаграм|инстаграмм|инста|*insta|ins账号|照片墙|インスタグラム|インスタ|인스타그램|인스타
*Threads App|threads.net|meta threads
?Meta|meta business suite|meta graph api
Twitter|x.com|tweetdeck|твиттер|твитер|推特|ツイッター|트위터|twitter x
X Premium
VK|vkontakte|вк|вконтакте|вкашка|вконтактик
Odnoklassniki|*одноклассники|ok.ru|ок ру
TikTok|tik tok|тикток|тик ток|ティックトック|틱톡
Douyin|抖音|доуинь
Kuaishou|快手
Xiaohongshu|xhs|rednote|little red book|小红书|сяохуншу
Weibo|sina weibo|微博|新浪微博|вейбо
Zhihu|知乎|чжиху
Douban|豆瓣
Baidu Tieba<Baidu|百度贴吧|贴吧
Reddit|reddit.com|реддит|редит|レディット|레딧
Pinterest|пинтерест|пинтрест|ピンタレスト|핀터레스트
Snapchat|снапчат|снэпчат|スナップチャット|스냅챗
Tumblr|тамблер
Quora|квора
Bluesky|bsky|блюскай
*Mastodon|*мастодон|~toot,post,<on
Truth Social
Nextdoor
BeReal
Clubhouse App
Substack|сабстек|сабстак
?Medium|medium.com|medium post|medium article|medium blog|~article,story,blog,<on,publication
Dev.to
Hashnode
LiveJournal|живой журнал|жж
Habr|хабр|хабрахабр
VC.ru|виси ру
Pikabu|пикабу
DTF
Yandex Zen<Yandex|яндекс дзен|*Дзен|дзен.ру|~канал,статья,статью,статьи,пост
Setka|сетка hh
TenChat|тенчат
Boosty|*бусти
Patreon|патреон
OnlyFans
Ko-fi
Buy Me a Coffee
Hacker News|hackernews|хакер ньюс
Lobste.rs
Product Hunt|producthunt
Slashdot
Stack Exchange|stackexchange
*Meetup|meetup.com|митап.ком|~group,rsvp
Naver Cafe<Naver|네이버카페
Naver Blog<Naver|네이버블로그
Naver Band<Naver|네이버밴드
KakaoStory|카카오스토리
DC Inside|디시인사이드
Mixi|ミクシィ
Note.com|note記事
Ameba Blog|アメブロ
Qiita|キータ
Zenn.dev
CSDN
Juejin|掘金|稀土掘金
Jianshu|简书
SegmentFault|思否
V2EX
Hupu|虎扑
Baijiahao|百家号
Toutiao|今日头条|头条号
Tencent QZone<QQ|qq空间
ShareChat
Koo App
# dating
*Tinder|тиндер|ティンダー|틴더
*Bumble|бамбл
*Hinge App
OkCupid
Match.com
Badoo|баду
Mamba Dating|мамба ру
Grindr
Tantan|探探
*Soul App|soul交友
Baihe|百合网
Jiayuan|世纪佳缘
Pairs Dating|ペアーズ
Happn
Feeld
Bumble BFF
Coffee Meets Bagel
`;
