import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
      fc.property(terms, (all) => {
        const greatest = Float32Array.from(all, (term) => term.greatest * (1 + 2 ** -23));
        const plan = planScan(
          all.map(({ idf }, number) => ({ number, idf })),
          greatest,
        );
        const added = (steps: number, i: number): number => (steps * plan.weights[i]!) >> plan.shifts[i]!;
        expect(plan.weights.every((weight) => weight >= 128 && weight <= 255)).toBe(true);
        expect(all.every((_, i) => added(1, i) >= 1)).toBe(true);
        expect(all.reduce((sum, _, i) => sum + added(255, i), 0)).toBeLessThan(2 ** 16);
        let [sum, score] = [0, 0];
        for (const [i, term] of all.entries()) {
          const impact = term.share * term.greatest;
          score += term.idf * impact;
          if (impact > 0) sum += added(Math.ceil((impact / greatest[i]!) * 255), i);
        }
        expect(plan.scale * score).toBeLessThanOrEqual(sum + plan.loss);
        expect(sum).toBeLessThanOrEqual(plan.scale * score + plan.excess);
      }),
      { numRuns: 500 },
    );
  });

  it('is as fine as 16 bits allow for terms that weigh the same', () => {
    const plan = planScan(
      [0, 1, 2, 3].map((number) => ({ number, idf: 7 })),
      new Float32Array(4).fill(0.5),
    );
    // Four terms can reach 65,535 · 0.99; a step of each is 1/255 of a quarter of it.
    expect(plan.excess).toBeLessThan(0.01 * 65_535);
    expect(plan.scale * 4 * 7 * 0.5).toBeGreaterThan(0.9 * 65_535);
  });
});
