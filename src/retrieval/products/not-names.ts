/**
 * Ordinary phrases that begin or contain the spelling of a product without meaning it. They are matched like names, the
 * longest first, and give nothing.
 */
export const NOT_NAMES: string = `
linear regression|linear algebra|linear equation|linear equations|linear model|linear models|linear programming
linear interpolation|linear function|linear scale|linear gradient|linear time|linear search|linear growth
slack off|slack time|slack variable|slack variables|slack tide
square root|square roots|square meter|square meters|square metres|square feet|square foot|square miles|square brackets
square bracket|square kilometers|square kilometres|square inches|square matrix|times square|red square|town square
box plot|box plots|bounding box|bounding boxes|text box|dialog box|check box|box office|black box|box set|mail box
drop down box|box of|boxes of
zoom in|zoom out|zoom level|zoom levels|zoom factor
signal processing|signal strength|signal to noise|traffic signal
largest contentful paint|first contentful paint|contentful paint
canvas element|html canvas|canvas bag
notion of|no notion|the notion that
medium size|medium sized|medium rare|medium term|medium heat|medium priority
sketch of|steam engine|steam boat|steam oven
target audience|target language
on safari|safari park|safari tour|safari trip
apple pie|apple pies|apple juice|apple tree|apple trees|apple cider|apple crumble|apple cake
black monday|blue monday|cyber monday|easter monday
amazon river|amazon rainforest|amazon basin|amazon forest|river amazon
android app icon
prometheus myth
teams of|the teams in
subway station|subway line|subway map
elastic band|elastic waist
oracle of|delphi oracle
public relations
intercom system
snowflake pattern|snowflake schema
puppet show
safari hat
line chart|line charts|line graph|line number|line numbers|command line|line break|line breaks
north face
озоновый слой|озоновая дыра|озонового слоя|слой озона
магнит на холодильник|магниты на холодильник
сел на самокат|самокат детский|детский самокат|электросамокат
канва вышивки
перекрёсток улиц|на перекрёстке улиц
лента новостей|лента времени|лента новости|ленту новостей|изолента
мыс доброй надежды
точка зрения
вики страница
убери|уберу|уберем
北京东|东京东|南京东|西京东
苹果派|苹果树|苹果汁|苹果醋|烂苹果|青苹果|红苹果
自如地|自如的|运用自如
豆瓣酱
花瓣网格
天猫座
中通过|圆通寺|中通道
有道理|有道德|有道歉
公众号召
当当的
微云南
通义词
`;
