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

  it('are told apart where their hashes are equal, in length, in their first number and in their last', () => {
    // Worked out backwards from the steps of the hash: each of the first three ends with the hash of the others, the fourth
    // with that of nothing.
    const alike = [[7], [1, 1_975_943_194], [2, 2_957_635_770], [4_084_470_636], []];
    for (const order of [alike, [...alike].reverse()]) {
      const sequences = new NumberSequences();
      for (const [i, numbers] of order.entries()) expect(add(sequences, numbers)).toBe(i);
      for (const [i, numbers] of order.entries()) {
        expect(add(sequences, numbers)).toBe(i);
        expect(read(sequences, i)).toEqual(numbers);
      }
      expect(sequences.size).toBe(5);
    }
  });

  it('leave nothing when they were known, so that the next one is whole', () => {
    const sequences = new NumberSequences();
    for (let again = 0; again < 3; again++) expect(add(sequences, [1, 2, 3])).toBe(0);
    expect(add(sequences, [4])).toBe(1);
    expect(read(sequences, 1)).toEqual([4]);
    expect(add(sequences, [1, 2, 3])).toBe(0);
  });
});
