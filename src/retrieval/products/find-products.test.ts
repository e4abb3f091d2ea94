import { describe, expect, it } from 'vitest';
import { findProducts } from './find-products.ts';

const named = (text: string) => findProducts(text).map((mention) => mention.product);

describe('findProducts in English', () => {
  it.each([
    ['Move the deal in Pipedrive', ['pipedrive']],
    ['create an issue on github', ['github']],
    ['add it to my Google Calendar', ['google calendar']],
    ['add it to my googlecalendar', ['google calendar']],
    ['open google-maps please', ['google maps']],
    ['compare Google with Google Maps', ['google', 'google maps']],
    ["GitHub's and GitLab's limits", ['github', 'gitlab']],
    ['copy it from Jira, then to Trello.', ['jira', 'trello']],
    ['find a room on booking.com', ['booking.com']],
    ['watch it on Disney+', ['disney plus']],
    ['pay the AT&T bill', ['at&t']],
    ['what does the H&M shop sell', ['h&m']],
    ['post on x.com', ['twitter']],
    ['ＧｉｔＨｕｂ in full width', ['github']],
    ['rename the Terraform workspace', ['terraform']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it('takes an ordinary word for a name when it has a capital inside the sentence', () => {
    expect(named('put this into Notion')).toEqual(['notion']);
    expect(named('create an issue in Linear')).toEqual(['linear']);
    expect(named('refund the customer with Stripe')).toEqual(['stripe']);
  });

  it('takes an ordinary word for a name beside a word that confirms it', () => {
    expect(named('send a slack message to Bob')).toEqual(['slack']);
    expect(named('which discord channels exist')).toEqual(['discord']);
    expect(named('Zoom meeting at nine')).toEqual(['zoom']);
    expect(named('open the square app')).toEqual(['square']);
  });

  it.each([
    'slack off today',
    'cut me some slack',
    'a box of books',
    'Box of books for Anna',
    'use linear regression',
    'Explain Linear Algebra',
    'fit a Linear Regression',
    'the square root of two',
    'on Monday we zoom in',
    'every notion of time',
    'the striped shirt has a stripe',
    'is there any do over',
    'restart the service now',
    'can we chat',
    'click up there',
    'open table users',
    'make com objects',
    'Sending boxes. Teams meet later',
    'a discord between two friends',
    'signal processing for beginners',
    'MOVE THE BOX NOW',
    'apple pie with a pinch of salt',
    'stack 5 h m boxes',
    'two drives, one word, three pages',
    'build UIs for it',
  ])('finds no product in: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('does not join words across a sentence or a line', () => {
    expect(named('I like Google. Maps are old')).toEqual(['google']);
    expect(named('ask Google\nmaps follow')).toEqual(['google']);
  });
});

describe('findProducts in Russian', () => {
  it.each([
    ['закрой тикет в гитхабе', ['github']],
    ['добавь карточку в трелло', ['trello']],
    ['встреча в гугл календаре', ['google calendar']],
    ['перенеси из гугл календаря', ['google calendar']],
    ['построй маршрут в Яндекс.Картах', ['yandex maps']],
    ['маршрут яндекс картами', ['yandex maps']],
    ['скачай ролик с ютуба', ['youtube']],
    ['выложи в инсту', ['instagram']],
    ['напиши в телегу', ['telegram']],
    ['телеграмм и ватсап', ['telegram', 'whatsapp']],
    ['запись через госуслуги', ['gosuslugi']],
    ['статус с госуслуг', ['gosuslugi']],
    ['купи на озоне наушники', ['ozon']],
    ['что продаётся на Озоне', ['ozon']],
    ['отзывы на вайлдберриз', ['wildberries']],
    ['закажи такси в убере', ['uber']],
    ['выгрузи счета из 1С', ['1c']],
    ['сделка в амосрм', ['amocrm']],
    ['посылка почтой россии', ['pochta rossii']],
    ['закинь это в notion', ['notion']],
    ['скинь в slack', ['slack']],
    ['найди объявление на авито', ['avito']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each([
    'сел на самокат',
    'озоновый слой тает',
    'запах озона после грозы',
    'на перекрёстке налево',
    'магнит на холодильник',
    'лента новостей',
    'колесо телеги сломано',
    'контур фигуры',
    'зарплатные ведомости за май',
    'накачать мускулы',
    'островок посреди озера',
    'лавка у дома',
    'квартиры и метры',
  ])('finds no product in: %s', (text) => {
    expect(named(text)).toEqual([]);
  });
});

describe('findProducts in Chinese, Japanese and Korean', () => {
  it.each([
    ['打开谷歌地图找路', ['google maps']],
    ['打开 Google 地图', ['google maps']],
    ['发到飞书群里', ['feishu']],
    ['用企业微信通知大家', ['wechat work']],
    ['微信支付账单', ['wechat pay']],
    ['放一首QQ 音乐里的歌', ['qq music']],
    ['查12306上的车票', ['12306']],
    ['帮我在京东买手机', ['jd.com']],
    ['小红书和抖音的热门', ['xiaohongshu', 'douyin']],
    ['把这个notion页面归档', ['notion']],
    ['LINEで送って', ['line']],
    ['ラインで送って', ['line']],
    ['googleカレンダーに追加', ['google calendar']],
    ['구글 캘린더에 일정 추가', ['google calendar']],
    ['카카오톡으로 보내줘', ['kakaotalk']],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual(expected);
  });

  it.each(['北京东路怎么走', '苹果派怎么做', '豆瓣酱炒菜', 'オンラインで会議', '有道理', '今天天气怎么样'])(
    'finds no product in: %s',
    (text) => {
      expect(named(text)).toEqual([]);
    },
  );
});

describe('a mention', () => {
  it('says where it stands and how it is written', () => {
    const text = 'встреча в гугл календаре завтра';
    const [mention] = findProducts(text);
    expect(mention).toEqual({ product: 'google calendar', start: 10, end: 24, surface: 'гугл календаре' });
    expect(text.slice(10, 24)).toBe('гугл календаре');
  });

  it('is looked for only in the beginning of a long text', () => {
    expect(named(`${'word '.repeat(100)}github`)).toEqual(['github']);
    expect(named(`${'word '.repeat(1000)}github`)).toEqual([]);
  });

  it('is not found in odd texts, and they do no harm', () => {
    for (const text of ['', ' ', '...', '\ud83d', '+++', 'а'.repeat(9000), '& & &', '\u0000']) {
      expect(named(text)).toEqual([]);
    }
  });
});
