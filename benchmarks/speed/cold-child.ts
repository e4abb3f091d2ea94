import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

/** What a child that assembles prints, as one JSON line. Imports are not counted, for nobody. */
export interface ColdAssembly {
  readonly tools: number;
  /** Milliseconds per phase, in the order in which they ran; the last one ends with the first answer. */
  readonly phasesMs: Readonly<Record<string, number>>;
  /** Tools that the first query found; none means that the phases measured nothing. */
  readonly found: number;
}

/** The query that ends an assembly: whatever an engine puts off until it is asked is counted. */
export const FIRST_QUERY = 'create a calendar event';
export const FIRST_LIMIT = 5;

/** The recorded tools/list files of a folder, in a fixed order. */
export async function recordedFiles(dir: string): Promise<string[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.json') && name !== 'index.json');
  return names.sort().map((name) => join(dir, name));
}

export interface Stopwatch {
  readonly phasesMs: Readonly<Record<string, number>>;
  /** Ends the phase that began where the last one ended. */
  end(name: string): void;
}

export function startStopwatch(): Stopwatch {
  const phasesMs: Record<string, number> = {};
  let last = performance.now();
  return {
    phasesMs,
    end(name) {
      const now = performance.now();
      phasesMs[name] = now - last;
      last = now;
    },
  };
}

/** Hands the result to the parent. */
export function printAssembly(assembly: ColdAssembly): void {
  process.stdout.write(`${JSON.stringify(assembly)}\n`);
}
