import { describe, expect, it } from 'vitest';
import type { DocumentTags } from './expression.ts';
import { createFilterBuilder } from './filter-builder.ts';
import { openFilter } from './open-filter.ts';
import { readFilter } from './read-filter.ts';
import { TestSegment } from './test-segment.ts';

const built = (documents: readonly DocumentTags[], order: readonly number[] = [...documents.keys()]) => {
  const builder = createFilterBuilder();
  for (const one of documents) builder.add(one);
  return { builder, sections: builder.finish(Uint32Array.from(order)) };
};

describe('partitions', () => {
  it('are what is public, then what has no tenant, then one for each set of tenants, in order', () => {
    const documents: DocumentTags[] = [
      { tenant: ['b'] },
      { tenant: ['a'] },
      {},
      { tenant: ['*'] },
      { tenant: [] },
      { tenant: ['a', 'b'] },
      { tenant: ['b', 'a'] },
      { tenant: ['b', 'b'] },
      { tenant: ['a', '*'] },
      { tenant: ['a'], role: ['x'] },
      { role: ['*'] },
      { tenant: ['a,b'] },
    ];
    const places = [...built(documents).builder.partitions()];
    const [b, a, none, all, empty, both, turned, twice, mixed, withRole, onlyRole, comma] = places;
    expect([all, mixed]).toEqual([0, 0]);
    expect([none, empty, onlyRole]).toEqual([1, 1, 1]);
    expect([turned, withRole]).toEqual([both, a]);
    expect(twice).toBe(b);
    expect(new Set([a, b, both, comma]).size).toBe(4);
    expect(Math.max(...places)).toBe(5);
  });
});

describe('what a filter of a segment is built of', () => {
  const documents: DocumentTags[] = [
    { b: ['y', 'x'], a: [] },
    { a: ['z'] },
    { b: ['x', 'y'], a: [] },
    { b: ['y', 'x'], a: [] },
    { b: ['y', 'y'] },
  ];

  it('is equal for the same documents in the same order, however they were added', () => {
    const bytes = (order: readonly number[]) => {
      const sections = built(
        order.map((doc) => documents[doc]!),
        order.map((_, at) => order.indexOf(at)),
      ).sections;
      return sections.map(({ name, bytes: content }) => `${name} ${Buffer.from(content).toString('hex')}`);
    };
    expect(bytes([4, 2, 0, 3, 1])).toEqual(bytes([0, 1, 2, 3, 4]));
  });

  it('gives back what each document carries, in the order in which it was given', () => {
    const segment = new TestSegment(built(documents).sections, documents.length);
    const filter = openFilter(segment);
    for (const [doc, one] of documents.entries()) expect(Object.entries(filter.tags(doc))).toEqual(Object.entries(one));
    expect(filter.tagKeys).toEqual(['a', 'b']);
    const ranges = (text: string) => [...filter.view(readFilter(text)).ranges];
    expect([ranges('b=y'), ranges('b=x'), ranges('a=z'), ranges('a=x'), ranges('c=x')]).toEqual([
      [0, 1, 2, 5],
      [0, 1, 2, 4],
      [1, 2],
      [],
      [],
    ]);
  });

  it('lies in the order asked for', () => {
    const segment = new TestSegment(built(documents, [1, 4, 0, 2, 3]).sections, documents.length);
    const filter = openFilter(segment);
    expect(filter.tags(0)).toEqual({ a: ['z'] });
    expect([...filter.view(readFilter('b=x')).ranges]).toEqual([2, 5]);
  });
});
