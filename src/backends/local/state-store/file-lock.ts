import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { hostname } from 'node:os';
import { ToolscoutError } from '../../../errors.ts';
import { removeDead, whileHeld } from '../held-file.ts';

/** Work under a lock is a read and a write, some milliseconds. */
const LOOK_AGAIN_MS = 5;
const GIVE_UP_MS = 10_000;
/** The longest that a holder which cannot be asked for (another machine) may take. */
const DEAD_AFTER_MS = 5_000;

/**
 * Does synchronous work while no other process does work under this path.
 * @throws ToolscoutError `STATE_REFUSED` where the lock cannot be had in time
 */
export function withLock<T>(path: string, work: () => T): Promise<T> {
  const options = {
    mine: `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`,
    lookAgainMs: LOOK_AGAIN_MS,
    giveUpMs: GIVE_UP_MS,
    removeIfDead: (holder: string | undefined) => {
      if (holder !== undefined && isDead(path, holder)) removeDead(path, holder);
    },
    refusal: () =>
      new ToolscoutError('STATE_REFUSED', `${path} is held by another process.`, {
        next: 'If no other toolscout runs, remove that file.',
        details: { file: path },
      }),
  };
  return whileHeld(path, options, work);
}

function isDead(path: string, holder: string): boolean {
  const [pid = '', host] = holder.split(' ');
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // An empty file is one whose holder has just made it, or died over it.
  if (host !== hostname() || !/^\d+$/.test(pid)) return age > DEAD_AFTER_MS;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EPERM');
  }
}
