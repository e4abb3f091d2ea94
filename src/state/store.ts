import type { JsonValue } from '../shared/json.ts';

export interface SetOptions {
  /** The value is gone after this time. Absent: it stays until it is deleted, or its room is needed. */
  readonly ttlMs?: number;
}

export interface ListOptions {
  /** At most this many keys. Default {@link LIST_LIMIT}. */
  readonly limit?: number;
}

/** Keys that one listing gives when nobody says otherwise. */
export const LIST_LIMIT = 1_000;

/**
 * The seam for everything that outlives one operation: sessions, ledger, approvals. Values are JSON and are copied on
 * the way in and out. Asynchronous, so that it can be another process: then several gateways share their sessions.
 *
 * A store is a memory, not a database: it may forget what it has no room for, oldest use first. Whoever reads takes a
 * missing value for the safe one.
 */
export interface StateStore {
  get(key: string): Promise<JsonValue | undefined>;
  /**
   * Replaces the value and its time to live.
   * @throws ToolscoutError `STATE_REFUSED` for what is no JSON or too large.
   */
  set(key: string, value: JsonValue, options?: SetOptions): Promise<void>;
  /** Tells whether there was a value. */
  delete(key: string): Promise<boolean>;
  /**
   * Changes one value so that no other change of it comes between. `undefined` in: there is none. `undefined` out:
   * delete it. Time to live as in {@link set}. Resolves with the new value.
   * @param change pure: a store that finds the value changed meanwhile runs it again. What it throws is passed on, and
   *   the value stays.
   */
  update(
    key: string,
    change: (current: JsonValue | undefined) => JsonValue | undefined,
    options?: SetOptions,
  ): Promise<JsonValue | undefined>;
  /** The keys that begin with the prefix, taken literally, in code-unit order. */
  list(prefix: string, options?: ListOptions): Promise<readonly string[]>;
}
