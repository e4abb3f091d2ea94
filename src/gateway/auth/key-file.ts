import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFile, moveInPlace } from '../../backends/index.ts';
import { readPolicyRules } from '../../calling/index.ts';
import { type FilterInput, readFilter } from '../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import type { ApiKeyRecord, KeySecret } from './api-keys.ts';
import type { CallerRight } from './caller.ts';
import { CALLER_RIGHTS, type Grant } from './grant.ts';

const VERSION = 1;
const OTHERS = 0o077;
/** A command that changes the file takes milliseconds; a lock of this age was left behind. */
const STALE_LOCK_MS = 30_000;

/**
 * The file of API keys. It is read again whenever it has changed, so that a revoked key is refused with the next
 * request.
 */
export class KeyFile {
  readonly path: string;
  #read: { readonly mark: string; readonly records: readonly ApiKeyRecord[] } | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Every record; none where there is no file.
   * @throws ToolscoutError `SECRET_EXPOSED`, `CONFIG_INVALID` or `FILE_UNREADABLE`
   */
  records(): readonly ApiKeyRecord[] {
    let descriptor: number | undefined;
    try {
      const mark = markOf(statSync(this.path));
      if (this.#read?.mark === mark) return this.#read.records;
      descriptor = openSync(this.path, 'r');
      // Of the file that is read, not of one that may have taken its place.
      const stats = fstatSync(descriptor);
      refuseExposed(this.path, stats);
      const records = readRecords(readFileSync(descriptor, 'utf8'), this.path);
      this.#read = { mark: markOf(stats), records };
      return records;
    } catch (error) {
      this.#read = undefined;
      if (isCode(error, 'ENOENT')) return [];
      if (error instanceof ToolscoutError) throw error;
      throw new ToolscoutError('FILE_UNREADABLE', `${this.path} cannot be read: ${errorMessage(error)}`, {
        cause: error,
      });
    } finally {
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  /** Replaces the records by what `change` makes of them: as a whole, and one command after the other. */
  change(change: (records: readonly ApiKeyRecord[]) => readonly ApiKeyRecord[]): void {
    mkdirSync(dirname(this.path), { recursive: true });
    const release = this.#lock();
    const draft = `${this.path}.${randomBytes(6).toString('hex')}`;
    try {
      const keys = change(this.records());
      makeFile(draft, `${JSON.stringify({ version: VERSION, keys }, null, 2)}\n`, { isDurable: true });
      moveInPlace(draft, this.path);
    } finally {
      release();
    }
  }

  #lock(): () => void {
    const path = `${this.path}.lock`;
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_LOCK_MS) rmSync(path, { force: true });
    if (!makeFile(path, String(process.pid))) {
      throw new ToolscoutError('FILE_NOT_WRITTEN', `Another command is changing ${this.path}.`, {
        next: 'Run it again in a moment.',
      });
    }
    return () => rmSync(path, { force: true });
  }
}

/** Names the content, as far as the file system tells. */
function markOf({ dev, ino, mtimeMs, ctimeMs, size, mode }: Stats): string {
  return [dev, ino, mtimeMs, ctimeMs, size, mode].join(' ');
}

/** Windows keeps no such bits: there the folder must be the user's own. */
function refuseExposed(path: string, { mode, uid }: Stats): void {
  const me = process.getuid?.();
  if (me === undefined) return;
  if ((mode & OTHERS) !== 0) {
    throw new ToolscoutError(
      'SECRET_EXPOSED',
      `${path} can be read or written by others (mode ${(mode & 0o777).toString(8)}).`,
      { next: `Run: chmod 600 ${path}`, details: { file: path } },
    );
  }
  if (uid !== me && uid !== 0) {
    throw new ToolscoutError('SECRET_EXPOSED', `${path} belongs to another user.`, {
      next: 'Make it your own, or make the keys anew.',
      details: { file: path },
    });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** One record that cannot be read makes the whole file unusable: what it was meant to withhold is not known. */
function readRecords(text: string, path: string): readonly ApiKeyRecord[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    throw broken(path, 'is no JSON', cause);
  }
  if (!isObject(file) || file.version !== VERSION || !Array.isArray(file.keys))
    throw broken(path, 'is no file of keys');
  return file.keys.map((value, index) => readRecord(value, `${path}: keys[${index}]`));
}

function readRecord(value: unknown, place: string): ApiKeyRecord {
  if (!isObject(value)) throw broken(place, 'is no key');
  const { id, name, createdAt, expiresAt, revokedAt, grant, secrets } = value;
  if (typeof id !== 'string' || typeof name !== 'string' || !isTime(createdAt)) throw broken(place, 'is no key');
  for (const time of [expiresAt, revokedAt])
    if (time !== undefined && !isTime(time)) throw broken(place, 'has no time');
  if (!Array.isArray(secrets) || !secrets.every(isSecret)) throw broken(place, 'has no usable secrets');
  return {
    id,
    name,
    createdAt,
    ...(isTime(expiresAt) ? { expiresAt } : {}),
    ...(isTime(revokedAt) ? { revokedAt } : {}),
    grant: readGrant(grant, place),
    secrets,
  };
}

const TEXTS = ['agent', 'profile', 'sandbox', 'channel'] as const;
const MEMBERS = new Set<string>([...TEXTS, 'filter', 'rules', 'views', 'may']);

/** @throws ToolscoutError `CONFIG_INVALID`, `FILTER_INVALID`: also for members that are not known, which might narrow. */
export function readGrant(value: unknown, place: string): Grant {
  if (!isObject(value)) throw broken(place, 'has no grant');
  const unknown = Object.keys(value).find((key) => !MEMBERS.has(key));
  if (unknown !== undefined) throw broken(place, `has "${unknown}" in its grant, which this version does not know`);
  for (const key of TEXTS) {
    if (value[key] !== undefined && (typeof value[key] !== 'string' || value[key] === '')) {
      throw broken(place, `has no text as ${key}`);
    }
  }
  const { filter, rules, views, may } = value;
  if (filter !== undefined) readFilter(filter as FilterInput);
  if (rules !== undefined) readPolicyRules(rules, `${place}.grant.rules`);
  if (views !== undefined && !(isTexts(views) && views.length > 0)) throw broken(place, 'has no list of views');
  if (!isTexts(may) || !may.every((one) => CALLER_RIGHTS.includes(one as CallerRight))) {
    throw broken(place, `may hold the rights ${CALLER_RIGHTS.join(', ')} only`);
  }
  return value as unknown as Grant;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '');
}

/** As `toISOString` writes it: such texts sort as the times do. */
function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
}

function isSecret(value: unknown): value is KeySecret {
  return (
    isObject(value) &&
    typeof value.salt === 'string' &&
    typeof value.digest === 'string' &&
    isTime(value.createdAt) &&
    (value.expiresAt === undefined || isTime(value.expiresAt))
  );
}

function broken(place: string, what: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('CONFIG_INVALID', `${place} ${what}.`, {
    next: 'Correct it, or make the keys anew with "toolscout keys create". Until then no key is good.',
    cause,
  });
}
