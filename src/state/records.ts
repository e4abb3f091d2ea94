import { contentHash } from '../shared/hash.ts';
import { isObject, type JsonValue } from '../shared/json.ts';
import type { StateStore } from './store.ts';

export interface RecordStoreOptions<T> {
  /** What the records are, for example `approvals`; the first part of their keys. */
  readonly name: string;
  /** Checks what comes out of the store, which another version may have written. Undefined: as if it were not there. */
  readonly read: (value: JsonValue) => T | undefined;
  /** Each write lets the record live this long. */
  readonly ttlMs: number;
}

export interface StoredRecord<T> {
  readonly id: string;
  readonly record: T;
}

/** Records of one kind, each of one session: what one session put there, no other gets by the same id. */
export interface RecordStore<T> {
  get(session: string, id: string): Promise<T | undefined>;
  put(session: string, id: string, record: T): Promise<void>;
  /** As {@link StateStore.update}: in one step, with a pure change; `undefined` deletes. */
  update(session: string, id: string, change: (current: T | undefined) => T | undefined): Promise<T | undefined>;
  delete(session: string, id: string): Promise<boolean>;
  /** All of a session, in no particular order. */
  list(session: string): Promise<readonly StoredRecord<T>[]>;
}

/** Typed records over the store, with sessions kept apart. `T` must be plain JSON data. */
export function createRecordStore<T extends object>(
  store: StateStore,
  { name, read, ttlMs }: RecordStoreOptions<T>,
): RecordStore<T> {
  const keyOf = (session: string, id: string) => stateKey(name, session, id);
  const write = (id: string, record: T): JsonValue => ({ id, record: record as unknown as JsonValue });
  const parse = (value: JsonValue | undefined): StoredRecord<T> | undefined => {
    if (!isObject(value) || typeof value.id !== 'string') return undefined;
    const record = read(value.record as JsonValue);
    return record === undefined ? undefined : { id: value.id, record };
  };
  return {
    get: async (session, id) => parse(await store.get(keyOf(session, id)))?.record,
    put: (session, id, record) => store.set(keyOf(session, id), write(id, record), { ttlMs }),
    update: async (session, id, change) => {
      const changed = await store.update(
        keyOf(session, id),
        (current) => {
          const next = change(parse(current)?.record);
          return next === undefined ? undefined : write(id, next);
        },
        { ttlMs },
      );
      return parse(changed)?.record;
    },
    delete: (session, id) => store.delete(keyOf(session, id)),
    list: async (session) => {
      const keys = await store.list(`${stateKey(name, session)}/`);
      const values = await Promise.all(keys.map((key) => store.get(key)));
      return values.flatMap((value) => parse(value) ?? []);
    },
  };
}

/**
 * One key of several parts. A part from outside may hold anything and be of any length; whatever is not short and plain
 * stands there as its hash, behind a mark that no plain part has.
 */
export function stateKey(...parts: readonly string[]): string {
  return parts.map((part) => (/^[\w.:-]{1,100}$/.test(part) ? part : `~${contentHash(part)}`)).join('/');
}
