import { describe, expect, it } from 'vitest';
import { foldName } from './characters.ts';
import { findProducts } from './find-products.ts';
import { kindOf, parentOf, productAliases, productTitle } from './knowledge.ts';
import { wordsOfName } from './lexicon.ts';
import { readNames } from './read-names.ts';

/** Everyday words; in small letters none of them may be taken for a product. */
const EVERYDAY = `
account action address air answer apple application area arrow art article asset attack audio author back bag balance
bank bar base basket batch beach bear bed bell bill bird block board boat body bolt book border box branch brave break
bridge bright browser brush bubble buffer bug build bumble bus button cable calendar call calm camera campaign canvas car
card case cash cat chain change channel chart chat check chime chrome circle city class clay clear click clock close
cloud clover club clue code coda coffee color column command comment compass concern consul contact content copper copy
core course cover craft create crisp cursor curve customer cut dash data date day deal deep deploy design desk dice
discord dish document dog door draft drift drip drive drop echo edge element email engine enterprise envelope event
excel exchange expert feed fetch field file film finder fire flag flash flex flow fly folder forest form fork frame
framer free friend front fuel gate gather ghost gift glass glide goal gold grab grain graph grasshopper green grid group
guide hammer harbor harvest heap helm help here hive holiday home honey house icon idea image indeed insight intercom
invoice island issue jasper job journal jump keep kettle key kite label lake lamp later lattice launch leaf ledger
lemonade letter lever library light lime line linear link list loom lunch magic mail make map mark market mask match
matrix matter meet meeting melon memory mention message meta meter mint mirror mode model monday monitor monster motion
mouse move mural music name nest network news nimble node noise noon note notion number obsidian ocean office opera
optical orange order outline outlook overcast pack page paint paper parcel park path pay peacock people perplexity
phantom phone photo phrase picture pitch plaid plan plane plate play point polar port post press price print
project prompt pulse puppet quick quote rabbit ramp read record release remote render replicate report resend rest
review ring rippling river road robot rocket root rover rows run safari safe sage sail sale scale scene school scope
scout screen sea search segment sense sentry sequence server session share shell ship shop short shortcut signal site
sketch slack slide smart snowflake song sound space spark split spring square stack standard star start state steam
step stitch store story streak stream stripe strong sun swagger table tag talk tally target task team teams tempo
temporal tenable test text thread threads thunderbird ticket tide time tinder tool toast total touch tower trace track
train transit tree trip trust tube twist unity unleash update valley vault video view vision wave weather web wheel
whereby whimsical window wing winter wire wise word work workable workday world yard year zoom
адрес банк билет бумага вагон ведомость вода волна ворота врач встреча газета город гора группа дверь день деньги дерево
дзен доска доставка друг завтра задача заказ заметка звук земля зима игра канал канва карта картина касса книга контур
команда корзина косметика кошелёк кошка купить курс лавка лента лес лето линия лук магазин магнит мальчик машина мегафон
медуза метро мир молоко море мост музыка небо неделя новость озон окно островок отчёт папка перекрёсток песня письмо пища
платёж погода поезд пост почта праздник профиль пятница работа радио река розетка рубль самокат свет сегодня семья
сервер сеть скидка слово собака сообщение спутник статья стол страница счёт таблица телега тетрадь товар точка утро
файл фильм форма хлеб цена чат чек школа экран юла язык
`;

describe('the lexicon', () => {
  it('is broad', () => {
    expect(readNames().length).toBeGreaterThan(3000);
  });

  it('gives every spelling to one product, once', () => {
    const owners = new Map<string, string[]>();
    for (const { name, spellings } of readNames()) {
      for (const { text } of spellings) {
        const key = /[^\p{Script=Latin}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\s]/u.test(text)
          ? foldName(text)
          : wordsOfName(text).join(' ');
        owners.set(key, [...(owners.get(key) ?? []), name]);
      }
    }
    expect([...owners].filter(([, names]) => names.length > 1)).toEqual([]);
  });

  it('names a parent only if the parent is a product', () => {
    const ids = new Set(readNames().map(({ name }) => foldName(name)));
    const parents = readNames().flatMap(({ parent }) => (parent === undefined ? [] : [parent]));
    expect(parents.length).toBeGreaterThan(100);
    expect(parents.filter((parent) => !ids.has(foldName(parent)))).toEqual([]);
  });

  it('has no empty or unread field', () => {
    const odd = readNames().filter(
      ({ kind, spellings, confirming }) =>
        kind === '' ||
        spellings.some(
          ({ text }) => text.trim() !== text || text === '' || /[*?^~<]/.test(text.replace('E*TRADE', '')),
        ) ||
        confirming.includes(''),
    );
    expect(odd).toEqual([]);
  });

  it('finds every product by its own name where the name is no ordinary word', () => {
    const lost = readNames()
      .filter(({ spellings }) => spellings[0]!.mark === '')
      .filter(({ name }) => findProducts(name)[0]?.product !== foldName(name));
    expect(lost.map(({ name }) => name)).toEqual([]);
  });

  it('takes no everyday word in small letters for a product', () => {
    const words = EVERYDAY.trim().split(/\s+/);
    expect(words.length).toBeGreaterThan(400);
    expect(words.filter((word) => findProducts(word).length > 0)).toEqual([]);
    expect(findProducts(words.join('. ')).map(({ surface }) => surface)).toEqual([]);
  });
});

describe('knowledge of a product', () => {
  it('tells its kind, parent and title', () => {
    expect(kindOf('pipedrive')).toBe(kindOf('hubspot'));
    expect(kindOf('google calendar')).not.toBe(kindOf('pipedrive'));
    expect(parentOf('google calendar')).toBe('google');
    expect(parentOf('pipedrive')).toBeUndefined();
    expect(productTitle('hubspot')).toBe('HubSpot');
  });

  it('lists only Latin spellings as aliases', () => {
    expect(productAliases('google calendar')).toEqual(['Google Calendar', 'gcal', 'google cal']);
    expect(productAliases('wechat')).toContain('weixin');
  });

  it('knows nothing of what is no product', () => {
    expect(kindOf('hammer')).toBeUndefined();
    expect(parentOf('hammer')).toBeUndefined();
    expect(productTitle('hammer')).toBeUndefined();
    expect(productAliases('hammer')).toEqual([]);
  });
});
