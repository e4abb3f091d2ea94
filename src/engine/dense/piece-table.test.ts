import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_HASH, extendHash, PieceTable } from './piece-table.ts';

function tableOf(pieces: readonly string[]): PieceTable {
  const starts = new Uint32Array(pieces.length + 1);
  for (const [i, piece] of pieces.entries()) starts[i + 1] = starts[i]! + piece.length;
  return new PieceTable(Uint16Array.from([...pieces.join('')].flatMap((c) => unitsOf(c))), starts);
}

function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

function findIn(table: PieceTable, word: string, start: number, end: number): number {
  return table.find(word, start, end, unitsOf(word.slice(start, end)).reduce(extendHash, EMPTY_HASH));
}

describe('PieceTable', () => {
  it('finds every stretch that is a piece, and no other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '漢', '\u{20000}'), minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 60 }), text, text, (pieces, left, right) => {
        const table = tableOf(pieces);
        const word = left + right;
        for (let start = 0; start < word.length; start++) {
          for (let end = start + 1; end <= word.length; end++) {
            expect(findIn(table, word, start, end)).toBe(pieces.indexOf(word.slice(start, end)));
          }
        }
      }),
    );
  });

  it('knows how long the pieces of a first unit are', () => {
    const table = tableOf(['a', 'abc', 'b', '漢字']);
    expect(['a', 'b', '漢', 'c'].map((first) => table.longestFrom(first.charCodeAt(0)))).toEqual([3, 1, 2, 0]);
  });

  it('may be empty', () => {
    expect(findIn(tableOf([]), 'a', 0, 1)).toBe(-1);
  });
});
