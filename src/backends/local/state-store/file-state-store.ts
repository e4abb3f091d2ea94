import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { isObject, type JsonValue } from '../../../shared/json.ts';
import type { SetOptions, StateStore } from '../../../state/index.ts';
import { makeFile, makeFolder, moveInPlace } from '../whole-file.ts';
import { withLock } from './file-lock.ts';

interface Kept {
  readonly key: string;
  readonly value: JsonValue;
  /** Milliseconds since 1970: the processes that share the folder share no other clock. */
  readonly expiresAt?: number;
}

/** More than this is no state but a log; the oldest would not be missed. */
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 2 ** 20;
/** Keys that one listing gives when nobody says otherwise; as for every store. */
const LIST_LIMIT = 1_000;
const ENDING = '.json';
/** A draft this old was left behind by a process that died. */
const DEAD_DRAFT_MS = 60_000;

/**
 * State in a folder that several processes share: one file for each value, readable by this user alone. A value is
 * written beside its place and moved there, so that a process which dies leaves the old value or the new one; changes of
 * one value exclude each other. Nothing is made before there is something to keep. For small things that are few, such as
 * requests for consent: every operation is file work, and a listing reads every file.
 */
export function createFileStateStore(folder: string): StateStore {
  const files = new StateFiles(folder);
  return {
    get: async (key) => files.read(key)?.value,
    set: async (key, value, options) => {
      const kept = toKept(key, value, options);
      files.prepare();
      await withLock(files.lockOf(key), () => files.write(kept));
    },
    delete: async (key) => files.exists() && withLock(files.lockOf(key), () => files.remove(key)),
    update: async (key, change, options) => {
      files.prepare();
      return withLock(files.lockOf(key), () => {
        const next = change(files.read(key)?.value);
        if (next === undefined) {
          files.remove(key);
          return undefined;
        }
        files.write(toKept(key, next, options));
        return files.read(key)?.value;
      });
    },
    list: async (prefix, { limit = LIST_LIMIT } = {}) =>
      files
        .all()
        .map(({ key }) => key)
        .filter((key) => key.startsWith(prefix))
        .sort()
        .slice(0, limit),
  };
}

/** The files themselves. All work is synchronous, so that nothing of this process comes between reading and writing. */
class StateFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Makes the folder, and sees to it that nobody else can write there: who can, decides. */
  prepare(): void {
    makeFolder(this.#folder);
    this.#refuseExposed();
  }

  exists(): boolean {
    return statSync(this.#folder, { throwIfNoEntry: false }) !== undefined;
  }

  lockOf(key: string): string {
    return `${this.#pathOf(key)}.lock`;
  }

  read(key: string): Kept | undefined {
    if (!this.exists()) return undefined;
    this.#refuseExposed();
    const path = this.#pathOf(key);
    const kept = this.#readFile(path);
    if (kept === undefined || kept.key !== key) return undefined;
    return isOver(kept) ? undefined : kept;
  }

  write(kept: Kept): void {
    const text = JSON.stringify(kept);
    const path = this.#pathOf(kept.key);
    if (text.length > MAX_BYTES) throw refused(kept.key, `a value of ${text.length} characters`, 'Keep less in it.');
    if (this.#readFile(path) === undefined && this.all().length >= MAX_ENTRIES) {
      throw refused(kept.key, `more than ${MAX_ENTRIES} values`, `Look what fills ${this.#folder}.`);
    }
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    makeFile(draft, text, { isDurable: true });
    moveInPlace(draft, path);
  }

  /** Tells whether there was a value. */
  remove(key: string): boolean {
    const was = this.read(key) !== undefined;
    rmSync(this.#pathOf(key), { force: true });
    return was;
  }

  /** Every value that lives; what is over or was left behind is removed on the way. */
  all(): Kept[] {
    if (!this.exists()) return [];
    this.#refuseExposed();
    return readdirSync(this.#folder).flatMap((name) => {
      const path = join(this.#folder, name);
      if (!name.endsWith(ENDING)) {
        const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
        if (!name.endsWith('.lock') && Date.now() - written > DEAD_DRAFT_MS) rmSync(path, { force: true });
        return [];
      }
      const kept = this.#readFile(path);
      if (kept === undefined) return [];
      if (!isOver(kept)) return [kept];
      rmSync(path, { force: true });
      return [];
    });
  }

  /** Keys may hold anything and be of any length. */
  #pathOf(key: string): string {
    return join(this.#folder, createHash('sha256').update(key).digest('hex').slice(0, 40) + ENDING);
  }

  /** What cannot be read counts as not there: whoever reads takes a missing value for the safe one. */
  #readFile(path: string): Kept | undefined {
    try {
      const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
      if (!isObject(kept) || typeof kept.key !== 'string' || !Object.hasOwn(kept, 'value')) return undefined;
      if (kept.expiresAt !== undefined && typeof kept.expiresAt !== 'number') return undefined;
      return kept as unknown as Kept;
    } catch {
      return undefined;
    }
  }

  #refuseExposed(): void {
    // Windows has no such bits; there the folder has the rights of the profile that it lies in.
    if (process.platform === 'win32') return;
    const { mode, uid } = statSync(this.#folder);
    const isOurs = uid === process.geteuid?.();
    if (isOurs && (mode & 0o077) === 0) return;
    throw new ToolscoutError('STATE_REFUSED', `${this.#folder} can be used by others on this machine.`, {
      next: `Make it your own: chown it if need be, then chmod 700 ${this.#folder}`,
      details: { folder: this.#folder },
    });
  }
}

function isOver({ expiresAt }: Kept): boolean {
  return expiresAt !== undefined && expiresAt <= Date.now();
}

function toKept(key: string, value: JsonValue, { ttlMs }: SetOptions = {}): Kept {
  if (ttlMs !== undefined && !(ttlMs > 0)) {
    throw refused(key, `a time to live of ${ttlMs} ms`, 'Give a positive number of milliseconds.');
  }
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw refused(key, `a value that is no JSON (${errorMessage(cause)})`, 'Store plain data.');
  }
  if (text === undefined) throw refused(key, 'a value that is no JSON', 'Store plain data.');
  const isBounded = ttlMs !== undefined && Number.isFinite(ttlMs);
  return { key, value: JSON.parse(text), ...(isBounded ? { expiresAt: Date.now() + ttlMs } : {}) };
}

function refused(key: string, what: string, next: string): ToolscoutError {
  return new ToolscoutError('STATE_REFUSED', `The state store does not keep ${what} (key "${key.slice(0, 80)}").`, {
    next,
  });
}
