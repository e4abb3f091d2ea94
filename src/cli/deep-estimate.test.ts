import { describe, expect, it } from 'vitest';
import { deepEstimate } from './deep-estimate.ts';

describe('what the deep model would take', () => {
  it('is told for both ways, in seconds or minutes', () => {
    const text = deepEstimate(42_063, 100, 2);
    expect(text).toContain('42,063 tools');
    expect(text).toMatch(/--tier deep {6}.*at most 33 s\n/);
    expect(text).toMatch(/--tier deep-all .*about 10 min\n/);
  });

  it('never says more for reranking than for all tools', () => {
    expect(deepEstimate(6_000, 100_000, 1).match(/\d+ min/g)).toEqual(['23 min', '23 min']);
  });
});
