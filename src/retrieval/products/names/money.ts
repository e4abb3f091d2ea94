/**
 * Payments, banks, markets, insurance and public services: products that people name in requests.
 * Written for this project from general knowledge; the format is described in `../read-names.ts`.
 */
export const MONEY_NAMES: string = `
# payments
*Stripe|страйп|ストライプ決済|스트라이프|~payment,payments,customer,invoice,subscription,refund,charge,webhook,checkout,платеж,платёж,<in,<via,<on
PayPal|pay pal|пейпал|пэйпал|贝宝|ペイパル|페이팔
Braintree
Adyen
*Square|square pos|squareup|~payment,payments,invoice,terminal,pos,merchant,checkout
Block Cash App|cash app|cashapp
Venmo
Zelle
?Wise|transferwise|wise.com|~transfer,payment,balance,<via,<on
Revolut|револют|револьют
Payoneer|пайонир|派安盈
Skrill
Neteller
Klarna
Afterpay
Affirm Pay
Apple Pay<Apple|эппл пей|эпл пей|苹果支付|アップルペイ|애플페이
Google Pay<Google|гугл пей|谷歌支付|グーグルペイ|구글페이
Samsung Pay|самсунг пей|삼성페이
Amazon Pay<Amazon
Checkout.com
Worldpay
Authorize.net
Razorpay
Paytm
PhonePe
BharatPe
^UPI
Mollie
GoCardless
Paddle Billing|paddle.com
Chargebee
Recurly
FastSpring
*Plaid
TrueLayer
Tink Banking
Western Union|вестерн юнион|西联汇款
MoneyGram
Remitly
Alipay|zhifubao|支付宝|алипей|アリペイ|알리페이
WeChat Pay<WeChat|微信支付
UnionPay|银联|云闪付|юнионпэй
PayPay|ペイペイ
LINE Pay
Rakuten Pay<Rakuten|楽天ペイ
Suica|スイカ電子マネー
KakaoPay|카카오페이
Naver Pay<Naver|네이버페이
Toss Korea|토스앱|토스뱅크
YooMoney|юмани|юmoney|яндекс деньги
YooKassa|юкасса|яндекс касса
CloudPayments|клаудпейментс
Robokassa|робокасса
Qiwi|киви кошелёк
WebMoney|вебмани
SBP Russia|сбп|система быстрых платежей
Mir Pay|мир пэй
SberPay|сберпэй|сберпей
T-Pay
Prodamus|продамус
Pix Brazil|^PIX
Mercado Pay|mercado pago
GCash
M-Pesa
Paystack
Flutterwave
Visa Card
Mastercard|мастеркард|万事达
American Express|amex
# banks
Sberbank|сбербанк|сбер|сбербанк онлайн|сберонлайн
T-Bank|tinkoff|тинькофф|тиньков|тинькоф|тбанк|т банк
Alfa-Bank|альфа банк|альфабанк
VTB|втб
Gazprombank|газпромбанк
Raiffeisen|райффайзен|райфайзен|райф
Rosselkhozbank|россельхозбанк|рсхб
Sovcombank|совкомбанк
Otkritie Bank|банк открытие
Ozon Bank<Ozon|озон банк
Yandex Bank<Yandex|яндекс банк|яндекс пэй|yandex pay
Pochta Bank|почта банк
Tochka Bank|точка банк|*банк точка
Modulbank|модульбанк
Rosbank|росбанк
Promsvyazbank|промсвязьбанк|псб банк
Halyk Bank|халык
Monobank|монобанк
PrivatBank|приватбанк|приват24
Central Bank of Russia|цб рф|центробанк|банк россии|cbr.ru
ICBC|工商银行|工行
China Construction Bank|建设银行|建行
Agricultural Bank of China|农业银行|农行
Bank of China|中国银行
China Merchants Bank|招商银行|招行
Bank of Communications|交通银行
Ping An Bank|平安银行
WeBank|微众银行
Yu'e Bao|余额宝
Chase Bank|jpmorgan|jp morgan
Bank of America
Wells Fargo
Citibank|ситибанк|花旗银行
*Capital One
Goldman Sachs
US Bank|usbank
Charles Schwab|schwab
HSBC|汇丰|汇丰银行
Barclays
Lloyds Bank
NatWest
Santander
BBVA
Deutsche Bank
Commerzbank
ING Bank
N26
Monzo
Starling Bank
Chime Bank
Mercury Bank|mercury.com
Nubank
Itau
Bradesco
SBI India|state bank of india
HDFC
ICICI
Rakuten Bank<Rakuten|楽天銀行
MUFG|三菱ufj
Mizuho|みずほ銀行
KakaoBank|카카오뱅크
Kookmin|국민은행
Shinhan|신한은행
European Central Bank
Federal Reserve|fred economic data
# investing and markets
*Robinhood|робинхуд
Interactive Brokers|ibkr
*Fidelity|fidelity.com
Vanguard Funds
E*TRADE|etrade
TD Ameritrade
Webull
eToro
Trading 212
Degiro
Alpaca Markets|*Alpaca|~trading,order,orders,position,account
Zerodha|kite zerodha
Groww
Upstox
TradingView|трейдингвью|трейдинг вью
MetaTrader|metatrader 5|mt5|метатрейдер
Yahoo Finance<Yahoo|yfinance|яху финанс|雅虎财经|ヤフーファイナンス|야후파이낸스
Google Finance<Google
Bloomberg|блумберг|彭博|ブルームバーグ
Refinitiv|eikon
FactSet
Morningstar
Seeking Alpha
Finviz
Alpha Vantage
Polygon.io
Finnhub
Twelve Data
Tiingo
IEX Cloud
EODHD
Quandl|nasdaq data link
SEC EDGAR|edgar filings
OpenCorporates
Companies House
Investing.com|инвестинг ком
MarketWatch
Moscow Exchange|moex|мосбиржа|московская биржа
T-Invest|тинькофф инвестиции|т инвестиции
BCS Broker|бкс инвестиции
Finam|финам
Smart-Lab
Banki.ru|банки ру
Sravni.ru|сравни ру
East Money|东方财富
Tonghuashun|同花顺
Xueqiu|雪球网|snowball xueqiu
Tushare
AkShare
Wind Terminal|万得
Futu|富途|moomoo
Tiger Brokers|老虎证券
Ant Fortune|蚂蚁财富
Tiantian Fund|天天基金
SBI Securities|sbi証券
Rakuten Securities<Rakuten|楽天証券
Kiwoom|키움증권
NYSE
NASDAQ
Polymarket|полимаркет
Kalshi
*Mint Budget
YNAB
ZenMoney|дзен мани|дзенмани
CoinKeeper|коинкипер
Splitwise
Monarch Money
Rocket Money
*Personal Capital
Credit Karma
Experian
Equifax
XE Currency|xe.com
OANDA
Open Exchange Rates|openexchangerates
Fixer.io
Frankfurter API
ExchangeRate-API
# cryptocurrencies
Bitcoin|биткоин|биткойн|比特币|ビットコイン|비트코인
Ethereum|эфириум|以太坊|イーサリアム|이더리움
Solana|солана
Dogecoin|доджкоин|狗狗币
Litecoin|лайткоин
Ripple XRP
Cardano
Polkadot Network
Tether USDT|usdt
USDC
TON Blockchain|toncoin|тонкоин
Tron Network|trx tron
Binance|бинанс|币安|バイナンス|바이낸스
Coinbase|коинбейс|コインベース|코인베이스
Kraken Exchange|kraken.com|*Kraken
Bybit|байбит
OKX|欧易
KuCoin|кукоин
Huobi|htx exchange|火币
Gate.io
Bitget
Bitfinex
Bitstamp
Gemini Exchange
Crypto.com
Upbit|업비트
Bithumb|빗썸
bitFlyer|ビットフライヤー
Coincheck|コインチェック
MetaMask|мета маск|метамаск|小狐狸钱包
Trust Wallet
*Phantom Wallet
Ledger Wallet|ledger nano
Trezor
*Exodus Wallet
TON Wallet|tonkeeper
imToken
Uniswap
PancakeSwap
OpenSea
Aave
Lido Finance
*Curve Finance
Chainlink
Etherscan
Solscan
BscScan
CoinGecko|коингеко
CoinMarketCap|коинмаркеткап
DefiLlama
Dune Analytics
DexScreener
Alchemy Web3
Infura
QuickNode
Garantex
BestChange|бестчендж
# insurance and health cover
GEICO
Progressive Insurance
*State Farm
Allstate
Lemonade Insurance
AXA
Allianz
UnitedHealthcare
Aetna
Cigna
Ingosstrakh|ингосстрах
Rosgosstrakh|росгосстрах
AlfaStrakhovanie|альфастрахование
SOGAZ|согаз
Ping An Insurance|平安保险|平安好医生
China Life|中国人寿
PICC|中国人保
Policygenius
*Root Insurance
Cherehapa|черехапа
# government services
Gosuslugi|госуслуги|гос услуги
Mos.ru|мос ру
FNS Russia|nalog.ru|налог.ру|фнс
Sfr Russia|сфр|пенсионный фонд
EGRUL|егрюл|егрип
FSSP|фссп
Zakupki|госзакупки|zakupki.gov.ru|еис закупки
EMIAS|емиас
Chestny Znak|честный знак
KAD Arbitr|картотека арбитражных дел|кад арбитр
ConsultantPlus|консультантплюс|консультант плюс
Garant Legal|garant.ru
Diia|дія
eGov.kz|егов
State Tax Administration CN|国家税务总局|电子税务局|个人所得税app|个税app
National Gov Services CN|国家政务服务平台|粤省事|随申办|浙里办
Guojia Yibao|国家医保|医保服务平台
China Judgments Online|中国裁判文书网|裁判文书网
Enterprise Credit CN|国家企业信用信息公示系统
^IRS
USCIS
^DMV
SSA.gov
Login.gov
ID.me
Data.gov
US Census|census bureau
HMRC
GOV.UK
^NHS
DVLA
ELSTER Steuer
FranceConnect
Impots.gouv
SPID Italia
BundID
Aadhaar
DigiLocker
UMANG App
MyNumber Portal|マイナポータル
e-Tax Japan|e-tax
Hometax|홈택스
Gov24|정부24
Eurostat
World Bank Data
IMF Data
OECD Data
Rosstat|росстат
EUR-Lex
PACER Court
CourtListener
LexisNexis
Westlaw
Congress.gov
*Federal Register
Singpass
Gov.br
DocAve|e-residency
# giving
GoFundMe
Kickstarter|кикстартер
Indiegogo
Planeta.ru
Change.org
DonorsChoose
Charity Navigator
Every.org
Dobro.ru
Tencent Gongyi|腾讯公益
Shuidichou|水滴筹
Open Collective
GlobalGiving
Donorbox
`;
