import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ToolscoutError } from '../../errors.ts';
import type { Grant } from './grant.ts';

/** A key as it is kept: of the key itself only a digest. */
export interface ApiKeyRecord {
  /** The public part of the key, and who its user is to us, through every rotation. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly revokedAt?: string;
  readonly grant: Grant;
  /** Newest first. Those before it are good until the overlap of the rotation is over. */
  readonly secrets: readonly KeySecret[];
}

export interface KeySecret {
  readonly salt: string;
  /** HMAC-SHA-256 of the whole key under the salt. With 256 random bits in the key there is nothing to guess slowly. */
  readonly digest: string;
  readonly createdAt: string;
  readonly expiresAt?: string;
}

export interface NewKey {
  readonly record: ApiKeyRecord;
  /** Shown once, kept nowhere. */
  readonly key: string;
}

const PREFIX = 'tsk';
const FORM = /^tsk_([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const SECRET_BYTES = 32;
/** Who knows no key must not learn from the time whether an id exists. */
const NOBODY: KeySecret = { salt: 'none', digest: 'A'.repeat(43), createdAt: '' };

export interface NewKeyOptions {
  readonly name: string;
  readonly grant: Grant;
  readonly expiresAt?: Date;
}

export function createKey({ name, grant, expiresAt }: NewKeyOptions, now: Date): NewKey {
  const id = randomBytes(6).toString('hex');
  const { key, secret } = createSecret(id, now);
  const record: ApiKeyRecord = {
    id,
    name,
    createdAt: now.toISOString(),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    grant,
    secrets: [secret],
  };
  return { record, key };
}

/**
 * A new key in the place of the one that holds, for the same user with the same grant.
 * @param overlapMs how long the old one is still good
 * @param expiresAt of the new one. Default: as before.
 */
export function rotateKey(record: ApiKeyRecord, overlapMs: number, now: Date, expiresAt?: Date): NewKey {
  if (record.revokedAt !== undefined) {
    throw new ToolscoutError('KEY_REVOKED', `The key ${record.id} (${record.name}) is revoked.`, {
      next: 'Create another.',
    });
  }
  const { key, secret } = createSecret(record.id, now);
  const end = new Date(now.getTime() + overlapMs).toISOString();
  const before = record.secrets
    .map((one) => ({ ...one, expiresAt: one.expiresAt !== undefined && one.expiresAt < end ? one.expiresAt : end }))
    .filter((one) => one.expiresAt > now.toISOString());
  return {
    record: {
      ...record,
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
      secrets: [secret, ...before],
    },
    key,
  };
}

/** The record stays, so that what it did can be told; its secrets go. */
export function revokeKey(record: ApiKeyRecord, now: Date): ApiKeyRecord {
  return { ...record, revokedAt: record.revokedAt ?? now.toISOString(), secrets: [] };
}

export type KeyState = 'active' | 'expired' | 'revoked';

export function keyState({ revokedAt, expiresAt }: ApiKeyRecord, now: Date): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && expiresAt <= now.toISOString() ? 'expired' : 'active';
}

/** How a key may be written in lists and logs. */
export function shownKey(id: string): string {
  return `${PREFIX}_${id}_…`;
}

/** Is this text meant to be a key of ours? */
export function looksLikeKey(text: string): boolean {
  return text.startsWith(`${PREFIX}_`);
}

/** The record of a key that is good now; undefined for every other, whatever is wrong with it. */
export function findKey(records: readonly ApiKeyRecord[], key: string, now: Date): ApiKeyRecord | undefined {
  const id = FORM.exec(key)?.[1];
  const record = records.find((one) => one.id === id);
  const time = now.toISOString();
  let found = false;
  for (const { salt, digest, expiresAt } of record?.secrets ?? [NOBODY]) {
    const same = timingSafeEqual(bytesOf(digestOf(key, salt)), bytesOf(digest));
    if (same && (expiresAt === undefined || expiresAt > time)) found = true;
  }
  return found && record !== undefined && keyState(record, now) === 'active' ? record : undefined;
}

function createSecret(id: string, now: Date): { readonly key: string; readonly secret: KeySecret } {
  const key = `${PREFIX}_${id}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
  const salt = randomBytes(16).toString('base64url');
  return { key, secret: { salt, digest: digestOf(key, salt), createdAt: now.toISOString() } };
}

function digestOf(key: string, salt: string): string {
  return createHmac('sha256', salt).update(key).digest('base64url');
}

/** Always as many bytes as a digest has, so that any two can be compared. */
function bytesOf(digest: string): Buffer {
  const bytes = Buffer.alloc(32);
  Buffer.from(digest, 'base64url').copy(bytes);
  return bytes;
}
