import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_WORD, WordTable, withUnit } from './word-table.ts';

function ask(table: WordTable, word: string): number {
  const units = Uint16Array.from(word, (_, i) => word.charCodeAt(i));
  const hash = units.reduce(withUnit, EMPTY_WORD);
  const found = table.find(units, units.length, hash);
  return found >= 0 ? found : table.add(units, units.length, hash);
}

describe('WordTable', () => {
  it('numbers words in the order of first sight and finds them again, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.constantFrom('a', 'b', 'é', '词', ''), { maxLength: 4 })), (lists) => {
        const table = new WordTable();
        const known = new Map<string, number>();
        for (const word of lists.map((parts) => parts.join(''))) {
          if (!known.has(word)) known.set(word, known.size);
          expect(ask(table, word)).toBe(known.get(word));
        }
        expect(table.size).toBe(known.size);
      }),
    );
    const table = new WordTable();
    for (let i = 0; i < 20_000; i++) expect(ask(table, `word ${i}`)).toBe(i);
    for (let i = 0; i < 20_000; i += 7) expect(ask(table, `word ${i}`)).toBe(i);
  });

  it('tells words of one hash apart', () => {
    const table = new WordTable();
    const [a, b] = [Uint16Array.of(1), Uint16Array.of(1, 2)];
    expect(table.add(a, 1, 5)).toBe(0);
    expect(table.find(b, 2, 5)).toBe(-1);
    expect(table.add(b, 2, 5)).toBe(1);
    expect([table.find(a, 1, 5), table.find(b, 2, 5)]).toEqual([0, 1]);
  });
});
