import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countRanges, EMPTY_VIEW, intersectRanges, subtractRanges, uniteRanges, wholeView } from './view.ts';

const SIZE = 40;
const documents = fc.array(fc.boolean(), { minLength: SIZE, maxLength: SIZE });

function toRanges(seen: readonly boolean[]): Uint32Array {
  const borders: number[] = [];
  for (let i = 0; i <= seen.length; i++) if ((seen[i] ?? false) !== (seen[i - 1] ?? false)) borders.push(i);
  return Uint32Array.from(borders);
}

describe('ranges of documents', () => {
  it('are joined like sets, into ranges that do not touch', () => {
    fc.assert(
      fc.property(documents, documents, (left, right) => {
        const expected = (keep: (l: boolean, r: boolean) => boolean) =>
          toRanges(left.map((l, i) => keep(l, right[i]!)));
        const [a, b] = [toRanges(left), toRanges(right)];
        expect(intersectRanges(a, b)).toEqual(expected((l, r) => l && r));
        expect(uniteRanges(a, b)).toEqual(expected((l, r) => l || r));
        expect(subtractRanges(a, b)).toEqual(expected((l, r) => l && !r));
        expect(countRanges(a)).toBe(left.filter(Boolean).length);
      }),
    );
  });

  it('are made one where they touch', () => {
    expect(uniteRanges(Uint32Array.of(0, 3, 8, 9), Uint32Array.of(3, 8))).toEqual(Uint32Array.of(0, 9));
    expect(subtractRanges(Uint32Array.of(0, 3, 3, 8), Uint32Array.of())).toEqual(Uint32Array.of(0, 8));
  });
});

describe('a view', () => {
  it('of a segment without documents is the empty one', () => {
    expect(wholeView(0)).toBe(EMPTY_VIEW);
    expect(wholeView(7)).toEqual({ ranges: Uint32Array.of(0, 7), count: 7 });
  });
});
