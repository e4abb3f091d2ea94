import type { Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';
import { toolTexts } from './tool-texts.ts';

/** Scripts that put spaces between words: elsewhere a "word" would be a whole clause, and no two are the same. */
const SPACED_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
/** Words from which on prose repeats itself. */
const MIN_HEAP = 100;
/** Of some 4,900 real descriptions with so many words, the least repetitive has 83 % different ones. */
const HEAP_SHARE = 0.85;

/** Real schemas of nested records repeat a text now and then; hardly one stands in so many places. */
const MIN_COPIES = 6;
/** What copies of that kind take of all words. */
const COPIED_SHARE = 0.5;
const MIN_COPIED = 40;
/** Shorter texts ("User id") are rightly the same in several places. */
const MIN_TEXT = 4;

/** What a description of many words that hardly ever come again is: the vocabulary of other tools, no sentence. */
export function wordHeap(description: string): string | undefined {
  const words = wordsOf(description);
  const different = new Set(words).size;
  return words.length >= MIN_HEAP && different / words.length >= HEAP_SHARE
    ? `is a heap of ${different} different words among ${words.length}, which no prose is`
    : undefined;
}

/** Arguments that say the same long text over and over, where an index reads it and a reader does not. */
export function stuffedArguments(tool: Tool): readonly LintFinding[] {
  const texts = new Map<string, { readonly text: string; readonly words: number; copies: number }>();
  let all = 0;
  for (const { place, text } of toolTexts(tool)) {
    if (!place.startsWith('/') || !place.endsWith('/description')) continue;
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const key = words.join(' ');
    const known = texts.get(key) ?? { text, words: words.length, copies: 0 };
    known.copies++;
    texts.set(key, known);
    all += words.length;
  }
  const copied = [...texts.values()].filter(({ words, copies }) => words >= MIN_TEXT && copies >= MIN_COPIES);
  const taken = copied.reduce((sum, { words, copies }) => sum + words * copies, 0);
  if (taken < MIN_COPIED || taken / all < COPIED_SHARE) return [];
  const message = `Of ${all} words in the descriptions of the arguments of ${tool.id}, ${taken} are the same few texts over and over.`;
  return [finding('stuffed-arguments', 'warning', [tool.id], message, { quote: copied[0]!.text.slice(0, 160) })];
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(SPACED_WORD) ?? [];
}
