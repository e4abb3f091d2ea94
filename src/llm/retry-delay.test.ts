import { describe, expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

const none = (): number => 0;
const headers = (value: string): Headers => new Headers({ 'retry-after': value });

describe('retryDelayMs', () => {
  it('doubles up to a bound', () => {
    expect([0, 1, 2, 10].map((attempt) => retryDelayMs(attempt, undefined, none))).toEqual([500, 1000, 2000, 8000]);
    expect(retryDelayMs(0, undefined, () => 1)).toBe(375);
  });

  it('reads a date, also one that has passed', () => {
    const now = (): number => Date.parse('2026-01-01T00:00:00Z');
    expect(retryDelayMs(0, headers('Thu, 01 Jan 2026 00:00:05 GMT'), none, now)).toBe(5000);
    expect(retryDelayMs(0, headers('Wed, 31 Dec 2025 23:00:00 GMT'), none, now)).toBe(0);
  });

  it('takes what it cannot read for nothing said', () => {
    for (const text of ['soon', '-1', '']) expect(retryDelayMs(0, headers(text), none)).toBe(500);
  });
});
