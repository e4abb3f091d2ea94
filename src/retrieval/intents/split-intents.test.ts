import { describe, expect, it } from 'vitest';
import { MAX_INTENTS, splitIntents } from './split-intents.ts';

/** A request that must come back as it is. */
const whole = (...requests: readonly string[]): [string, string[]][] => requests.map((request) => [request, [request]]);

const ENGLISH: [string, string[]][] = [
  ...whole(
    'create an issue',
    'search and replace foo with bar in all files',
    'drag and drop the file into the folder',
    'accept the terms and conditions of the store',
    'create a branch and a tag',
    'create, read, update and delete records in the table',
    'start and stop the recording of a meeting',
    'grant read and write access to the bucket',
    'find a book about copy and paste in old editors',
    'look for jobs in research and development',
    'book a table at Bed Bath and Beyond',
    'get news from Search and Rescue Magazine',
    'who won the game and by how much',
    'remind me to buy milk and send the report',
    'send a message to Anna saying call me and bring the book',
    'translate to French: find the book. Please send it to me.',
    'write an email that says "find the keys, then lock the door and call me"',
    'run `git fetch && git merge` and the tests',
    'open https://example.com/find-and-send?a=1;b=2 in the browser',
    'schedule a meeting on May 5. and 6. at 3 p.m. in St. Petersburg',
    'list users who sign up and create a project in the first week',
    'how do I create a branch and push it',
    'search the web for prices and tell me which shop is cheapest',
    'Hi! I am planning a trip to Rome. Can you find flights for me?',
    'My build is broken since yesterday. Open an issue for it.',
    'If the temperature drops below zero, send me a message',
    'add to my shopping list:\n- buy milk\n- get eggs',
    'compare price and performance of two phones',
  ),
  ['find the invoice from March and send it to Anna', ['find the invoice from March', 'send it to Anna']],
  [
    'Find flights to Paris, book a hotel near the Louvre and add both to my calendar',
    ['Find flights to Paris', 'book a hotel near the Louvre', 'add both to my calendar'],
  ],
  [
    'create an issue about the login bug, then assign it to Bob',
    ['create an issue about the login bug', 'assign it to Bob'],
  ],
  [
    'get the stock price of Apple (AAPL); after that summarize the news about it',
    ['get the stock price of Apple (AAPL)', 'summarize the news about it'],
  ],
  [
    'What is the weather in Paris and how is the traffic to the airport?',
    ['What is the weather in Paris', 'how is the traffic to the airport?'],
  ],
  [
    "I'm moving to Berlin. Can you find a flat there? Also, get me the prices of furniture.",
    ["I'm moving to Berlin. Can you find a flat there?", 'get me the prices of furniture'],
  ],
  [
    '1. Create a repository 2. Invite Bob to it 3. Open an issue',
    ['Create a repository', 'Invite Bob to it', 'Open an issue'],
  ],
  ['- close stale issues\n- publish the release notes', ['close stale issues', 'publish the release notes']],
  [
    'When a new lead arrives, create a contact and send an email to sales',
    ['When a new lead arrives, create a contact', 'send an email to sales'],
  ],
  [
    'export "search and replace" as PDF and upload the file to Drive',
    ['export "search and replace" as PDF', 'upload the file to Drive'],
  ],
  ['check if the server is up and also restart the database', ['check if the server is up', 'restart the database']],
  [
    'Please do the following: close the old issues; publish the release notes',
    ['Please do the following: close the old issues', 'publish the release notes'],
  ],
  ['Resize the logo. Then post the picture to Slack.', ['Resize the logo', 'post the picture to Slack']],
];

const RUSSIAN: [string, string[]][] = [
  ...whole(
    'создай задачу',
    'найди и замени слово в документе',
    'покажи погоду и курс доллара',
    'создай ветку и тег',
    'скопировать и вставить текст в таблицу',
    'напомни купить молоко и позвонить маме',
    'напиши Анне: «найди ключи, затем закрой дверь и позвони мне»',
    'открой файл «Поиск и замена» в редакторе',
    'инструмент, который умеет искать файлы и удалять дубликаты',
    'найди рейсы в Москву и обратно на т.д. и т.п. даты',
    'Вчера сломалась сборка. Заведи задачу об этом',
    'найди дешёвый отель и скажи мне, сколько он стоит',
  ),
  ['найди счёт за март и отправь его Анне', ['найди счёт за март', 'отправь его Анне']],
  ['создай задачу в трекере, а потом назначь её на Петю', ['создай задачу в трекере', 'назначь её на Петю']],
  ['Мне нужно найти рейс в Сочи и забронировать отель', ['Мне нужно найти рейс в Сочи', 'забронировать отель']],
  [
    'Найдите рейс в Казань, забронируйте отель и добавьте поездку в календарь',
    ['Найдите рейс в Казань', 'забронируйте отель', 'добавьте поездку в календарь'],
  ],
  [
    'Какая погода в Москве? Ещё переведи письмо на английский.',
    ['Какая погода в Москве?', 'переведи письмо на английский'],
  ],
  ['скачай отчёт; после этого загрузи файл на диск', ['скачай отчёт', 'загрузи файл на диск']],
  ['1) закрой старые задачи\n2) опубликуй список изменений', ['закрой старые задачи', 'опубликуй список изменений']],
];

const CHINESE: [string, string[]][] = [
  ...whole(
    '创建一个问题',
    '搜索和替换文本',
    '查询北京和上海的天气',
    '提醒我明天买牛奶并打电话给妈妈',
    '并发请求测试',
    '我在北京，查询明天的天气',
    '打开《查找并替换》这本书',
    '翻译成英文：查询订单，然后发送邮件',
    '如果明天下雨，发送消息给我',
    '查询最便宜的酒店，告诉我价格',
    '在「发送邮件，然后删除」文件夹里找文件',
  ),
  ['查询北京明天的天气，然后把结果发给张三', ['查询北京明天的天气', '把结果发给张三']],
  ['合并两个分支并发送通知邮件', ['合并两个分支', '发送通知邮件']],
  ['帮我订一张去上海的机票，再预订一家酒店', ['帮我订一张去上海的机票', '预订一家酒店']],
  ['创建一个任务，同时通知项目经理', ['创建一个任务', '通知项目经理']],
  ['下载销售报告，上传到云盘', ['下载销售报告', '上传到云盘']],
  ['查一下今天的汇率。接着生成一份报表。', ['查一下今天的汇率', '生成一份报表']],
];

const OTHERS: [string, string[]][] = [
  ...whole(
    'Finde Flüge nach Berlin und ein Hotel',
    'Buche ein Hotel z.B. am Bahnhof',
    'ソフトウェアを検索して置換する',
  ),
  [
    'Finde Flüge nach Berlin. Buche danach ein Hotel am Bahnhof.',
    ['Finde Flüge nach Berlin', 'Buche danach ein Hotel am Bahnhof'],
  ],
  ['明日の天気を調べて。会議の予定を追加して。', ['明日の天気を調べて', '会議の予定を追加して']],
  ['busca vuelos a Madrid; reserva un hotel barato', ['busca vuelos a Madrid', 'reserva un hotel barato']],
];

describe('splitIntents', () => {
  it.each([...ENGLISH, ...RUSSIAN, ...CHINESE, ...OTHERS])('reads %j as %j', (request, intents) => {
    expect(splitIntents(request)).toEqual(intents);
  });

  it('gives a request that is one intent back as it is, blanks and all', () => {
    for (const request of ['', '  ', ' create an issue. ', '?!', '\n- \n- ']) {
      expect(splitIntents(request)).toEqual([request]);
    }
  });

  it('joins what is beyond the last part to it', () => {
    const tasks = ['open the first door', 'close the second door', 'paint the third door', 'lock the fourth door'];
    const intents = splitIntents([...tasks, 'sell the fifth door'].map((task, i) => `${i + 1}. ${task}`).join('\n'));
    expect(intents).toHaveLength(MAX_INTENTS);
    expect(intents.at(-1)).toContain('sell the fifth door');
  });

  it('takes a long text for one thing', () => {
    const text = 'Find the invoice. Then send it to Anna. '.repeat(101);
    expect(splitIntents(text)).toEqual([text]);
  });

  it('keeps every word in some part, in order, whatever comes in', () => {
    for (const [request, intents] of [...ENGLISH, ...RUSSIAN, ...CHINESE]) {
      let from = 0;
      for (const intent of intents) {
        const at = request.indexOf(intent, from);
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + intent.length;
      }
    }
  });

  it('reads hostile texts in bounded time', () => {
    const scraps = [
      '"',
      '(',
      '`',
      '，',
      '再',
      '然后',
      ' ',
      '. ',
      '1. ',
      ': ',
      ',and ',
      'и ',
      '\n',
      '“',
      "'",
      '请帮我',
      '-',
      '؟',
    ];
    for (const scrap of scraps) {
      const text = `find the door ${scrap.repeat(Math.floor(3_980 / scrap.length))}`;
      expect(splitIntents(text).length).toBeLessThanOrEqual(MAX_INTENTS);
    }
  });
});
