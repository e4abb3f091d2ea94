/**
 * Assistants, search, browsers, pictures, design and devices: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const DIGITAL_NAMES: string = `
# assistants and models
OpenAI|open ai|опенаи|опен аи
ChatGPT<OpenAI|chat gpt|чатгпт|чат гпт|чатжпт|чат джипити|gpt-4|gpt-4o|gpt-5|チャットgpt|챗gpt|챗지피티
DALL-E<OpenAI|dalle
OpenAI Whisper<OpenAI|whisper api
OpenAI Sora<OpenAI|sora video
OpenAI Codex<OpenAI
Anthropic|антропик
?Claude<Anthropic|claude code|claude ai|claude sonnet|claude opus|claude desktop|клод ии|~api,model,prompt,chat
Google Gemini<Google|gemini api|gemini pro|*Gemini|гемини|джемини|谷歌gemini|~model,prompt,api
NotebookLM<Google|notebook lm
Google AI Studio<Google
Microsoft Copilot<Microsoft|ms copilot|майкрософт копилот
*Perplexity|перплексити|~search,ask,answer
DeepSeek|дипсик|深度求索
Qwen|tongyi qianwen|通义千问|квен
ERNIE Bot<Baidu|文心一言|yiyan
Kimi Moonshot|moonshot ai|kimi ai|月之暗面|kimi智能助手
Doubao|豆包
Zhipu|chatglm|智谱|智谱清言
Hunyuan<Tencent|混元|腾讯元宝
iFlytek Spark|讯飞星火|iflytek|科大讯飞
MiniMax AI|海螺ai|hailuo ai
Baichuan AI|百川智能
SenseTime|商汤
YandexGPT<Yandex|яндекс гпт|яндексгпт
GigaChat|гигачат
Kandinsky AI|нейросеть кандинский
Shedevrum|шедеврум
Mistral AI|mixtral|le chat mistral|*Mistral
Llama Meta|meta llama|llama 3
xAI|grok ai|*Grok
Groq
*Cohere
Together AI
*Replicate|replicate.com
OpenRouter|опенроутер
Ollama|оллама
LM Studio
LangChain|лангчейн
LlamaIndex
CrewAI
AutoGPT
Dify
Coze|扣子平台
Flowise
Character.AI
Poe Quora|poe.com
Pi Inflection
You.com
Phind
Jasper AI
Copy.ai
Writesonic
Rytr
Grammarly|граммарли
QuillBot
ProWritingAid
LanguageTool
Hemingway Editor
Turnitin
Antiplagiat|антиплагиат ру|text.ru
Glavred|главред
Cursor IDE|cursor ai
Windsurf IDE|codeium
Tabnine
Devin AI
Lovable.dev
Bolt.new
v0.dev
ElevenLabs|eleven labs|элевенлабс
PlayHT
Murf AI
Speechify
Descript
AssemblyAI
Deepgram
HeyGen|хейген
Synthesia
D-ID
Vapi
Retell AI
Siri<Apple|сири
?Alexa|amazon alexa|?алекса
Google Assistant<Google|гугл ассистент
Yandex Alice<Yandex|яндекс алиса|?Алиса|~колонк,скажи,попроси,навык
Bixby
Cortana
XiaoAi|小爱同学
Tmall Genie|天猫精灵
Xiaodu|小度
Marusya|умная колонка маруся
Salute Assistant|салют сбер
Wolfram Alpha|wolframalpha|вольфрам альфа
Mem0
Letta AI
# image generation
Midjourney|мидджорни|миджорни|ミッドジャーニー|미드저니
Stable Diffusion|стейбл диффьюжн|stability ai
Leonardo AI
Ideogram AI
Adobe Firefly<Adobe
Flux AI|flux.1
Runway ML|runwayml
Pika Labs
Luma Dream Machine|luma ai
Kling AI|可灵
Jimeng|即梦
Hailuo|海螺视频
ComfyUI
Automatic1111
Civitai
NightCafe
Artbreeder
EverArt
Fal.ai
Krea AI
Playground AI
Remove.bg
Clipdrop
Lensa AI
Topaz Labs
Upscayl
# web search
Google|гугл|谷歌|グーグル|구글
Google Search<Google|гугл поиск|谷歌搜索|google検索|구글검색
Google Images<Google|гугл картинки
Google Scholar<Google|гугл академия|гугл сколар|гугл школар|谷歌学术|googleスカラー|구글학술검색
Google Lens<Google|гугл линза|谷歌智能镜头
Google Alerts<Google|гугл алерты
Bing|бинг|必应
DuckDuckGo|duck duck go|дакдакго
Brave Search
Yandex|яндекс|яндэкс
Yandex Search<Yandex|яндекс поиск
Baidu|байду|百度|バイドゥ|바이두
Sogou|搜狗
360 Search|360搜索
Quark Browser|夸克浏览器
Shenma|神马搜索
Naver|네이버|ネイバー
Daum|다음카카오
Yahoo|яху|雅虎|ヤフー|야후
Yahoo Japan<Yahoo|ヤフージャパン
Ecosia
Startpage
Kagi
Qwant
SearXNG
Exa AI|exa search
Tavily
SerpApi
Serper
DataForSEO
Firecrawl
Bright Data|brightdata
Apify|апифай
ScrapingBee
Scrapy
Octoparse
ParseHub
Oxylabs
Diffbot
Jina AI|jina reader
Common Crawl
TinEye
Tencent|腾讯|тенсент
# browsers
Google Chrome<Google|хром браузер|гугл хром|*Chrome|谷歌浏览器|chrome浏览器|크롬브라우저|~tab,tabs,browser,extension,вкладк,bookmarks
Firefox|mozilla firefox|фаерфокс|файрфокс|火狐|ファイアフォックス|파이어폭스
Safari Browser<Apple|*Safari|браузер сафари|~tab,tabs,browser,bookmarks,вкладк
Microsoft Edge<Microsoft|edge browser
Opera Browser|браузер опера
Brave Browser
Vivaldi Browser
Arc Browser
Tor Browser|тор браузер
Yandex Browser<Yandex|яндекс браузер
UC Browser|uc浏览器
QQ Browser<QQ|qq浏览器
# design
Figma|фигма|フィグマ|피그마
*Sketch App|sketch.com
Adobe|адоб|адобе|アドビ|어도비
Adobe Photoshop<Adobe|photoshop|фотошоп|フォトショップ|フォトショ|포토샵
Adobe Illustrator<Adobe|*Illustrator|адоб иллюстратор|イラストレーター|일러스트레이터
Adobe InDesign<Adobe|indesign|индизайн
Adobe XD<Adobe
Adobe Premiere<Adobe|premiere pro|премьер про
After Effects<Adobe|афтер эффектс
Adobe Lightroom<Adobe|lightroom|лайтрум
Adobe Express<Adobe
Adobe Creative Cloud<Adobe
Canva|*канва|キャンバ|캔바
InVision
Zeplin
*Abstract App
Affinity Designer
CorelDRAW|корел дро
Inkscape|инкскейп
GIMP|гимп
Krita
*Procreate
Pixelmator
Photopea
PicsArt
VSCO
Snapseed
Meitu|美图秀秀
Facetune
CapCut|кэпкат|капкат
Jianying|剪映
InShot
KineMaster
iMovie
Camtasia
Clipchamp
Kapwing
VEED.io
Animoto
Lumen5
Pictory
OpusClip
Supa App|supa.ru
Flyvi
Gaoding|稿定设计
Chuangkit|创客贴
MasterGo|mastergo设计
JSDesign|即时设计
Modao|墨刀
Lanhu|蓝湖
Penpot
Balsamiq
Axure|аксюр
Protopie
Lottie Files|lottiefiles
Dribbble|дрибббл|дриббл
Behance|бихэнс|беханс
DeviantArt|девиантарт
ArtStation|артстейшн
Zcool|站酷
Huaban|花瓣网
Unsplash|ансплеш
Pexels
Pixabay
Shutterstock|шаттерсток
Getty Images
iStock
Adobe Stock<Adobe
Freepik|фрипик
Flaticon
Iconfinder
*Noun Project
Font Awesome
Google Fonts<Google|гугл шрифты
Envato
Giphy|гифи
Tenor GIF
Imgur|имгур
Flickr|фликр
500px
Cloudinary
imgix
Imgflip
Google Photos<Google|гугл фото|谷歌相册|googleフォト|구글포토
Apple Photos<Apple
Amazon Photos<Amazon
SmugMug
Immich
# modelling and drawing
AutoCAD|автокад|オートキャド|오토캐드
Autodesk|автодеск
Autodesk Revit<Autodesk|revit|ревит
Fusion 360<Autodesk
Autodesk Maya<Autodesk
3ds Max<Autodesk|3д макс
SolidWorks|солидворкс
SketchUp|скетчап
Rhino 3D
Grasshopper 3D
*Blender|блендер 3d|~scene,object,render,3d,сцен
Cinema 4D
Houdini FX
ZBrush
Onshape
Tinkercad
OpenSCAD
FreeCAD
KiCad
Altium
EasyEDA|立创eda
KOMPAS-3D|компас 3d|компас 3д
ArchiCAD|архикад
nanoCAD|нанокад
Sketchfab
Thingiverse
Printables 3D
Cura Slicer|ultimaker cura
PrusaSlicer
OctoPrint
Bambu Lab|bambu studio
MATLAB|матлаб
Ansys
COMSOL
LabVIEW
Simulink
Mathcad
Maple Math
SPSS
*Stata
RStudio
GeoGebra
Desmos
# printing and scanning
HP Smart
Epson Connect
*Canon Print
CamScanner|扫描全能王|кам сканер
Adobe Scan<Adobe
Genius Scan
Abbyy FineReader|abbyy|файнридер
Vistaprint
Moo Print
Shutterfly
Snapfish
PrintNode
Lob Mail
Netprint JP|ネットプリント
CUPS Printing
# phones and desktops
?Apple|эппл|эпл|*苹果|アップル|애플|~id,手机,公司
Microsoft|майкрософт|микрософт|微软|マイクロソフト|마이크로소프트
iPhone<Apple|айфон|苹果手机|アイフォン|아이폰
iPad<Apple|айпад
Apple Watch<Apple|эппл вотч|苹果手表
MacBook<Apple|макбук
macOS<Apple|макос
Microsoft Windows<Microsoft|windows 10|windows 11|виндовс|винда|виндоус
Ubuntu|убунту
Debian|дебиан
Red Hat|redhat
Arch Linux
Android|андроид|安卓|アンドロイド|안드로이드
HarmonyOS|鸿蒙
Huawei|хуавей|хуавэй|华为|ファーウェイ|화웨이
Xiaomi|сяоми|ксиаоми|小米手机|小米商城|샤오미
Samsung|самсунг|三星|サムスン|삼성전자
Honor Phones|荣耀手机
Oppo Phones|oppo手机
Vivo Phones|vivo手机
App Store<Apple|апстор|эпстор|アップストア|앱스토어|苹果应用商店
App Store Connect<Apple
Google Play<Google|play store|google play store|плей маркет|гугл плей|谷歌商店|グーグルプレイ|구글플레이
Google Play Console<Google|play console
RuStore|рустор
AppGallery|эпгэллери|华为应用市场
MyApp Tencent|应用宝
F-Droid
Gmail Workspace Admin|google admin console
Jamf
Microsoft Intune<Microsoft|intune
Chrome Web Store
VLC Player|vlc
*Notepad App
WinRAR|винрар
7-Zip
qBittorrent|uTorrent|торрент клиент
Transmission Torrent
Rutracker|рутрекер
`;
