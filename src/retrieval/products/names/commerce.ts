/**
 * Shops, marketplaces, food and parcels: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const COMMERCE_NAMES: string = `
# online shop platforms
Shopify|шопифай|шопифи|ショッピファイ|쇼피파이
WooCommerce|woo commerce|вукоммерс|вукомерс
Magento|adobe commerce|мадженто
BigCommerce|big commerce
PrestaShop|престашоп
OpenCart|опенкарт
Ecwid|эквид
InSales|инсейлс
CS-Cart
Shopware
Salesforce Commerce Cloud<Salesforce
VTEX
Nuvemshop|tiendanube
Cafe24|카페24
Youzan|有赞
Weimob|微盟
Gumroad
Payhip
Sellfy
Lemon Squeezy
Printful
Printify
Teespring
Redbubble
Zazzle
Oberlo
ShipStation
Shippo
EasyPost
AfterShip
ShipBob
17TRACK|17трек
Linnworks
Channable
Klarna Shop
Yotpo
Loyverse
Toast POS|toasttab
Lightspeed POS
Clover POS
Evotor|эвотор
iiko|айко
r_keeper|ркипер|р кипер
Poster POS
Bigbox POS
# marketplaces
Amazon|амазон|亚马逊|アマゾン|아마존
Amazon Prime<Amazon
Amazon Seller Central<Amazon
eBay|ебей|ибэй|ибей|ебэй|イーベイ|이베이
AliExpress|ali express|алиэкспресс|али экспресс|速卖通|アリエクスプレス|알리익스프레스
Alibaba|алибаба|阿里巴巴|アリババ
1688.com|阿里1688
Walmart|волмарт|沃尔玛
Target Stores|target.com
*Best Buy|bestbuy.com
Costco|коско
Etsy|этси|エッツィー
Wish.com
Temu|тему маркетплейс
Shein|шейн|шеин|希音
*Overstock
Newegg
Wayfair
Home Depot
Lowe's Stores|lowes.com
IKEA|икеа|икея|宜家|イケア|이케아
Zalando
ASOS
Farfetch
Ozon|озон маркетплейс|*озон|озон.ру|ozon seller|озон селлер|~заказ,заказы,товар,товары,купи,купить,корзин,карточк,доставк,<на,отзыв,цен,магазин,пвз,wildberries,вайлдберриз,вб
Wildberries|вайлдберриз|вайлдберис|валдберис|вб|*wb|вайлдбериз|уайлдберриз
Yandex Market<Yandex|яндекс маркет|яндексмаркет
Megamarket|мегамаркет|сбермегамаркет
KazanExpress|казаньэкспресс
Lamoda|ламода
DNS Shop|днс магазин|магазин днс|?ДНС|~магазин,каталог,ноутбук
M.Video|мвидео|м видео
Eldorado RU|магазин эльдорадо
Citilink|ситилинк
Lemana PRO|леруа мерлен|леруа|лемана|leroy merlin
Petrovich Stroy|стд петрович
Sportmaster|спортмастер
Detsky Mir|*детский мир
Gold Apple|*золотое яблоко
Letual|летуаль
Kaspi|kaspi.kz|каспи
Rozetka|розетка ua|rozetka.ua
Prom.ua
Uzum Market|узум
Taobao|tao bao|淘宝|таобао|タオバオ|타오바오
Tmall|天猫|тимолл
JD.com|jingdong|京东
Pinduoduo|拼多多|пиндуодуо
Vipshop|唯品会
Suning|苏宁|苏宁易购
Dewu|poizon|得物|пойзон
Xianyu|闲鱼
Zhuanzhuan|转转二手
Douyin Shop<Douyin|抖店|抖音小店
Dangdang|当当网
Smzdm|什么值得买
Rakuten|楽天|楽天市場|ракутен|乐天
Yahoo Shopping Japan|yahooショッピング
Mercari|メルカリ
ZOZOTOWN|ゾゾタウン
Kakaku.com|価格コム|価格.com
Rakuma|ラクマ
Yodobashi|ヨドバシ
Coupang|쿠팡
Gmarket|지마켓
11Street|11번가
Naver Shopping<Naver|네이버쇼핑|스마트스토어
Danggeun|karrot market|당근마켓|당근
Musinsa|무신사
Kurly|마켓컬리
Flipkart|флипкарт
Myntra
Meesho
Snapdeal
IndiaMART
Nykaa
Lazada|лазада
Shopee|虾皮
Tokopedia
Bukalapak
Mercado Libre|mercadolibre|mercado livre|меркадо либре
Magazine Luiza|magalu
*Americanas
Falabella
Liverpool MX
Jumia
Takealot
Noon.com
Trendyol|трендьол
Hepsiburada
Allegro.pl|*Allegro
Cdiscount
Fnac
Bol.com
Otto.de
El Corte Ingles
eMAG
Zooplus
Kaufland
MediaMarkt
Back Market
StockX|стокэкс
GOAT Sneakers
Depop
Poshmark
Vinted
ThredUp
Sephora
Ulta Beauty
Uniqlo|юникло|优衣库|ユニクロ|유니클로
*Zara|зара магазин
H&M
Nike Store|nike.com
Adidas Store|adidas.com
Decathlon|декатлон|迪卡侬
Amazon Fresh<Amazon
Google Shopping<Google|гугл шопинг
Keepa
CamelCamelCamel
*Honey Coupons
Groupon|групон
Aviasales Shop
Samsung Store
Apple Store<Apple|эппл стор
PriceRunner
Idealo
E-Katalog|е каталог
# classifieds
Avito|авито|авита
Youla|*юла|юла.ру|~объявлени,<на,продать,купить
OLX|олх
Craigslist|крейгслист
Gumtree
Facebook Marketplace<Facebook
OfferUp
Leboncoin
Kleinanzeigen|ebay kleinanzeigen
Subito.it
Wallapop
Marktplaats
Blocket
Dubizzle
Kijiji
58 Tongcheng|58同城
Ganji|赶集网
Baixing|百姓网
Jimoty|ジモティー
Bunjang|번개장터
Joongna|중고나라
Quikr
Farpost|фарпост
Lalafo|лалафо
Krisha.kz|крыша кз
# groceries and drugstores
Instacart|инстакарт
*Samokat|*Самокат|самокат доставка|приложение самокат|~закажи,заказать,доставк,продукт
Yandex Lavka<Yandex|яндекс лавка|*Лавка|~закажи,заказ,заказать,доставк,продукт
Kuper|купер доставка|сбермаркет|*Купер
VkusVill|вкусвилл|вкусвил
Perekrestok|*Перекрёсток|магазин перекресток|~заказ,закажи,доставк,продукт,чек
Pyaterochka|пятёрочка
Magnit|*Магнит|магазин магнит|~магазин,доставк,продукт,чек
Lenta Stores|*Лента|магазин лента|~магазин,продукт,чек
Ashan|auchan|ашан
Dixy|магазин дикси
Metro Cash & Carry|metro cc
Globus Stores
Azbuka Vkusa|азбука вкуса
Krasnoe Beloe|*красное и белое|красное белое
Fix Price|фикс прайс
Eapteka|еаптека
Apteka.ru|аптека ру
Zdravcity|здравсити
Hema Fresh|freshippo|盒马|盒马鲜生
Dingdong Maicai|叮咚买菜
Meituan Maicai|小象超市
Yonghui|永辉超市
Tesco
Sainsbury's|sainsburys
Aldi
Lidl
Carrefour|карфур|家乐福
Kroger
Whole Foods
Trader Joe's|trader joes
Safeway
Ocado
Gopuff
*Getir
Gorillas Delivery
Blinkit
*Zepto
BigBasket
Swiggy Instamart<Swiggy
CVS Pharmacy
Walgreens
7-Eleven
Alibaba Health|阿里健康
JD Health|京东健康
GoodRx
# food delivery and restaurants
Uber Eats|ubereats|убер итс|ウーバーイーツ
DoorDash|door dash|дордаш
Grubhub
Deliveroo|деливеру
*Just Eat
Glovo|глово
Wolt
Foodpanda
Yandex Eda<Yandex|яндекс еда|яндекседа
Delivery Club|деливери клаб|*деливери
Chibbis
Dodo Pizza|додо пицца|додо пиццу|*додо
Domino's Pizza|dominos pizza|домино пицца|达美乐
Papa Johns|папа джонс
Vkusno i tochka|*вкусно и точка
McDonald's|mcdonalds|макдональдс|макдак|麦当劳|マクドナルド|맥도날드
KFC|肯德基|ростикс
Burger King|бургер кинг|汉堡王
Starbucks|старбакс|星巴克|スターバックス|スタバ|스타벅스
Luckin Coffee|瑞幸|瑞幸咖啡
Heytea|喜茶
Mixue|蜜雪冰城
Subway Restaurants
*Chipotle
Taco Bell
Meituan|美团|мейтуань
Ele.me|eleme|饿了么
Dianping|大众点评
Baemin|baedal minjok|배달의민족|배민
Yogiyo|요기요
Demaecan|出前館
Tabelog|食べログ
Gurunavi|ぐるなび
Hot Pepper Gourmet|ホットペッパー
Zomato
Swiggy
Rappi
iFood
PedidosYa
Talabat
Yemeksepeti
OpenTable
Resy
TheFork
*Yelp|йелп|イェルプ
Michelin Guide|гид мишлен|米其林指南
HelloFresh
Blue Apron
Elementaree
Grow Food
Allrecipes
Epicurious
Spoonacular
TheMealDB
Edamam
Yummly
Cookpad|クックパッド
Xiachufang|下厨房
Eda.ru
Povarenok|поварёнок ру
Vivino
Untappd
Restoclub|рестоклуб
# parcels and logistics
FedEx|fed ex|федекс|联邦快递|フェデックス
^UPS
USPS
DHL|дхл
DPD
GLS Parcel
Hermes Parcel|evri
Royal Mail
Canada Post
Australia Post
Deutsche Post
La Poste
*Correos
TNT Express
Aramex
CDEK|sdek|сдэк|сдек
Pochta Rossii|russian post|почта россии|почта рф
Boxberry|боксберри
PEK Logistics|пэк логистика
Delovye Linii|*деловые линии
PickPoint|пикпоинт
Dostavista|достависта
Yandex Delivery<Yandex|яндекс доставка
^EMS|ems почта
Nova Poshta|нова пошта|*новая почта
InPost
SF Express|顺丰|顺丰速运|顺丰快递
YTO Express|圆通快递
ZTO Express|中通快递
STO Express|申通快递
Yunda|韵达
JD Logistics|京东物流|京东快递
China Post|中国邮政
Cainiao|菜鸟裹裹|菜鸟驿站|цайняо
Best Express|百世快递
J&T Express|极兔|极兔速递
Kuaidi100|快递100
Dada Delivery|达达快送
Huolala|货拉拉
Yamato Transport|ヤマト運輸|クロネコヤマト
Sagawa|佐川急便
Japan Post|日本郵便|ゆうパック
CJ Logistics|cj대한통운
Korea Post|우체국택배
Delhivery
Blue Dart
Maersk
MarineTraffic
VesselFinder
Flexport
ATI.su
`;
