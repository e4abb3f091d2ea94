import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { ToolscoutError } from '../../../errors.ts';
import { foreignText, isObject } from '../../../shared/json.ts';
import { damaged } from './secret-errors.ts';
import type { SecretKey } from './secret-key.ts';

const FORMAT = 'toolscout-secret';
const VERSION = 1;
/** The nonce of GCM; a fresh random one for each writing. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SALT_BYTES = 16;

/**
 * Seals a text with AES-256-GCM. It opens under the same label only, so that one sealed file cannot take the place of
 * another.
 */
export function seal(text: string, label: string, key: SecretKey): string {
  const salt = randomBytes(SALT_BYTES);
  const derived = key.keyFor(salt);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', derived, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(boundTo(label)));
  const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${JSON.stringify({
    format: FORMAT,
    version: VERSION,
    key: key.source,
    salt: salt.toString('base64'),
    check: checkOf(derived),
    nonce: nonce.toString('base64'),
    data: data.toString('base64'),
  })}\n`;
}

/**
 * Opens what {@link seal} made.
 * @param path for messages
 * @throws ToolscoutError `SECRET_KEY_WRONG` where it was sealed with another key, `SECRET_DAMAGED` for all else
 */
export function unseal(sealed: string, label: string, key: SecretKey, path: string): string {
  const { source, salt, check, nonce, data } = readEnvelope(sealed, path);
  const derived = key.keyFor(salt);
  if (checkOf(derived) !== check) throw wrongKey(path, source, key.source);
  try {
    const decipher = createDecipheriv('aes-256-gcm', derived, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(boundTo(label)));
    decipher.setAuthTag(data.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(data.subarray(0, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw damaged(path, 'its content was changed', cause);
  }
}

function readEnvelope(
  sealed: string,
  path: string,
): { source: unknown; salt: Buffer; check: unknown; nonce: Buffer; data: Buffer } {
  let read: unknown;
  try {
    read = JSON.parse(sealed);
  } catch (cause) {
    throw damaged(path, 'it is not whole', cause);
  }
  if (!isObject(read) || read.format !== FORMAT) throw damaged(path, 'it is no file of secrets');
  if (read.version !== VERSION) {
    throw damaged(path, `it has version ${JSON.stringify(read.version)}, and version ${VERSION} is read here`);
  }
  const [salt, nonce, data] = ['salt', 'nonce', 'data'].map((name) => Buffer.from(foreignText(read[name]), 'base64'));
  if (salt?.length !== SALT_BYTES || nonce?.length !== NONCE_BYTES || data === undefined || data.length < TAG_BYTES) {
    throw damaged(path, 'parts of it are missing');
  }
  return { source: read.key, salt, check: read.check, nonce, data };
}

function wrongKey(path: string, sealedBy: unknown, opened: SecretKey['source']): ToolscoutError {
  const written = sealedBy === 'environment' ? 'TOOLSCOUT_SECRET' : 'the key file';
  const now = opened === 'environment' ? 'TOOLSCOUT_SECRET' : 'the key file';
  const how = written === now ? `another content of ${now}` : `${written}, and ${now} is used now`;
  return new ToolscoutError('SECRET_KEY_WRONG', `${path} was sealed with ${how}.`, {
    next: `Bring back the key that it was sealed with, or remove the file and sign in again.`,
    details: { file: path },
  });
}

/** Tells a wrong key from damage, and nothing about the key. */
function checkOf(key: Buffer): string {
  return createHmac('sha256', key).update('check').digest('hex').slice(0, 16);
}

function boundTo(label: string): string {
  return `${FORMAT}/${VERSION}/${label}`;
}
