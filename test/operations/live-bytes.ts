import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is in use once everything that nobody holds is gone, in bytes. */
export interface LiveBytes {
  /** Values on the heap. */
  readonly values: number;
  /**
   * What the engine has compiled. It grows for hours, ever more slowly, as functions become hot or are compiled anew, and is
   * bounded by the program: what a leak holds is not in it.
   */
  readonly code: number;
  /** Memory of buffers and of handles, outside the heap. */
  readonly outside: number;
}

let collect: (() => void) | undefined;

export function liveMemory(): LiveBytes {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    // Once: a context for each measurement would be part of what is measured.
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  let values = 0;
  let code = 0;
  for (const { space_name: name, space_used_size: bytes } of getHeapSpaceStatistics()) {
    if (/code|trusted/.test(name)) code += bytes;
    else values += bytes;
  }
  const { external } = process.memoryUsage();
  return { values, code, outside: external };
}

/** Bytes of values and of what they hold outside the heap. */
export function liveBytes(): number {
  const { values, outside } = liveMemory();
  return values + outside;
}
