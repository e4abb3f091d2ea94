import { describe, expect, it } from 'vitest';
import { readNumber } from './numbers.ts';

const LIMIT = { flag: '--limit', min: 1, max: 50 };

describe('readNumber', () => {
  it('takes whole numbers within the range, ends included', () => {
    expect(['1', '50', ' 7 '].map((text) => readNumber(text, LIMIT))).toEqual([1, 50, 7]);
  });

  it.each(['abc', '', ' ', '0', '51', '1.5', '-1', 'NaN', 'Infinity', '5x'])('refuses "%s" as wrong usage', (text) => {
    expect(() => readNumber(text, LIMIT)).toThrow(
      expect.objectContaining({ code: 'USAGE', next: expect.stringContaining('from 1 to 50') }),
    );
  });

  it('takes fractions where they are allowed', () => {
    expect(readNumber('0.5', { flag: '--wait', min: 0, max: 10, fractions: true })).toBe(0.5);
  });
});
