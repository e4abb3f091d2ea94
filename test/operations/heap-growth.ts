import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeHeapSnapshot } from 'node:v8';

/**
 * Counts everything on the heap twice, by kind, each time after a collection.
 * Gives the way to the second count, which says of which kinds there are more now: `['object Session', 12]`.
 */
export function watchHeap(): () => Promise<readonly (readonly [kind: string, more: number])[]> {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-heap-'));
  const before = writeHeapSnapshot(join(folder, 'before.heapsnapshot'));
  return async () => {
    const after = writeHeapSnapshot(join(folder, 'after.heapsnapshot'));
    // In a process of its own: what it reads would be on this heap.
    const program = join(import.meta.dirname, 'fixtures/heap-growth.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, before, after]);
    rmSync(folder, { recursive: true, force: true });
    return JSON.parse(stdout);
  };
}

/** Bytes a step, by least squares: one step with garbage in it decides nothing. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let covariance = 0;
  let variance = 0;
  for (const [i, value] of values.entries()) {
    covariance += (i - middle) * (value - mean);
    variance += (i - middle) ** 2;
  }
  return covariance / variance;
}
