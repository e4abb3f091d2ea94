/**
 * Tools of many kinds, none of them anybody's, in the form in which tools are embedded: what a request is compared with
 * to learn where the cosines of an unknown model lie (`foreign-cosines.ts`). A change moves the answers of all embedders
 * that are not built in.
 *
 * By the script of their descriptions, because many models find any two texts in one language near to each other.
 */
const LATIN: readonly string[] = [
  'send message . chat . Post a message to a channel or a person.',
  'list unread mail . mail . Unread messages of the inbox with sender and subject.',
  'create event . calendar . Put a meeting with guests and a reminder into the calendar.',
  'get forecast . weather . Temperature, wind and rain for a place over the next days.',
  'search flights . travel . Connections between two airports on a date, with prices.',
  'book room . hotels . Reserve a room in a hotel for some nights.',
  'find route . maps . The way from one address to another by car, bike or on foot.',
  'convert currency . money . Turn an amount into another currency at the rate of today.',
  'get quote . stocks . Current price of a share and how it moved.',
  'create invoice . billing . Write an invoice for a customer and send it.',
  'refund payment . payments . Give back a charge in full or in part.',
  'track parcel . shipping . Where a parcel is and when it will arrive.',
  'list orders . shop . Orders of a customer with their state.',
  'update stock level . warehouse . Set how many pieces of an article are in store.',
  'read file . files . Content of a file at a path.',
  'move folder . files . Move a folder with all that it holds.',
  'extract tables . documents . Tables of a PDF as rows and columns.',
  'run query . database . Run a SQL statement and return the rows.',
  'create index . database . Add an index on columns of a table.',
  'open pull request . code . Propose the changes of a branch for review.',
  'list failed jobs . builds . Jobs of the last build that did not pass, with their logs.',
  'restart service . servers . Stop a service on a host and start it again.',
  'resize machine . cloud . Give a virtual machine more or less memory.',
  'query metrics . monitoring . Values of a metric over time, grouped by label.',
  'scan ports . security . Which ports of a host are open.',
  'rotate key . security . Replace an access key by a new one.',
  'translate text . language . A text in another language.',
  'summarise page . web . What an article says, in a few sentences.',
  'take screenshot . browser . A picture of the page as it is shown.',
  'click element . browser . Press a button or link on the page.',
  'generate image . pictures . A picture from a description.',
  'remove background . pictures . Cut the main object out of a photo.',
  'transcribe audio . speech . What is said in a recording, with times.',
  'play song . music . Play a piece of music on a device.',
  'find films . cinema . Films by title, actor or year, with ratings.',
  'get fixtures . sports . Coming matches of a team.',
  'log workout . health . Note an exercise with duration and distance.',
  'find recipe . food . Recipes that use the given ingredients.',
  'switch light . home . Turn a lamp on or off, or dim it.',
  'add task . notes . Put a task with a due date on a list.',
  'enroll student . school . Sign a student up for a course.',
  'search papers . science . Articles on a subject, with authors and abstracts.',
  'solve equation . maths . Solve an equation for a variable.',
  'look up gene . biology . What is known of a gene and its variants.',
  'score lead . sales . How likely a contact is to buy.',
  'open ticket . support . Report a problem for a customer.',
  'post job . hiring . Publish a vacancy.',
  'get token balance . blockchain . What an address holds of a token.',
];

const CYRILLIC: readonly string[] = [
  'send message . chat . Отправить сообщение в канал или человеку.',
  'create event . calendar . Добавить встречу с гостями и напоминанием в календарь.',
  'get forecast . weather . Температура, ветер и дождь в городе на ближайшие дни.',
  'search flights . travel . Рейсы между двумя аэропортами на дату, с ценами.',
  'convert currency . money . Перевести сумму в другую валюту по курсу на сегодня.',
  'create invoice . billing . Выставить счёт покупателю и отправить его.',
  'track parcel . shipping . Где находится посылка и когда она придёт.',
  'read file . files . Содержимое файла по его пути.',
  'run query . database . Выполнить запрос SQL и вернуть строки.',
  'open pull request . code . Предложить изменения ветки на проверку.',
  'query metrics . monitoring . Значения показателя за время, по меткам.',
  'translate text . language . Перевести текст на другой язык.',
  'take screenshot . browser . Снимок страницы, как она видна.',
  'transcribe audio . speech . Что сказано в записи, по времени.',
  'find recipe . food . Рецепты из данных продуктов.',
  'post job . hiring . Опубликовать вакансию.',
];

const EAST_ASIAN: readonly string[] = [
  'send message . chat . 向频道或个人发送消息。',
  'create event . calendar . 在日历中添加带有嘉宾和提醒的会议。',
  'get forecast . weather . 查询某地未来几天的气温、风力和降雨。',
  'search flights . travel . 查询某日两个机场之间的航班和票价。',
  'convert currency . money . 按今日汇率换算金额。',
  'create invoice . billing . 为客户开具发票并发送。',
  'track parcel . shipping . 查询包裹的位置和送达时间。',
  'read file . files . 读取指定路径的文件内容。',
  'run query . database . 执行 SQL 语句并返回结果行。',
  'open pull request . code . 提交分支的修改以供审查。',
  'query metrics . monitoring . 按标签查询指标随时间的数值。',
  'translate text . language . 把文本翻译成另一种语言。',
  'take screenshot . browser . 截取页面当前的画面。',
  'transcribe audio . speech . 把录音转成带时间的文字。',
  'find recipe . food . 根据现有食材查找菜谱。',
  'post job . hiring . 发布招聘职位。',
];

/** Scripts whose texts a model may hold for near to each other, in the order of {@link REFERENCE_TEXTS}. */
const BY_SCRIPT: readonly (readonly string[])[] = [LATIN, CYRILLIC, EAST_ASIAN];

/** All of them, script after script. */
export const REFERENCE_TEXTS: readonly string[] = BY_SCRIPT.flat();

/** Where those of each script begin and end. */
export const REFERENCE_RANGES: readonly (readonly [start: number, end: number])[] = BY_SCRIPT.map((texts, script) => {
  const start = BY_SCRIPT.slice(0, script).flat().length;
  return [start, start + texts.length];
});

/** Share of a script among the letters from which on a text is held for one in it; Chinese says much in few. */
const CYRILLIC_FROM = 0.3;
const EAST_ASIAN_FROM = 0.15;

/** The number of the script whose references a tool is compared with; every other script counts as Latin. */
export function scriptOf(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return 0;
  const east = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  if (east >= EAST_ASIAN_FROM * letters) return 2;
  const cyrillic = text.match(/\p{Script=Cyrillic}/gu)?.length ?? 0;
  return cyrillic >= CYRILLIC_FROM * letters ? 1 : 0;
}
