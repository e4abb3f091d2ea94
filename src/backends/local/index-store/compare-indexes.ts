import {
  type EngineIndex,
  type FilterExpression,
  quantise,
  type SegmentDocument,
  SegmentedIndex,
} from '../../../engine/index.ts';
import type { MakeParts } from './snapshot.ts';
import { SETTINGS } from './test-index.ts';

const FILTERS: readonly (FilterExpression | undefined)[] = [
  undefined,
  { op: 'in', tag: 'tenant', values: ['a'] },
  { op: 'not', part: { op: 'in', tag: 'tenant', values: ['b'] } },
];

/** Everything that is asked of an index here, in a form that does not depend on its segments. */
export function answersOf(index: EngineIndex): unknown {
  const vector = quantise(Float32Array.from({ length: 16 }, (_, i) => (i % 5) - 2));
  return FILTERS.map((filter) => {
    const view = index.view(filter);
    return {
      count: view.count,
      all: index.list(view, 10_000).map((doc) => [index.key(doc), text(index.payload(doc)), index.tags(doc)]),
      lexical: [['add'], ['list', 'mail', 'nowhere'], ['issue', 'repo', 'user', 'file']].map((terms) => {
        const { candidates, total, queryIdf } = index.lexical({ terms, limit: 7, view });
        return {
          total,
          queryIdf,
          candidates: candidates.map(({ key, score, coverage, fields }) => ({ key, score, coverage, fields })),
        };
      }),
      dense: index.dense(vector, { limit: 7, view }).map(({ doc, score }) => [index.key(doc), score]),
    };
  });
}

/** The answers of an index in memory that was given just these documents. */
export function answersOfThese(documents: Iterable<SegmentDocument>, makeParts: MakeParts): unknown {
  const fresh = new SegmentedIndex(makeParts(SETTINGS));
  fresh.apply(Array.from(documents, (document) => ({ op: 'put', document })));
  return answersOf(fresh);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
