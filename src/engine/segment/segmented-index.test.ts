import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantise } from '../dense/quantise.ts';
import { compileFilter, type FilterExpression } from '../filter/expression.ts';
import { compareKeys } from './key-order.ts';
import { createPartMaker } from './part-maker.ts';
import type { PartMaker } from './parts.ts';
import { buildSegment } from './segment.ts';
import { type IndexChange, SegmentedIndex } from './segmented-index.ts';
import { impactOf, testParts } from './test-parts.ts';
import type { SegmentDocument } from './types.ts';

const FIELDS = {
  fields: [
    { name: 'name', weight: 3, lengthNormalisation: 0.4 },
    { name: 'text', weight: 1, lengthNormalisation: 0.75 },
  ],
  averageLengths: [2, 5],
};
const WORDS = ['add', 'list', 'file', 'user', 'mail', 'send'];
const plain = testParts(FIELDS, 16);
const real = createPartMaker({ ...FIELDS, dimensions: 16 });
const withoutVectors = createPartMaker(FIELDS);

/** A document fit for the index that it is put into. */
function suited(document: SegmentDocument, { dimensions }: PartMaker): SegmentDocument {
  const { vector, ...rest } = document;
  return dimensions === undefined || vector === undefined ? rest : document;
}

function makeDocument(key: string, version: number): SegmentDocument {
  // A small generator of its own: the same key and version always give the same document.
  let state = 2166136261;
  for (const unit of `${key}/${version}`) state = Math.imul(state ^ unit.charCodeAt(0), 16777619) >>> 0;
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
  const words = (count: number): string[] => Array.from({ length: count }, () => WORDS[next(WORDS.length)]!);
  return {
    key,
    hash: Uint8Array.from({ length: 8 }, (_, i) => (version >> (8 * i)) & 255),
    terms: [words(1 + next(2)), words(next(7))],
    vector: quantise(Float32Array.from({ length: 16 }, () => next(21) - 10)),
    tags: { tenant: [['a', 'b', '*'][next(3)]!] },
    payload: new TextEncoder().encode(`${key}@${version}`),
  };
}

/** The plain scorer of the model: every live document of the filter, by score, then key. */
function expectedRanking(live: readonly SegmentDocument[], query: readonly string[], limit: number) {
  const terms = [...new Set(query)].sort();
  const idfs = terms.map((term) => {
    const frequency = live.filter((document) => document.terms.flat().includes(term)).length;
    return Math.log(1 + (live.length - frequency + 0.5) / (frequency + 0.5));
  });
  return live
    .map(({ key, terms: held }) => ({
      key,
      score: terms.reduce((sum, term, i) => sum + idfs[i]! * impactOf(term, held, FIELDS), 0),
    }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareKeys(a.key, b.key))
    .slice(0, limit);
}

function expectSame(index: SegmentedIndex, model: ReadonlyMap<string, SegmentDocument>): void {
  expect(index.size).toBe(model.size);
  const filters: (FilterExpression | undefined)[] = [
    undefined,
    { op: 'in', tag: 'tenant', values: ['a'] },
    { op: 'none' },
  ];
  for (const filter of filters) {
    const passes = filter === undefined ? () => true : compileFilter(filter);
    const live = [...model.values()].filter(({ tags }) => passes(tags));
    const view = index.view(filter);
    expect(view.count).toBe(live.length);
    const keys = live.map(({ key }) => key).sort(compareKeys);
    for (const limit of [1, 3, live.length, Infinity]) {
      expect(index.list(view, limit).map((doc) => index.key(doc))).toEqual(keys.slice(0, limit));
    }
    for (const query of [['add'], ['list', 'file', 'unknown'], ['mail', 'user', 'send', 'mail']]) {
      const found = index.lexical({ terms: query, limit: 5, view });
      const expected = expectedRanking(live, query, 5);
      expect(found.candidates.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
      for (const [i, { score, doc }] of found.candidates.entries()) {
        expect(score).toBeCloseTo(expected[i]!.score, 6);
        expect(new TextDecoder().decode(index.payload(doc))).toBe(
          new TextDecoder().decode(model.get(expected[i]!.key)!.payload),
        );
      }
      expect(found.total).toBe(expectedRanking(live, query, Infinity).length);
    }
    if (index.dimensions === undefined) continue;
    const query = quantise(Float32Array.from({ length: 16 }, (_, i) => (i % 5) - 2));
    const dense = index.dense(query, { limit: 4, view });
    const cosines = live.map(({ key, vector }) => ({
      key,
      score: Math.fround(
        vector!.values.reduce((sum, v, i) => sum + v * query.values[i]!, 0) * query.scale * vector!.scale,
      ),
    }));
    cosines.sort((a, b) => b.score - a.score || compareKeys(a.key, b.key));
    expect(dense.map(({ doc }) => index.key(doc))).toEqual(cosines.slice(0, 4).map(({ key }) => key));
    expect([
      ...index.denseScores(
        query,
        dense.map(({ doc }) => doc),
      ),
    ]).toEqual(dense.map(({ score }) => score));
  }
}

const key = fc.constantFrom('a', 'b', 'ä', '\u{1f600}', '\uffee', 'server.tool', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6');
const command = fc.oneof(
  { weight: 6, arbitrary: fc.record({ op: fc.constant('put' as const), key, version: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ op: fc.constant('remove' as const), key }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant('look' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('seal' as const) }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant('merge' as const) }) },
);

describe('an index of segments', () => {
  it.each([
    ['parts in plain TypeScript', plain, 120],
    ['the real parts', real, 100],
    ['the real parts without vectors', withoutVectors, 30],
  ] as const)(
    'answers as a plain map and a plain scorer do across adds, replacements, removals, seals and merges, of %s',
    (_, maker, numRuns) => {
      fc.assert(
        fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
          const index = new SegmentedIndex(maker);
          const model = new Map<string, SegmentDocument>();
          for (const step of commands) {
            if (step.op === 'look') index.view();
            else if (step.op === 'seal') index.exchange('head', buildSegment(index.headDocuments(), maker));
            else if (step.op === 'merge') {
              const all = index.sealed;
              const documents = all.flatMap((segment) =>
                Array.from(segment.liveDocs(), (doc) => segment.document(doc)),
              );
              index.exchange(all, buildSegment(documents, maker));
            } else if (step.op === 'put') {
              const document = suited(makeDocument(step.key, step.version), maker);
              index.apply([{ op: 'put', document }]);
              model.set(step.key, document);
            } else {
              index.apply([step]);
              model.delete(step.key);
            }
          }
          expectSame(index, model);
        }),
        { numRuns },
      );
    },
  );

  it('counts what an update came to and skips documents whose hash is the known one', () => {
    const index = new SegmentedIndex(plain);
    const put = (name: string, version: number): IndexChange => ({ op: 'put', document: makeDocument(name, version) });
    expect(index.apply([put('a', 1), put('b', 1), put('a', 1), put('b', 2)])).toEqual({
      added: 2,
      replaced: 1,
      removed: 0,
      unchanged: 1,
    });
    index.view();
    const { version } = index;
    expect(index.apply([put('a', 1), { op: 'remove', key: 'c' }])).toMatchObject({ unchanged: 2 });
    expect(index.version).toBe(version);
    expect(index.apply([put('a', 2), { op: 'remove', key: 'b' }])).toMatchObject({ replaced: 1, removed: 1 });
    expect(index.version).not.toBe(version);
    expect(index.size).toBe(1);
  });

  it('reports wanted documents behind the best, in the order asked for, and none outside the view', () => {
    const index = new SegmentedIndex(plain);
    for (const name of ['k1', 'k2', 'k3']) {
      index.apply([
        { op: 'put', document: { ...makeDocument(name, 1), terms: [[name], ['all']], tags: { tenant: ['a'] } } },
      ]);
      index.view();
    }
    index.apply([{ op: 'put', document: { ...makeDocument('hidden', 1), tags: { tenant: ['b'] } } }]);
    const view = index.view({ op: 'in', tag: 'tenant', values: ['a'] });
    const docs = ['k3', 'hidden', 'k2', 'k1', 'k3'].map((name) => index.find(name)!);
    const { candidates } = index.lexical({ terms: ['k2'], limit: 1, view, also: docs });
    expect(candidates.map(({ key: found }) => found)).toEqual(['k2', 'k3', 'k1']);
  });

  it('refuses a view from before a change, and a number of a document that is gone', () => {
    const index = new SegmentedIndex(plain);
    index.apply([{ op: 'put', document: makeDocument('a', 1) }]);
    const view = index.view();
    const doc = index.find('a')!;
    index.apply([{ op: 'put', document: makeDocument('b', 1) }]);
    expect(() => index.lexical({ terms: ['add'], limit: 1, view })).toThrow(RangeError);
    index.view();
    expect(() => index.key(doc)).toThrow(RangeError);
  });

  it('keeps few segments in the head and seals it when it is large', () => {
    const index = new SegmentedIndex(plain);
    for (let i = 0; i < 300; i++) {
      index.apply([{ op: 'put', document: makeDocument(`k${i}`, 1) }]);
      index.view();
    }
    expect(index.headSize).toBe(300);
    index.apply(Array.from({ length: 10_000 }, (_, i) => ({ op: 'put', document: makeDocument(`m${i}`, 1) })));
    index.compact();
    expect(index.headSize).toBe(0);
    expect(index.sealed.map(({ size }) => size)).toEqual([10_300]);
  });
});
