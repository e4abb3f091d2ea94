import { appendFileSync, closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';

const LINE_FEED = 10;

/**
 * A function that appends lines to a file, each with one write that is done when it returns: a process that is killed
 * afterwards has not lost it. A line that an earlier process left unfinished costs itself only. Nothing is ever taken
 * out; the file may be moved away, a new one begins then.
 * @param sync wait until the disk has it, so that not even a power failure loses it.
 */
export function lineAppender(file: string, sync: boolean): (line: string) => void {
  // Looked at before the first line, and after one that failed: a full disk may have taken a part of it.
  let mayBeTorn = true;
  return (line) => {
    const begin = mayBeTorn ? prepare(file) : '';
    mayBeTorn = true;
    if (sync) appendSynced(file, `${begin}${line}\n`);
    else appendFileSync(file, `${begin}${line}\n`, { mode: 0o600 });
    mayBeTorn = false;
  };
}

/** Makes the folder; returns what must stand before the first new line. */
function prepare(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const descriptor = openSync(file, 'a+', 0o600);
  try {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
    return isTorn ? '\n' : '';
  } finally {
    closeSync(descriptor);
  }
}

function appendSynced(file: string, text: string): void {
  const descriptor = openSync(file, 'a', 0o600);
  try {
    // Goes on where a write took only a part.
    appendFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
