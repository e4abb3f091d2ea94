import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingNumbers } from '../lexical/growing-numbers.ts';
import { NumberSequences } from './number-sequences.ts';

const sequence = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.constantFrom(2 ** 31, 2 ** 32 - 1)), { maxLength: 6 });

function add(sequences: NumberSequences, numbers: readonly number[]): number {
  sequences.begin();
  for (const number of numbers) sequences.push(number);
  return sequences.finish();
}

function read(sequences: NumberSequences, number: number): number[] {
  const column = new GrowingNumbers();
  sequences.copy(number, column, (one) => one);
  return [...column.toArray()];
}

describe('sequences of numbers', () => {
  it('have one number each, in the order of first sight', () => {
    fc.assert(
      fc.property(fc.array(sequence, { maxLength: 300 }), (some) => {
        const sequences = new NumberSequences();
        const keys: string[] = [];
        for (const numbers of some) {
          const key = numbers.join();
          const known = keys.indexOf(key);
          expect(add(sequences, numbers)).toBe(known < 0 ? keys.push(key) - 1 : known);
        }
        expect(sequences.size).toBe(keys.length);
        expect(keys.map((_, number) => read(sequences, number).join())).toEqual(keys);
      }),
    );
  });

  it('keep them while the table grows, and one that was begun in vain leaves nothing', () => {
    const sequences = new NumberSequences();
    const all = Array.from({ length: 5_000 }, (_, i) => [i % 7, i, 2 ** 32 - 1 - i]);
    for (const [i, numbers] of all.entries()) {
      sequences.begin();
      sequences.push(i);
      expect(add(sequences, numbers)).toBe(i);
    }
    for (const [i, numbers] of all.entries()) {
      expect(add(sequences, numbers)).toBe(i);
      expect(read(sequences, i)).toEqual(numbers);
    }
  });
});
