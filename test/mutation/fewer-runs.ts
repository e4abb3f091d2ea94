import fc from 'fast-check';

/**
 * What tests get for fast-check while code is changed: a quarter of the inputs, at least 25, from one seed, and the first
 * one that fails is enough. A change that only the other inputs would notice counts as not noticed.
 */
const AT_LEAST = 25;
const SEED = 14;

function assert<T>(property: fc.IRawProperty<T>, settings: fc.Parameters<T> = {}): void | Promise<void> {
  const { numRuns = 100, seed = SEED } = settings;
  const runs = Math.min(numRuns, Math.max(AT_LEAST, Math.ceil(numRuns / 4)));
  return fc.assert(property, { ...settings, numRuns: runs, seed, endOnFailure: true });
}

const fewer: typeof fc = { ...fc, assert: assert as typeof fc.assert };

export default fewer;
