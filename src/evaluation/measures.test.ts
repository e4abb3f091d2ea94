import { describe, expect, it } from 'vitest';
import { hitAt, type Judged, ndcgAt, recallAt, reciprocalRank } from './measures.ts';

const judged = (grades: Record<string, number>, match: Judged['match'] = 'all'): Judged => ({
  match,
  relevant: new Map(Object.entries(grades)),
});

/** Two of three relevant tools are found, at ranks 2 and 5. */
const ranking = ['x', 'a', 'y', 'z', 'b'];
const three = judged({ a: 1, b: 1, c: 1 });

describe('recallAt', () => {
  it('is the share of the relevant tools in the first k', () => {
    expect(recallAt(1, ranking, three)).toBe(0);
    expect(recallAt(2, ranking, three)).toBeCloseTo(1 / 3, 12);
    expect(recallAt(5, ranking, three)).toBeCloseTo(2 / 3, 12);
  });

  it('is 1 as soon as one tool is there when any will do', () => {
    const any = judged({ a: 2, b: 1, c: 1 }, 'any');
    expect([1, 2, 5].map((k) => recallAt(k, ranking, any))).toEqual([0, 1, 1]);
  });

  it('can stay below 1 at a depth smaller than the number of relevant tools', () => {
    expect(recallAt(1, ['a'], three)).toBeCloseTo(1 / 3, 12);
  });
});

describe('hitAt', () => {
  it('asks for one relevant tool whatever the match', () => {
    expect([1, 2, 5].map((k) => hitAt(k, ranking, three))).toEqual([0, 1, 1]);
  });
});

describe('reciprocalRank', () => {
  it('looks at the first relevant tool only', () => {
    expect(reciprocalRank(ranking, three)).toBe(1 / 2);
    expect(reciprocalRank(['x', 'y', 'z', 'a'], three)).toBe(1 / 4);
  });
});

describe('ndcgAt', () => {
  it('discounts by the logarithm of the rank', () => {
    // Found: 1/log2(3) + 1/log2(6); ideal of three: 1 + 1/log2(3) + 1/log2(4).
    const gain = 0.6309297535714575 + 0.38685280723454163;
    const ideal = 1 + 0.6309297535714575 + 0.5;
    expect(ndcgAt(5, ranking, three)).toBeCloseTo(gain / ideal, 12);
    expect(ndcgAt(2, ranking, three)).toBeCloseTo(0.6309297535714575 / (1 + 0.6309297535714575), 12);
  });

  it('gains 3 for the best tool and 1 for an acceptable one', () => {
    const graded = judged({ best: 2, fair: 1 }, 'any');
    const ideal = 3 + 0.6309297535714575;
    expect(ndcgAt(10, ['best', 'fair'], graded)).toBe(1);
    expect(ndcgAt(10, ['fair', 'best'], graded)).toBeCloseTo((1 + 3 * 0.6309297535714575) / ideal, 12);
    expect(ndcgAt(10, ['best'], graded)).toBeCloseTo(3 / ideal, 12);
  });
});

describe('every measure', () => {
  it('counts an empty ranking as 0', () => {
    const scores = [recallAt(5, [], three), hitAt(5, [], three), reciprocalRank([], three), ndcgAt(10, [], three)];
    expect(scores).toEqual([0, 0, 0, 0]);
  });
});
