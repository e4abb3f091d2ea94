import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIST_SHIFT } from '../kernels/term-record.ts';
import { MAX_SCANNED_TERMS, planScan } from './scan-plan.ts';

const terms = fc.array(
  fc.record({
    idf: fc.oneof(fc.double({ min: 1e-7, max: 1, noNaN: true }), fc.double({ min: 1, max: 15, noNaN: true })),
    greatest: fc.double({ min: 0.01, max: 1, noNaN: true }),
    /** Of the greatest impact; 0 where the document does not hold the term. */
    share: fc.oneof(fc.constant(0), fc.constant(1), fc.double({ min: 0.001, max: 1, noNaN: true })),
  }),
  { minLength: 1, maxLength: MAX_SCANNED_TERMS },
);

describe('planScan', () => {
  it('keeps sums within 16 bits and within the bounds that it gives, and adds something for each term held', () => {
    fc.assert(
      fc.property(terms, fc.nat({ max: 10 }), (all, planes) => {
        const greatest = Float32Array.from(all, (term) => term.greatest * (1 + 2 ** -23));
        const planeCount = Math.min(planes, all.length);
        const plan = planScan(
          all.map(({ idf }, number) => ({ number, idf })),
          greatest,
          planeCount,
        );
        const sumOf = (steps: readonly number[]): number => {
          const products = steps.map((step, i) => step * plan.weights[i]!);
          const ofPlanes = products.slice(0, planeCount).reduce((sum, one) => sum + one, 0);
          expect(ofPlanes).toBeLessThan(2 ** 16);
          return products.slice(planeCount).reduce((sum, one) => sum + (one >> LIST_SHIFT), ofPlanes >> plan.shift);
        };
        const least = (i: number): number => 2 ** (i < planeCount ? plan.shift : LIST_SHIFT);
        expect(plan.weights.every((weight, i) => weight >= least(i))).toBe(true);
        expect(sumOf(all.map(() => 255))).toBeLessThan(2 ** 16);
        const impacts = all.map((term) => term.share * term.greatest);
        const score = all.reduce((total, { idf }, i) => total + idf * impacts[i]!, 0);
        const sum = sumOf(impacts.map((impact, i) => Math.ceil((impact / greatest[i]!) * 255)));
        expect(plan.scale * score).toBeLessThanOrEqual(sum + plan.loss);
        expect(sum).toBeLessThanOrEqual(plan.scale * score + plan.excess);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['lists', 0, 0.005],
    ['planes', 4, 0.02],
  ])('is about as fine as 16 bits allow for %s that weigh the same', (_, planes, share) => {
    const plan = planScan(
      [0, 1, 2, 3].map((number) => ({ number, idf: 7 })),
      new Float32Array(4).fill(0.5),
      planes,
    );
    // Four terms can reach 65,535 · 0.99; a step of each is 1/255 of a quarter of it.
    expect(plan.excess).toBeLessThan(share * 65_535);
    expect(plan.scale * 4 * 7 * 0.5).toBeGreaterThan(0.9 * 65_535);
  });
});
