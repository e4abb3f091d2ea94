import { isObject, type JsonValue } from '../../shared/json.ts';
import { createRecordStore, type StateStore } from '../../state/index.ts';
import { wholeCharacters } from './cut.ts';

/** A piece of a kept text. Offsets count characters as JavaScript does. */
export interface ResultPage {
  readonly text: string;
  readonly offset: number;
  /** Where to read on; missing at the end. */
  readonly nextOffset?: number;
  readonly total: number;
}

/** Keeps the long texts of results for a while, each for the session that made the call. */
export interface ResultStore {
  /** Returns the handle to read it by; undefined where it could not be kept. */
  keep(session: string, text: string): Promise<string | undefined>;
  /** Undefined for a handle that is unknown, expired, or of another session: the three look alike. */
  read(session: string, handle: string, offset: number, limit: number): Promise<ResultPage | undefined>;
}

export interface ResultStoreOptions {
  /** How long a text can be read after the call. Default: 15 minutes. */
  readonly ttlMs?: number;
}

const TTL_MS = 15 * 60_000;

/** Results over the state seam, whose bounds are theirs. */
export function createResultStore(state: StateStore, { ttlMs = TTL_MS }: ResultStoreOptions = {}): ResultStore {
  const records = createRecordStore<{ readonly text: string }>(state, { name: 'results', read: readRecord, ttlMs });
  return {
    keep: async (session, text) => {
      const handle = globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 16);
      try {
        await records.put(session, handle, { text });
        return handle;
      } catch {
        // Too large for the store, or the store is away: the head is given all the same.
        return undefined;
      }
    },
    read: async (session, handle, offset, limit) => {
      const record = await records.get(session, handle);
      if (record === undefined) return undefined;
      const { text } = record;
      const start = wholeCharacters(text, Math.min(offset, text.length));
      const asked = Math.min(start + limit, text.length);
      // A limit smaller than one character must not stand still.
      const whole = wholeCharacters(text, asked);
      const end = whole > start ? whole : asked;
      return {
        text: text.slice(start, end),
        offset: start,
        ...(end < text.length ? { nextOffset: end } : {}),
        total: text.length,
      };
    },
  };
}

function readRecord(value: JsonValue): { readonly text: string } | undefined {
  return isObject(value) && typeof value.text === 'string' ? { text: value.text } : undefined;
}
