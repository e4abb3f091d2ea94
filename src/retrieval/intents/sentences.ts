/** A stretch of a text, in characters; `end` is not in it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A sentence, line or list item. */
export interface Sentence extends Range {
  /** What stands after its colon belongs to the request before it: nothing in it is a request of its own. */
  readonly closed: boolean;
}

/** Abbreviations with a point that ends no sentence, without their last point. */
const ABBREVIATIONS =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|etc|vs|mr|mrs|ms|dr|prof|st|no|nr|inc|ltd|co|corp|jr|sr|approx|dept|est|fig|a\.m|p\.m|u\.s|u\.k|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|т\.д|т\.п|т\.е|т\.к|им|ул|руб|коп|стр|гг|тыс|млн|млрд|др|см|рис|г-н|z\.b|bzw|usw|d\.h|p\.ej|sra?)$/iu;

const ENDS = /[。！？；]+|[;]+|[!?…]+(?=\s|$|\p{Script=Han})|(?<!\.)\.+(?=\s|$)|\n+/gu;
/** An item's number, at the start of a line or within one. */
const NUMBERS = /(?<![^\s:：，,;；。])(?:\(?(\d{1,2})[.)](?=\s)|([①-⑳]))/gu;
const COLON = /[:：](?=\s)|：/u;

/**
 * The sentences, lines and list items of a masked text. What stands after a colon belongs to the request before it
 * ("translate: …") and ends it.
 */
export function findSentences(masked: string, asks: (sentence: string) => boolean): Sentence[] {
  const marks = listMarks(masked);
  const ends = Array.from(masked.matchAll(ENDS), ({ 0: sign, index }) => ({ sign, index }));
  const sentences: Sentence[] = [];
  let start = 0;
  const close = (end: number, next: number, closed = false): void => {
    if (masked.slice(start, end).trim() !== '') sentences.push({ start, end, closed });
    start = next;
  };
  const places = [
    ...ends.map(({ sign, index }) => ({
      end: index + (/[!?！？]/.test(sign) ? sign.length : 0),
      next: index + sign.length,
      sign,
    })),
    ...marks.map((index) => ({ end: index, next: index, sign: '' })),
  ].sort((a, b) => a.end - b.end || a.next - b.next);
  for (const { end, next, sign } of places) {
    if (end < start || (sign.startsWith('.') && !isSentenceEnd(masked, start, end, next, marks))) continue;
    if (hasPayload(masked.slice(start, end + 1), asks)) break;
    close(end, next);
  }
  close(masked.length, masked.length, hasPayload(masked.slice(start), asks));
  return sentences;
}

/** Where items of a numbered list begin: only if the numbers count up from one. */
function listMarks(masked: string): number[] {
  const found = Array.from(masked.matchAll(NUMBERS), ({ 1: digits, 2: circled, index }) => ({
    index,
    number: digits === undefined ? circled!.codePointAt(0)! - 0x245f : Number(digits),
  }));
  const counted = found.every(({ number }, i) => number === i + 1);
  return counted && found.length > 1 ? found.map(({ index }) => index) : [];
}

function isSentenceEnd(masked: string, start: number, end: number, next: number, marks: readonly number[]): boolean {
  const before = masked.slice(Math.max(start, end - 12), end);
  if (marks.some((mark) => mark <= end && /^\s*\d{1,2}$/.test(masked.slice(mark, end)))) return false;
  if (/^\s*\d{1,2}$/.test(masked.slice(start, end))) return false;
  if (ABBREVIATIONS.test(before)) return false;
  // A small letter goes on with the sentence more often than not; who writes no capitals uses commas and "and".
  return (
    !/^\s+\p{Ll}/u.test(masked.slice(next, next + 4)) ||
    /^\s+(?:then|also|and|after that|потом|затем|также)\b/u.test(masked.slice(next, next + 14))
  );
}

/** What only announces a list of requests. */
const ANNOUNCES =
  /(?:following|tasks?|things?|steps?|todos?|for me|以下(?:任务|操作|事情|内容|步骤)?|下列\p{Script=Han}{0,2}|任务|步骤|事情|следующее|задачи|дела|шаги)\s*$/iu;

/** Is there a colon in this sentence, after a request, with something behind it here or on the next lines? */
function hasPayload(sentence: string, asks: (sentence: string) => boolean): boolean {
  const colon = sentence.search(COLON);
  if (colon <= 0) return false;
  const head = sentence.slice(0, colon);
  return asks(head) && !ANNOUNCES.test(head.slice(-24));
}
