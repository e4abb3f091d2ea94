import {
  buildLexicalIndex,
  buildVectorIndex,
  compileFilter,
  type DocId,
  type DocRef,
  type EngineIndex,
  type FilterExpression,
  type IndexView,
  type SegmentDocument,
} from '../../engine/index.ts';
import { INDEX_FIELDS } from './index-document.ts';

/** Documents of a view by number. */
interface PlainView extends IndexView {
  readonly allow: (doc: DocId) => boolean;
}

/**
 * An index of the engine made of the plain scorers and nothing else: what backends over real indexes are held against.
 * @param averageLengths default: those of the view, as in a catalog in memory
 */
export function createPlainIndex(
  documents: readonly SegmentDocument[],
  averageLengths?: readonly number[],
): EngineIndex {
  const sorted = [...documents].sort((a, b) => (a.key < b.key ? -1 : 1));
  const lexical = buildLexicalIndex(sorted, INDEX_FIELDS, { averageLengths });
  const dimensions = sorted[0]?.vector?.values.length;
  const vectors =
    dimensions === undefined
      ? undefined
      : buildVectorIndex(
          sorted.map(({ vector }) => Float32Array.from(vector!.values, (value) => value * vector!.scale)),
          dimensions,
        );
  const positions = new Map(sorted.map(({ key }, position) => [key, position as DocRef]));
  const allowOf = (view: IndexView) => (view as PlainView).allow;
  return {
    size: sorted.length,
    version: 0,
    tagKeys: new Set(sorted.flatMap(({ tags }) => Object.keys(tags))),
    dimensions,
    view: (filter?: FilterExpression): PlainView => {
      const passes = filter === undefined ? () => true : compileFilter(filter);
      const allow = (doc: DocId) => passes(sorted[doc]!.tags);
      return { allow, count: sorted.filter((_, doc) => allow(doc as DocId)).length };
    },
    tagKeysOf: (view) =>
      new Set(sorted.flatMap(({ tags }, doc) => (allowOf(view)(doc as DocId) ? Object.keys(tags) : []))),
    list: (view, limit) => [...sorted.keys()].filter((doc) => allowOf(view)(doc as DocId)).slice(0, limit) as DocRef[],
    lexical: ({ view, ...request }) => lexical.lexical({ ...request, allow: allowOf(view) }),
    dense: (query, { view, limit, floor = -1 }) =>
      (vectors?.search(query, { limit, allow: allowOf(view) }) ?? []).filter(({ score }) => score >= floor),
    denseScores: (query, docs) => {
      const scores = vectors?.scores(query);
      return Float32Array.from(docs, (doc) => scores?.[doc] ?? 0);
    },
    find: (key) => positions.get(key),
    key: (doc) => sorted[doc]!.key,
    tags: (doc) => sorted[doc]!.tags,
    payload: (doc) => sorted[doc]!.payload,
  };
}
