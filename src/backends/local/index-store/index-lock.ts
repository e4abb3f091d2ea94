import { realpathSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ToolscoutError } from '../../../errors.ts';
import { isObject } from '../../../shared/json.ts';
import { holderOf, removeDead } from '../held-file.ts';
import { makeFile } from '../whole-file.ts';

export const LOCK_FILE = 'writer.lock';

/** Takes turns are few; more would mean that somebody else keeps making locks. */
const ATTEMPTS = 5;

/** Who holds a lock. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, in the units of its system; tells it from another that has its number now. */
  readonly started: string | undefined;
}

/** Folders locked by this process, which cannot be told from the file alone. */
const held = new Set<string>();

/**
 * Makes this process the one writer of a folder.
 * @returns what gives the lock back
 * @throws ToolscoutError `INDEX_LOCKED` naming the holder, `FILE_NOT_WRITTEN`
 */
export function lockIndex(folder: string): () => void {
  const path = join(realpathSync(folder), LOCK_FILE);
  const own: Holder = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (held.has(path)) throw locked(folder, own);
    if (!makeFile(path, JSON.stringify(own))) {
      removeIfStale(folder, path);
      continue;
    }
    held.add(path);
    return () => {
      if (held.delete(path)) rmSync(path, { force: true });
    };
  }
  throw locked(folder, undefined);
}

/** Removes the lock of a process that is dead. */
function removeIfStale(folder: string, path: string): void {
  const text = holderOf(path);
  if (text === undefined) return;
  const holder = readHolder(text);
  if (holder === undefined || isAlive(holder)) throw locked(folder, holder);
  removeDead(path, text);
}

function isAlive({ pid, host, started }: Holder): boolean {
  // Processes of other machines cannot be asked for.
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  const now = startOf(pid);
  // Where nothing is known of its start, a lock with this process's own number is that of a dead namesake.
  if (started === undefined || now === undefined) return pid !== process.pid;
  return now === started;
}

/** Linux tells when a process began. */
function startOf(pid: number): string | undefined {
  const text = holderOf(`/proc/${pid}/stat`);
  // The second field, a name in brackets, may hold spaces: counted from its end, the start is the 20th.
  return text?.slice(text.lastIndexOf(')') + 2).split(' ')[19];
}

function readHolder(text: string): Holder | undefined {
  try {
    const { pid, host, started }: Record<string, unknown> = JSON.parse(text);
    if (typeof pid !== 'number' || typeof host !== 'string') return undefined;
    return { pid, host, started: typeof started === 'string' ? started : undefined };
  } catch {
    return undefined;
  }
}

function locked(folder: string, holder: Holder | undefined): ToolscoutError {
  const who = holder === undefined ? 'another process' : `process ${holder.pid} on ${holder.host}`;
  return new ToolscoutError('INDEX_LOCKED', `The index ${folder} is being written by ${who}.`, {
    next: `Wait until it is done. If it is certain that nothing writes there, remove ${join(folder, LOCK_FILE)}.`,
    details: isObject(holder) ? { folder, pid: holder.pid, host: holder.host } : { folder },
  });
}
