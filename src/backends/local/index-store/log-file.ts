import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { ToolscoutError } from '../../../errors.ts';
import type { StoreFiles } from './store-files.ts';

/** The end of a log, to which updates are added. */
export class LogFile {
  readonly name: string;
  readonly #files: StoreFiles;
  readonly #fd: number;
  #end: number;
  #isBroken = false;

  /** Makes a new, empty log. */
  static create(files: StoreFiles, name: string): LogFile {
    files.create(name, () => {});
    return new LogFile(files, name, 0);
  }

  /** @param end of its last whole update; what lies behind is cut off */
  constructor(files: StoreFiles, name: string, end: number) {
    this.name = name;
    this.#files = files;
    this.#end = end;
    // To append, so that a write always goes to the end, wherever that is after a failure.
    this.#fd = openSync(files.path(name), 'a');
    ftruncateSync(this.#fd, end);
  }

  get bytes(): number {
    return this.#end;
  }

  /** Adds a frame, durably or not at all. @throws ToolscoutError `FILE_NOT_WRITTEN` */
  append(frame: Uint8Array): void {
    if (this.#isBroken) throw this.#broken();
    try {
      this.#files.writeAll(this.#fd, frame);
      this.#files.sync(this.#fd, this.name);
    } catch (error) {
      this.#cutOff();
      throw error;
    }
    this.#end += frame.length;
  }

  /** Takes no more: the manifest names another log. */
  disown(): void {
    this.#isBroken = true;
  }

  close(): void {
    closeSync(this.#fd);
  }

  /** A part of a frame must not lie before the next one. */
  #cutOff(): void {
    try {
      ftruncateSync(this.#fd, this.#end);
    } catch {
      this.#isBroken = true;
    }
  }

  #broken(): ToolscoutError {
    return new ToolscoutError(
      'FILE_NOT_WRITTEN',
      `The log ${this.#files.path(this.name)} takes no more after a failed write.`,
      {
        next: 'Close the index and open it again: what was acknowledged is kept.',
        details: { file: this.name },
      },
    );
  }
}
