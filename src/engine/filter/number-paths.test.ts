import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NumberPaths } from './number-paths.ts';

const path = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.constantFrom(2 ** 31, 2 ** 32 - 1)), { maxLength: 6 });

describe('paths of numbers', () => {
  it('lead to one node each, and a node has one path', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 300 }), (some) => {
        const paths = new NumberPaths();
        const nodes = new Map<string, number>();
        for (const numbers of some) {
          const node = numbers.reduce((at, number) => paths.step(at, number), paths.root);
          const key = numbers.join();
          expect(nodes.get(key) ?? node).toBe(node);
          nodes.set(key, node);
        }
        expect(new Set(nodes.values()).size).toBe(nodes.size);
      }),
    );
  });

  it('keep their marks while the table grows', () => {
    const paths = new NumberPaths();
    const ends = Array.from({ length: 5_000 }, (_, i) => paths.step(paths.step(paths.root, i % 7), i));
    for (const [i, node] of ends.entries()) paths.mark(node, i);
    expect(paths.markOf(paths.root)).toBeUndefined();
    expect(ends.map((_, i) => paths.step(paths.step(paths.root, i % 7), i))).toEqual(ends);
    expect(ends.map((node) => paths.markOf(node))).toEqual(ends.map((_, i) => i));
  });
});
