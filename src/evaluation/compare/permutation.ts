import { randomSequence } from '../random.ts';

const ROUNDS = 10_000;

/**
 * Paired permutation test, two-sided: how often does a mean as far from 0 come out when each difference has a random
 * sign? The one that was seen counts as one of the rounds, so p is never 0. 1 where nothing differs.
 */
export function permutationP(differences: readonly number[], seed = 1): number {
  const moved = differences.filter((difference) => difference !== 0);
  if (moved.length === 0) return 1;
  const random = randomSequence(seed);
  // Sums of the same numbers in another order differ in the last bits.
  const seen = Math.abs(moved.reduce((sum, difference) => sum + difference, 0)) - 1e-12;
  let asFar = 1;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0;
    for (const difference of moved) sum += random() < 0.5 ? difference : -difference;
    if (Math.abs(sum) >= seen) asFar++;
  }
  return asFar / (ROUNDS + 1);
}
