import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, ToolscoutError } from '../../../errors.ts';

/** Writes some of the bytes and tells how many, as `fs.writeSync` does: tests put a full disk in its place. */
export type WriteSome = (fd: number, bytes: Uint8Array, offset: number, length: number) => number;

const writeSome: WriteSome = (fd, bytes, offset, length) => writeSync(fd, bytes, offset, length);

/** Bytes in one call: some systems refuse more than 2 GiB, and read smaller pieces as fast. */
const PIECE_BYTES: number = 64 * 2 ** 20;

/** The files of one index folder. What is written is on the disk, not only handed over, when a method returns. */
export class StoreFiles {
  readonly folder: string;
  readonly #writeSome: WriteSome;

  constructor(folder: string, write: WriteSome = writeSome) {
    this.folder = folder;
    this.#writeSome = write;
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Replaces a file as a whole: whoever opens it sees the old content or the new. */
  replace(name: string, content: Uint8Array): void {
    const draft = `${name}.draft`;
    this.create(draft, (fd) => this.writeAll(fd, content));
    this.#guard(name, () => renameSync(this.path(draft), this.path(name)));
    this.syncFolder();
  }

  /** Opens a file to be written from its start, empty. */
  open(name: string): number {
    return this.#guard(name, () => openSync(this.path(name), 'w', 0o600));
  }

  /** Makes a file, over one of that name if there is one; it is removed again when `write` fails. */
  create(name: string, write: (fd: number) => void): void {
    const fd = this.open(name);
    try {
      write(fd);
      this.sync(fd, name);
    } catch (error) {
      closeSync(fd);
      this.remove(name);
      throw error;
    }
    closeSync(fd);
  }

  /** @throws ToolscoutError `FILE_NOT_WRITTEN` */
  writeAll(fd: number, bytes: Uint8Array): void {
    this.#guard('a file', () => {
      let at = 0;
      while (at < bytes.length) at += this.#writeSome(fd, bytes, at, Math.min(PIECE_BYTES, bytes.length - at));
    });
  }

  sync(fd: number, name: string): void {
    this.#guard(name, () => fsyncSync(fd));
  }

  /** Makes the names in the folder durable. Windows cannot, and does it by itself. */
  syncFolder(): void {
    if (process.platform === 'win32') return;
    const fd = this.#guard('the folder', () => openSync(this.folder, 'r'));
    try {
      this.sync(fd, 'the folder');
    } finally {
      closeSync(fd);
    }
  }

  /** Removes a file; one that is in use on a system that minds stays, and goes when the index is next written. */
  remove(name: string): void {
    try {
      rmSync(this.path(name), { force: true });
    } catch {
      // See above.
    }
  }

  #guard<T>(name: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      if (error instanceof ToolscoutError) throw error;
      throw new ToolscoutError('FILE_NOT_WRITTEN', `Cannot write ${name} in ${this.folder}: ${errorMessage(error)}.`, {
        next: 'Free space on the disk or allow writing there, then try again: what was acknowledged before is kept.',
        details: { folder: this.folder, file: name },
        cause: error,
      });
    }
  }
}

/** Fills `target` from `position` of a file. @returns how many bytes there were. */
export function readFully(fd: number, target: Uint8Array, position: number): number {
  let at = 0;
  while (at < target.length) {
    const read = readSync(fd, target, at, Math.min(PIECE_BYTES, target.length - at), position + at);
    if (read === 0) break;
    at += read;
  }
  return at;
}

export function fileLength(fd: number): number {
  return fstatSync(fd).size;
}

/** The file is not there: it may have been removed since its name was read. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
