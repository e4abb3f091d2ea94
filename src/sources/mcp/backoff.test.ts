import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

describe('Backoff', () => {
  it('doubles its waits up to half a minute', () => {
    const backoff = new Backoff();
    expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('begins anew after a success', () => {
    const backoff = new Backoff();
    backoff.next();
    backoff.next();
    expect(backoff.failures).toBe(2);
    backoff.reset();
    expect([backoff.failures, backoff.next()]).toEqual([0, 1000]);
  });

  it('waits long for what waiting does not repair', () => {
    expect(new Backoff().next('lasting')).toBe(300_000);
  });
});
