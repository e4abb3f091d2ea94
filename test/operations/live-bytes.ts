import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is in use once everything that nobody holds is gone. */
export function liveBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
