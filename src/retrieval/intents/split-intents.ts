import { analyzeQuery } from '../../text/index.ts';
import type { Asking, Language } from './language.ts';
import { LANGUAGES } from './languages.ts';
import { protect } from './protect.ts';
import { findSentences, type Range } from './sentences.ts';

/** Most parts of one request: each gets its share of an answer, and shares must stay worth having. */
export const MAX_INTENTS = 4;
/** A longer request is a pasted text, and what that asks for is not what is asked for. */
const MAX_SPLIT_LENGTH = 4_000;
/** A part with fewer words of its own asks for nothing that could be searched. */
const MIN_CONTENT_WORDS = 2;

/**
 * What a request asks for, one part for each thing, in order: 1 … {@link MAX_INTENTS} texts. Rather whole than wrongly
 * split: a request that is not clearly compound comes back as it is. English, Russian and Chinese are split inside
 * sentences, every language at the ends of sentences and between the items of a list. Time is linear in the length.
 */
export function splitIntents(query: string): readonly string[] {
  if (query.length > MAX_SPLIT_LENGTH) return [query];
  const masked = protect(query);
  const parts = withEnoughWords(query, withStatements(findParts(masked, languagesOf(masked))));
  if (parts.length < 2) return [query];
  return joinTail(parts).map(({ start, end }) => tidy(query.slice(start, end)));
}

interface Part extends Range {
  readonly asks: Asking;
}

function findParts(masked: string, languages: readonly Language[]): Part[] {
  const parts: Part[] = [];
  for (const range of findSentences(masked, (sentence) => askingOf(sentence, languages) === 'outright')) {
    const { end } = range;
    const start = range.start + (LIST_MARK.exec(masked.slice(range.start, end))?.[0].length ?? 0);
    const sentence = masked.slice(start, end);
    const cuts = (range.closed ? [] : languages.flatMap((language) => language.cuts(sentence))).sort(
      (a, b) => a.start - b.start,
    );
    let from = start;
    for (const cut of cuts) {
      if (start + cut.end <= from) continue;
      parts.push({ start: from, end: start + cut.end, asks: 'outright' });
      from = start + cut.start;
    }
    const asks = from > start || languages.length === 0 ? 'outright' : askingOf(sentence, languages);
    parts.push({ start: from, end, asks });
  }
  return parts;
}

function languagesOf(masked: string): readonly Language[] {
  return LANGUAGES.filter((language) => language.knows(masked));
}

function askingOf(sentence: string, languages: readonly Language[]): Asking {
  const said = languages.map((language) => language.asks(sentence));
  return said.includes('outright') ? 'outright' : said.includes('wish') ? 'wish' : 'no';
}

/**
 * What only tells goes with the request before it, or after it where there is none before; a wish goes with the request
 * after it. Where nothing is asked for outright, wishes are the requests.
 */
function withStatements(parts: readonly Part[]): Range[] {
  const outright = parts.some(({ asks }) => asks === 'outright');
  const ranges: Range[] = [];
  let waiting: number | undefined;
  for (const { start, end, asks } of parts) {
    const from = waiting ?? start;
    if (asks === 'outright' || (asks === 'wish' && !outright)) {
      ranges.push({ start: from, end });
      waiting = undefined;
    } else if (asks === 'no' && waiting === undefined && ranges.length > 0) ranges.push({ ...ranges.pop()!, end });
    else waiting = from;
  }
  if (waiting !== undefined && ranges.length > 0) ranges.push({ ...ranges.pop()!, end: parts.at(-1)!.end });
  return ranges;
}

function withEnoughWords(query: string, ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  let short: number | undefined;
  for (const { start, end } of ranges) {
    const from = short ?? start;
    const enough = analyzeQuery(query.slice(from, end)).terms.length >= MIN_CONTENT_WORDS;
    short = undefined;
    if (enough) kept.push({ start: from, end });
    else if (kept.length > 0) kept.push({ ...kept.pop()!, end });
    else short = from;
  }
  return kept;
}

function joinTail(ranges: readonly Range[]): readonly Range[] {
  if (ranges.length <= MAX_INTENTS) return ranges;
  const { start } = ranges[MAX_INTENTS - 1]!;
  return [...ranges.slice(0, MAX_INTENTS - 1), { start, end: ranges.at(-1)!.end }];
}

const LIST_MARK = /^\s*(?:[-*•–—]\s+|\(?\d{1,2}[.)、]\s*|[①-⑳]\s*)+/u;

const TRAILING = /[\s,;.，；。、:：]/u;

/** Without the words that join it to its neighbours and without punctuation around it. */
function tidy(text: string): string {
  let tidied = text.trim().replace(LIST_MARK, '');
  for (const { joiners } of LANGUAGES) {
    const rest = tidied.replace(joiners, '');
    if (rest !== '') tidied = rest;
  }
  let end = tidied.length;
  while (end > 0 && TRAILING.test(tidied[end - 1]!)) end--;
  return tidied.slice(0, end).replace(/^[\s,;，；、]+/u, '');
}
