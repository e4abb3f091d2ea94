import { describe, expect, it } from 'vitest';
import { Backoff } from './backoff.ts';

describe('Backoff', () => {
  it('doubles its waits up to half a minute', () => {
    const backoff = new Backoff(() => 0);
    expect(Array.from({ length: 7 }, () => backoff.next())).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('begins anew after a success', () => {
    const backoff = new Backoff(() => 0);
    backoff.next();
    backoff.next();
    expect(backoff.failures).toBe(2);
    backoff.reset();
    expect([backoff.failures, backoff.next()]).toEqual([0, 1000]);
  });

  it('shortens each wait by chance, by a fifth at most', () => {
    const chances = [0, 0.5, 1];
    const backoff = new Backoff(() => chances.shift() ?? 0);
    expect([backoff.next(), backoff.next(), backoff.next()]).toEqual([1000, 1800, 3200]);
  });

  it('waits long for what waiting does not repair', () => {
    expect(new Backoff(() => 0).next('lasting')).toBe(300_000);
  });
});
