import type { IndexChange } from '../../../engine/index.ts';
import { put } from './test-index.ts';

const KEYS = 30;

/** The n-th update of a test that two processes take part in: a few changes that follow from the number alone. */
export function numberedUpdate(n: number): readonly IndexChange[] {
  const changes: IndexChange[] = [];
  for (let i = 0; i < 5; i++) {
    const key = `k${(n * 7 + i * 11) % KEYS}`;
    changes.push((n + i) % 4 === 0 ? { op: 'remove', key } : put(key, n));
  }
  // Tells how many updates an index has seen.
  changes.push(put('counter', n));
  return changes;
}
