import { expect, it } from 'vitest';
import { slopeOf, watchHeap } from './heap-growth.ts';
import { liveMemory } from './live-bytes.ts';

/** What the soak measures with: whoever trusts its "flat" wants to see it find something. */
const ROUNDS = 20;
const SESSIONS_A_ROUND = 4;

/** Stands for whatever a session could leave behind. */
class LeftBehind {
  readonly text = `of session ${Math.random()}`;
}

/** Bytes of values that a round leaves behind, where each session makes a list of a kilobyte and keeps it, or not. */
function slopeWhere(keep: boolean): number {
  const kept: unknown[] = [];
  const live: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let n = 0; n < SESSIONS_A_ROUND; n++) {
      const list = Array.from({ length: 128 }, () => round + 0.5);
      if (keep) kept.push(list);
    }
    live.push(liveMemory().values);
  }
  expect(kept).toHaveLength(keep ? ROUNDS * SESSIONS_A_ROUND : 0);
  return slopeOf(live.slice(ROUNDS / 4));
}

it('finds a kilobyte that each session keeps, and nothing where all of it is let go', () => {
  expect(slopeWhere(true)).toBeGreaterThan(4_000);
  expect(Math.abs(slopeWhere(false))).toBeLessThan(2_048);
});

it('finds one small thing that each session keeps, and names it', { timeout: 300_000 }, async () => {
  const growth = watchHeap();
  const kept = Array.from({ length: ROUNDS * SESSIONS_A_ROUND }, () => new LeftBehind());
  const found = new Map(await growth());
  expect(found.get('object LeftBehind')).toBe(kept.length);
});
