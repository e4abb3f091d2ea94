import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A request of our own that no tool does; none of them was learned from, nor anything that is nearly the same. */
export interface FarRequest {
  readonly id: string;
  readonly text: string;
  readonly lang: string;
  /** What kind of thing it asks for. */
  readonly why: string;
}

export function readFarRequests(): FarRequest[] {
  return readFileSync(join(import.meta.dirname, 'far-requests.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as FarRequest);
}
