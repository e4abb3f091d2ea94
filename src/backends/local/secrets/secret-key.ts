import { hkdfSync, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ToolscoutError } from '../../../errors.ts';
import { makeFile, makeFolder, notWritten } from '../whole-file.ts';
import { damaged, refuseExposed } from './secret-errors.ts';

/** Bytes of an AES-256 key. */
const KEY_BYTES = 32;
/** A shorter text can be guessed. */
const MIN_SECRET_LENGTH = 16;
/** 16 MiB and some 50 ms for each guess at the text. */
const SCRYPT = { N: 2 ** 14, r: 8, p: 1 } as const;
/** Each file has a salt, and each writing of it another. */
const MAX_REMEMBERED = 200;
const PURPOSE = 'toolscout secrets v1';

/** Makes the keys that files are sealed with, each from its own salt. */
export interface SecretKey {
  readonly source: 'file' | 'environment';
  keyFor(salt: Buffer): Buffer;
}

/** The key of a folder: of the text in `TOOLSCOUT_SECRET`, else of a file in the folder that is made when it is missing. */
export function openSecretKey(folder: string, secret: string | undefined): SecretKey {
  const derived = new Map<string, Buffer>();
  const remember = (salt: Buffer, derive: () => Buffer): Buffer => {
    const known = derived.get(salt.toString('hex'));
    if (known !== undefined) return known;
    const key = derive();
    if (derived.size >= MAX_REMEMBERED) derived.clear();
    derived.set(salt.toString('hex'), key);
    return key;
  };
  if (secret !== undefined && secret !== '') {
    if (secret.length < MIN_SECRET_LENGTH) {
      throw new ToolscoutError('CONFIG_INVALID', `TOOLSCOUT_SECRET is shorter than ${MIN_SECRET_LENGTH} characters.`, {
        next: 'Set it to a long random text, such as the output of: openssl rand -base64 32',
      });
    }
    return {
      source: 'environment',
      keyFor: (salt) => remember(salt, () => scryptSync(secret, salt, KEY_BYTES, SCRYPT)),
    };
  }
  let master: Buffer | undefined;
  return {
    source: 'file',
    keyFor: (salt) => {
      master ??= readKeyFile(folder);
      const from = master;
      return remember(salt, () => Buffer.from(hkdfSync('sha256', from, salt, PURPOSE, KEY_BYTES)));
    },
  };
}

function readKeyFile(folder: string): Buffer {
  const path = join(folder, 'key');
  if (!existsSync(path)) makeKeyFile(folder, path);
  refuseExposed(path);
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== KEY_BYTES) throw damaged(path, 'it holds no key');
  return key;
}

function makeKeyFile(folder: string, path: string): void {
  makeFolder(folder);
  const draft = `${path}.${process.pid}-${randomBytes(6).toString('hex')}`;
  makeFile(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { isDurable: true });
  try {
    // A link is made whole or not at all, so that nobody reads half a key, and never over one that is there.
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw notWritten(path, error);
  } finally {
    rmSync(draft, { force: true });
  }
}
