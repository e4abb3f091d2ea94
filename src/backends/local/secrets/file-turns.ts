import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolscoutError } from '../../../errors.ts';

/** How often a place that is taken is looked at again. */
const LOOK_AGAIN_MS = 50;
/** A turn holds one request to an authorization server at most; who is this late has died. */
const DEAD_AFTER_MS = 60_000;

/**
 * Does the work while no other process does work under this path. A turn that was left behind by a process that died
 * is taken over after a minute.
 */
export async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = randomBytes(12).toString('hex');
  const giveUpAt = Date.now() + 2 * DEAD_AFTER_MS;
  while (!takeTurn(path, mine)) {
    if (Date.now() > giveUpAt) {
      throw new ToolscoutError('SERVER_BUSY', `${path} is held by another process.`, {
        next: 'If no other toolscout runs, remove that file.',
        details: { file: path, ran: false },
      });
    }
    await sleep(LOOK_AGAIN_MS);
  }
  try {
    return await work();
  } finally {
    if (holderOf(path) === mine) rmSync(path, { force: true });
  }
}

function takeTurn(path: string, mine: string): boolean {
  try {
    writeFileSync(path, mine, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const holder = holderOf(path);
  const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  // Looked at twice: the one that is removed must be the one that was too old.
  if (age > DEAD_AFTER_MS && holderOf(path) === holder) rmSync(path, { force: true });
  return false;
}

function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
