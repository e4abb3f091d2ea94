import { type Cut, type Language, MASK, wordSet } from './language.ts';

/** Imperatives; the polite form has -те. */
const IMPERATIVES = wordSet(`
активируй архивируй ввести введи верни включи возьми восстанови вставь выбери выведи выгрузи выдай вызови выключи вынеси
выпиши выполни выставь выясни добавь дай дополни ждать загрузи задай заблокируй забронируй закажи закрепи закрой замени
запиши заплати заполни запроси запусти зарегистрируй зарезервируй засеки заверши зайди извлеки измени измерь импортируй
исправь ищи клонируй конвертируй копируй купи назначь найди напиши направь напомни нарисуй настрой начни обнови обработай
объедини объясни оповести опиши оплати опубликуй организуй останови отбери отправь ответь отключи откати открой отмени
отметь отсортируй отследи отфильтруй оформи оцени очисти пересчитай переведи передай перезапусти переименуй перемести
перенеси перешли повтори подбери подготовь поделись подключи подпиши подпишись подскажи подсчитай позвони пойми покажи
положи получи поменяй помести помоги попроси посмотри посоветуй посчитай поставь построй почини предложи преобразуй
прибавь пригласи приведи прикрепи прими присвой пришли проанализируй проведи проверь прослушай просмотри прочитай
прочти развернуть разверни раздели разошли разреши распечатай распознай расскажи рассчитай расшифруй резервируй
сгенерируй сделай сообщи скажи скачай скопируй сложи снизь собери соедини создай составь сократи сохрани спланируй
спроси сравни сформируй суммируй считай убери уведоми удали узнай укажи умножь установи уточни экспортируй
`);

const INFINITIVES = wordSet(`
активировать архивировать вернуть включить восстановить вставить выбрать вывести выгрузить вызвать выключить выполнить
выставить выяснить добавить загрузить задать заблокировать забронировать заказать закрепить закрыть заменить записать
заплатить заполнить запросить запустить зарегистрировать завершить извлечь изменить искать исправить конвертировать
копировать купить назначить найти написать направить нарисовать настроить начать обновить обработать объединить объяснить
оповестить описать оплатить опубликовать организовать остановить отправить ответить отключить откатить открыть отменить
отметить отсортировать отследить отфильтровать оформить оценить очистить перевести передать перезапустить переименовать
переместить перенести переслать подобрать подготовить поделиться подключить подписать подписаться подсчитать позвонить
показать получить поменять посмотреть посчитать поставить построить предложить преобразовать пригласить прикрепить
принять проанализировать провести проверить просмотреть прочитать развернуть разделить разослать распечатать распознать
рассказать рассчитать расшифровать сгенерировать сделать сообщить сказать скачать скопировать собрать создать составить
сохранить спланировать спросить сравнить сформировать суммировать убрать уведомить удалить узнать указать установить
уточнить экспортировать
`);

/** After these an infinitive is what it is about, not what is asked for. */
const ABOUT = /^(?:напомн|попрос|умее|способ|инструмент|скрипт|инструкц|задач|напоминани|как$|чтоб)/u;
/** "… и скажи": the answer to what was asked for, not another thing. */
const ANSWERING = wordSet('скажи сообщи расскажи подскажи покажи дай выведи выдай предложи');
const JOINING = wordSet(
  ', и а потом затем также тоже еще после далее дальше наконец заодно пожалуйста плюс этого сразу параллельно',
);
const STRONG = wordSet('потом затем также еще далее дальше наконец заодно плюс этого параллельно');
const ASKING = wordSet(
  'как какой какая какое какие каков сколько где куда когда кто что почему чей откуда есть можно ли',
);
const WISHES = wordSet('нужно надо хочу хотел хотела хотелось нужен нужна нужны требуется можешь можете ищу');
const TOKENS = new RegExp(`[\\p{L}\\p{N}_-]+|${MASK}+|,`, 'gu');

interface Token {
  readonly word: string;
  readonly at: number;
  readonly end: number;
  readonly capital: boolean;
}

/** Russian: "…, а потом …", "… и" before an imperative or, after an infinitive, another one. */
export const russian: Language = {
  knows: (sentence) => /\p{Script=Cyrillic}{2}/u.test(sentence),
  asks: (sentence) => {
    const tokens = tokensOf(sentence);
    const first = tokens.findIndex(({ word }) => !JOINING.has(word));
    if (/\?\s*$/.test(sentence) || tokens.slice(0, Math.max(0, first)).some(({ word }) => STRONG.has(word)))
      return 'outright';
    if (ASKING.has(tokens[first]?.word ?? '') || tokens.some(({ word }) => isImperative(word))) return 'outright';
    return tokens.some(({ word }) => INFINITIVES.has(word) || WISHES.has(word)) ? 'wish' : 'no';
  },
  cuts: (sentence) => findCuts(tokensOf(sentence)),
  joiners:
    /^(?:(?:и|а|потом|затем|также|ещ[её]|после (?:этого|того)|далее|дальше|наконец|заодно|плюс|кроме того|во-первых|во-вторых|в-третьих|параллельно)(?!\p{L})[\s,]*)+/iu,
  pronouns:
    /(?<!\p{L})(?:е[её]|его|их|ему|ей|им|н[её]й|н[её]м|него|них|ним|это|этого|этому|эту|этот|эти|этих|там|туда|оттуда|результат\p{L}*)(?!\p{L})/iu,
  objectOf: (part) => {
    const verb = tokensOf(part).find(({ word }) => isImperative(word) || INFINITIVES.has(word));
    return verb === undefined ? undefined : part.slice(verb.end).trim();
  },
};

function tokensOf(sentence: string): Token[] {
  return Array.from(sentence.matchAll(TOKENS), ({ 0: text, index }) => {
    const word = text.toLowerCase().replaceAll('ё', 'е');
    return { word, at: index, end: index + text.length, capital: /^\p{Lu}/u.test(text) };
  });
}

function isImperative(word: string): boolean {
  return IMPERATIVES.has(word) || (word.endsWith('те') && IMPERATIVES.has(word.slice(0, -2)));
}

function findCuts(tokens: readonly Token[]): Cut[] {
  const cuts: Cut[] = [];
  let pieceStart = 0;
  let asked: 'no' | 'outright' | 'infinitive' = 'no';
  let about = false;
  for (let i = 0; i < tokens.length; i++) {
    const { word } = tokens[i]!;
    if (!JOINING.has(word)) {
      if (ABOUT.test(word)) about = true;
      if (isImperative(word) || ASKING.has(word)) asked = 'outright';
      else if (asked === 'no' && (INFINITIVES.has(word) || WISHES.has(word))) asked = 'infinitive';
      continue;
    }
    let next = i;
    while (next < tokens.length && JOINING.has(tokens[next]!.word)) next++;
    const begins = tokens[next];
    const strong = tokens.slice(i, next).some((token) => STRONG.has(token.word));
    if (begins !== undefined && asked !== 'no' && i > pieceStart && (!begins.capital || strong)) {
      const infinitive = !about && (asked === 'infinitive' || strong) && INFINITIVES.has(begins.word);
      const question = strong && ASKING.has(begins.word);
      const before = tokens[i - 1]!.word;
      const shares = isImperative(before) || INFINITIVES.has(before);
      const answers =
        !strong && ANSWERING.has(begins.word.replace(/те$/, '')) && /^мне$/.test(tokens[next + 1]?.word ?? '');
      if ((isImperative(begins.word) || infinitive || question) && !shares && !answers) {
        cuts.push({ end: tokens[i - 1]!.end, start: begins.at });
        pieceStart = next;
        about = false;
      }
    }
    i = next - 1;
  }
  return cuts;
}
