import type { VectorCandidate, VectorQuery } from '../dense/vector-index.ts';
import type { DocId, LexicalCandidate, LexicalResult } from '../types.ts';
import { compareKeys } from './key-order.ts';
import type { SegmentLexicalCandidate } from './parts.ts';
import type { PlacedSegment, SeenSegment, SegmentedView } from './segment-view.ts';
import type { DocRef, EngineDenseRequest, EngineLexicalRequest } from './types.ts';

/**
 * Searches each segment with the statistics of the whole view. A document scores the same whichever segment it lies in,
 * so the best of all are among the best of each.
 */
export function searchLexical(view: SegmentedView, request: Omit<EngineLexicalRequest, 'view'>): LexicalResult {
  const { limit, also = [] } = request;
  if (!(limit >= 1)) throw new RangeError(`A search returns at least 1 candidate, not ${limit}.`);
  // Adding in the order of the strings makes the last bit of a score the same for every order of the words.
  const terms = [...new Set(request.terms)].sort();
  const idfs = Float64Array.from(terms, (term) => inverseFrequency(view.count, view.documentFrequency(term)));
  const queryIdf = idfs.reduce((sum, idf) => sum + idf, 0);
  const best: Placed<SegmentLexicalCandidate>[] = [];
  const wanted = new Map<number, Placed<SegmentLexicalCandidate>>();
  let total = 0;
  for (const seen of view.seen) {
    const result = seen.segment.parts.lexical.search({
      terms,
      idfs,
      limit,
      view: seen.view,
      also: ownDocs(seen, also),
    });
    total += result.total;
    for (const candidate of result.best) best.push({ placed: seen, candidate });
    for (const candidate of result.also) wanted.set(seen.base + candidate.doc, { placed: seen, candidate });
  }
  const kept = bestOf(best, limit);
  const among = new Set(kept.map(({ placed, candidate }) => placed.base + candidate.doc));
  for (const doc of also) {
    const found = wanted.get(doc);
    if (found === undefined || among.has(doc)) continue;
    among.add(doc);
    kept.push(found);
  }
  return { candidates: kept.map((found) => lexicalCandidate(found, queryIdf)), total, queryIdf };
}

/** Searches each segment and keeps the best of all. */
export function searchDense(
  view: SegmentedView,
  query: VectorQuery,
  { limit, floor }: Omit<EngineDenseRequest, 'view'>,
): readonly VectorCandidate[] {
  if (!(limit >= 1)) throw new RangeError(`A search returns at least 1 candidate, not ${limit}.`);
  const best: Placed<{ readonly doc: number; readonly score: number }>[] = [];
  for (const seen of view.seen) {
    const found = seen.segment.parts.dense?.search(query, { limit, view: seen.view, floor }) ?? [];
    for (const candidate of found) best.push({ placed: seen, candidate });
  }
  return bestOf(best, limit).map(({ placed, candidate }) => ({
    doc: (placed.base + candidate.doc) as DocId,
    score: candidate.score,
  }));
}

/** The first documents of a view by key. */
export function listByKey(view: SegmentedView, limit: number): readonly DocRef[] {
  const first = view.seen.flatMap(({ segment, base, view: part }) =>
    segment.listByKey(part, limit).map((doc) => ({ doc: (base + doc) as DocRef, key: segment.keys.key(doc) })),
  );
  return first
    .sort((a, b) => compareKeys(a.key, b.key))
    .slice(0, limit)
    .map(({ doc }) => doc);
}

interface Placed<Candidate> {
  readonly placed: PlacedSegment;
  readonly candidate: Candidate;
}

function inverseFrequency(documents: number, frequency: number): number {
  return Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5));
}

function ownDocs({ base, segment }: SeenSegment, docs: readonly DocRef[]): number[] {
  return docs.map((doc) => doc - base).filter((doc) => doc >= 0 && doc < segment.size);
}

/** Higher score first, then key; keys are read for equal scores only. */
function bestOf<Candidate extends { readonly doc: number; readonly score: number }>(
  found: Placed<Candidate>[],
  limit: number,
): Placed<Candidate>[] {
  return found.sort((a, b) => b.candidate.score - a.candidate.score || compareKeys(keyOf(a), keyOf(b))).slice(0, limit);
}

function keyOf({ placed, candidate }: Placed<{ readonly doc: number }>): string {
  return placed.segment.keys.key(candidate.doc);
}

function lexicalCandidate({ placed, candidate }: Placed<SegmentLexicalCandidate>, queryIdf: number): LexicalCandidate {
  const { doc, score, heldIdf, fields } = candidate;
  return {
    doc: (placed.base + doc) as DocId,
    key: placed.segment.keys.key(doc),
    score,
    coverage: queryIdf === 0 ? 0 : heldIdf / queryIdf,
    fields,
  };
}
