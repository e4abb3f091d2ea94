import { impactOf, inverseFrequency, scoreVectors, type WeighedTerm, weighTerms } from '../../engine/index.ts';
import type { Candidate } from '../backend.ts';
import { INDEX_FIELDS } from './index-document.ts';
import type { RemoteCandidates, RemoteDocument } from './remote-index.ts';

/** A candidate without its tool: the figures of both legs. */
export interface ScoredDocument extends Omit<Candidate, 'tool' | 'deepCosine'> {
  readonly document: RemoteDocument;
}

/**
 * The figures that the local engine would give: BM25F under the statistics of the scope, and the cosine with the rounded
 * vector. What the engine elsewhere scored has no part in them.
 * @returns the best of each leg, and the most that the request can score
 */
export function scoreCandidates(
  { documents, count, frequencies }: Pick<RemoteCandidates, 'documents' | 'count' | 'frequencies'>,
  request: {
    readonly terms: readonly string[];
    readonly vector: Float32Array | undefined;
    /** The request as it is read for the order, where that differs. */
    readonly guide?: Float32Array | undefined;
    /** The vector that says who is near. */
    readonly near: Float32Array | undefined;
    readonly limit: number;
    /** How many of the nearest are wanted. */
    readonly nearLimit: number;
    readonly averageLengths: readonly number[];
  },
): { readonly best: readonly ScoredDocument[]; readonly queryIdf: number } {
  const { terms, vector, guide, near, limit, nearLimit, averageLengths } = request;
  const idfs = terms.map((_, i) => inverseFrequency(count, frequencies[i]!));
  const queryIdf = idfs.reduce((sum, idf) => sum + idf, 0);
  const vectors = documents.map((document) => document.vector);
  const cosines = vector === undefined ? undefined : scoreVectors(vector, vectors);
  const guided = guide === undefined ? undefined : scoreVectors(guide, vectors);
  const nearness =
    near === undefined ? undefined : near === guide ? guided : near === vector ? cosines : scoreVectors(near, vectors);
  const scored = documents.map((document, position): ScoredDocument => {
    const weighed = weighTerms(document.terms, INDEX_FIELDS, averageLengths);
    return {
      document,
      ...scoreWords(terms, idfs, queryIdf, weighed),
      cosine: cosines?.[position] ?? 0,
      ...(guided === undefined ? {} : { guided: guided[position]! }),
    };
  });
  const byWords = bestBy(
    scored.filter(({ lexical }) => lexical > 0),
    ({ lexical }) => lexical,
    limit,
  );
  // A document without a vector has no direction, so that it is near to nothing.
  const nearnessOf = new Map(scored.map((one, position) => [one, nearness?.[position] ?? 0]));
  const byMeaning =
    nearness === undefined ? [] : bestBy(scored.filter(hasVector), (one) => nearnessOf.get(one)!, nearLimit);
  return { best: [...new Set([...byWords, ...byMeaning])], queryIdf };
}

function scoreWords(
  terms: readonly string[],
  idfs: readonly number[],
  queryIdf: number,
  weighed: ReadonlyMap<string, WeighedTerm>,
): Pick<Candidate, 'lexical' | 'coverage' | 'fields'> {
  let lexical = 0;
  let held = 0;
  let fields = 0;
  for (const [i, term] of terms.entries()) {
    const one = weighed.get(term);
    if (one === undefined) continue;
    lexical += idfs[i]! * impactOf(one.weight);
    held += idfs[i]!;
    fields |= one.fields;
  }
  return { lexical, coverage: queryIdf === 0 ? 0 : held / queryIdf, fields };
}

function hasVector({ document }: ScoredDocument): boolean {
  return document.vector !== undefined;
}

function bestBy(
  scored: readonly ScoredDocument[],
  figure: (one: ScoredDocument) => number,
  limit: number,
): ScoredDocument[] {
  return [...scored]
    .sort((a, b) => figure(b) - figure(a) || (a.document.key < b.document.key ? -1 : 1))
    .slice(0, limit);
}
