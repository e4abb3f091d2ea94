import { ToolscoutError } from '../errors.ts';
import type { JsonValue } from '../shared/json.ts';
import { LIST_LIMIT, type SetOptions, type StateStore } from './store.ts';

export interface MemoryStateStoreOptions {
  /** Above this the values that were used longest ago are forgotten. */
  readonly maxEntries?: number;
  /** The same for all values together, in characters of JSON. */
  readonly maxCharacters?: number;
  /** Milliseconds of a clock that never goes back; for tests. */
  readonly now?: () => number;
}

const MAX_ENTRIES = 20_000;
const MAX_CHARACTERS = 32 * 2 ** 20;
/** Writes between two searches for values that have expired and are asked for by nobody. */
const SWEEP_EVERY = 1_000;

/** State in this process: bounded, expiring, gone with the process. No timers, so it keeps nothing alive. */
export function createMemoryStateStore(options: MemoryStateStoreOptions = {}): StateStore {
  const entries = new Entries(options);
  return {
    get: async (key) => parse(entries.read(key)),
    set: async (key, value, setting) => entries.write(key, toText(key, value), setting),
    delete: async (key) => entries.remove(key),
    update: async (key, change, setting) => {
      // Nothing is awaited between reading and writing: that is what makes it one step.
      const next = change(parse(entries.read(key)));
      if (next === undefined) entries.remove(key);
      else entries.write(key, toText(key, next), setting);
      return next === undefined ? undefined : parse(entries.read(key));
    },
    list: async (prefix, { limit = LIST_LIMIT } = {}) => entries.keys(prefix).slice(0, limit),
  };
}

interface Entry {
  /** Kept as text: a copy for every reader, and a size. */
  readonly text: string;
  readonly expiresAt: number;
}

/** Least recently used first, because a `Map` keeps the order of insertion and every use inserts anew. */
class Entries {
  readonly #entries = new Map<string, Entry>();
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  readonly #now: () => number;
  #characters = 0;
  #writes = 0;

  constructor(options: MemoryStateStoreOptions) {
    this.#maxEntries = options.maxEntries ?? MAX_ENTRIES;
    this.#maxCharacters = options.maxCharacters ?? MAX_CHARACTERS;
    this.#now = options.now ?? (() => performance.now());
  }

  read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt <= this.#now()) {
      this.remove(key);
      return undefined;
    }
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.text;
  }

  write(key: string, text: string, { ttlMs = Number.POSITIVE_INFINITY }: SetOptions = {}): void {
    if (!(ttlMs > 0)) throw refused(key, `a time to live of ${ttlMs} ms`, 'Give a positive number of milliseconds.');
    if (text.length > this.#maxCharacters) {
      throw refused(key, `${text.length} characters, above ${this.#maxCharacters}`, 'Keep less in one value.');
    }
    this.remove(key);
    this.#entries.set(key, { text, expiresAt: this.#now() + ttlMs });
    this.#characters += text.length;
    this.#writes++;
    if (this.#isFull() || this.#writes % SWEEP_EVERY === 0) this.#sweep();
    while (this.#isFull()) this.remove(this.#entries.keys().next().value!);
  }

  remove(key: string): boolean {
    const entry = this.#entries.get(key);
    if (entry === undefined) return false;
    this.#entries.delete(key);
    this.#characters -= entry.text.length;
    return entry.expiresAt > this.#now();
  }

  keys(prefix: string): string[] {
    this.#sweep();
    return [...this.#entries.keys()].filter((key) => key.startsWith(prefix)).sort();
  }

  #isFull(): boolean {
    return this.#entries.size > this.#maxEntries || this.#characters > this.#maxCharacters;
  }

  #sweep(): void {
    const now = this.#now();
    for (const [key, { expiresAt }] of this.#entries) if (expiresAt <= now) this.remove(key);
  }
}

function toText(key: string, value: JsonValue): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw refused(key, 'a value that is no JSON', 'Store plain data.', cause);
  }
  if (text === undefined) throw refused(key, 'a value that is no JSON', 'Store plain data.');
  return text;
}

function parse(text: string | undefined): JsonValue | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
}

function refused(key: string, what: string, next: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('STATE_REFUSED', `The state store does not keep ${what} (key "${key.slice(0, 80)}").`, {
    next,
    cause,
  });
}
