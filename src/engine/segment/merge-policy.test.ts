import { describe, expect, it } from 'vitest';
import { planMerge } from './merge-policy.ts';

const whole = (size: number) => ({ size, removed: 0 });

describe('the merge policy', () => {
  it('joins four segments of one tier, and of several full tiers the smallest', () => {
    expect(planMerge([10_000, 9_000, 12_000].map(whole))).toBeUndefined();
    expect(planMerge([100_000, 10_000, 9_000, 400, 12_000, 15_000].map(whole))).toEqual([1, 2, 4, 5]);
    expect(planMerge([...[1, 1, 1, 1].map((n) => whole(n * 100_000)), ...[5, 6, 7, 8].map(whole)])).toEqual([
      4, 5, 6, 7,
    ]);
  });

  it('writes a segment anew of which much was removed', () => {
    expect(planMerge([whole(10_000), { size: 10_000, removed: 4_000 }])).toBeUndefined();
    expect(planMerge([whole(10_000), { size: 10_000, removed: 4_001 }])).toEqual([1]);
    expect(planMerge([{ size: 3, removed: 3 }])).toEqual([0]);
  });

  it('leaves segments alone that would grow past the memory of one', () => {
    expect(planMerge([6, 6, 6, 6].map((n) => whole(n * 100_000)))).toBeUndefined();
  });

  it('keeps few segments and rewrites each document seldom while an index grows', () => {
    let segments: number[] = [];
    let written = 0;
    for (let step = 0; step < 200; step++) {
      segments.push(10_000);
      for (let plan = planMerge(segments.map(whole)); plan !== undefined; plan = planMerge(segments.map(whole))) {
        const merged = plan.reduce((sum, i) => sum + segments[i]!, 0);
        written += merged;
        segments = [...segments.filter((_, i) => !plan.includes(i)), merged];
      }
      expect(segments.length).toBeLessThan(14);
    }
    expect(written).toBeLessThan(4 * 2_000_000);
  });
});
