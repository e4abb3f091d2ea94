import type { Tool } from '../tools/index.ts';
import type { RetrievalBackend } from './backend.ts';
import { acceptsTool, type ToolFilter } from './filter.ts';
import { findProducts } from './products/find-products.ts';

/** What a query names outright. */
export interface ExactMatches {
  /** In the order in which the query names them; no tool twice. */
  readonly tools: readonly Tool[];
  /** A name that several tools answer to, such as one operation on two servers. */
  readonly shared: boolean;
  /** The query is names and nothing else, so nothing needs to be ranked. */
  readonly whole: boolean;
}

/** More names than this in one query is a pasted list; the rest is left to the ranking. */
const MAX_REFERENCES = 64;
const MAX_QUERY_LENGTH = 8_000;

/**
 * The guard before any ranking (SPEC M6): finds every id, name or unique suffix that a query holds, all of them.
 * The whole query may be any name. Inside a sentence, a word counts only if it cannot be taken for plain language
 * (it has letters and a separator, inner capitals or a digit) or stands in quotes: a tool called `search` must not
 * capture "search the web", nor one called `404` "why do I get a 404".
 */
export async function findExact(backend: RetrievalBackend, query: string, filter: ToolFilter): Promise<ExactMatches> {
  const text = query.trim().slice(0, MAX_QUERY_LENGTH);
  const accepted = async (name: string) => (await backend.named(name)).filter((tool) => acceptsTool(tool, filter));

  const all = [...words(text)];
  // All at once: an index elsewhere takes as long for many as for one.
  const [asWhole, ...ofWords] = await Promise.all([
    accepted(unquote(text)),
    ...all.map(({ nameLike, text: word }) => (nameLike ? accepted(word) : [])),
  ]);
  if (asWhole.length > 0) return { tools: asWhole, shared: asWhole.length > 1, whole: true };

  const found = new Set<Tool>();
  let shared = false;
  let rest = 0;
  for (const owners of ofWords) {
    if (owners.length === 0) rest++;
    else if (owners.length > 1) shared = true;
    for (const tool of owners) found.add(tool);
  }
  return { tools: [...found], shared, whole: rest === 0 && found.size > 0 };
}

interface Word {
  readonly text: string;
  readonly nameLike: boolean;
}

/** Quoted stretches whole, the rest at white space and list punctuation, without the punctuation around a word. */
function* words(text: string): Generator<Word> {
  let count = 0;
  for (const match of text.matchAll(/[`"'«“‘]([^`"'«»“”‘’\n]{1,200})[`"'»”’]|[^\s,;，、；]+/gu)) {
    if (count >= MAX_REFERENCES) return;
    const quoted = match[1];
    const word = quoted ?? match[0].replace(/^[([{<`"'«“‘]+|[)\]}>`"'»”’.,:;!?。！？：]+$/gu, '');
    if (word === '') continue;
    count++;
    yield { text: word, nameLike: quoted !== undefined || looksLikeName(word) };
  }
}

/** Numbers are amounts, dates and versions; the capitals inside of a product's name are how everybody writes it. */
function looksLikeName(word: string): boolean {
  if (/[_:/.\d]|-/.test(word)) return /\p{L}/u.test(word);
  return /\p{Ll}\p{Lu}/u.test(word) && findProducts(word).length === 0;
}

function unquote(text: string): string {
  return text.replace(/^[`"'«“‘]+|[`"'»”’]+$/gu, '').trim();
}
