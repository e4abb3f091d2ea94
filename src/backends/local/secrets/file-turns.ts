import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { ToolscoutError } from '../../../errors.ts';
import { removeDead, whileHeld } from '../held-file.ts';

/** How often a place that is taken is looked at again. */
const LOOK_AGAIN_MS = 50;
/** A turn holds one request to an authorization server at most; who is this late has died. */
const DEAD_AFTER_MS = 60_000;

/**
 * Does the work while no other process does work under this path. A turn that was left behind by a process that died
 * is taken over after a minute.
 */
export function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const options = {
    mine: randomBytes(12).toString('hex'),
    lookAgainMs: LOOK_AGAIN_MS,
    giveUpMs: 2 * DEAD_AFTER_MS,
    removeIfDead: (holder: string | undefined) => {
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > DEAD_AFTER_MS && holder !== undefined) removeDead(path, holder);
    },
    refusal: () =>
      new ToolscoutError('SERVER_BUSY', `${path} is held by another process.`, {
        next: 'If no other toolscout runs, remove that file.',
        details: { file: path, ran: false },
      }),
  };
  return whileHeld(path, options, work);
}
