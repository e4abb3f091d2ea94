import { describe, expect, it } from 'vitest';
import { CrossingError, readCrossing } from './crossing.ts';

describe('values on their way out', () => {
  it('keep every digit', () => {
    expect(readCrossing('{"id":864691128455135233}', 100, 5)).toEqual({ id: 864691128455135233n });
  });

  it('keep a member named __proto__ as their own', () => {
    const value = readCrossing('{"__proto__":{"approved":true}}', 100, 5) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each([
    ['too deep', '[[[1]]]', 100, 2],
    ['too large', '"ééé"', 7, 2],
    ['no JSON', '{', 100, 2],
  ])('are refused where they are %s', (_what, text, bytes, depth) => {
    expect(() => readCrossing(text, bytes, depth)).toThrow(CrossingError);
  });

  it('may have as many brackets in texts as they like', () => {
    expect(readCrossing('"[[[[\\"[["', 100, 0)).toBe('[[[["[[');
  });
});
