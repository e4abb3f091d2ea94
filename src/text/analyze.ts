import { cleanText, fold } from './fold.ts';
import { MAX_TERM_LENGTH, splitRun } from './identifiers.ts';
import { stem } from './stems.ts';
import { isStopWord } from './stop-words.ts';
import { bigrams, isLongHanWord, type ScriptKind, scriptRuns, segmentUnspaced, WORD_RUNS } from './words.ts';

/** What a search is run with, and why it may find nothing. */
export interface AnalyzedQuery {
  /** Distinct terms in the order of their first appearance. */
  readonly terms: readonly string[];
  /** The text had words, but none with a topic; `terms` then holds them, and they match only names. */
  readonly stopWordsOnly: boolean;
  /** The text had no words at all. */
  readonly empty: boolean;
  /** Part of the text was left out because of its length. */
  readonly truncated: boolean;
}

/** A request for a tool fits many times over; what is longer is a pasted document, whose beginning says the most. */
const MAX_QUERY_CHARACTERS = 4000;
/** Search time grows with the terms, and past some dozens another term no longer changes what is found. */
const MAX_QUERY_TERMS = 64;

/** Terms of prose (a description, a title), with repetitions and without stop words. */
export function analyzeText(text: string): readonly string[] {
  return termsOf(text, 'content');
}

/** Terms of a name (`repo_list-issues`, `getUserByID`). Every word counts: `by` and `all` tell tools apart. */
export function analyzeIdentifier(name: string): readonly string[] {
  return termsOf(name, 'all');
}

/** Terms of a request, bounded in number whatever comes in. */
export function analyzeQuery(text: string): AnalyzedQuery {
  const read = text.slice(0, MAX_QUERY_CHARACTERS);
  const content = termsOf(read, 'content');
  const distinct = [...new Set(content.length > 0 ? content : termsOf(read, 'all'))];
  return {
    terms: distinct.slice(0, MAX_QUERY_TERMS),
    stopWordsOnly: content.length === 0 && distinct.length > 0,
    empty: distinct.length === 0,
    truncated: text.length > MAX_QUERY_CHARACTERS || distinct.length > MAX_QUERY_TERMS,
  };
}

/** Terms of one unbroken run of letters and digits. */
export interface RunTerms {
  readonly all: readonly string[];
  /** `all` without the stop words. */
  readonly content: readonly string[];
}

/** Short texts come back: names of parameters and servers, "ID of the issue". */
const MAX_REMEMBERED_LENGTH = 64;
const MAX_REMEMBERED_TEXTS = 20_000;
const remembered: Readonly<Record<keyof RunTerms, Map<string, readonly string[]>>> = {
  all: new Map(),
  content: new Map(),
};

function termsOf(text: string, which: keyof RunTerms): readonly string[] {
  if (text.length > MAX_REMEMBERED_LENGTH) return analyze(text, which);
  const memory = remembered[which];
  let terms = memory.get(text);
  if (terms === undefined) {
    terms = Object.freeze(analyze(text, which));
    if (memory.size >= MAX_REMEMBERED_TEXTS) memory.clear();
    memory.set(text, terms);
  }
  return terms;
}

function analyze(text: string, which: keyof RunTerms): string[] {
  const terms: string[] = [];
  for (const run of cleanText(text).match(WORD_RUNS) ?? []) {
    for (const term of runTerms(run)[which]) terms.push(term);
  }
  return terms;
}

const cache = new Map<string, RunTerms>();
/** Some megabytes at most. 2,489 tools of 62 real servers hold 13,000 distinct runs, so a rebuild finds all of them. */
const MAX_CACHED_RUNS = 50_000;
/** Longer runs are sentences of a script without spaces, or data: they do not come back. */
const MAX_CACHED_LENGTH = 32;

/** Remembers results only: a run has the same terms with an empty cache and a full one. */
export function runTerms(run: string): RunTerms {
  const known = cache.get(run);
  if (known !== undefined) return known;
  const terms = analyzeRun(run);
  if (run.length <= MAX_CACHED_LENGTH) {
    if (cache.size >= MAX_CACHED_RUNS) cache.clear();
    cache.set(run, terms);
  }
  return terms;
}

function analyzeRun(run: string): RunTerms {
  const all: string[] = [];
  const content: string[] = [];
  for (const { kind, text } of scriptRuns(run)) {
    for (const word of wordsOf(text, kind)) {
      const folded = fold(word).slice(0, MAX_TERM_LENGTH);
      if (folded === '') continue;
      const term = stem(folded, kind);
      all.push(term);
      if (!isStopWord(folded)) content.push(term);
    }
  }
  return { all, content };
}

function wordsOf(run: string, kind: ScriptKind): string[] {
  switch (kind) {
    case 'unspaced':
      // The dictionary has some compounds whole (高速公路); their pairs hold the shorter words (高速, 公路).
      return segmentUnspaced(run).flatMap((word) => (isLongHanWord(word) ? [word, ...bigrams(word)] : [word]));
    case 'hangul':
      // Pairs find 날씨 in 날씨를 without a table of particles and verb endings.
      return bigrams(run);
    case 'cyrillic':
    case 'other':
      return splitRun(run);
  }
}
