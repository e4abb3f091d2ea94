import { readGoals } from './engine/read-goals.ts';
import { unmeasuredGoals } from './goals.ts';
import type { BenchmarkResult, Row } from './rows.ts';

/**
 * Puts results of parts of the engine's bench into one. Where two have the same row, that of the earlier file counts; a
 * ratio stands in the row of a peer, so that it stays beside what was measured with it.
 */
export function mergeResults(results: readonly BenchmarkResult[]): BenchmarkResult {
  const [first] = results;
  if (first === undefined) throw new RangeError('usage: merge A.json B.json …');
  const rows = new Map<string, Row>();
  for (const row of results.flatMap((result) => result.rows)) {
    const { size, step, filter, beside } = row.figures;
    const key = JSON.stringify([row.bench, row.contestant, size, step, filter, beside]);
    if (!rows.has(key)) rows.set(key, row);
  }
  const all = [...rows.values()];
  const goals = readGoals(all);
  return {
    provenance: first.provenance,
    parts: results.map(({ provenance }) => provenance),
    rows: all,
    skipped: results.flatMap(({ skipped }) => skipped),
    goals: [...goals, ...unmeasuredGoals(goals)],
  };
}
