import { ToolscoutError } from '../../errors.ts';
import {
  type ApiKeyRecord,
  createKey,
  type KeyState,
  keyState,
  type NewKey,
  type NewKeyOptions,
  revokeKey,
  rotateKey,
  shownKey,
} from './api-keys.ts';
import type { Grant } from './grant.ts';
import { KeyFile, readGrant } from './key-file.ts';

/** What may be told of a key. */
export interface KeyInfo {
  readonly id: string;
  readonly name: string;
  /** The part of the key that is no secret. */
  readonly prefix: string;
  readonly state: KeyState;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly revokedAt?: string;
  /** Until when a key that was rotated is still good. */
  readonly overlapUntil?: string;
  readonly grant: Grant;
}

/** A key at the one moment at which it is known. */
export interface IssuedKey extends KeyInfo {
  readonly key: string;
}

/** What an operator does with API keys. */
export class KeyBook {
  readonly #file: KeyFile;
  readonly #now: () => Date;

  constructor(path: string, now: () => Date = () => new Date()) {
    this.#file = new KeyFile(path);
    this.#now = now;
  }

  list(): readonly KeyInfo[] {
    return this.#file.records().map((record) => this.#info(record));
  }

  /** @throws ToolscoutError where a key of that name is in use, or for a grant that cannot be used */
  create(options: NewKeyOptions): IssuedKey {
    readGrant(options.grant, 'The new key');
    const now = this.#now();
    const made = createKey(options, now);
    this.#file.change((records) => {
      const taken = records.some((one) => one.name === options.name && keyState(one, now) === 'active');
      if (!taken) return [...records, made.record];
      throw new ToolscoutError('KEY_EXISTS', `There is a key named "${options.name}" already.`, {
        next: 'Rotate or revoke it, or choose another name.',
      });
    });
    return this.#issued(made);
  }

  rotate(reference: string, options: { readonly overlapMs: number; readonly expiresAt?: Date }): IssuedKey {
    const now = this.#now();
    let made: NewKey | undefined;
    this.#change(reference, (record) => {
      made = rotateKey(record, options.overlapMs, now, options.expiresAt);
      return made.record;
    });
    return this.#issued(made!);
  }

  revoke(reference: string): KeyInfo {
    return this.#info(this.#change(reference, (record) => revokeKey(record, this.#now())));
  }

  #change(reference: string, change: (record: ApiKeyRecord) => ApiKeyRecord): ApiKeyRecord {
    let changed: ApiKeyRecord | undefined;
    this.#file.change((records) => {
      const record = this.#find(records, reference);
      changed = change(record);
      return records.map((one) => (one === record ? changed! : one));
    });
    return changed!;
  }

  /** By id, or by the name of the one that is in use. */
  #find(records: readonly ApiKeyRecord[], reference: string): ApiKeyRecord {
    const byName = records.filter(({ name }) => name === reference);
    const found =
      records.find(({ id }) => id === reference) ??
      byName.find((one) => keyState(one, this.#now()) === 'active') ??
      byName.at(-1);
    if (found !== undefined) return found;
    throw new ToolscoutError('KEY_NOT_FOUND', `There is no key "${reference}" in ${this.#file.path}.`, {
      next: '"toolscout keys list" shows names and ids.',
    });
  }

  #issued({ record, key }: NewKey): IssuedKey {
    return { ...this.#info(record), key };
  }

  #info(record: ApiKeyRecord): KeyInfo {
    const { id, name, createdAt, expiresAt, revokedAt, grant, secrets } = record;
    const now = this.#now();
    const overlapUntil = secrets[1]?.expiresAt;
    return {
      id,
      name,
      prefix: shownKey(id),
      state: keyState(record, now),
      createdAt,
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(revokedAt === undefined ? {} : { revokedAt }),
      ...(overlapUntil === undefined || overlapUntil <= now.toISOString() ? {} : { overlapUntil }),
      grant,
    };
  }
}
