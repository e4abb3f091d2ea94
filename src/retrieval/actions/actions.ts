import { ACTION_WORDS, OBJECT_WORDS } from './action-words.ts';

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

let known: { readonly actions: readonly Concept[]; readonly objects: readonly Concept[] } | undefined;

/** Made on first use: few requests name a product, and only those are asked. */
function concepts(): NonNullable<typeof known> {
  known ??= { actions: readConcepts(ACTION_WORDS), objects: readConcepts(OBJECT_WORDS) };
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
        tool: new RegExp(`(?<![a-z])(?:${tool!.join('|')})`),
      };
    });
}

/** Words that may stand before what is asked for: "please delete", "нужно удалить". */
const LEADS: ReadonlySet<string> = new Set(
  'please pls plz now then also and so just go kindly you to lets hit и а надо нужно хочу можешь пожалуйста давай помоги'.split(
    ' ',
  ),
);
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
  /(?<=(?<![\p{L}])(?:to|in|into|on|onto|from|at|within|inside|by|в|во|на|из|по|с|к)\s+(?:(?:the|a|an|my|our|this|that|another|мой|мою|моей|моём|наш|наш[ае]\p{L}+|эт\p{L}+)\s+)?(?:[\p{L}\p{N}_-]+\s+)?)/uy;
/** Words, and identifiers in one piece: in `order_items` nothing is ordered. */
const WORDS = /[\p{Script=Latin}\p{Script=Cyrillic}\p{N}][\p{Script=Latin}\p{Script=Cyrillic}\p{N}_./:@#'-]*/gu;
/** Chinese requests that ask for knowledge; where the verb stands says nothing there. */
const CHINESE_QUESTION = /哪|什么|多少|几|吗|有没有|怎么|如何|是否|查|看(?!板)|列出|搜|找|谁|呢/;
const HAN = /\p{Script=Han}/u;

/** What a request asks to be done, the first first: verbs that begin a sentence or a part of one. */
export function askedActions(request: string): readonly Mention[] {
  const text = withoutQuotes(request);
  const mentions: Mention[] = [];
  let end = 0;
  let leads = true;
  for (const { 0: word, index } of text.matchAll(WORDS)) {
    const between = text.slice(end, index);
    leads = leads || /[.!?;:,\n—–]/.test(between);
    if (leads && !FOR_ME.test(text.slice(index + word.length)))
      mentions.push(...matching(concepts().actions, word, index));
    leads = (leads && LEADS.has(word)) || /[.!?;:,]$/.test(word);
    end = index + word.length;
  }
  if (HAN.test(text) && !CHINESE_QUESTION.test(text)) mentions.push(...inChinese(concepts().actions, text));
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

function isInPlace(text: string, at: number): boolean {
  BEHIND_PLACE.lastIndex = at;
  return BEHIND_PLACE.test(text);
}

/** Does a tool's name say what it acts on? */
export function namesObject(name: string): boolean {
  return concepts().objects.some(({ tool }) => tool.test(name));
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

function inChinese(some: readonly Concept[], text: string): Mention[] {
  return some.flatMap((concept) =>
    concept.chinese.map((word) => ({ concept, at: text.indexOf(word) })).filter(({ at }) => at >= 0),
  );
}
