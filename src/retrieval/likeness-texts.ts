/** Written by `node training/fit-verdict.ts`; do not edit. */

/** Requests that no tool does: for hands, friends and fate. */
export const NO_TOOL_REQUESTS: readonly string[] = `
vacuum the living room before my parents arrive
take the bins out, the truck comes at seven
can you scratch my back, I can't reach it
wash the dishes that are piling up in the sink
fold the laundry and put it in the wardrobe
the tap in the bathroom drips, tighten it
unclog the kitchen drain
hang this picture a bit to the left
change the light bulb above the stairs
hold the ladder while I climb up
carry these boxes down to the cellar
help me move the sofa to the other wall
mow the lawn, it's knee high
water the tomatoes on the balcony while I'm away
rake the leaves in the back yard
feed the cat and clean the litter box
walk my dog, he's scratching at the door
trim the parrot's claws
catch the spider above my bed
get rid of the smell in the fridge
cook me something warm, I'm starving
peel a kilo of potatoes
fry two eggs, sunny side up
make me a cup of tea with honey
knead the dough for ten minutes
cut the birthday cake into twelve equal pieces
open this jar, the lid won't budge
pour me another glass of wine
light the candles on the table
blow up the balloons for the kids' party
sew the button back on my coat
shorten these jeans by two inches
polish my black shoes
get the coffee stain out of the carpet
tie my tie, I always get it wrong
braid my daughter's hair for school
rub some sunscreen on my shoulders
put a plaster on my knee, it's bleeding
massage my neck, I slept badly
pull out this splinter
take my temperature with your hand
hold my hand during the injection
rock the baby to sleep
change the baby's nappy
pick the kids up from the playground and tie their laces
push the swing a little higher
teach my son to ride his bike without stabilisers, run behind him
stay with grandma tonight so she isn't alone
give my mother a kiss from me
shake hands with the new neighbour for me
dance with me
sing me a lullaby, in your own voice
sit next to me and say nothing
I miss him so much, make it stop hurting
make her fall in love with me
make my ex regret leaving
will I ever be happy?
tell me honestly, am I a good person?
forgive me for what I did
do you believe in God?
what happens to us after we die
should I marry him or not
is it my fault that she left
why does everyone hate me
what did I dream last night?
where did I put my keys? they were in my hand a minute ago
what was I about to say
guess what I am thinking of
remind me what grandpa's voice sounded like
wake me up by shaking my shoulder
scare the pigeons off the windowsill
stop the rain until the wedding is over
make it snow on Christmas morning
turn back time to last Friday
bring my goldfish back to life
give me superpowers for one day
win the lottery for me
make my team win tonight
grant me three wishes
cast a spell on my boss
take away my fear of the dark
make me ten years younger
make me taller by the summer
make my hiccups go away
make the neighbours stop drilling on Sundays, go knock on their wall
taste this soup, does it need salt?
smell the milk, is it still good?
feel how soft this blanket is
look out of the window and tell me who is ringing
catch! nice throw
jump with me off the diving board
run the marathon instead of me
do twenty push-ups for me
go to the gym for me tomorrow
stand in line for me at the town hall
sit my driving test in my place
wear this dress so that I can see how it looks
try on these boots, are they tight
inflate the air mattress for our guests
jack up the car and swap the winter wheels
check the oil with the dipstick and top it up
scrape the ice off the windscreen
push my car, it won't start
wash and wax the car by hand
fill up the tank at the pump
parallel park it for me, I'm too nervous
paint the fence green
plaster the hole in the wall
assemble this wardrobe, the screws are in the bag
saw this plank in half
chop some wood for the fireplace
sweep the chimney
shovel the snow off the drive
dig a hole for the apple tree
pick cherries from the top branches
milk the cow before sunrise
shear the sheep this week
saddle the horse
clean the fish I caught this morning
bait the hook
row the boat to the other bank
pitch the tent before it gets dark
start a campfire with wet wood
carry my backpack up the last hill
iron the curtains in the bedroom
dust the top of the bookshelf
defrost the freezer with a hair dryer
bleed the radiators, they're cold at the top
beat the rug outside
lend me twenty quid until payday
give me back the ring I gave you
keep a secret: I broke the vase
lie to my wife for me, say we were fishing, to her face
apologise to my brother, look him in the eye
hug the kids from me
cheer louder!
laugh at my joke like you mean it
who's prettier, me or my sister
do you love me?
let's play hide and seek, you count
play catch with my son in the garden
flip a pancake without dropping it
bite off a piece and pass it on
swallow this pill for me
breathe for me, I'm tired
sneeze on command
lift the fallen tree off the path
hold my umbrella for a second
zip up my dress at the back
warm my feet
pass me the salt
move over, you're sitting on my scarf
пропылесось ковёр в зале
вынеси мусор, пахнет уже
помой посуду, раковина полная
развесь бельё на балконе
почини капающий кран в ванной
прочисти засор в раковине
вкрути лампочку на лестнице
повесь полку над диваном ровно
подержи стремянку, я полезу
помоги передвинуть шкаф к окну
донеси сумки до пятого этажа
подстриги газон на даче
прополи грядки с морковкой
полей фикус, он засыхает
окопай яблони на зиму
собери смородину, пока не осыпалась
наколи дров для бани
растопи печку, в доме холодно
разожги костёр, спички отсырели
почисти картошку на ужин
свари борщ, как у бабушки
пожарь яичницу с колбасой
завари мне чай с мятой
замеси тесто на пироги
порежь хлеб и сыр
открой банку с огурцами, крышку заклинило
налей ещё стаканчик
посоли суп по вкусу
попробуй кашу, не горячая?
понюхай молоко, не скисло?
пришей пуговицу к пальто
заштопай носки
подшей брюки на два сантиметра
погладь занавески
начисти мне ботинки до блеска
выведи пятно от вина со скатерти
завяжи мне галстук
заплети дочке косички
застегни молнию на спине
намажь мне спину кремом
помассируй шею, затекла
вытащи занозу из пальца
заклей мне пятку пластырем
подуй на ранку, чтобы не болело
поставь банки деду
подержи меня за руку у зубного
убаюкай малыша, он капризничает
смени ребёнку подгузник
забери внука из садика и одень ему шапку
покатай дочку на плечах
поиграй с сыном в прятки
научи меня плавать, держи под живот
посиди с бабушкой, ей одиноко
обними маму за меня
поцелуй детей на ночь
потанцуй со мной
спой мне колыбельную своим голосом
помолчи со мной рядом
мне так плохо, пожалей меня
сделай так, чтобы он меня полюбил
верни мне мужа
пусть бывшая пожалеет, что ушла
простишь ли ты меня когда-нибудь
я хороший человек, скажи честно?
есть ли жизнь после смерти
выходить мне за него или нет
в чём смысл моей жизни
почему мне так не везёт
что мне сегодня снилось?
куда я дел очки, только что были на носу
что я хотел сказать
угадай, о чём я сейчас думаю
останови дождь, у нас свадьба
сделай, чтобы завтра выпал снег
верни меня в детство
оживи моего хомячка
выиграй за меня в лотерею
сделай так, чтобы наши сегодня победили
исполни три желания
сними с меня порчу
наколдуй мне пятёрку
избавь меня от страха темноты
сделай меня моложе лет на десять
хочу вырасти к лету на пять сантиметров
убери икоту
постучи соседям по батарее, чтобы не шумели
прогони голубей с подоконника
поймай муху на кухне
прихлопни комара над ухом
выгуляй собаку, она скулит у двери
вычеши кота, он линяет
почисти клетку попугаю
подстриги когти кошке
подои корову
запряги лошадь
насади червяка на крючок
почисти рыбу, я наловил карасей
перегреби лодку на тот берег
поставь палатку, пока светло
понеси мой рюкзак, я устала
смени колесо, я на обочине с домкратом
проверь масло щупом
счисти лёд с лобового
подтолкни машину, не заводится
прикури мне аккумулятор от своей машины
помой машину из шланга
покрась забор
заделай дыру в стене шпаклёвкой
собери комод, шурупы в пакетике
распили доску пополам
прибей подкову над дверью
почисти снег у гаража лопатой
сбей сосульки с крыши
выбей ковёр на улице
протри пыль на шкафу
разморозь холодильник
поклей обои в коридоре
зашпаклюй трещины на потолке
постой за меня в очереди в поликлинике
сходи за меня на тренировку
сдай за меня кровь, боюсь иголок
пробеги за меня кросс
отожмись двадцать раз
примерь эти туфли, не жмут?
займи тысячу до зарплаты
сохрани мою тайну
поклянись, что не расскажешь
соври жене, что мы были на рыбалке, глядя в глаза
помири меня с братом, поговори с ним по душам
пожми руку новому соседу от моего имени
ты меня любишь?
кто красивее, я или сестра
ты веришь в бога?
посмейся над моей шуткой от души
подай соль
подвинься, ты сидишь на моём шарфе
согрей мне ноги
посмотри в глазок, кто звонит
прыгни со мной с вышки
надуй шарики на день рождения
зажги свечи на торте
погадай мне на кофейной гуще
把客厅的地拖一下
把垃圾拎下楼
碗都堆在水池里了，帮我洗洗
把晾干的衣服叠好放柜子里
厨房下水道堵了，通一下
浴室水龙头一直滴水，拧紧点
楼道灯泡坏了，换一个上去
把这幅画往左边挪一点挂正
我爬上去，你扶着梯子
帮我把沙发抬到窗边
把这箱书搬到地下室
院子里的草该割了
阳台的番茄浇点水
把落叶扫一扫
给猫铲一下屎
狗在挠门，带它下去遛一圈
给鹦鹉剪指甲
床头有只蜘蛛，抓走
帮我拍死耳边那只蚊子
饿死了，给我炒个蛋炒饭
削几个土豆
煎两个荷包蛋
给我泡杯蜂蜜茶
把面揉十分钟
把蛋糕切成十二块
这罐头盖子太紧，拧开它
再给我倒一杯酒
把桌上的蜡烛点上
给孩子吹几个气球
大衣扣子掉了，缝上
裤脚改短两厘米
帮我擦擦皮鞋
地毯上的咖啡渍弄干净
领带我老打不好，帮我系上
给女儿扎个辫子
后背够不着，帮我挠挠
帮我涂点防晒霜
膝盖流血了，贴个创可贴
脖子落枕了，给我按按
手上扎了根刺，挑出来
打针的时候握着我的手
哄宝宝睡觉
给宝宝换尿布
推我荡秋千，再高一点
教我儿子骑车，在后面扶着
今晚陪奶奶坐坐，她一个人
替我抱抱我妈
替我和新邻居握个手
陪我跳支舞
亲口唱首摇篮曲哄我
坐我旁边别说话
我好想他，让我别那么难过
让她爱上我
让前任后悔离开我
我以后会幸福吗
说实话，我是个好人吗
原谅我做过的事吧
人死了以后会去哪里
我到底该不该嫁给他
我活着有什么意义
为什么大家都讨厌我
我昨晚梦见了什么
我眼镜刚才还在手里，放哪儿了
我刚才想说什么来着
猜猜我现在在想什么
婚礼结束前别让天下雨
让圣诞早上下雪
让时间倒回上周五
让我的金鱼活过来
替我中个彩票
让我们队今晚赢球
帮我实现三个愿望
给我老板施个咒
让我不再怕黑
把我变年轻十岁
让我夏天前长高五厘米
让我别打嗝了
去敲敲邻居的墙让他们别吵
尝尝这汤咸不咸
闻闻牛奶坏没坏
摸摸这条毯子软不软
从猫眼里看看谁在按门铃
陪我从跳台上跳下去
替我跑一次马拉松
替我做二十个俯卧撑
替我去排队办户口
替我去考驾照
试试这双靴子挤不挤脚
给气垫床打气
用千斤顶把车顶起来换备胎
拿机油尺看看机油够不够
把挡风玻璃上的冰刮掉
车打不着火，帮我推一把
把车用水管冲洗打蜡
把篱笆刷成绿色
墙上的洞用腻子补一补
衣柜零件都在袋子里，帮我装起来
把木板锯成两半
劈点柴生炉子
门口的雪铲一铲
挖个坑种苹果树
爬树上摘点樱桃
天亮前给奶牛挤奶
给马备鞍
把我钓的鱼刮鳞洗干净
把鱼饵挂到钩上
把船划到对岸
天黑前搭好帐篷
用湿柴生个火
最后这段山路帮我背包
熨一下卧室的窗帘
书架顶上的灰擦擦
冰箱结冰了，给它除除霜
把被子抱出去晒晒拍拍
借我两百块，发工资还你
我打碎了花瓶，替我保密
当面跟我老婆撒个谎说我们去钓鱼了
替我当面和弟弟道歉
听我讲完笑话你要真心地笑
我和我妹谁好看
你爱我吗
来玩捉迷藏，你先数数
陪我儿子在院子里扔球
帮我把裙子背后的拉链拉上
把盐递给我
你坐到我围巾上了，挪一下
给我暖暖脚
帮我撑一下伞
帮我抬开倒在路上的树
给我算算命，今年走不走运
帮我求个签
替我给爷爷磕个头
把窗缝用纸糊上
给我剥个橘子
把筷子摆好准备开饭
给我捶捶背
Bring den Müll runter, es riecht schon
Halt mal kurz die Leiter fest
Schäl bitte die Kartoffeln
Mach, dass es morgen nicht regnet
Warum liebt sie mich nicht mehr?
Der Abfluss ist verstopft, mach ihn frei
Massier mir den Nacken
Geh für mich mit dem Hund raus
Trag den Koffer in den vierten Stock
Wo hab ich nur meine Brille hingelegt?
Näh mir den Knopf wieder an
Bring das Baby ins Bett und sing ihm was vor
Saca la basura, que ya huele
Sujétame la escalera un momento
Pela las patatas para la cena
Haz que no llueva mañana
¿Por qué ya no me quiere?
Desatasca el fregadero
Dame un masaje en el cuello
Saca al perro a pasear por mí
Sube la maleta al cuarto piso
¿Dónde habré dejado las gafas?
Cóseme el botón del abrigo
Acuesta al bebé y cántale algo
Descends la poubelle, ça sent
Tiens-moi l'échelle une minute
Épluche les pommes de terre
Fais qu'il ne pleuve pas demain
Pourquoi elle ne m'aime plus ?
Débouche l'évier de la cuisine
Masse-moi la nuque
Promène le chien à ma place
Monte la valise au quatrième
Où est-ce que j'ai posé mes lunettes ?
Recouds-moi ce bouton
Couche le bébé et chante-lui une berceuse
ゴミを出してきて、もう臭い
ちょっとはしごを押さえてて
じゃがいもの皮をむいて
明日は雨を降らせないで
どうして彼女はもう私を愛してくれないの
台所の排水口が詰まったから直して
首をもんでくれる？
代わりに犬の散歩に行ってきて
スーツケースを四階まで運んで
めがねどこに置いたっけ
コートのボタンを縫い付けて
赤ちゃんを寝かしつけて
쓰레기 좀 버리고 와, 냄새나
사다리 좀 잡아 줘
감자 껍질 좀 벗겨 줘
내일 비 안 오게 해 줘
왜 걔는 나를 더 이상 사랑하지 않을까
싱크대가 막혔어, 뚫어 줘
목 좀 주물러 줘
나 대신 강아지 산책시켜 줘
여행 가방을 4층까지 들어다 줘
내가 안경을 어디 뒀더라
코트 단추 좀 달아 줘
아기 재워 주고 자장가 불러 줘
scrub the bathtub
wipe the windows
mop the kitchen floor
sweep the porch
air the bedroom
make the bed
change the sheets
hang up my jacket
put the groceries in the pantry
set the table for six
clear the plates
dry the glasses
sharpen this knife
grill the sausages
boil the rice
chop an onion
whisk the cream
bake some bread
roll out the pastry
marinate the chicken
squeeze a lemon
grate the cheese
toast two slices
warm up the baby's bottle
burp the baby
push the pram
tuck the kids in
tickle him until he laughs
carry me on your back
comb my beard
shave my neck
pluck my eyebrows
paint my nails red
file my nails
wash my hair
rinse the shampoo out
put on my make-up
help me out of this dress
lace my boots
do up my collar
brush my teeth
clean my glasses with a cloth
trim my moustache
cut my fringe
rub my feet
crack my knuckles
stretch my hamstrings
bandage my wrist
put ice on my ankle
pull my tooth
feel my pulse
blow my nose
help me stand up
hold my crutches
lift me into the wheelchair
scratch the dog behind the ears
bathe the puppy
clean out the hamster cage
hose down the horse
collect the eggs from the henhouse
chase the goat off the roses
shoo the wasps away
set a mousetrap
kill that cockroach
bury the dead bird
water the lawn by hand
pull out the weeds
prune the roses
plant these bulbs
dig up the carrots
turn the compost
trim the hedge
climb up and pick the apples
stack the firewood
chop down the old pine
patch the roof
clear the gutters
hammer in this nail
drill a hole in the wall
screw the shelf to the wall
sand the table top
glue the leg back on the chair
oil the squeaky hinge
replace the broken tile
hang the wallpaper
varnish the door
fix the wobbly table
unscrew the light fitting
bleed the brakes
change the spark plugs
pump up the spare tyre
wash the windscreen
drive me home, I've been drinking
help me reverse the trailer
carry the kayak to the lake
row faster
steer while I take a photo
swim with me to the buoy
hold the rope
belay me
climb Everest with me
run beside me
spot me on the bench press
be our goalkeeper on Sunday
pass me the ball
teach me to juggle
throw the stick for the dog
fly a kite with us
build a sandcastle
push me on the sledge
skate backwards holding hands
deal the cards and play against me at the table
shuffle this deck for me
blow out the candles with me
raise your glass
take a sip
try a bite of my cake
share your chips with me
eat my broccoli so mum doesn't notice
finish my beer
keep the seat next to you free
hold the door
wait here with my suitcase
carry my bag to the platform
wave at the train
stand guard while I sleep
wake grandpa gently
stay up with me tonight
keep me company
lie down next to me
look into my eyes
let me cry on your shoulder
whisper something sweet
kiss me goodnight
hold me tight
put your arm around me
wipe my tears
cheer me up
calm me down
make me laugh
make me brave
take the pain away
promise you'll never leave
swear you didn't tell anyone
forget what I said
pretend you're my girlfriend at dinner
come to my wedding
be my best man
marry me
adopt me
come over for dinner
go for a walk with me in the park
give me a lift on your shoulders
bring me flowers
knock three times
ring the neighbour's doorbell and run
beat up the bully
scare my brother with a mask
steal his hat
hide in the wardrobe
be quiet
get out of my room
open your mouth
smile
breathe
sit
jump
why am I so lonely
why does my heart hurt
does she think about me
is he cheating on me
will he come back to me
was it love
how do I stop loving someone
am I ugly
am I too old to start again
what is the meaning of life
is there life after death
do dogs go to heaven
why do we exist
is this real or a dream
who am I really
what should I do with my life
should I have children
should I forgive my father
should I quit and move to the sea
did I turn the iron off
did I lock the door this morning
where did I leave my wallet
who took my umbrella
whose socks are these
what was her name, that girl from summer camp
what did I have for breakfast
what am I holding behind my back
which hand is the coin in
how many fingers am I holding up
what is in my pocket
does this shirt suit me
do I smell
is my tie straight
is there something between my teeth
does the milk taste sour
is the bath water too hot
how cold is my nose
read my palm
tell my fortune from the tea leaves
break the curse
summon a ghost
turn me into a frog
make me invisible
let me fly
let it rain chocolate
make the sun set later
stop the wind
send the fog away
bring the summer back
raise the dead
bring my grandmother back for one evening
give me back the years
undo my divorce
undo what I said to her
make yesterday not have happened
make him forget me
make my boss disappear
make the baby stop crying
make the dog stop barking
make my hair grow
make my nose smaller
make me thin by tomorrow
cure my cold
cure my hangover
give me your kidney
donate blood for me
take the injection for me
go to the dentist for me
serve my prison sentence
do my military service
vote for me at the polling station
have the argument with my landlord in person
take the blame for me
sit the exam for me
fetch the newspaper from the doorstep
bring up the coal
empty the ashtray
fill the kettle
descale the kettle
clean the oven
wash the curtains
shake out the doormat
beat the dust out of the cushions
turn the mattress
darn my socks
knit me a scarf
hem the skirt
take in the waist of these trousers
dye my T-shirt
stitch up the hole in my pocket
polish the silver
wind the grandfather clock
tune the piano
restring my guitar
carry the drum kit upstairs
hold the microphone
turn the page of my sheet music
light my cigarette
roll me a joint
throw the match away
put out the campfire
отмой ванну
протри окна
подмети крыльцо
застели постель
смени наволочки
накрой на стол
вытри тарелки
наточи нож
пожарь котлеты
отвари рис
нашинкуй капусту
взбей сливки
испеки хлеб
раскатай тесто
натри сыр
выжми лимон
подогрей бутылочку малышу
покачай коляску
уложи детей спать
пощекочи его
понеси меня на руках
подровняй мне бороду
побрей мне затылок
накрась мне ногти
помой мне голову
зашнуруй мне ботинки
почисти мне очки
подстриги мне чёлку
разотри мне ноги
забинтуй запястье
приложи лёд к лодыжке
вырви мне зуб
пощупай пульс
помоги встать с кровати
подержи костыли
почеши собаку за ухом
искупай щенка
собери яйца в курятнике
прогони козу с огорода
поставь мышеловку
убей таракана
посади луковицы
выкопай картошку
обрежь розы
сложи поленницу
залатай крышу
забей гвоздь
просверли дыру в стене
отшлифуй столешницу
приклей ножку к стулу
смажь скрипучую петлю
положи плитку
покрась батарею
прокачай тормоза
поменяй свечи в машине
накачай запаску
отвези меня домой, я выпил
подержи верёвку
греби быстрее
поплыли со мной до буйка
подстрахуй меня на жиме
постой на воротах в воскресенье
передай пас
научи жонглировать
запусти с нами змея
построй замок из песка
покатай меня на санках
раздай карты и сыграй со мной за столом
подними бокал
откуси от моего яблока
доешь мою кашу
придержи дверь
подожди тут с чемоданом
помаши поезду
разбуди дедушку
побудь со мной
приляг рядом
посмотри мне в глаза
дай поплакать на твоём плече
шепни что-нибудь нежное
поцелуй меня
обними крепче
вытри мне слёзы
развесели меня
успокой меня
рассмеши
забери мою боль
обещай не уходить
притворись моей девушкой на ужине
приходи на свадьбу
будь моим свидетелем
выходи за меня
приходи в гости
погуляй со мной в парке
подари мне цветы
побей хулигана
напугай брата маской
спрячься в шкафу
замолчи
улыбнись
почему мне так одиноко
болит душа
думает ли она обо мне
изменяет ли он мне
вернётся ли он ко мне
как разлюбить
я некрасивая?
не поздно ли начинать сначала
зачем мы живём
попадают ли собаки в рай
кто я на самом деле
что мне делать со своей жизнью
рожать или нет
простить ли отца
выключил ли я утюг
запер ли я дверь утром
где мой кошелёк, дома не найду
чьи это носки
что я ел на завтрак
что у меня за спиной
в какой руке монетка
сколько пальцев я показываю
идёт ли мне эта рубашка
от меня пахнет?
не горячая ли вода в ванне
погадай по руке
сними проклятие
вызови духа
преврати меня в лягушку
сделай меня невидимым
хочу летать
останови ветер
прогони туман
верни лето
верни мне бабушку хоть на вечер
отмотай мой развод
пусть вчерашнего не было
пусть он меня забудет
пусть начальник исчезнет
уйми ребёнка
пусть собака перестанет лаять
пусть волосы отрастут
чтобы к утру я похудела
вылечи простуду
избавь от похмелья
отдай мне почку
сходи за меня к зубному
отслужи за меня в армии
возьми вину на себя
поругайся с хозяином вместо меня
принеси дров
наполни чайник
почисти духовку
вытряхни половик
переверни матрас
свяжи мне шарф
подшей юбку
покрась футболку
начисти серебро
заведи ходики
настрой пианино
натяни струны на гитару
подержи микрофон
перелистни ноты
дай прикурить
потуши костёр
把浴缸刷干净
擦擦窗户
扫扫门口
铺床
换床单
摆好碗筷
把盘子擦干
磨磨这把刀
烤几根香肠
蒸一锅米饭
切个洋葱
打发奶油
烤个面包
擀面皮
挤个柠檬
热一下奶瓶
给宝宝拍嗝
推婴儿车
哄孩子们上床
挠他痒痒
背我一会儿
给我刮胡子
给我涂指甲
帮我洗头
帮我吹头发
帮我系鞋带
擦擦我的眼镜
剪剪我的刘海
揉揉我的脚
给我包扎手腕
脚踝敷点冰
给我拔牙
摸摸我的脉
扶我起来
帮我拿着拐杖
给小狗洗澡
去鸡窝捡蛋
把山羊赶出菜园
放个捕鼠夹
打死那只蟑螂
种几棵球茎
挖土豆
修剪玫瑰
码好柴火
补补屋顶
钉个钉子
在墙上打个孔
打磨桌面
把椅子腿粘好
给合页上点油
贴瓷砖
刷暖气片
换火花塞
我喝酒了，开车送我回家
拉住绳子
划快点
陪我游到浮标那儿
周日来当守门员
传球给我
教我抛球杂耍
跟我们放风筝
堆个沙堡
推我滑雪橇
坐下来陪我打扑克
举杯
咬一口我的苹果
把我的粥喝完
帮我扶着门
在这儿看着我的箱子
轻轻叫醒爷爷
陪陪我
躺我旁边
看着我的眼睛
让我靠你肩膀哭一会儿
亲我一下
抱紧我
擦掉我的眼泪
逗我开心
安慰安慰我
让我不疼
答应我别走
假装我女朋友去吃饭
来参加我的婚礼
当我的伴郎
嫁给我吧
来我家吃饭
陪我去公园散步
送我一束花
替我揍那个欺负人的
躲进衣柜
别说话
笑一个
我怎么这么孤单
心里好难受
她想我吗
他是不是出轨了
他还会回来吗
怎么才能不爱一个人
我是不是很丑
现在重新开始晚不晚
我们为什么活着
狗会上天堂吗
我到底是谁
我这辈子该做什么
要不要生孩子
该不该原谅我爸
我早上熨斗关了没
我出门锁门了吗
我钱包放家里哪儿了
这是谁的袜子
我早饭吃的啥
我背后藏着什么
硬币在我哪只手里
我伸了几根手指
这衬衫我穿好看吗
我身上有味儿吗
洗澡水烫不烫
给我看看手相
破解诅咒
招个魂
把我变成青蛙
让我隐身
我想飞
让风停下
把夏天还给我
让奶奶回来陪我一晚
让我没离过婚
让昨天的事没发生过
让他忘了我
让老板消失
让孩子别哭了
让狗别叫了
让我头发长长
让我明天就瘦下来
治好我的感冒
给我解解酒
把你的肾给我
替我去看牙
替我当兵
替我背锅
替我跟房东吵一架
去搬煤
把水壶灌满
刷刷烤箱
抖抖脚垫
翻翻床垫
给我织条围巾
裙子锁个边
擦擦银器
给老钟上弦
给钢琴调音
给吉他换弦
帮我拿着话筒
给我翻谱
给我点根烟
把篝火灭了
`
  .trim()
  .split('\n');

/** Requests that some tool does. */
export const TOOL_REQUESTS: readonly string[] = `
I like the third place from your list, the Casa Miralles one. Does it have parking, what do guests complain about and what are the check-in hours?
show me 4 surprise creatures for my kid's flashcards, with what they eat and where they live
Покажи, какие действия совершал в приложении пользователь u_5517 с 3 по 9 марта
Before I write the query: which fields can I break our site traffic down by, and which numbers can I pull?
Переведи сто люменов Артёму на его кошелёк в Stellar
按照之前配置好的那份面试方案,现在开始面试我
Посчитай, сколько исходящих звонков было за прошлую неделю
cryo 里 balances 这张数据集需要填哪些参数,字段都是什么
작년에 우리 계정으로 게티이미지에서 구매한 사진이랑 영상 목록 좀 뽑아줘
Разбери мою бизнес-идею: доставка фермерских завтраков в офисы. Какая отрасль, аудитория, проблема и решение?
数一下桌面上一共有几个记事本文件
Сколько у меня сейчас запущено отладочных сессий gdb, перечисли
把这段 JSON 数据写进 库存.xlsx 的 Sheet2 里,覆盖旧内容
I want the web address of the course page for series 30412 on Ubob
先给 /srv/projects/cartpy 这个仓库建代码关系图
What tables and columns are inside my MotherDuck database called retail?
Fetch /api/articles?populate=* from our Strapi, and then POST a new author (I authorise it)
把这个商户账户里的 5000 元提现到它绑定的银行卡
Before pushing, which of these image layers are already present in the ECR repo web/api?
Выведи все мои дела из ноушена
What inflation and retirement age is plan 4471 built on?
Сравни патчсеты 1 и 3 в геррите для изменения I4f7a, только файл main.go
MOBILE-7Q 这个报错问题简单概括一下就行,不用堆栈
Найди на gradescope курс, где в названии есть «Linear», мне нужен его id
Запусти сразу несколько инстансов RDS в alibaba cloud: rm-1a, rm-2b, rm-3c
ما مدى خطر الحرائق في البرتغال غداً؟
Больше не индексируй документацию angular, отключи её
测试号的成就全部清零,我要重新测一遍解锁流程
Найди в dms базы, имя схемы которых содержит «billing»
给我 12 号资源的引用
Our Dataproc clusters should grow to 20 workers under load, define that rule in us-central1
AWS 里 app/smtp 这个密钥的值换成新的,描述也一起改
GitHub 上 lemonade/app 的 main 分支最近都提交了些什么
how many thumbs up does video dQ4xK1mZ have now
Superset 的 SQL Lab 初始化数据拿一下,想看允许查哪些库
forget everything you've cached
Добавь пользователя petrova в группу developers в fisheye
customer's card changed, replace it on stored payment profile 02A7
Получи описание сущности метаданных supportedImpacts из azure advisor
QUIC 관련 RFC 문서가 뭐가 있는지 찾아줘
read RFC 9110 to me
Поищи в почте на маке письма со словом «квитанция»
PO-0097: delivery should now be 9 July and the address is the Hull warehouse
С какими таблицами связана payments в постгресе, явно или по именам колонок?
Amazon ML 那个模型的实时预测端点关闭删除
Какие бывают виды лидов в нашей системе недвижимости?
通过 RDS 数据接口在 Aurora 集群上执行这条插入语句
has the plant with registry ID 110000350174 been violating its permits over the past quarters?
Добавь запрос в избранное ресурса application insights
看看 Farcaster 上 jesse 最近发了啥
3pm in Denver on Nov 5 is what time in Singapore?
Figma 文件里按类型找一下所有的 COMPONENT 节点
pause the df-0937 ETL for now, we'll switch it on again next month
手里有 100 块,买书花了 37.5,还剩多少
run pytest -q in the dev container of ~/code/atlas
Измени описание версии контейнера 7 в google tag manager
Azure Stack 里某个逻辑网络下的逻辑子网详情
gas here is paid in the chain's own coin, what's it worth right now?
Где в проекте используется класс OrderService?
fetch the contents of the slide deck 1Qm7f
Персонаж упёрся в стену, шагни влево
WorkBC 招聘网上职位类型有哪些
Какие компоненты есть в stackzero-labs/ui
给店铺 8812 再开一个渠道目录，这次要对接 Amazon.fr
Zeig mir die Einzelheiten zur Wal-Transaktion 48812093, also Betrag, Absender und Empfänger.
список неполадок, которые Application Insights нашёл у приложения в группе ресурсов shop-prod
把思科安全漏洞现有的全部 OVAL 定义都拉下来
pass this question to the ChatGPT app on my Mac and bring back its answer: "why is my sourdough gummy?"
APIM 的 git 仓库里 feature-quota 分支改动了配置，先校验一下能不能用
reply under memo 342 with "done, see the new draft"
查一下 Azure Stack 区域 local 里发布者 RedHat、RHEL 7.9 那个平台镜像的具体信息
stop sending pipeline-failure alerts from that CodeStar rule to the ops-noise SNS topic
How is single sign-on set up for our Zendesk app in Okta, and is it active?
往移植笔记本里再加一节：列表推导式怎么改写，附 Python 和 TypeScript 两份代码
where is my cursor in IDA right now?
Закоммить в Cloud Datastore транзакцию: обнови сущность User:ann и удали Session:771
pull up my LinkedIn audience reports from Audiense
Из каких шагов состоял прогон тестов bs.3f81 в Firebase Test Lab? Интересуют упавшие
想一次查清约翰霍普金斯 2021 年拿到的 NIH 经费项目和相关发表论文
In what shapes can Clever Cloud deliver its webhooks — raw, Slack…?
Список взаимных проверок по второму эссе на курсе bio_101: кто кого рецензирует и сдал ли
这串从分享链接里复制的关卡代码，帮我还原出来看看地图长啥样
Разбери страницу https://shop.example.ru/about на структурированный текст: заголовки, абзацы, ссылки с анкорами
最近有什么关于英伟达股票的报道？
what's my own user id in Bloom Growth?
在 CodeScan 排一个扫描任务，项目 key 是 crm-apex，分支 main
hook the agent running at http://localhost:41242 into the A2A bridge
что у меня сейчас открыто на paradex и сколько я в минусе
在 Slicebox 里按条件查影像：患者姓名含 Zhang，检查部位胸部
Order from Lagos, card billing address in Ohio, IP 197.210.8.4. Is this likely a stolen card?
把 finance-old@corp.cn 从 AWS 预算告警的接收人里移除
a shopping cart glyph, but from the ant-design set
Покажи запрещающее назначение 8f20-77 на подписке: кому и какие действия закрыты
On the Neblio testnet, what info was attached to token La77KcJ… when it was first issued?
Поищи во FRED ряды по инфляции в еврозоне, без тега discontinued
Найди в Mochow по вектору десять ближайших записей таблицы products, при этом price меньше 500
point the scene server at my Home Assistant: http://192.168.1.20:8123, token attached
Что за пространство HR в конфлюенсе: описание, права, тип
Mostra a documentação do effect do Svelte 5
Загружали карточки на Walmart, фид 9D80. Что принято, а что с ошибками?
Asterisk 那通编号 7710 的电话，最终结果是什么
Озвучь текст объявления женским голосом, через гугловый синтез речи
法国国家图书馆数字馆里找书名含“Chine”的文献，要前二十条
纽约时报艺术版今天的头条文章
Перечисли все сущности, какие есть в хоум ассистанте
用 Spiral 里那个写周报的模型，根据这些要点生成一篇
set price = 19.90 where sku = 'BX-14' in our mysql db
查一下“San Diego”对应的选区或行政区划 OCD 编号
generate a fresh set of REST API credentials for our Oracle Process Automation tenant
Карточка компании «Вектор-М» из attio
My phone just picked up a Bluetooth beacon with advertised id 8f3a…. What's attached to it?
show all spaces in our Kontent.ai project
AWS Cloud9 那个 env-js-demo 开发环境不用了，连同后面的机器一起删
what do the PDFs I indexed locally say about heat pump efficiency?
Инициализируй новый проект на Starwind UI, менеджер пакетов — yarn
what JSON structure does Tembo expect for an instance?
Что за аэропорт EDDL и какой у него сайт
从抓下来的 md 文档里单独取“快速开始”那一节
Запусти сбор данных экстрактором 91ac-40 в Import.io
optuna: покажи, как каждый параметр по отдельности влияет на целевую метрику, точками на картинке
离线采集好的性能剖析数据，上传到 Cloud Profiler 里存着
Смени учётные данные у группы гибридных воркеров msk-workers в Azure Automation
req-5 的 task-1 里那个“改文案”小步骤已经完成了，更新进度
BC government's facebook post at facebook.com/BCProvincialGovernment/posts/1015, can you pull it?
对这个单细胞数据做 leiden 聚类，分辨率 1.0
Before I buy that Steam gift card on Bitrefill, what denominations does it come in and which countries does it work in?
用Urban Institute的教育数据，按州汇总一下2018年大学的平均学费
查一下F5设备上现在有哪些pool
My MCP server doesn't see the API key. Dump everything in its environment so I can check
微软官方文档里关于.NET 8中AOT编译的限制是怎么说的？
pretend the customer paid 500 rupees on that UPI link, we're in sandbox
Сними с папки «Договоры 2022» (id 7740) все метки, которые повесили прямо на неё
trade 0.5 ETH for USDC on Uniswap at the best route, max slippage 0.5%
Какие события выдал контракт B62qp9x… в сети Mina? Интересуют только подтверждённые, канонические
客户填的美国地址 520 W 43rd St, New York NY 10036 能不能正常投递？校验一下
What has been said back and forth with the customer on Pylon ticket 2281?
Собери по этому ролику название, описание, длительность и субтитры на русском — буду делать конспект
rg-bilgi kaynak grubundaki Enterprise Knowledge Graph kaynaklarının hepsini göster
Оцени квартиру в Пекине: район Чаоян, ЖК «Ваньцзин Синьчэн», 78 метров, 6 этаж из 18, окна на восток
这个哈希是不是误报?用RST Cloud确认下它是否属于良性
Покажи целиком письмо с айди 1930bb7e, мне нужен весь текст
Jira里名字带“支付”的敏捷看板有哪些？
Give me the full picture on Palantir: filings, last earnings call, ratios, who holds the stock
Найди токен по слову «pepe» в сети Ethereum
Datadog事件管理里那个叫“旧网关”的服务删掉吧
How loaded is the machine over the last 1, 5 and 15 min?
自动识别的目录不对,把specif-ai的项目路径改为 /data/proj/wms 再重新加载
Which RabbitMQ and ActiveMQ versions can I pick in Amazon MQ?
Ошибка с прода вся в минифицированном виде (app.min.js:1:48211). Как с помощью сорсмапов понять, где это в исходниках? Сначала покажи инструкцию
From https://gearbarn.shop/tents pull every tent's name, weight and price into a table
В базе штат записан как «Calif.» — какое у него двухбуквенное сокращение?
顾客完成了Adyen的跳转验证，把返回的details提交上去，拿到支付的最终结果
How much cash did Adobe generate from operations over the last 8 quarters?
Где в регионе eu-west-1 доступны ускорители Elastic Inference типа eia2.large?
Show the fabric location 'seattle-a' from Azure Stack's fabric admin
Последние новости по криптовалютам от ChainGPT, штук пять про Solana
我想装这个MCP，地址在 github.com/foo/mcp-weather，在Claude里怎么配置？
У OpenAI сейчас сбой? Проверь статус
Поправь картинку: пусть небо будет закатным, остальное не трогай
把咱们这次聊天内容导出成Markdown存下来
Запомни токен портфеля CoinStats, чтобы в следующий раз не вводить: f83hd
参考这张客厅照片，生成一张同样布局的日式风格新图
Bundle all source in ~/dev/kiln into one markdown doc so I can feed it to an LLM
Fibery里那个“支付重构”需求，优先级改成高
use base appQ7w2Lk for everything in Airtable from now on
连上我本地开着调试端口的Chrome，别丢登录状态
在AGCO里新增一种内容提交类型，名称“维修手册”，启用
Which card is our OutreachToday workspace billed to?
查查俄勒冈州针对氢燃料车队的激励政策和法规
Save invoice.pdf from email 18ab3 to my Downloads
Кто автор 3D-модели assets/8kHqq2 на Google Poly и какая лицензия?
Are there any AEMET weather stations in Huesca?
Запиши японскую фразу ありがとうございます латиницей
让能操控电脑的那个代理帮我打开计算器算一笔账
Strip the 'temp' and 'owner' tags from the resource group arn:aws:resource-groups:…:group/lab
Восстанови каталог AWS Directory Service из снимка s-77bf
緯度35.36、経度138.73の今の天気は？
Перешли Тане в ватсап фотку ~/Pictures/cat.jpg
看下Unraid上有没有未分配的硬盘
Как доехать на машине от Невского 20 до Пулково?
NFL 2021赛季第5周酋长主场那场，逐回合的记录给我
What has plant 110000350174 reported to the Toxics Release Inventory over the years? EPA
Перечисли колонки таблицы 88 в датасете AutoML TBL1203
测一下网速，上传下载都要
Which Barilla products sold in Italy are gluten free?
给我看看宁德时代近三个月的日线行情
What did the DSC compile job 60c2 output in stream 8837? Azure Automation
Результатов проверки слишком много. Оставь из report.json только ошибки по питоновским файлам с уровнем ERROR
Get rid of the outdated PDF attached to node n-17 in my knowledge graph. Yes, I know it can't be restored
какой сейчас последний блок в эфире, номер и время
Проверь MCP sampling: пусть сервер запросит у модели ответ на «придумай имя коту», максимум 50 токенов
is mara@zbd.gg a real lightning address?
Добавь пользователя a.kuznetsova во владельцы группы DevOps-Leads в каталоге Azure AD
Cria um índice no Pinecone chamado "receitas" que já faça os embeddings sozinho a partir do texto
Создай тикет в Linear: «Экспорт в CSV теряет кириллицу», команда Backend, приоритет 2
把我这份 sales.xlsx 传到沙箱里
Измени права группы 508 в ConfigCat: пусть не могут удалять окружения
2 型糖尿病的临床试验总体统计数据是什么样的
拉一下我当前登录的 GitHub 账号资料
Насколько сейчас загружен аэропорт Инчхон (ICN)?
用 JB2008 模型算下 2020 年 5 月 1 日 600 公里高空的大气密度和外逸层温度
go back one song
准备用 shadcn-vue 拼一个设置面板，先把 tabs、switch、select 这几个组件的用法文档取来
what's the nickname behind PUBG Mobile ID 5123987741?
Какие каналы слака доступны для загрузки в Graphlit?
Destroy the vehicle-registration QLDB ledger with all its data. Protection's already off
what did mutmut actually change in mutant 137?
把 A2A 桥上的 http://agents.local:8081 这个代理注销
Who among the people liking and commenting on @brewhaus could become a customer?
Открой мои маршруты во Фуркоте, все поездки
What has fsd_profile:ACoAAB12xyz been commenting on LinkedIn? Last 20
Через pdfbroker сделай pdf из страницы https://blog.mysite.ru/post/15
新冠数据：西班牙 2021 年 1 月一个月的变化曲线
Поищи в базе знаний CloudBase, как подключить облачную функцию к базе данных
Выгрузи записи времени сотрудника с id 5e91bc из Clockify за февраль
我那个视频生成任务 t_90233 好了没
Забери из Honeycomb данные по уже выполненному запросу r7Hsd
在 memgraph 里跑个 Cypher，找出入度最高的五个节点
Start a prefilled fact finder for household 7731 covering income and goals modules
掷 4 个六面骰再加 1
jonas@acme.io left, take him out of the retro team
华盛顿地铁 A03 站有没有电梯扶梯停运，返回 XML
验证下 wang_fang@foxmail.com 这个邮箱是否真实有效
In Oracle Integration, create a deployment called "Q3 rollout" with code Q3_ROLLOUT in project FIN01
此刻社交媒体上提及最多的前十个币
that draft to Marcus reads fine. SEND
Какая высота над уровнем моря в точках [37.61, 55.75] и [42.44, 43.35]?
today's date and time as ISO and as a unix timestamp
Дай сводку дня из Amazing Marvin: просрочено, сделано, запланировано
Достань все объекты по ранее выполненному запросу QID 87 в базе EPA по Clean Air Act
what language is "Hvor er biblioteket?"
Открой картинку ~/plots/loss.png и опиши график
Daha önce sana iş değişikliğimden bahsetmiş miydim? Hafızanda ara
Запиши в память по CSS: с container queries я уже разобрался
在 Okta 组织里新增一个用户组，叫 app-testers
Заглуши алерты по instance=web-1 на два часа, у нас работы
在 neovim 当前打开的文件里用正则找 ^export
按 ID 1mQx7 获取这个谷歌表格的整体信息
Прогони этот диалог через Perplexity API и дай ответ модели
github 上 rust-lang/rust 这个仓库的通知我想设置成只看 release
In figma, reply "fixed in v4" under Nora's comment
查 KJFK 机场的 AFD（机场设施手册）
Which Service Catalog portfolios and products carry TagOption tag-abc12?
История транзакций моего счёта на Paradex: только funding, за неделю
close the second tab and switch to the first
Push everything in /Users/kim/site to Cloud Run as kim-site
Закупи для лавки лимонада: 40 стаканов, 25 лимонов, льда на 60
what ways can I link two jira issues? blocks, duplicates...
Подробности по конкретному ресурсу Azure, id /subscriptions/9c/.../vm-01
按编号查一下DaniWeb上的讨论小组，编号是307
Выведи первые 50 страниц пространства DEVOPS в конфлюенсе
统计一下我平时听歌的情况，顺便按口味推荐几首
How are our potential contacts at fintechs split across departments and countries?
Включи через колонки последнюю запись с микрофона
老板说远程办公一定降低效率，我差点就信了。你来挑挑这个说法的毛病
Частотность запросов «купить ламинат» и «паркетная доска» по данным Google Ads
给几个查链上数据的SQL范例参考一下
Any funding rounds, new offices or hiring sprees at these 30 companies in the last quarter?
查一下 Uzi#CN1 的总体资料，段位、擅长英雄和近期战绩都要
I sent a pdf to Gemini yesterday. When does files/kq82bd0 expire?
Переведи эту строку из base64 в hex: 0J/RgNC40LLQtdGC
往Runscope的桶 b9 里新增一条请求响应记录
What classes are in Acme.Billing.* of /src/Billing.csproj? Only those matching *Invoice*
Проверь здоровье региона seattle в Azure Stack, есть ли там алерты
what's queued to go out on our Facebook page?
Какие у меня платёжные данные в Fewsats, имя и адрес
Welche Kartenlesegeräte sind bei uns in SumUp registriert?
Выключи свет на кухне и поставь термостат на 21
tradematic上那个旧的api key 337 作废掉
write 42 into whichever sheet ranges carry the metadata key "q3_total"
Что в тренде на коингеко за сутки?
看看我在Zerodha下过的基金申购单
Статистика команд NCAA по баскетболу за матчи 4 февраля 2022 года
teahouse.net 能不能转移到 AWS 来管理
split interview.mp4 into one close-up clip per person, 9:16, and drop them in gs://clips/
原样返回这句话：今天星期五
put one more channel in song.mid for the bass line
what's in src/router.ts? just the classes, functions and imports
查看 Azure Stack 部署管理里某个产品包的具体信息，productId 是 iot-hub
does Saka have an easy run over the next 5 gameweeks?
狗狗币现在多少钱一个
best lines from Fullmetal Alchemist, page 2
Перечисли сохранённые запросы отчётов DoubleClick
who has handed their voting power to 0xd8da...?
Покажи воспоминания из корзины «работа»
Что нового в мире? На английском, про пиццу, если есть
what purposes can an opportunity have in our crm?
Отправь клиенту по открытому вебсокету K7x= сообщение «обновись» через API Gateway
取自动化账户里某台DSC节点的信息，nodeId 9c44
Что у меня на руке?
薄伽梵歌第六章第五节写的什么
Search brave and just give me a short digest: is creatine safe long term?
给 8613800138000 发条WhatsApp，说快递放门口了
不想浪费流量下载，先告诉我这个油管视频的标题、时长和有哪些清晰度
Рейтинг криптовалют по объёму торгов за сутки, плюс общая капитализация рынка
搜一下wazuh里跟sudo有关的安全告警
who else is logged in to this box and what are they running?
在Notion这个块下面追加两段文字
what sources are in Wealthport folder 19?
Котировка Газпрома на данный момент
how much ETH does satoshi.stark hold on starknet?
the excel data looks stale, flush what's cached for sales_q1.xlsx
Статистика отбивания «Бостон Ред Сокс» за сезон 2015
are our costs climbing? percent change each month
Расшифруй base64: 0L/RgNC40LLQtdGC
ابحث عن السفينة التي رقم IMO الخاص بها 9811000
Количественные показатели по ETH: коэффициент Шарпа, просадка
把随机冷知识库里 id 为 x90 的那条删掉
any unsent emails sitting in any of the mailboxes?
Подпишись на уведомления о действиях пользователей в админке Google
韩国那边又着山火了，我爸妈在安东，附近有哪些避难所？
Пусть Грок сам вызовет нужную функцию по моему запросу: курс доллара
去机场有哪几路巴士可以坐？我在香港
Where was my phone last seen? Miataru device ID is 9F2A-77.
用 kakao 地图搜“弘大 炸鸡”，看看有哪些店
drop the old security ruleset 5d1f-9a from our firebase project, nothing uses it anymore
when's the next metrobus at stop 1001195
Azure Stack 上现在有哪些订阅？
Clear the audio from bundle 5c8e in Clarify, but leave our originals alone
这串 JWT 里面装了什么？header 和 payload 解出来给我
How many API keys are there on our App Insights resource "web-prod-ai" and what are they called?
Найди монету по слову arbitrum
put "Midnight City" up next on spotify
Подключи к azure stack новую масштабную единицу: три физических узла, параметры сети в json
Расскажи про кассовый центр Deutsche Bahn с номером 200087
what lists do I have in clay?
Переведи картинку /home/ira/avatar.jpg в base64-строку
CSGO 比分接口里包含哪些国家地区
придумай надёжный пароль на 16 символов без спецзнаков
biomart 里 mmusculus_gene_ensembl 常用的属性有哪些
open "Morning Routine" in the Shortcuts app so I can edit it
比特币/美元近 200 天的支撑位和压力位在哪
找几篇和这篇卫报报道话题相近的文章
the sessions collection in Appwrite needs a field for the client's IP
在 redis-0 这个 pod 里执行 redis-cli info，把输出给我
make 15 flashcards from this vocab list and put them in my Spanish deck
上网搜一下今年诺贝尔物理学奖是谁拿的
read only the .ts files under packages/core of trpc/trpc
выбери из таблицы articles в mochow строки с автором «Лем», поля title и year
what does pandas' merge_asof do in version 2.1? check the docs
remove user 4471 from files.com group membership
Открой сведения о документе f3d9 в Yonote
news requests keep failing, is my key even valid?
выполни этот js в открытой фрида-сессии 12: console.log(Process.arch)
用 Identity Toolkit 查一下这个 idToken 对应的账户信息
Запланируй рилс в инсту на 12 мая, 18:30, видео по ссылке
把上面的方案拆成多个任务一次建好，同步到知识图谱
add Northwind Traders to the Q4 pipeline list in Attio
Инфа об исполнителе Noize MC на bandsintown
Jampp 上周每个广告系列每天花了多少钱
Прежде чем качать всё, дай небольшую выборку из таблицы SCB BE0101A
根据这个需求文档，让大模型自动生成一份项目计划和任务清单
what config does the limit-count plugin accept in APISIX?
给当前页面做个性能检测
is there an MCP server for Obsidian out there? check the awesome list
Покажи эндпоинты opentrons из раздела «модули»
Yandex Tracker 里工单可用的状态都有哪些
say "dinner's ready, come down!" out loud in a cheerful voice
Создай в application insights новый шаблон книги «Ошибки по регионам»
I coached two juniors on Flutter last Tuesday, log it as a draft in Advocu
Наведи курсор на иконку профиля, не кликая
Welche Labels habe ich in Todoist eigentlich angelegt?
Отчётность компании CPALL с тайской биржи за 2020–2022
Pinpoint 邮件的专用 IP 192.0.2.77 属于哪个池，预热到百分之几了
are our Auto Scaling groups the wrong size? what does AWS suggest
Собери из обсидиана все незакрытые дела и в каких они файлах
把 Sentry 事件 e81f20 的详情取出来
Перечисли приватные подключения к сервисам в нашей сети GCP prod-vpc
Vercel 部署 dpl_77z 里的 index.html 内容给我看看
put intro.mp4 in our Eyevinn bucket
客户发来“能不能便宜点”，帮我拟个回复
how do I connect to my Nile db with psql? fresh login please
how do you pronounce "quinoa", plus synonyms and an example
列出我有权限的团队云端硬盘，用旧版 Team Drives 接口
Change my location on Discogs to Rotterdam and put 'techno 12 inches only' in the bio
主流币现在都什么价？BTC、ETH、SOL 一起报一下
add a label called 'billing' in n8n so I can group workflows under it
Покажи пост номер 317 из нашей команды на esa: текст, теги, кто автор
spin up a new serverless database in SkySQL for the demo
What's on Priya's plate in Linear?
Добавь в документ дипл.docx собственный стиль «Цитата-2»: Times 12, курсив, серый
Make a new 'runbooks' directory under the docs, with a starter readme in it
Убери общую метку «ждём» отовсюду, где она стоит в тудуисте
这个架构问题我拿不准，找个更强的大模型问问，把 gateway.ts 也一起发过去
По какому курсу шёл евро к доллару 1 марта 2022?
Nager.Date 支持哪些国家的节假日查询
What posts are blowing up on instagram and tiktok today? top 10 from HyperFeed
Поставь задаче «Сдать макет» срок 18 сентября
列一下 Azure Stack 上配置的备份位置
Найди радиостанцию, в названии которой есть «Джаз»
手里有个 CSR，让 AWS IoT 签一张设备证书出来
Which Prefect deployments are paused on schedule?
先把这张人物图传到 Vidu，后面要用来生成视频
Turn off the Vision API for project cold-river-88 so nobody runs up a bill
Найди билетные центры Дойче Бан в радиусе 3 км от точки 48.14, 11.56
缩容的时候别把 i-04de 这台干掉，给它开启保护
Here's my .env as text, load all of it and overwrite what exists
Какой рендеринг стоит на элементе сайткора по пути /sitecore/content/Shop/Cart?
what CloudWatch dashboards start with 'prod-'?
Табло отправлений с Берлин-Зюдкройц на 3 августа
Attio की "Investors" लिस्ट में इस रिकॉर्ड UUID 5a1e वाली एंट्री कौन सी हैं?
Сколько отпуска осталось у сотрудника с uuid 40ab-77 по категории «больничный»?
要上传一张街景全景照片，先帮我申请上传地址
unread mail in my iCloud inbox, last ten
Прогони полную проверку работоспособности ailint
查 Azure Stack 里名为 edge-01 的边缘网关信息
Какие методы поддерживает json-rpc сервер http://localhost:8545? Спроси у него самого
欺诈检测器 card_check 的 1.0 版本没启用，把这个版本删了
Second step on the XML: TITLE tags are headings, now give me the table of contents and section texts
GCP 项目 demo-77 要换个结算账号，帮我关联到新的
newest stable versions of requests, pandas and fastapi?
How should I go about using ENS names when I'm on Polygon? any advice before I send
telnet 会话用完了，断开吧，session_id 是 a7
Any critical events in our Cycloid org since Monday?
Что там со сборками api:1f2 и api:1f3 в AWS CodeBuild, обе успешны?
Look up Lemon Squeezy product 44120
Как по часам кликали по ссылке на акцию в наших письмах мандрил за последние 30 дней?
Marvel çizgi romanlarını resimleriyle gösteren bir HTML sayfası hazırla
Сгенерируй для агента децентрализованный идентификатор и заведи ему новый кошелёк под аттестации
Измени источник сервисов consul-main в хигрессе: порт теперь 8501
pictures of art deco lamps
Покажи манифест и способ установки mcp-сервера из реестра, id notion-sync
VisageCloud 账号要改密码，旧密码和新密码都给你
интересный факт про котов, любой
Redpanda 怎么迁移 Kafka 的 topic？查查官方文档
Save a Dataproc workflow template 'nightly-etl' with two spark steps
AdGuard Home 里配了哪些 DNS 重写
列一下 default 命名空间里的 service 和 configmap
What's Shohei Ohtani projected to do on July 4, with lineup and DFS salary?
用 tt0111161 在 OMDb 查查这部电影
every phone in our STF farm, even the unplugged ones
翻翻 Zoom 会议的文字记录，看谁提过“数据脱敏”
free-to-use photos of lighthouses, CC licensed
Сделай краткое резюме встречи по стенограмме из fireflies, id mtg-17
cheapest linux ec2 in us-east-1 with at least 8 vcpu and 32 gb
Hourly water height at 41.38, 2.18 tomorrow, in metres
какие из этих хешей уже лежат в CAS удалённой сборки, а какие придётся заливать?
what's on Priya's plate in Linear?
Сломай блок на координатах 20, 11, 305, там за ним алмазы
列一下自动化账户里补丁部署的历次执行情况，看哪几次没成功
На основе вот этой страницы документации AWS про Lambda layers подскажи, что ещё почитать по соседству
把你存下来的记忆全都列出来我过一遍
Here's a paragraph about our app. What should I put into each Memory Bank file based on it?
Нужна геометрия участка gm-77B2 с атрибутами, в KML, проекция 3005
查查 s3 桶 video-raw 里有没有传到一半没完成的大文件
Дай сведения по нашим ускорителям Elastic Inference, id, тип, состояние
拿这个问题去问一下 openai 那只鸭子，允许它调用工具
compute counts, genes per cell and mito percentage on the loaded single-cell data
gitlab上那个MR 17我不小心点了同意，撤回批准
Scan 14 in Burp finished, what high-severity holes did it turn up?
Мне нужен один узел из фигмы, id 204:33, файл Zp90, весь файл не тяни
zoom会议 65520 的那份云录像文件里，把第二段删掉
Sync my app's .env (base url, api token) into a Postman environment called 'Local dev'
Снеси поток доставки logs-to-redshift вместе с данными
check src/core.clj for warnings with kondo
Покажи баланс компании 000001 за последние два отчёта: активы, долги, капитал
2020年シーズンのレイカーズの試合を一覧で見せて
Поставь пароль на договор аренды в ворде, чтобы без него не открыли
Отпишись от подкаста Planet Money в моём аккаунте NPR
This Safe wallet calldata 0xa9059cbb… what does it actually do?
Подойди к задаче парсинга логов в логической парадигме и оцени плюсы и минусы
HubSpot里这批停产的产品一次性归档
Котировки по всем валютным парам 1forge, без фильтра
查询 azure stack 中名为 ss-main 的存储子系统
Can our APIM in North Europe reach the external stuff it depends on? DNS servers as well
刚才那个表情回应点错了，谷歌聊天里给我取消
HN 最近有变动的条目和账号有哪些
What's the highest item number on Hacker News so far?
我已有一个领英销售导航的公司筛选链接，按它把结果跑出来
Before migrating from Oracle, check whether task pay-mig has column types DMS can't handle
搜一下叫“御坂”的动漫角色
Rename org unit 41 in Learnifier to 'Nordic Sales' and set the country to Norway
Покажи языковые варианты, относящиеся к пространству kids-site, постранично
What has linkedin.com/in/noor-haddad been posting lately, with comments?
Add an end-of-document note to paragraph 4 of thesis.docx: 'Data from 1998 census'
Всё про сериал с tmdb id 60574: сезоны, создатели, канал
show me picture img_20 from the veo2 server
Как менялась базовая ставка по кредитам в Китае с 2008 года?
登录按钮应该在 (540, 1200) 附近，直接点那里
Найди встроенные типы слотов лекса, где есть слово Date
iqualify 开课 905 的第 2 评估小组有哪些学员
Submit the signed swap to Solana via Jupiter, retry up to 3 times
Баг с пустой корзиной починили и выкатили, группу ошибок 4410 можно закрывать как решённую
通知 Fulfillment.com 有一笔退货，退货单号 R-3301
Какие интеграции вообще есть в PulseMCP?
用 RCRA 查询得到的 qid 57，导出设施的地理json
Which Essentials plans are on our Redis Cloud account?
用 gisgraphy 把“Hauptstrasse 12, Bern”定位成坐标
Get the display name and status message of LINE user U4af4
Выведи все элементы объёма работ проекта PRJ-7, рабочее пространство NORTH
分析一下交易账户的日收益和月收益
Application Insights: get the work item template config wi-9
Сними резервную копию базы Firebird в файл ночь.fbk
Register a new Billbee user: shop@loom.example, default VAT 19%
Личная статистика бьющего 10001 против питчера 10077 в MLB
nostrdb'de kind 7 olaylarını son iki gün için sorgula
Обнови сразу десяток задач: всем статус «завершено»
搜 earthdata 上 VNP46A2 的数据文件，长三角，2021年
¿Qué presión en bar está dando ahora mismo el transmisor PT_Caldera2 del controlador?
Quiero ver qué componentes ofrece buouui, con sus vistas previas
¿Qué campos de metadatos tiene asignados el archivo D-55102, contando los que hereda de su carpeta?
¿Cómo ha evolucionado el dióxido de carbono en la atmósfera de Hawái desde 1990?
Abre en el navegador https://tienda-olmo.example/login
¿Qué clientes nos han pedido por SMS que no les escribamos más?
¿Qué tasa de financiación tiene ahora el perpetuo BTC/USDT en Binance?
Escribe en el elemento "Feria de Valencia" de monday que el stand ya está pagado
https://koubou-aoi.example に載ってるメールアドレスを拾い出して
チャンネルUCneko4455で一番再生されてる動画トップ5は?
MediaPackage VODのパッケージンググループ「anime-jp」の設定内容を確認したい
金曜の定例の招待メンバーに山本さんを追加して、林さんは外して
MixpanelのInsightsレポート4410092の結果データを取得してほしい
keysフォルダの中の3ファイルのパーミッションを全部400にして
ChainGPTにブリッジのリスクについて質問して答えをもらってきて
検索機能の実装が終わったので、Memory Bankに進捗として記録しておいて
cancela a fatura que já foi pro cliente, número INV2-77ZX, e avisa ele
quanto ainda tenho de saldo pra sms na d7networks
preciso citar a versão do chembl no artigo, lista todas as que saíram
como abro o vídeo da câmera portaria-02 num player dash? me gera o link
abre um domínio novo no simpledb com o nome pedidos_teste
acha no ida a função chamada init_socket pra mim
salva num csv os estudos completos de clinicaltrials sobre dengue, uns 40
monta um pitch rapidinho pra minha fintech que ajuda motoboy a guardar dinheiro
Signale à l'API Genomics que le worker lyon-04 est toujours actif et récupère sa tâche assignée
Liste des images Shutterstock modifiées ou retirées dans la dernière heure
Compte combien de fois chaque tag apparaît dans mes billets Hugo de /var/www/site/content
Comment intégrer l'arborescence de fichiers (file-tree) de magicui dans mon projet ?
Je soupçonne un conflit de noms entre variables : analyse les portées dans cart.js
totaux actuels : objets géocroiseurs et approches rapprochées recensés
Que contient le questionnaire cm77 créé dans tianji ?
Zeig die Zustandstests unseres Kaltakquise-Workspaces
Mach mit der angehaltenen Browser-Aufgabe tk-19 weiter, ich hab das Captcha gelöst
Wie ist der Konnektor "SapAnbindung" in der Anwendung Einkauf, Version 2.1, eingerichtet (OCI Process Automation)?
Neuen Wörterbucheintrag für die Sprache mit der ID swabian-02 anlegen: "Grombira"
Wie war die Speicherauslastung der VMs im Projekt lager-eu? Bitte mit MQL abfragen
Speicher die aktuellen Filtereinstellungen in Görev unter "Meine offenen Bugs"
Anhörungen des US-Senats aus dem 118. Kongress auflisten
Letzte Meldung vom Ding "gewaechshaus-7" auf dweet
Redacta el prompt para escribir por WhatsApp a mi casero, como si lo escribiera una persona: se rompió la caldera
Backlog의 TETRA 프로젝트에 '온보딩 절차'라는 위키 페이지 하나 새로 만들어줘
Nile DB에서 tenants_orders 테이블이 어떤 컬럼과 타입으로 되어 있는지 자세히 알려줘
이 페이지 하나만 마크다운으로 긁어줘. '더보기' 버튼 먼저 눌러야 본문이 다 나와
대화 시작하기 전에 내 이모지키 상태부터 불러와서 맞춰줘
Linear 워크스페이스에 팀이 몇 개고 이름이 뭐야?
minho.eth 지갑 주소가 뭐야? 송금하려고
파이썬에서 반응형 프로그래밍이랑 코드 핫 리로드를 hmr 라이브러리로 어떻게 하는지 기초부터 알려줘
Які значення трапляються в полі country в індексі sessions? Хочу знати перед тим, як фільтрувати
Що за смартконтракт за адресою 0x91Fa...0c? Потрібна загальна інформація про нього
Заведи в Backlog нову задачу «Оновити сертифікати» з дедлайном 14 червня
Подивись, як налаштований License Manager у нашому регіоні AWS, чи ввімкнена інтеграція з організацією
Видали активацію AzureBridge з назвою kyiv-edge у групі rg-bridge
Чи зібрався shadow-cljs після моєї останньої правки, є попередження?
Перевір статус операції застосунку 3b7e у FabricAdmin, локація redmond
Онови в Octomind наявну ціль тестування: сайт переїхав на stage.kramnytsia.example
Timeplus akışında son bir saatin hata sayısını dakika bazında veren sorguyu çalıştır
Vectra'da 6604 numaralı tespit neydi, kısaca özetle
5 kurye, 40 paket, her aracın kapasitesi 200 kg: rotaları optimize et
Kabloyla bağladığım telefonu frida üzerinden bul
Monday'deki 7719004512 id'li kaydı getirir misin
kayıt.m4a dosyasını 30 saniyeye kısalt, zil sesi yapacağım
Higress gateway'ine 'stok-servis' adıyla statik bir servis kaynağı tanımla, ip 172.16.3.9:9000
Cloudflare'deki 'menu-sitesi' projemin GitHub'daki yedeklerini listele
client_3309 के लिए ताज़ा एक्सेस टोकन बना दो
linear में 'डेटा' नाम वाली टीम की key क्या है?
opik में कौन-कौन से prompts रखे हैं? नाम में 'support' हो तो बेहतर
jumpseller स्टोर का hook 1407 डिलीट कर दो, वह पुराने सर्वर पर जाता है
Alibaba Cloud DevOps में एक नई requirement बनाओ — 'OTP से लॉगिन', प्रोजेक्ट p-7712
कुत्तों की सारी नस्लों की सूची चाहिए
forecast सेवा में predictor arn:...:predictor/monsoon की जानकारी दिखाओ, एल्गोरिदम कौन सा चुना गया?
atomgit पर issue 88 किस-किस को सौंपा गया है?
احذف المحتوى المخبأ cachedContents/qa19z من Gemini لتوفير التكلفة
ابنِ تطبيق الماك من ملف Qalam.xcworkspace بالمخطط Qalam-Release
أعد تشغيل نقل البيانات إلى BigQuery للأيام من 10 إلى 14 يونيو للتهيئة ads-transfer
كم قطعة متبقية من الصنف DATE-500 في وولمارت؟
كيف كان مستوى طاقة جسمي (Body Battery) على غارمن خلال آخر ثلاثة أيام؟
أريد كل الرموز التعبيرية المتاحة دون استثناء
احذف مشروع الاختبار proj-4471 من Railway بكل موارده نهائياً
أعطني الشيفرة المصدرية HTML للصفحة المفتوحة الآن في المتصفح
금요일 회식 모임에 지훈이도 추가해줘
외부 서비스가 보내는 요청 받아볼 임시 웹훅 주소 하나 만들어줘
Azure Stack 서울 리전에 등록된 OS 이미지 전부 뽑아줘
821055512345한테 왓츠앱으로 '예약 확정/취소' 누를 수 있는 메시지 보내줘
구독 5e1b에 붙어 있던 추가 요금제 획득분 없애줘
prod-attestor에 누가 접근할 수 있는지 권한 설정을 통째로 새 정책으로 바꿔줘
차대번호 1HGCM82633A004352, 이런 차 재고가 며칠치나 쌓여 있어?
내 고정 프록시 주소들 알려줘
Прожени SQL по вже скачаних cryo файлах: скільки транзакцій припадає на кожен блок
Розбери проблему відтоку клієнтів через мислення від першооснов
Глянь, що вивів термінал build-1
Зроби новий інструмент у Riza, що перевіряє IBAN, і збережи його на потім
Побудуй ряд: кількість логів рівня error по хвилинах з 14:00 до 16:00
Натисни на те, де написано «Забули пароль?»
Зміни колір ярлика «Податки» в Gmail на червоний
Загугли одразу кілька фраз: «сонячні панелі ціна», «інвертор відгуки»
Şu Playwright kodunu tarayıcıda çalıştır: async (page) => page.title()
Aptos hesabımdan 0x6e1 adresine 75 CAKE tokenı yolla, işlem hash'ini ver
Azure Batch'te analiz havuzundaki tvm-550 düğümünün ayrıntıları
OBSD ortaklık programına kaydolup kendi davet kodumu alayım
Xero'da tanımlı KDV oranları neler?
Nostrdb veritabanımın istatistikleri nasıl?
YNAB'deki 2025 bütçemin kategorilerini ve son 50 hareketini getir
İstanbul–New York uçuşum Y sınıfı; hangi mil programı kaç mil yazar, hesapla
TATAMOTORS में कोई hammer या engulfing पैटर्न बना है क्या, groww से देखो
amazon पर SKU KURTA-22 ₹899 में बेचूँ तो अनुमानित फीस कितनी लगेगी
syllabus.pdf के पेज 4 से 9 तक का टेक्स्ट दो
इस URL का title, description और og image क्या है?
foundry project में Token contract का bytecode निकालो
azure apim की बाहरी dependencies से connectivity ठीक है या नहीं, चेक करो
palo alto firewall में xpath /config/mgt-config/users पर क्या value है?
عدّل إعدادات الطابور push-jobs في Qakka
غيّر خصائص موضع زر المستودع في مشروع IoT 1-Click ليصبح الموقع «البوابة ب»
عدّل مستوى الوصول «أجهزة_الشركة» في Access Context Manager ليشترط قفل الشاشة
غيّر قيمة السمة brightness في الوظيفة f-33 عبر Ijenko إلى 60
ما آخر خمس رسائل وصلتني على Gmail؟
أزل الوسمين owner و stage من عنقود DocumentDB التجريبي
الموقع محجوب في بلدي، اجلب لي شيفرة HTML للصفحة https://souq.example.com/p/3
أنشئ بوابة توثيق جديدة في Swagger بالنطاق الفرعي najm-api
EPA 수질 검색에 쓸 건데 '제지'에 해당하는 NAICS 코드 뭐야?
다음 동작 전에 지금 브라우저 상태랑 계획 상황부터 파악해
제주도 좌표의 작년 일별 일사량이랑 풍속 데이터 NASA에서 받아줘
삼성전자 주가 관련 최근 뉴스 좀 찾아줘
9841234567이 네팔에서 쓰는 정상적인 전화번호 맞아?
galaxy-s21 커스텀 ID로 그 폰 사진들의 이미지 ID 뽑아줘
강원도 안의 시군 관광 지역 코드 좀 알려줘
이 링크드인 주소 보고 이 사람 경력 정리해줘: linkedin.com/in/minji-seo-dev
Покажи варіанти почерку для рукописних листівок
Що лежить у блоці ноушена з id 2c99ab?
Забери готовий аналіз документів із Semantria для конфігурації cfg-8
Що там у тренуванні 5512890 зі Strava: темп, пульс, сегменти?
Візьми промпт із plan.md і прожени через кілька LLM одразу
До яких геозон привʼязаний трекер A-204?
Яка структура колекції songs у typesense, які поля індексуються?
Видали завдання 24 з Taskwarrior
yandex tracker'da OPS-64 altındaki yorumları getir
/home/proje/odeme dizinini semgrep ile tara
cüzdan şu an hangi ağa bağlı, chain ID ne?
2020'de Türkiye'ye kaç sığınma başvurusu yapıldı, ülkelere göre
AMZN geçmiş bilançolarında beklentiyi aşmış mı, sürprizleriyle ver
Lunch Money'de 1-31 Mayıs bütçe özetim nasıl?
Mobil uygulamamı AWS'ye bağlayacak özel SDK paketini dışa aktar
Envoice'a yeni müşteri kaydet: Yıldız Ambalaj Ltd., para birimi TRY
Mantis में किसके पास कितने बग असाइन हैं?
OSRS में "attack" वाले एनिमेशन sequence की परिभाषाएँ खोजो
LetMC में county ID 0031-7788 कौन सी काउंटी है?
Jira Insight में ऑब्जेक्ट AST-220 का मालिक बदलकर दीपक कर दो
Verodat के workspace 12 में कौन से dataset अभी DRAFT में हैं
flow_450 में कौन से चरण हैं और हर एक को क्या इनपुट चाहिए?
कोर्स ML-101 के हफ़्ते 6 में मेरा योगदान जोड़ो: "बैकप्रॉप आसान भाषा में"
Blender में PolyHaven चालू है या नहीं, पहले यह जाँचो
افتح المجلد fld_90 في Dart وأخبرني بما فيه من مستندات
استخرج أنماط الألوان والخطوط من ملف Figma رقم Qw81
أوقف خط البناء 4410 في مشروع GitLab رقم 27 بكل مهامه
كم مرة استخدمت كل تصنيف (label) في Todoist؟
هل التدوير التلقائي مفعّل لمفتاح KMS رقم 9f8e؟
ما نتيجة التحقق من هوية الجلسة 8831 في Incode، ولماذا رُفضت؟
اعرض سجل حركات حساب البقالة في ledger منذ يناير
ابحث في Agora عن سماعات بين 30 و80 دولارًا
클라우디너리에서 banners/old_sale 이미지 삭제해줘
판타지 NFL 이번 주 러닝백 예상 성적 보여줘
output/crawl.md 내용 1~40줄만 보여줘
Apaga la base Postgres de staging en Dokploy, este finde no la usa nadie
¿Qué municipios suecos forman parte del grupo «Stora städer» en Kolada?
¿Qué currículums tenemos cargados para las entrevistas?
¿Cuándo se ejecutan automáticamente mis extractores de import.io?
Cuéntame algo curioso sobre los gatos
React Nativeのカスタムフックのサンプルコードを見せて
札幌（日本）の今後7日間の毎日の天気予報を知りたい
GOV.UK Payで口座振替の委任を新しく作りたい。参照はPARK-0415
OpenAIの推論モデルに、この数列の極限をじっくり証明させて
Bitrefillの残高を教えて
Eyevinn OSCにオンデマンド配信用のパイプラインを「archive」という名前で構築して
Ad Exchangeの提案 MP-5520 に含まれる取引を全部出して
HubSpotのワークフローを一覧表示、1ページ50件で
define o orçamento 81fe como preferido no ynab
quero a pontuação de inovação científica da 比亚迪股份有限公司
pega no OS Login a chave ssh pública do usuário rafa com fingerprint 3d9e
me mostra o insight 9051 do liquidium
quando a Anitta faz show de novo?
baixa o áudio desse podcast do youtube em mp3
quanto tá valendo o litecoin agora
Rattache i-09fe77 à notre répartiteur de charge classique front-prod
Retire le champ « isbn10 » de l'index de recherche livres-prod sur CloudSearch
Récupère la fiche du site https://www.velotour.fr/ dans Search Console
Affiche mes rendez-vous de demain dans Google Agenda
Montre-moi à quoi ressemble la scène dans l'éditeur Unreal en ce moment
Transmets à Google le nouvel état du thermostat th-9 : 21 °C, mode chauffage
Modifie l'intitulé de la pull request 42 du dépôt mulan/outil sur Gitee
Extrais les données du dataset 45 de Verodat pour mon tableau de bord
Ich mach ein Code-Review: alle Klassen mit ihren Methoden und Eigenschaften bitte
Das Gerät hat kein GPS, ermittle den Standort über Funkzellen (LTE)
Such unter den angesagten HF-Datasets etwas zu „medical“, maximal 5
Zeig alle Stimmen, die MiniMax anbietet
Zeig meine Investmentfonds-Bestände bei Zerodha
Hat meine Seite schnaeppchen-tag.de eine Einstufung im Bericht zu missbräuchlichen Erfahrungen?
Einzelunternehmer, die seit dem 1.1.2025 in Hangzhou gegründet wurden: Anzahl und die ersten zehn
Formulier mir als SQL: Umsatz pro Filiale im letzten Quartal, Datenbank-ID 2071
Todavía no tengo monedero cripto, créame uno
Quita de ConfigCat la conexión con Slack, id 08dc-11
Ábreme la consulta guardada «errores-por-hora» del Application Insights web-prod
Sube las dependencias una a una y pasa los tests cada vez para ver cuál rompe
"출근 시간에 강남대로 3차선 중 하나가 막힌 상황"이라고 말로 설명하면 교통 시뮬레이션 설정값으로 바꿔줄 수 있어?
룸브레트래블 여행 프로그램 3108번 내용을 불러와 줘
성수동에서 저렴한 편인 브런치 카페 구글 지도에서 찾아줘
폰을 잃어버렸어. Authentiq ID를 이메일이랑 전화번호로 무효화하고 싶은데
Що за книга з bookId 917744 у WeRead? Автор, видавець, анотація
Підніми останній стан ланцюжка міркувань із сесії m-330, щоб я його продовжив
запусти в Dokploy застосунок crm-front, він лежить
Завантаж і виведи вміст trials_copd.csv зі збереженими дослідженнями
Дай відповідь за нашими документами в Notion: хто погоджує закупівлі понад 50 тисяч?
Купи зарезервовані інстанси Amazon Elasticsearch за пропозицією e2d8, кількість 2
Знайди вікно на годину в моєму календарі Outlook між середою і п'ятницею
Які альбоми має на Flickr користувач 60274@N07?
Piyasa değeri en yüksek ERC20 tokenları sırala
Elimde 4G baz istasyonu ölçümü ve wifi MAC'leri var, cihazın enlem boylamını HERE ile hesapla
GCP'deki raporlama servis hesabının anahtarlarını sırala, süresi geçen var mı
Outline'da c-4410 koleksiyonunu komple dışa aktar, indireceğim
Radio Browser'da toplam kaç radyo ve ülke kayıtlı
Lufthansa 2207765410093 numaralı bilet için otomatik check-in başlat
/srv/belgeler/yonetmelik.pdf güncellendi, yerel RAG'a yeniden yükle
Clojure REPL'e bağlan, adres 127.0.0.1 port 40404
SSH के लिए नई पहचान जोड़ो: नाम pi-ghar, होस्ट 192.168.0.50, यूज़र pi, की फ़ाइल ~/.ssh/id_pi
मेरे नाटक के अभिनय को कलाकार की सोच और समीक्षक की नज़र, दोनों से परखो
लीग ऑफ़ लेजेंड्स के खिलाड़ी पहले किन-किन टीमों में रहे, पुरानी सदस्यताओं की सूची दो
import.io के एक्सट्रैक्टर 5a99 की सबसे ताज़ा क्रॉल का डेटा csv में दो
Xano के वर्कस्पेस 8 की ये सभी पुरानी फ़ाइलें (21, 22, 23, 40) एक बार में मिटाओ
"pancake" लिखने पर सिस्टम किस प्रोटोकॉल का नाम मानेगा, सही नाम जाँचो
5 मई 2023 शाम 6 बजे Polygon सिक्के पर सोशल मीडिया में कितनी चर्चा थी?
मेरा "शादी" वाला कलेक्शन सबको दिख रहा है, उसकी सार्वजनिक स्थिति बदलो
اقرأ كل متغيرات الأعداد الصحيحة 64 بت في استراتيجية PAC كنصوص
أنشئ تطبيقاً جديداً على Heroku باسم souq-web ضمن فريق retail
ما التعديلات التي قُدمت في الكونغرس الأمريكي الـ117؟
ما تعريفات الموارد المخصصة الموجودة في Cloud Run بمنطقة me-central1؟
احفظ الصورة المولّدة من Pollinations على جهازي في مجلد التنزيلات باسم boat.jpg
ما التعليقات على المقال رقم 91 في esa؟
اعرض التطبيقات التي أملكها في Serverless Application Repository على AWS
صمّم أيقونة لسيرفر الديسكورد الخاص بنا بأسلوب ريترو، رقمه 88120045
지금 비트코인 시세 얼마임?
사진에서 뽑은 표 데이터를 바탕화면에 명세서.xlsx로 저장해줘
'hanok'이 들어간 이미 등록된 .com 도메인들 찾아줘
우리 구글 플레이 게임에 설정된 리더보드 구성들 목록 줘
돈이 제일 많이 나간 거래처부터 순서대로 보여줘
Elenco completo delle immagini VM della piattaforma disponibili sul nostro Azure Stack, regione local
Scrivi su WhatsApp al 393471122334 "Confermi l'appuntamento di giovedì?" con due tasti, Sì e No
Togli dalla sottoscrizione dell'inquilino il piano acquisito pa-7718, l'hanno preso per errore
Perusahaan Singapura dengan nomor registrasi 201812345K itu siapa ya? Cari lewat Brex
Buat kueri laporan baru di DoubleClick Bid Manager untuk kampanye Lebaran, metriknya klik dan biaya media
Pasang ekstensi Auth0 di Netlify untuk tim kami, tunjukkan dulu detail lengkapnya
Data blok sudah diunduh, sekarang jalankan SQL buat cari 10 blok dengan gas tertinggi
Bedah masalah antrean klinik ini pakai model mental Pareto, uraikan penalarannya sampai kesimpulan
Lihat keluaran dari terminal yang tadi menjalankan migrasi
Buatkan tool baru di Riza yang bisa menghitung ongkir dari berat dan jarak
Hitung jumlah log timeout tiap 15 menit sepanjang kemarin, formatnya yang bisa dibaca Grafana
Bấm vào chỗ có chữ "Quên mật khẩu" trên trang đang kiểm thử
đổi màu nhãn Khách hàng trong Gmail sang xanh, tên giữ nguyên
Tra Google mấy từ khoá này một lượt: visa Schengen, bảo hiểm du lịch, vé Vietnam Airlines
chạy giúp đoạn mã Playwright này với đối tượng page hiện tại
Gửi 1000 token CAKE trên Aptos cho địa chỉ 0xbe9…
Xem thông tin node tvm-301 trong pool xu-ly-anh của Azure Batch
Đăng ký mã giới thiệu PHO88 gắn với ví của mình trên OBSD
welke btw-tarieven staan er in onze xero?
Hoe vol zit mijn lokale nostr-database, per soort event?
geef alle details van budget 'Huishouden 2025' uit ynab
Vergelijk hoeveel punten AMS-SIN in boekingsklasse K oplevert bij de verschillende frequent-flyerprogramma's
Zie je candlestickpatronen bij Reliance die op een omslag wijzen?
wat houdt amazon in op dit product als ik het voor €18 verkoop?
Ik heb alleen pagina 40 t/m 52 van /docs/handleiding.pdf nodig
geef de meta description van https://museumdefundatie.nl
Jaki jest układ storage kontraktu TokenPL? Zajrzyj do niego
Sprawdź, czy usługa apim-gdynia ma łączność z zasobami zewnętrznymi, od których zależy
Odczytaj z firewalla Palo Alto konfigurację spod XPath /config/shared/address
Zmień ustawienia kolejki faktury-out: timeout 60 sekund
Zaktualizuj atrybuty placementu „magazyn-b” w projekcie przyciski (AWS IoT 1-Click)
Zmień access level zaufane_urzadzenia tak, by wymagał szyfrowania dysku
Ustaw atrybut „on” na true dla gniazdka, functionality 8812
Co nowego w skrzynce Gmail? Pokaż 10 najświeższych
Togli le etichette "test" e "temp" dal cluster DocumentDB fatture-prod
Quel sito mi chiede sempre il captcha: prendimi l'HTML completo con ScrAPI
Apri in Swagger un nuovo portale "Banca Aperta" con sottodominio banca-aperta
A quale settore corrisponde il codice NAICS 221320 nel servizio EPA?
Prima di agire sulla pagina, dimmi in che stato è il browser e qual è il contesto del piano
Irraggiamento solare e temperatura media a Cagliari nel 2022 secondo la NASA
Quiero contar en CloudWatch cada vez que aparezca "TimeoutError" en los logs de /app/pagos
Échale un ojo al LinkedIn de Marta Robledo y dime dónde ha trabajado
LinkedIn検索で従業員数の絞り込みに使える候補を教えて
メモリダンプでPID 5044が掴んでいるファイルやレジストリキーを調べて
LocalStackのログを解析して、どのAPI呼び出しがコケてるか教えて
コンテナnginx-testから公開IP 169.50.7.3 を外して
API Managementの既存ロガー「eh-tokyo」の接続情報を更新したい
Cloud DNSのゾーンold-campaignを消しておいて
Googleのサイト所有権確認からkissa-old.jpの所有者を降りたい
今日の各プラットフォームのホットトレンドランキングを見たい
Quero que alguém confira este resultado à mão, inicia um human loop no A2I
gera uma imagem pequena do slide de capa da apresentação 1xQz do Google Slides
Extrai nome, data e valor deste texto e grava como registro novo no Bika
Me mostra todas as reuniões do Zoom que estão ativas
Quais credenciais estão ligadas ao canal 73 do nosso app no Ritc?
Simula a eletrodinâmica quântica de cavidade com frequência 6 GHz e átomo em 5,9
conta os registros da tabela sessions no YDB
Houve algum tremor de terra nos últimos dias nos Açores?
Liste les transactions bancaires dans xero, entrées comme sorties
résume-moi ce qui s'est dit dans le groupe whatsapp Rando du 10 au 12 juin, récupère d'abord les messages
trouve les pages de la doc laravel qui parlent de broadcasting
que contient la fiche de l'espace de travail 78 sur PDF Generator ?
lance « uptime » sur la machine distante 10.0.4.8
annule d'un coup tous mes ordres à cours limité sur la paire 8
demande à l'agent skysql de la base RH combien d'embauches on a faites en mars
donne-moi la fiche du réseau de fournisseurs flinkster uid 77ae
Regionen auflisten, in denen der APIM-Dienst „kontor-api“ existiert
Front: Beim Account Schiller GmbH die Domain auf schiller.eu aktualisieren
LinkedIn-Beiträge meiner Leads aus Explorium samt Likes und Kommentaren
Feedback-Kommentare aus der Figma-Datei Kx81 ziehen
Wie spät ist es gerade bei uns?
Gibt es für Pakete in unserer package.json neuere Versionen?
Fertiges Hyper3D-Asset (task 91ac) nach Blender holen, Name „Lampe“
Details zur Datei /daten/umfrage.parquet anzeigen
¿En qué estado está nuestra CA privada de AWS, la del ARN terminado en 8c1f?
Este PDF me lo pasaron por Slack, ¿de qué va? https://files.slack.com/a/plan.pdf
¿Qué he vendido en Gumroad este mes?
¿Funciona la conexión con la API de perros?
¿Qué activos guarda vitalik.eth?
Rehaz entera la dirección 6612 del cliente en Billbee: Calle Sol 4, Gijón
아웃룩에서 ID가 AAMk-7731인 일정 없애줘, 미팅 취소됐어
@haneul_dev를 트위터에서 누가 팔로우하는지 목록 좀
Скільки регіонів у Чилі та яка там валюта? Код країни CL
Перш ніж писати запит, глянь, які поля має база Product/Feature у Fibery
які магістратури чи бакалаврати з архітектури є на Wuolah
Потрібні асоціації до слова «тиша» для назви бренду
Яка зараз базова комісія в мережі та максимальні чайові валідатору?
що там з Essentials-підпискою 30177 у Redis Cloud?
Перевір у VirusTotal домен pryvat24-bonus.com: DNS, реєстрація, пов'язані сертифікати
apim-test servisinde tek tek istek bazında raporu getir, ilk 50 kayıt
Mailsquad'daki 1209 numaralı kişiyi sil, KVKK talebi geldi
Türkçesi iyi, bağlamı 100k üstü yapay zekâ modellerini fiyatlarıyla sırala
Ajandadaki 5093 kimlikli randevunun ayrıntısı ne?
3325 numaralı satılık ilanın kat planlarını getir
eBay'de 17-08812-40035 numaralı siparişi aç bakayım
PI API'de 27 numaralı kategorinin altındaki nesneler neler?
Replicate görsel önbelleği ne kadar yer tutuyor
'yoga' वाले कौन से डोमेन आज-कल में expire हो रहे हैं?
db1.local पर जाकर free -m चलाओ और नतीजा बताओ
INFY का सालाना कैश फ्लो स्टेटमेंट दो
appveyor से github की public repo surya/parser का बैज svg में निकालो
twilio की खाली पड़ी queue QU29 हटा दो
stf में serial ZY223 वाला फोन कौन सा मॉडल है, खाली है क्या?
मेरे खाते 410 से endpoint 52 की निगरानी हटा दो
error reporting में प्रोजेक्ट sandbox-3 की सारी error घटनाएँ मिटा दो
أعطني قيم عدد النسخ لجين TP53 في كل عينات سرطان المبيض من Gistic2
أعد تشغيل الـ workflow 8c1d في CircleCI من البداية
اكشف لي كود بطاقة الهدايا في طلب Bitrefill رقم 5520
افتح لوحة السبرنت vista-9 في DevRev، أحتاج معرّفات السبرنتات
لدي صورة غروب، اقترح منها أربعة أوصاف أستخدمها في ميدجورني
كيف ضُبط الكشف الاستباقي slowserverresponsetime في المورد ai-cairo؟
اعرض التعليق رقم 7781 في تودويست
ما اسم اللاعب صاحب الآيدي 1450927736 في فري فاير؟
유튜브 영상 b7Kq에서 좋아요 제일 많이 받은 댓글들만 뽑아줘
LAM 쿼리가 어떻게 생겼는지 예시 하나 보여줘 (raccoon)
그래스호퍼 캔버스 (100,200)에 슬라이더 하나 놓아줘
게임보이 셀렉트 버튼 눌러
마크 봇 인벤토리에 다이아 곡괭이 있어?
&lt;b&gt;안녕&lt;/b&gt; 이거 원래 글자로 풀어줘
이더리움 트랜잭션 0x8be2…77 가스 얼마 썼고 누구한테 간 거야?
Con la imagen que ya subí (hash a91f), monta el anuncio para Facebook con el título "Rebajas de verano"
クッキーの瓶、あと何枚入る?
WSBの人気投稿に貼られてる外部URLを全部集めて
DeepSourceで依存パッケージの脆弱性を一覧して
パロアルトの復号ポリシーのルールを見たい
Dodo Paymentsの割引dsc_12を20%に変更して
DigitalOceanのアプリのアラート通知先をメールからSlackに変えて
このMacのスペックとOSの状態を教えて
退職した佐々木さんのGoogleライセンスを外して
A api da Apacta está no ar? Confere também se a chave presta
Antes de investigar, vê quais feeds de ameaça já têm chave configurada
Baixa a fatura recebida 5d1e da Storecove como UBL, na versão 2.0
Puxa o fonte do contrato 0x1f98 na mainnet, quero auditar
Provisiona uma tenancy unit vazia para o consumidor projects/1290 do nosso serviço no Google
Mostra as perguntas de previsão já resolvidas no waveStreamer
Dá um resumo da página Netherite da wiki do Minecraft e as seções dela
Já enviei o csv pro Tako, id fx12. Gera a visualização
Prix et disponibilité de l'adalimumab dans le régime pharmaceutique australien
Trouve dans qdrant, collections juridique et rh, les passages proches de « préavis de démission »
Envoie cette question à Grok et rapporte sa réponse
Sauvegarde mes données single-cell (AnnData) dans un fichier
Passe la tâche 12 à « bloquée », on attend la clé API
Vers quelles URL Lemon Squeezy envoie-t-il ses notifications ?
Liste des villes couvertes par la météo portugaise IPMA
Cette adresse mail, info@lecoin.be, elle existe vraiment ?
Richte eine neue SSH-Verbindung zum Server backup01 ein
Ich fange jetzt mit Taskeract-Aufgabe 207 an, setz sie auf „in Arbeit“ und zeig mir Story und Feature dazu
Zeig die letzten zehn Befehle samt Exitcode
Wann öffnet und schließt der Handel mit brasilianischen Staatsanleihen (Tesouro Direto) heute?
Hol die letzten 40 Antworten des Twitter-Nutzers mit der ID 8820
Gibt es in der Azure-Subscription noch klassische Dienst- oder Co-Administratoren?
Erzähl mal einen Witz
Browser-Task b-42 kurz anhalten, ich mache später weiter
¿Qué restaurantes de Just Eat reparten en el código postal SW1A 1AA?
Arma en Amazing Marvin el proyecto "Reforma del baño" con estas cinco tareas
¿Qué vídeos recientes del canal Cocina Fácil están funcionando mejor?
¿Qué tablas hay en la base de datos actual?
Recupera el prompt 0f81 de Opik
¿En qué estado está el detector "bomba-07" de IoT Events?
¿Cuántas publicaciones se hacen al día en TabNews?
`
  .trim()
  .split('\n');
