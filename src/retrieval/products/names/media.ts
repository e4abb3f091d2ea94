/**
 * Music, video, games, books, news and events: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const MEDIA_NAMES: string = `
# music and podcasts
Spotify|спотифай|спотифи|声田|スポティファイ|스포티파이
Apple Music<Apple|эппл мьюзик|эпл мьюзик|苹果音乐|アップルミュージック|애플뮤직
YouTube Music<YouTube|ютуб мьюзик|ютуб музыка|油管音乐|유튜브뮤직
Amazon Music<Amazon
Yandex Music<Yandex|яндекс музыка|яндексмузыка
VK Music<VK|вк музыка
Zvuk|сберзвук
SoundCloud|саундклауд|саунд клауд
Tidal Music|tidal.com|*Tidal
Deezer|дизер
Bandcamp
Pandora Radio
Last.fm|ластфм|ласт фм
Shazam|шазам
Genius Lyrics|genius.com
Musixmatch
MusicBrainz
Discogs|дискогс
NetEase Cloud Music|网易云音乐|网易云
QQ Music<QQ|qq音乐
Kugou|酷狗|酷狗音乐
Kuwo|酷我音乐
Melon Music|멜론뮤직
Genie Music|지니뮤직
AWA Music
Gaana
JioSaavn
Anghami
iHeartRadio
TuneIn
*Audible|аудибл
Apple Podcasts<Apple|эппл подкасты
Pocket Casts
*Overcast App
Ximalaya|喜马拉雅
Xiaoyuzhou|小宇宙播客
Podbean
Buzzsprout
Sonos|сонос
Sirius XM|siriusxm
Suno|suno ai
Udio
Ableton|эйблтон
FL Studio|фл студио
Logic Pro
GarageBand
*Audacity
Pro Tools
Beatport
Chordify
Ultimate Guitar
# video
YouTube|you tube|ютуб|ютьюб|ютюб|油管|ユーチューブ|유튜브
YouTube Studio<YouTube
YouTube Shorts<YouTube|ютуб шортс
Vimeo|вимео
Dailymotion
Twitch|твич|트위치
Kick Streaming|kick.com
RuTube|рутуб
VK Video<VK|вк видео
Bilibili|b站|哔哩哔哩|билибили|ビリビリ
AcFun
Youku|优酷
Tencent Video<Tencent|腾讯视频
iQIYI|爱奇艺
Mango TV|芒果tv
Migu Video|咪咕视频
Xigua Video|西瓜视频
Douyu|斗鱼
Huya|虎牙
WeChat Channels<WeChat|微信视频号|视频号
Niconico|ニコニコ動画|ニコ動
AfreecaTV|아프리카tv|soop tv
Chzzk|치지직
Netflix|нетфликс|奈飞|网飞|ネットフリックス|넷플릭스
Amazon Prime Video<Amazon|prime video|プライムビデオ
Disney Plus|disney+|дисней плюс|ディズニープラス|디즈니플러스
HBO Max|эйчбио
Hulu|хулу
Apple TV<Apple|эппл тв
Paramount Plus|paramount+
Peacock TV
Crunchyroll|кранчиролл
Plex|плекс
Jellyfin|джеллифин
Emby
Kodi|коди медиацентр
*Roku|року тв|~tv,channel
Chromecast
Fire TV|fire stick
Sling TV
Pluto TV
*Tubi
Kinopoisk<Yandex|кинопоиск
Ivi|иви кинотеатр|ivi.ru
Okko|окко
Wink RU|винк кинотеатр
*START Video RU
*Premier Online
Kion|кион
Smotrim
AniList
MyAnimeList|май аниме лист
Shikimori|шикимори
IMDb|имдб
TMDB|the movie database|themoviedb
OMDb
Rotten Tomatoes|烂番茄
Letterboxd|леттербоксд
Metacritic
Trakt
TVmaze
JustWatch
Sonarr
Radarr
Overseerr
U-NEXT|ユーネクスト
ABEMA|アベマ
TVer|ティーバー
Watcha|왓챠
Wavve|웨이브앱
Tving|티빙
Viki Rakuten
Hotstar|jiohotstar
OBS Studio
DaVinci Resolve
Final Cut Pro
# games
*Steam Store|*Steam|стим|steam平台|蒸汽平台|스팀게임|~game,games,library,wishlist,achievements,игр,<on
Epic Games|эпик геймс|epic games store
GOG.com
PlayStation|плейстейшен|плейстейшн|psn
Xbox|иксбокс|エックスボックス|엑스박스
Nintendo|нинтендо|任天堂|ニンテンドー|닌텐도
Battle.net|blizzard|близзард|战网
Riot Games
Ubisoft|юбисофт
EA Games|electronic arts
Roblox|роблокс|ロブロックス|로블록스
Minecraft|майнкрафт|我的世界|マインクラフト|マイクラ|마인크래프트
Fortnite|фортнайт|堡垒之夜
Dota 2|дота|дотабафф
Counter-Strike|cs2 game|csgo|кс го
League of Legends|лига легенд|英雄联盟|롤 게임|리그오브레전드
Valorant|валорант
PUBG|пабг|绝地求生|배틀그라운드
Genshin Impact|геншин|原神|원신
Honor of Kings|王者荣耀
World of Warcraft|варкрафт|魔兽世界
Hearthstone
Overwatch|овервотч
Apex Legends
Pokemon GO|покемон го|宝可梦go|ポケモンgo|포켓몬고
PokeAPI
Clash Royale
*Among Us
Stardew Valley
RAWG
IGDB
HowLongToBeat
OpenCritic
itch.io
Chess.com|чесс ком
Lichess|личесс
BoardGameGeek
Kahoot|кахут
D&D Beyond
Roll20
GeForce Now
TapTap|taptap社区
WeGame
4399 Games|4399小游戏
Mihoyo|米哈游|hoyolab
Wordle|вордли
Faceit
GeoGuessr
Nexus Mods
# books and reading
Goodreads|гудридс
*Kindle|киндл|amazon kindle|キンドル|킨들
Google Books<Google|гугл книги|谷歌图书
Apple Books<Apple
Open Library|openlibrary
Project Gutenberg|проект гутенберг
LibriVox
Wattpad|ваттпад
AO3|archive of our own
Ficbook|фикбук
LitRes|литрес
Bookmate|букмейт|яндекс книги
MyBook|майбук
Author.Today
LiveLib|лайвлиб
Flibusta|флибуста
Labirint|лабиринт ру|labirint.ru
Chitai-gorod|читай город
WeRead|微信读书
Qidian|起点中文网|起点读书
Fanqie Novel|番茄小说
Jinjiang|晋江文学城
Zlibrary|z-library
Libby App|overdrive libby
StoryGraph
*Calibre|calibre ebook
WorldCat
Library of Congress
Webtoon|웹툰|네이버웹툰
MangaDex
Pixiv|пиксив|ピクシブ
Syosetu|小説家になろう
Kakuyomu|カクヨム
Ridi|리디북스
Millie Library|밀리의서재
Yes24|예스24
Kyobo|교보문고
Aladin KR|알라딘서점
Europeana
Bible Gateway
Quran.com
# news
Google News<Google|гугл новости|谷歌新闻|googleニュース|구글뉴스
Apple News<Apple
Yandex News<Yandex|яндекс новости|дзен новости
BBC|би би си
CNN
New York Times|nytimes|нью йорк таймс|纽约时报
Washington Post
Wall Street Journal|wsj
*The Guardian|гардиан
Financial Times
*The Economist
Reuters|рейтер|рейтерс|路透社
Associated Press
AP News
Al Jazeera
TechCrunch|техкранч
The Verge
*Wired Magazine
Ars Technica
NewsAPI|*news api
GDELT
Flipboard
SmartNews|スマートニュース
Yahoo News Japan|ヤフーニュース
NHK
Nikkei|日経|日经
Naver News<Naver|네이버뉴스
Yonhap|연합뉴스
RIA Novosti|риа новости
TASS|тасс
RBC News|рбк
Kommersant|коммерсантъ|*коммерсант
Vedomosti|*ведомости
Lenta.ru|лента ру
Gazeta.ru|газета ру
Meduza|медуза издание
Interfax|интерфакс
Xinhua|新华社|新华网
People's Daily|人民日报|人民网
CCTV|央视|央视新闻
The Paper CN|澎湃新闻
36Kr|36氪
Huxiu|虎嗅
Caixin|财新
Tencent News<Tencent|腾讯新闻
NetEase News|网易新闻
Sina Finance|新浪财经
Cailian Press|财联社
Times of India
Le Monde
Der Spiegel|шпигель
El Pais
Corriere della Sera
# events and tickets
Ticketmaster|тикетмастер
Eventbrite|эвентбрайт|ивентбрайт
StubHub
SeatGeek
Bandsintown
Songkick
Luma Events|lu.ma
Timepad|таймпад
Yandex Afisha<Yandex|яндекс афиша
Afisha|afisha.ru|афиша ру
Kassir.ru|кассир ру
Ticketland|тикетлэнд|тикетланд
Qtickets
KudaGo|куда го
Fandango
AMC Theatres
Atom Tickets
Damai|大麦网
Maoyan|猫眼电影
Taopiaopiao|淘票票
BookMyShow
Eventim
*DICE Tickets
Peatix
e+ Tickets|イープラス
Ticket Pia|チケットぴあ
Interpark|인터파크
Yes24 Ticket
CGV
Karo Film|каро фильм
Kinomax
ESPN
Flashscore
SofaScore
OneFootball
NBA App|nba stats
Sports.ru|спортс ру
Championat|чемпионат.ком
Zhibo8|直播吧
Dongqiudi|懂球帝
Strava Segments<Strava
Football-Data.org
`;
