import type { Tool } from '../../tools/index.ts';
import { finding, type LintFinding } from './finding.ts';
import { toolTexts } from './tool-texts.ts';

/** Scripts that put spaces between words: elsewhere a "word" would be a whole clause, and no two are the same. */
const SPACED_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]+/gu;
/** Words from which on prose repeats itself. */
const MIN_HEAP = 100;
/** Of 2,396 real descriptions the least repetitive one with so many words has 73 % different ones. */
const HEAP_SHARE = 0.8;

/** Repeated words of arguments, and the share of all, that no real schema of 2,489 comes near. */
const MIN_REPEATED = 40;
const REPEATED_SHARE = 0.5;
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
  const seen = new Set<string>();
  let all = 0;
  let repeated = 0;
  let copied = '';
  for (const { place, text } of toolTexts(tool)) {
    if (!place.startsWith('/') || !place.endsWith('/description')) continue;
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    const key = words.join(' ');
    all += words.length;
    if (words.length >= MIN_TEXT && seen.has(key)) {
      repeated += words.length;
      copied = text;
    }
    seen.add(key);
  }
  if (repeated < MIN_REPEATED || repeated / all < REPEATED_SHARE) return [];
  const message = `Of ${all} words in the descriptions of the arguments of ${tool.id}, ${repeated} are copies of others there.`;
  return [finding('stuffed-arguments', 'warning', [tool.id], message, { quote: copied.slice(0, 160) })];
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(SPACED_WORD) ?? [];
}
