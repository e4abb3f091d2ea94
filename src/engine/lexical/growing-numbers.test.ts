import { describe, expect, it } from 'vitest';
import { GrowingNumbers } from './growing-numbers.ts';

/** In chunks of four, so that stretches lie over the ends of several. */
function column(count: number): GrowingNumbers {
  const numbers = new GrowingNumbers(2);
  for (let i = 0; i < count; i++) numbers.push(100 + i);
  return numbers;
}

describe('a column of growing numbers', () => {
  it.each([0, 1, 3, 4, 5, 11, 12])('takes the first numbers of an array behind %i others', (before) => {
    const numbers = column(before);
    numbers.append(Uint32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 9);
    numbers.push(2 ** 32 - 1);
    const others = Array.from({ length: before }, (_, i) => 100 + i);
    expect([...numbers.toArray()]).toEqual([...others, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2 ** 32 - 1]);
  });

  it('copies any stretch of it', () => {
    const numbers = column(13);
    for (let start = 0; start <= 13; start++) {
      for (let end = start; end <= 13; end++) {
        const copied = new Uint32Array(14).fill(7);
        numbers.copyTo(copied, start, end);
        const expected = Array.from({ length: 14 }, (_, i) => (i < end - start ? 100 + start + i : 7));
        expect([...copied]).toEqual(expected);
      }
    }
  });

  it.each([0, 1, 4, 7, 8, 12])('goes on behind %i numbers when the others are taken back', (kept) => {
    const numbers = column(12);
    numbers.truncate(kept);
    for (let i = 0; i < 6; i++) numbers.push(i);
    expect(numbers.length).toBe(kept + 6);
    expect([...numbers.toArray()].slice(kept)).toEqual([0, 1, 2, 3, 4, 5]);
    expect([...numbers.toArray()].slice(0, kept)).toEqual(Array.from({ length: kept }, (_, i) => 100 + i));
  });
});
