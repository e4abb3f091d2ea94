import { ToolscoutError } from '../../errors.ts';
import type { AnalyzedDocument } from '../types.ts';

/**
 * Which documents hold a term, and how often in each field.
 *
 *   term t ─▶ entries offsets[t] … offsets[t+1]-1, in document order
 *   entry e ─▶ docs[e]; frequencies[e * fieldCount + f] = occurrences of t in field f of that document
 *   document d ─▶ lengths[d * fieldCount + f] = terms in field f, repetitions included
 */
export interface Postings {
  readonly fieldCount: number;
  readonly keys: readonly string[];
  readonly termIds: ReadonlyMap<string, number>;
  readonly offsets: Uint32Array;
  readonly docs: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly lengths: Uint32Array;
}

/** Lays `documents` out as postings. Every document must have one term list per field and a key of its own. */
export function buildPostings(documents: readonly AnalyzedDocument[], fieldCount: number): Postings {
  const keys = uniqueKeys(documents);
  const lengths = new Uint32Array(documents.length * fieldCount);
  const entries = collectEntries(documents, fieldCount, lengths);
  return { fieldCount, keys, lengths, ...groupByTerm(entries, fieldCount) };
}

function uniqueKeys(documents: readonly AnalyzedDocument[]): string[] {
  const seen = new Set<string>();
  for (const { key } of documents) {
    if (seen.has(key)) {
      throw new ToolscoutError('CATALOG_INVALID', `Two documents have the key ${JSON.stringify(key)}.`, {
        next: 'Give every document a key of its own.',
        details: { key },
      });
    }
    seen.add(key);
  }
  return [...seen];
}

/** One entry per pair of document and term, in document order. */
interface Entries {
  readonly termIds: Map<string, number>;
  readonly terms: number[];
  readonly docs: number[];
  readonly frequencies: number[];
}

function collectEntries(documents: readonly AnalyzedDocument[], fieldCount: number, lengths: Uint32Array): Entries {
  const entries: Entries = { termIds: new Map(), terms: [], docs: [], frequencies: [] };
  const { termIds, terms, docs, frequencies } = entries;
  /** The newest entry of each term: the one to count in while its document is still the current one. */
  const lastEntry: number[] = [];
  documents.forEach((document, doc) => {
    if (document.terms.length !== fieldCount) {
      throw new RangeError(
        `Document ${JSON.stringify(document.key)} has ${document.terms.length} term lists for ${fieldCount} fields.`,
      );
    }
    document.terms.forEach((fieldTerms, field) => {
      lengths[doc * fieldCount + field] = fieldTerms.length;
      for (const term of fieldTerms) {
        let termId = termIds.get(term);
        if (termId === undefined) {
          termId = termIds.size;
          termIds.set(term, termId);
          lastEntry.push(-1);
        }
        let entry = lastEntry[termId]!;
        if (entry < 0 || docs[entry] !== doc) {
          entry = terms.length;
          lastEntry[termId] = entry;
          terms.push(termId);
          docs.push(doc);
          for (let f = 0; f < fieldCount; f++) frequencies.push(0);
        }
        frequencies[entry * fieldCount + field]!++;
      }
    });
  });
  return entries;
}

/** Stable counting sort by term, so that documents stay in order within a term. */
function groupByTerm(
  entries: Entries,
  fieldCount: number,
): Pick<Postings, 'termIds' | 'offsets' | 'docs' | 'frequencies'> {
  const { termIds, terms } = entries;
  const offsets = new Uint32Array(termIds.size + 1);
  for (const term of terms) offsets[term + 1]!++;
  for (let term = 0; term < termIds.size; term++) offsets[term + 1]! += offsets[term]!;
  const docs = new Uint32Array(terms.length);
  const frequencies = new Uint32Array(terms.length * fieldCount);
  const next = offsets.slice();
  terms.forEach((term, entry) => {
    const place = next[term]!++;
    docs[place] = entries.docs[entry]!;
    for (let f = 0; f < fieldCount; f++)
      frequencies[place * fieldCount + f] = entries.frequencies[entry * fieldCount + f]!;
  });
  return { termIds, offsets, docs, frequencies };
}
