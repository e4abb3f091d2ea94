import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorMessage, ToolscoutError } from '../../../errors.ts';

const ENDING = '.jsonl';

/** A file in the folder that no other process has. */
export function newLogFile(folder: string, now: Date = new Date()): string {
  const time = now.toISOString().slice(0, 19).replace(/:/g, '-');
  return join(folder, `session-${time}-${process.pid}-${randomBytes(3).toString('hex')}${ENDING}`);
}

/** The name of a file after it was put aside `n` times. */
export function rotatedFile(file: string, n: number): string {
  return `${file.slice(0, -ENDING.length)}.${n}${ENDING}`;
}

/** The log files at a path, oldest first: all in a folder, or one with what was put aside of it. */
export async function findLogFiles(path: string): Promise<readonly string[]> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    const folder = isFolder ? path : dirname(path);
    const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING));
    const stump = basename(path).slice(0, -ENDING.length);
    const wanted = isFolder ? names : names.filter((name) => stumpOf(name) === stump);
    // Two names alike but for the number are one file; a file of another ending is read as it is.
    const files = wanted.length === 0 && !isFolder ? [basename(path)] : wanted;
    return files.sort(byAge).map((name) => join(folder, name));
  } catch (error) {
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(error)}`, {
      next: 'Name a session log, or a folder of them.',
      details: { path },
      cause: error,
    });
  }
}

const ROTATED = /\.(\d+)\.jsonl$/;

function stumpOf(name: string): string {
  return name.replace(ROTATED, '').replace(/\.jsonl$/, '');
}

/** By name, and of one file the one that was put aside first comes first. */
function byAge(a: string, b: string): number {
  const [stumpA, stumpB] = [stumpOf(a), stumpOf(b)];
  if (stumpA !== stumpB) return stumpA < stumpB ? -1 : 1;
  return Number(ROTATED.exec(b)?.[1] ?? 0) - Number(ROTATED.exec(a)?.[1] ?? 0);
}
