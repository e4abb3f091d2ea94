import { ACTION_WORDS, FACT_WORDS, OBJECT_WORDS } from './action-words.ts';

/** Something to do, or to do it to: how requests call it, and how tools do. */
export interface Concept {
  /** Its first English word, for messages. */
  readonly name: string;
  readonly english: ReadonlySet<string>;
  readonly russian: readonly string[];
  readonly chinese: readonly string[];
  /** A tool whose text matches says that it does this. */
  readonly tool: RegExp;
}

/** A concept that a request holds. */
export interface Mention {
  readonly concept: Concept;
  /** Where it stands, in UTF-16 code units. */
  readonly at: number;
}

interface Concepts {
  readonly actions: readonly Concept[];
  readonly objects: readonly Concept[];
  readonly facts: readonly Concept[];
}

let known: Concepts | undefined;

/** Made on first use: few requests name a product, and only those are asked. */
function concepts(): Concepts {
  known ??= {
    actions: readConcepts(ACTION_WORDS),
    objects: readConcepts(OBJECT_WORDS),
    facts: readConcepts(FACT_WORDS),
  };
  return known;
}

function readConcepts(table: string): readonly Concept[] {
  const split = (part = ''): string[] => part.split(' ').filter((word) => word !== '');
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [english, russian, chinese, tool] = line.split('|').map(split);
      return {
        name: english![0]!,
        english: new Set(english),
        russian: russian!,
        chinese: chinese!,
        tool: new RegExp(`(?<![a-z])(?:${tool!.map(inTool).join('|')})`),
      };
    });
}

/** So short a beginning is one of other words, too: "set" of "settings", "add" of "address". */
const SHORT = 3;

function inTool(stem: string): string {
  return stem.length > SHORT ? stem : `${stem}(?:s|es?|e[dr]|ments?|[a-z]?ing|[a-z]ed)?(?![a-z])`;
}

/** Words that may stand before what is asked for: "please delete", "нужно удалить". */
const LEADS: ReadonlySet<string> = new Set(
  'please pls plz now then also and so just go kindly you to lets hit и а надо нужно хочу хотим можешь можете могла мог бы ты вы мне нам пожалуйста давай помоги'.split(
    ' ',
  ),
);
/** What a wish begins with: as good as nothing, though some of its words are actions elsewhere ("like"). */
const WISH =
  /(?<=(?:^|[.!?;:,\n])\s*)(?:(?:can|could|would|will) you|(?:i|we)(?:['’]d|['’]ll| would| will)?(?: really)? (?:like|love|want|need|wish|have) to|(?:i|we) wanna|help (?:me|us)(?: to)?|(?:log|sign) (?:in|on|into|out)|(?:ask|tell|have|let|get|use) {2,}(?:to)?)(?= )/gu;
/** "Send me the report" asks for the report. */
const FOR_ME = /^\s+(?:me|us|мне|нам)(?![\p{L}])/u;
/** What is between quotation marks is the user's own text, and no request. */
const QUOTES: ReadonlyMap<string, string> = new Map(
  ['""', '“”', '«»', '「」', '``'].map(([open, close]) => [open!, close!]),
);
const OPENING = /["“«「`]/g;
/** Begins what somebody is to be told. */
const SAYING = /(?<![\p{L}])(?:that|saying|что|чтобы)(?![\p{L}])/u;
/** Behind what a place begins with: "to the Miro board", "в канал". Looks back from one word, and so no further than it needs. */
const BEHIND_PLACE =
  /(?<=(?<![\p{L}])(?:to|in|into|on|onto|from|at|within|inside|by|of|for|about|with|в|во|на|из|по|с|к|от|для|у|про|о|об)\s+(?:(?:the|a|an|my|our|this|that|another|мой|мою|моей|моём|наш|наш[ае]\p{L}+|эт\p{L}+)\s+)?(?:[\p{L}\p{N}_-]+\s+)?)/uy;
/** Words, and identifiers in one piece: in `order_items` nothing is ordered. */
const WORDS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}][\p{Script=Latin}\p{Script=Cyrillic}\p{N}_./:@#'-]*/gu;
/** Chinese requests that ask for knowledge; where the verb stands says nothing there. */
const CHINESE_QUESTION = /哪|什么|多少|几|吗|有没有|怎么|如何|是否|查|看(?!板)|列出|搜|找|谁|呢|检索|获取|统计/;
const HAN = /\p{Script=Han}/u;

/** What a request asks to be done, the first first: verbs that begin a sentence or a part of one. */
export function askedActions(request: string): readonly Mention[] {
  const text = withoutQuotes(request).replace(WISH, ({ length }) => ' '.repeat(length));
  const mentions: Mention[] = [];
  let end = 0;
  let leads = true;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const between = text.slice(end, index);
    leads = leads || /[.!?;:,\n—–]/.test(between);
    if (leads && !/[/@._-]$/.test(between) && !FOR_ME.test(text.slice(index + word.length)))
      mentions.push(...matching(concepts().actions, word, index));
    leads = (leads && LEADS.has(word)) || /[.!?;:,]$/.test(word);
    end = index + word.length;
  }
  if (HAN.test(text) && !CHINESE_QUESTION.test(text))
    mentions.push(...inChinese(concepts().actions, text).filter(({ end }) => text[end] !== '的'));
  return mentions.sort((a, b) => a.at - b.at);
}

/**
 * What a request is to be done to, as far as software has a usual word for it. Where it lies is no such thing ("a note to
 * the board"), nor is what a text is to say ("write that the meeting is at four").
 */
export function askedObjects(request: string): readonly Mention[] {
  const text = withoutQuotes(request).split(SAYING)[0]!;
  const mentions = [...text.matchAll(WORDS)]
    .filter(({ index }) => !isInPlace(text, index))
    .flatMap(({ 0: word, index }) => matching(concepts().objects, word, index));
  if (HAN.test(text)) mentions.push(...inChinese(concepts().objects, text));
  return mentions;
}

/** Facts that a request is about which few services tell. */
export function askedFacts(request: string): readonly Mention[] {
  const text = withoutQuotes(request);
  return [
    ...[...text.matchAll(WORDS)].flatMap(({ 0: word, index }) => matching(concepts().facts, word, index)),
    ...(HAN.test(text) ? inChinese(concepts().facts, text) : []),
  ];
}

function isInPlace(text: string, at: number): boolean {
  BEHIND_PLACE.lastIndex = at;
  return BEHIND_PLACE.test(text);
}

/** Behind such a word the name of a tool says where something lies, or by what it is found: "get_cards_by_list_id". */
const BEFORE_PLACE = /\b(?:to|from|in|into|on|of|for|by|with|at)\b/;

/** A name or a description as far as it says what is acted on. */
export function beforePlace(text: string): string {
  return text.split(BEFORE_PLACE)[0]!;
}

/** What a tool acts on as far as its name says so: all that it names, and the last of it, which the others only describe. */
export function objectsOfName(name: string): { readonly any: boolean; readonly head: string } {
  const words = beforePlace(name).split(' ');
  const head = words.findLast((word) => concepts().objects.some(({ tool }) => tool.test(word)));
  return { any: concepts().objects.some(({ tool }) => tool.test(name)), head: head ?? '' };
}

function withoutQuotes(request: string): string {
  const text = request.toLowerCase();
  const unclosed = new Set<string>();
  let kept = '';
  let done = 0;
  for (const { 0: mark, index } of text.matchAll(OPENING)) {
    if (index < done || unclosed.has(mark)) continue;
    const end = text.indexOf(QUOTES.get(mark)!, index + 1);
    // Looked for once: a text of nothing but opening marks would be read as often as it is long.
    if (end === -1) unclosed.add(mark);
    else {
      kept += `${text.slice(done, index)} `;
      done = end + 1;
    }
  }
  return kept + text.slice(done);
}

function matching(some: readonly Concept[], run: string, at: number): Mention[] {
  const word = run.replace(/[.:'-]+$/, '');
  return some
    .filter(({ english, russian }) => english.has(word) || russian.some((stem) => word.startsWith(stem)))
    .map((concept) => ({ concept, at }));
}

function inChinese(some: readonly Concept[], text: string): (Mention & { readonly end: number })[] {
  return some.flatMap((concept) =>
    concept.chinese
      .map((word) => ({ concept, at: text.indexOf(word), word }))
      .filter(({ at }) => at >= 0)
      .map(({ at, word }) => ({ concept, at, end: at + word.length })),
  );
}
