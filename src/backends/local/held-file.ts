import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFile } from './whole-file.ts';

/** How a place among processes is taken and given back. */
export interface HeldFileOptions {
  /** What marks the file as this holder's, unique among all that ever take it. */
  readonly mine: string;
  readonly lookAgainMs: number;
  readonly giveUpMs: number;
  /** Removes the file of a holder that has died; called each time that the place is found taken. */
  removeIfDead(holder: string | undefined): void;
  /** What is thrown where the place cannot be had in time. */
  refusal(): Error;
}

/**
 * Does the work while no other process does work under this path: whoever makes the file first holds it.
 * @throws ToolscoutError `FILE_NOT_WRITTEN` where no file can be made; what `refusal` gives where it stays taken
 */
export async function whileHeld<T>(path: string, options: HeldFileOptions, work: () => T | Promise<T>): Promise<T> {
  const { mine, lookAgainMs, giveUpMs, removeIfDead, refusal } = options;
  const giveUpAt = performance.now() + giveUpMs;
  while (!makeFile(path, mine)) {
    removeIfDead(holderOf(path));
    if (performance.now() > giveUpAt) throw refusal();
    await sleep(lookAgainMs);
  }
  try {
    return await work();
  } finally {
    if (holderOf(path) === mine) rmSync(path, { force: true });
  }
}

/** What the file says of its holder; undefined where there is none. */
export function holderOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Removes the file of a holder that has died: moved away in one step, so that of two who find it dead one removes it; what
 * is another's by then goes back.
 */
export function removeDead(path: string, holder: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
    if (holderOf(aside) !== holder) linkSync(aside, path);
  } catch {
    // Somebody else was first.
  }
  rmSync(aside, { force: true });
}
