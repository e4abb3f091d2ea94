import { describe, expect, it } from 'vitest';
import { RecentMap } from './recent-map.ts';

describe('a map of what was asked for lately', () => {
  it('keeps what comes back, however much else passes by', () => {
    const map = new RecentMap<string, number>(8);
    map.set('a', 1);
    for (let i = 0; i < 100; i++) {
      map.set(`other ${i}`, i);
      expect(map.get('a')).toBe(1);
    }
  });

  it('forgets what does not, and holds no more than it may', () => {
    const map = new RecentMap<number, number>(8);
    for (let i = 0; i < 100; i++) map.set(i, -i);
    const kept = Array.from({ length: 100 }, (_, i) => i).filter((i) => map.get(i) !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThanOrEqual(8);
    expect(map.get(99)).toBe(-99);
    expect(map.get(0)).toBeUndefined();
  });
});
