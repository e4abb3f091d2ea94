import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FilterPart } from '../segment/parts.ts';
import { compileFilter, type DocumentTags, type FilterExpression } from './expression.ts';
import { createFilterBuilder } from './filter-builder.ts';
import { openFilter } from './open-filter.ts';
import { readFilter } from './read-filter.ts';
import { TestSegment } from './test-segment.ts';
import type { View } from './view.ts';

const VALUES = ['*', 'a', 'b', 'c', '', 'long "value"', '\ud800', 'ä'];
const TAGS = ['tenant', 'role', 'region', '__proto__'];
const values = fc.array(fc.constantFrom(...VALUES), { maxLength: 3 });
const tags: fc.Arbitrary<DocumentTags> = fc
  .array(fc.tuple(fc.constantFrom(...TAGS), values), { maxLength: 4 })
  .map((pairs) => Object.fromEntries(pairs));
const expressions = fc.letrec<{ expression: FilterExpression }>((tie) => {
  const parts = fc.array(tie('expression'), { maxLength: 3 });
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.record({ op: fc.constant('in' as const), tag: fc.constantFrom(...TAGS, 'unknown'), values }),
      fc.constant<FilterExpression>({ op: 'none' }),
      fc.record({ op: fc.constantFrom('and' as const, 'or' as const), parts }),
      fc.record({ op: fc.constant('not' as const), part: tie('expression') }),
    ),
  };
}).expression;

/** A segment of documents in the order given. */
function segmentOf(documents: readonly DocumentTags[]): { filter: FilterPart; segment: TestSegment } {
  const builder = createFilterBuilder();
  for (const one of documents) builder.add(one);
  const segment = new TestSegment(builder.finish(Uint32Array.from(documents, (_, i) => i)), documents.length);
  return { filter: openFilter(segment), segment };
}

/** The documents of a view; checks what views promise on the way. */
function seen({ ranges, bits, count }: View, segment: TestSegment): number[] {
  const docs: number[] = [];
  for (let i = 0; i < ranges.length; i += 2) {
    expect(ranges[i]!).toBeLessThan(ranges[i + 1]!);
    if (i > 0) expect(ranges[i]!).toBeGreaterThan(ranges[i - 1]!);
    for (let doc = ranges[i]!; doc < ranges[i + 1]!; doc++) {
      if (bits === undefined || ((segment.bytes[bits + (doc >> 3)]! >> (doc & 7)) & 1) === 1) docs.push(doc);
    }
  }
  expect(count).toBe(docs.length);
  return docs;
}

describe('views of a segment', () => {
  it('hold the documents that the predicate lets through, removed ones never', () => {
    const sizes = fc.constantFrom(0, 1, 15, 16, 17, 63, 64, 65, 300, 4095, 4096, 4097);
    fc.assert(
      fc.property(
        sizes,
        fc.array(tags, { minLength: 1, maxLength: 8 }),
        fc.array(expressions, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 4 }),
        (size, combinations, filters, removals) => {
          const kinds = Array.from({ length: size }, (_, i) => hash(i) % combinations.length);
          const { filter, segment } = segmentOf(kinds.map((kind) => combinations[kind]!));
          const removed = new Set<number>();
          for (const removal of [undefined, ...removals]) {
            if (removal !== undefined && size > 0) {
              removed.add(removal % size);
              segment.remove(removal % size);
            }
            for (const expression of [undefined, ...filters]) {
              const passing = combinations.map(expression === undefined ? () => true : compileFilter(expression));
              const expected = kinds.flatMap((kind, doc) => (passing[kind] && !removed.has(doc) ? [doc] : []));
              expect(seen(filter.view(expression), segment)).toEqual(expected);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('stay right when they push each other out, and when expressions are nested deeply', () => {
    const combinations = Array.from({ length: 40 }, (_, i) => ({
      x: [String(i % 5), String(i % 7)],
      y: [String(i % 4)],
    }));
    const kinds = Array.from({ length: 3_000 }, (_, i) => hash(i) % combinations.length);
    const { filter, segment } = segmentOf(kinds.map((kind) => combinations[kind]!));
    let deep: FilterExpression = { op: 'in', tag: 'x', values: ['1'] };
    for (let i = 0; i < 80; i++) {
      const other: FilterExpression = { op: i % 2 === 0 ? 'or' : 'and', parts: [deep, readFilter(`y=${i % 4}`)] };
      deep = { op: 'and', parts: [other, { op: 'not', part: readFilter(`x=${i % 6}`) }] };
      const passing = combinations.map(compileFilter(deep));
      const expected = kinds.flatMap((kind, doc) => (passing[kind] ? [doc] : []));
      for (let round = 0; round < 2; round++) expect(seen(filter.view(deep), segment)).toEqual(expected);
    }
  });

  it('are ranges where documents lie side by side, and have no bitmap that says nothing', () => {
    const documents = Array.from({ length: 4_000 }, (_, i) => ({ tenant: [i < 500 ? '*' : `t${i % 7}`] }));
    const builder = createFilterBuilder();
    for (const one of documents) builder.add(one);
    const partitions = builder.partitions();
    const order = Uint32Array.from(documents.keys()).sort((a, b) => partitions[a]! - partitions[b]! || a - b);
    const segment = new TestSegment(builder.finish(order), documents.length);
    const filter = openFilter(segment);
    expect(filter.view(undefined)).toEqual({ ranges: Uint32Array.of(0, 4_000), count: 4_000 });
    expect(filter.view(readFilter('tenant=t0'))).toEqual({ ranges: Uint32Array.of(0, 1_000), count: 1_000 });
    expect(filter.view(readFilter('tenant=t1 OR tenant=t2'))).toEqual({
      ranges: Uint32Array.of(0, 500, 1_000, 2_000),
      count: 1_500,
    });
    expect(filter.view(readFilter('NOT tenant=t6'))).toEqual({ ranges: Uint32Array.of(500, 3_500), count: 3_000 });
    segment.remove(700);
    expect(filter.view(readFilter('tenant=t1'))).toEqual({
      ranges: Uint32Array.of(0, 500, 1_000, 1_500),
      count: 1_000,
    });
    expect(filter.view(readFilter('tenant=t0')).count).toBe(999);
  });

  it('are bitmaps over few ranges where documents lie far apart, and ranges where they are few', () => {
    const every = (step: number, size: number) =>
      segmentOf(Array.from({ length: size }, (_, doc): DocumentTags => ({ x: [doc % step === 0 ? 'a' : 'b'] })));
    const far = every(200, 60_000);
    const view = far.filter.view(readFilter('x=a'));
    expect([view.count, view.bits !== undefined, view.ranges]).toEqual([300, true, Uint32Array.of(0, 59_801)]);
    expect(seen(view, far.segment)).toEqual(Array.from({ length: 300 }, (_, i) => 200 * i));
    const few = every(200, 51_200).filter.view(readFilter('x=a'));
    expect([few.count, few.bits, few.ranges.length]).toEqual([256, undefined, 512]);
    const near = every(3, 900);
    const joined = near.filter.view(readFilter('x=a'));
    expect([joined.count, joined.bits !== undefined, joined.ranges]).toEqual([300, true, Uint32Array.of(0, 900)]);
    // What lies closer together than 64 is joined, what lies farther apart stays apart.
    const groups = segmentOf(
      Array.from(
        { length: 30_000 },
        (_, doc): DocumentTags => ({ x: [doc % 1_000 < 90 && doc % 3 === 0 ? 'a' : 'b'] }),
      ),
    );
    const grouped = groups.filter.view(readFilter('x=a'));
    expect([grouped.count, grouped.bits !== undefined, grouped.ranges.length]).toEqual([900, true, 60]);
    expect(seen(grouped, groups.segment)).toHaveLength(900);
  });

  it('join values, conditions and their opposites, whether they are kept as bits or as ranges', () => {
    // Of four tags two lie scattered, which takes bitmaps, and two side by side, which takes ranges.
    const documents = Array.from(
      { length: 5_000 },
      (_, doc): DocumentTags => ({
        scattered: [String(hash(doc) % 3)],
        noisy: [String(hash(doc + 7) % 4)],
        side: [String(Math.floor(doc / 1_000))],
        half: [doc < 2_500 ? 'low' : 'high'],
      }),
    );
    const { filter, segment } = segmentOf(documents);
    const parts = ['scattered=0', 'scattered IN (0, 1)', 'noisy IN (0, 3)', 'side=2', 'side IN (0, 4)', 'half=low'];
    const check = (text: string): void => {
      const passes = compileFilter(readFilter(text));
      expect([text, seen(filter.view(readFilter(text)), segment)]).toEqual([
        text,
        documents.flatMap((one, doc) => (passes(one) ? [doc] : [])),
      ]);
    };
    for (const one of parts) {
      for (const other of parts) {
        check(`${one} AND ${other}`);
        check(`${one} OR NOT ${other}`);
        check(`NOT (${one} OR ${other}) OR side=3`);
      }
    }
  });

  it('are worked out by combinations where an expression needs more than there is room for', () => {
    const { filter, segment } = segmentOf(
      Array.from(
        { length: 2_000 },
        (_, doc): DocumentTags => ({ x: [String(hash(doc) % 5)], y: [doc < 700 ? 'a' : 'b'] }),
      ),
    );
    let deep = 'x=0';
    for (let level = 0; level < 12; level++) deep = `(x=${level % 5} AND y=a OR (${deep}))`;
    const expected = Array.from({ length: 2_000 }, (_, doc) => doc).filter((doc) => doc < 700 || hash(doc) % 5 === 0);
    expect(seen(filter.view(readFilter(deep)), segment)).toEqual(expected);
  });

  it('are the same object for the same filter, until a document is removed', () => {
    const { filter, segment } = segmentOf(Array.from({ length: 1_000 }, (_, i) => ({ x: [`${i % 2}`] })));
    const first = filter.view(readFilter('x IN (1, 7)'));
    expect(filter.view(readFilter('x IN (7, 1)'))).toBe(first);
    segment.remove(1);
    expect(filter.view(readFilter('x IN (1, 7)')).count).toBe(first.count - 1);
  });

  it('give the tags of each document back as they were given', () => {
    fc.assert(
      fc.property(fc.array(tags, { maxLength: 20 }), (documents) => {
        const { filter } = segmentOf(documents);
        for (const [doc, one] of documents.entries()) {
          const back = filter.tags(doc);
          expect(Object.keys(back)).toEqual(Object.keys(one));
          for (const tag of Object.keys(one)) expect(back[tag]).toEqual(one[tag]);
        }
        expect(filter.tagKeys).toEqual([...new Set(documents.flatMap((one) => Object.keys(one)))].sort());
      }),
    );
  });

  it('know every tag in them, however late it comes, and none that is not', () => {
    fc.assert(
      fc.property(fc.array(tags, { maxLength: 20 }), expressions, (documents, expression) => {
        const { filter, segment } = segmentOf(documents);
        const view = filter.view(expression);
        const held = seen(view, segment).flatMap((doc) => Object.keys(documents[doc]!));
        expect(filter.tagKeysOf(view)).toEqual([...new Set(held)].sort());
      }),
    );
    const many = Array.from({ length: 5_000 }, (_, i): DocumentTags => (i === 4_999 ? { late: ['x'] } : { t: ['a'] }));
    const { filter } = segmentOf(many);
    expect(filter.tagKeysOf(filter.view(undefined))).toEqual(['late', 't']);
    expect(filter.tagKeysOf(filter.view(readFilter('t=a')))).toEqual(['t']);
  });
});

/** Spreads numbers without a pattern. */
function hash(i: number): number {
  const mixed = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}
