import { describe, expect, it } from 'vitest';
import { calibrationOf, type Judgement } from './calibration.ts';

const judged = (confidence: number, right: number, wrong: number): Judgement[] => [
  ...Array.from({ length: right }, () => ({ confidence, right: true })),
  ...Array.from({ length: wrong }, () => ({ confidence, right: false })),
];

describe('calibration', () => {
  it('has no error where each confidence is the share that is right', () => {
    const calibration = calibrationOf([...judged(0.75, 3, 1), ...judged(0.25, 1, 3)])!;
    expect(calibration).toMatchObject({ judged: 8, error: 0 });
    expect(calibration.bins[7]).toEqual({ from: 0.7, to: 0.8, count: 4, confidence: 0.75, right: 0.75 });
    expect(calibration.bins[0]).toEqual({ from: 0, to: 0.1, count: 0, confidence: null, right: null });
  });

  it('weighs the distance of a bin by what it holds', () => {
    // Three quarters say .9 and are right half of the time; a quarter says .1 and is never right.
    expect(calibrationOf([...judged(0.9, 3, 3), ...judged(0.1, 0, 2)])!.error).toBeCloseTo(0.75 * 0.4 + 0.25 * 0.1, 4);
  });

  it('takes certainty into the last bin', () => {
    expect(calibrationOf(judged(1, 2, 0))!.bins[9]).toMatchObject({ count: 2, confidence: 1, right: 1 });
  });

  it('is null where nothing was judged', () => {
    expect(calibrationOf([])).toBeNull();
  });
});
