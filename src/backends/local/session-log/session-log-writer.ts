import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TelemetrySink } from '../../../calling/index.ts';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { newLogFile, rotatedFile } from './log-files.ts';

export interface SessionLogOptions {
  /** A file that ends in `.jsonl`, or a folder, where each process writes a file of its own. */
  readonly path: string;
  /** Above this a file is put aside and the next one begun. */
  readonly maxBytes?: number;
  /** Files put aside that are kept; older ones are deleted. */
  readonly keep?: number;
}

export interface SessionLog {
  /** The file that is written to. */
  readonly file: string;
  /** @throws ToolscoutError `FILE_NOT_WRITTEN`; the next event is tried again. */
  readonly sink: TelemetrySink;
}

const MAX_BYTES = 16 * 2 ** 20;
const KEEP = 4;

/**
 * Writes events as JSON Lines, each with one appending write before the call returns: a process that is killed loses
 * no event that was told, and several may write to one file. A line that an earlier one left unfinished costs itself
 * only. For the owner's eyes: mode 600.
 */
export function openSessionLog({ path, maxBytes = MAX_BYTES, keep = KEEP }: SessionLogOptions): SessionLog {
  const file = path.endsWith('.jsonl') ? path : newLogFile(path);
  let isFirst = true;
  return {
    file,
    sink: (event) => {
      const line = `${JSON.stringify(event)}\n`;
      try {
        if (isFirst) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
        const { size, isTorn } = endOf(file);
        const isFull = size > 0 && size + Buffer.byteLength(line) > maxBytes;
        if (isFull) putAside(file, keep);
        appendFileSync(file, isTorn && !isFull ? `\n${line}` : line, { mode: 0o600 });
        isFirst = false;
      } catch (error) {
        throw new ToolscoutError(
          'FILE_NOT_WRITTEN',
          `The session log ${file} cannot be written: ${errorMessage(error)}`,
          {
            next: 'Check the path, its rights and the room on the disk.',
            details: { file },
            cause: error,
          },
        );
      }
    },
  };
}

/** Another process may have written or put the file aside since the last event, so it is looked at each time. */
function endOf(file: string): { readonly size: number; readonly isTorn: boolean } {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    if (isMissing(error)) return { size: 0, isTorn: false };
    throw error;
  }
  try {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
    return { size, isTorn };
  } finally {
    closeSync(descriptor);
  }
}

const LINE_FEED = 10;

/** `log.jsonl` becomes `log.1.jsonl`, that becomes `log.2.jsonl`, and so on; the last one is overwritten. */
function putAside(file: string, keep: number): void {
  for (let n = keep - 1; n >= 0; n--) {
    try {
      renameSync(n === 0 ? file : rotatedFile(file, n), rotatedFile(file, n + 1));
    } catch (error) {
      // Not there yet, or another process was quicker.
      if (!isMissing(error)) throw error;
    }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
