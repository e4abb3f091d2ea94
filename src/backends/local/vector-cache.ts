import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { threadId } from 'node:worker_threads';
import type { QuantisedVector } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import { readRecords, recordBytes, type VectorRecord, writeRecord } from './vector-records.ts';

export interface VectorCacheOptions {
  /** Told what went wrong with the file, in a sentence. A broken cache never is an error. */
  readonly warn?: (message: string) => void;
  /** Above this the file is rewritten with its newest half. */
  readonly maxBytes?: number;
}

const MAX_BYTES = 64 * 2 ** 20;

/**
 * Vectors of documents on disk, by what they are the vectors of. Synchronous: made for a worker thread.
 *
 * Several processes and threads may use one file: each adds whole records with one appending write, and a rewrite replaces the
 * file in one step, which can lose what another adds meanwhile, and nothing else.
 */
export class VectorCache {
  readonly #path: string;
  readonly #dimensions: number;
  readonly #warn: (message: string) => void;
  readonly #maxBytes: number;
  #known: Map<string, QuantisedVector> | undefined;
  #bytes = 0;
  #writable = true;

  /** @param name of the file in the folder, without ending: one for each embedder. */
  constructor(folder: string, name: string, dimensions: number, options: VectorCacheOptions = {}) {
    this.#path = join(folder, `${name.replace(/[^\w.@-]+/g, '_')}.vectors`);
    this.#dimensions = dimensions;
    this.#warn = options.warn ?? (() => {});
    this.#maxBytes = options.maxBytes ?? MAX_BYTES;
  }

  /** Key of a text for an embedder. Cryptographic: a server must not get hold of another tool's place. */
  static keyOf(embedderId: string, text: string): string {
    return createHash('sha256').update(`${embedderId}\n${text}`).digest('hex').slice(0, 32);
  }

  get(key: string): QuantisedVector | undefined {
    return this.#read().get(key);
  }

  /** Remembers the vectors, here and on disk. */
  add(records: readonly VectorRecord[]): void {
    const known = this.#read();
    for (const { key, vector } of records) known.set(key, vector);
    const content = Buffer.concat(records.map(writeRecord));
    this.#write(() => appendFileSync(this.#path, content, { mode: 0o600 }));
    this.#bytes += content.length;
    if (this.#bytes > this.#maxBytes) this.#rewrite();
  }

  #read(): Map<string, QuantisedVector> {
    if (this.#known !== undefined) return this.#known;
    this.#known = new Map();
    const content = this.#readFile();
    if (content === undefined) return this.#known;
    const { records, damaged } = readRecords(content, this.#dimensions);
    for (const { key, vector } of records) {
      this.#known.delete(key); // so that the order is that of the last write
      this.#known.set(key, vector);
    }
    this.#bytes = content.length;
    if (damaged) this.#warn(`The cache ${this.#path} was damaged; what is whole of it was kept.`);
    if (damaged || this.#bytes > this.#maxBytes) this.#rewrite();
    return this.#known;
  }

  #readFile(): Buffer | undefined {
    try {
      const { size } = statSync(this.#path);
      if (size <= 2 * this.#maxBytes) return readFileSync(this.#path);
      this.#warn(`The cache ${this.#path} has ${size} bytes, far above its bound; it is begun anew.`);
      this.#write(() => rmSync(this.#path, { force: true }));
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!missing) this.#warn(`The cache ${this.#path} cannot be read: ${errorMessage(error)}.`);
    }
    return undefined;
  }

  /** Keeps the newest records, at most half of what fits, so that the next rewrite is far away. */
  #rewrite(): void {
    const known = this.#known!;
    const most = Math.max(1, Math.floor(this.#maxBytes / 2 / recordBytes(this.#dimensions)));
    const kept = [...known].slice(-most);
    const content = Buffer.concat(kept.map(([key, vector]) => writeRecord({ key, vector })));
    const draft = `${this.#path}.${process.pid}.${threadId}.${Date.now().toString(36)}`;
    this.#write(() => {
      try {
        writeFileSync(draft, content, { mode: 0o600 });
        renameSync(draft, this.#path);
      } catch (error) {
        rmSync(draft, { force: true });
        throw error;
      }
    });
    this.#bytes = content.length;
  }

  /** A disk that cannot be written, full or read-only, is told once and then left alone. */
  #write(write: () => void): void {
    if (!this.#writable) return;
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      write();
    } catch (error) {
      this.#writable = false;
      this.#warn(`The cache ${this.#path} cannot be written: ${errorMessage(error)}.`);
    }
  }
}
