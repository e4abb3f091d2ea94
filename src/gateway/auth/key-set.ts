import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { isObject } from '../../shared/json.ts';
import { AuthError } from './caller.ts';
import type { OAuthSettings } from './settings.ts';

export interface KeySetTimes {
  /** Between two looks for a key that is not known: whoever invents key ids must not have us ask with each. */
  readonly cooldownMs: number;
  /** After which a key that the server withdrew is not trusted any more. */
  readonly maxAgeMs: number;
}

export const KEY_SET_TIMES: KeySetTimes = { cooldownMs: 10_000, maxAgeMs: 600_000 };
const TIMEOUT_MS = 5_000;
const MAX_METADATA_BYTES = 1_000_000;

/** The signing keys of an authorization server, found by its metadata and fetched when they are first needed. */
export class KeySet {
  readonly #settings: OAuthSettings;
  readonly #times: KeySetTimes;
  #keys: Promise<JWTVerifyGetKey> | undefined;
  #retryAt = 0;

  constructor(settings: OAuthSettings, times: KeySetTimes) {
    this.#settings = settings;
    this.#times = times;
  }

  /**
   * The key that a token says it is signed with.
   * @throws AuthError `AUTH_UNAVAILABLE` where the server cannot be asked; the errors of `jose` for a key that is not there.
   */
  readonly get: JWTVerifyGetKey = async (header, token) => {
    const keys = await this.#open();
    try {
      return await keys(header, token);
    } catch (error) {
      const isAnswer =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      throw isAnswer ? error : unavailable(error);
    }
  };

  #open(): Promise<JWTVerifyGetKey> {
    if (this.#keys === undefined) {
      if (Date.now() < this.#retryAt) throw unavailable();
      this.#keys = this.#find().catch((error: unknown) => {
        this.#keys = undefined;
        this.#retryAt = Date.now() + this.#times.cooldownMs;
        throw unavailable(error);
      });
    }
    return this.#keys;
  }

  async #find(): Promise<JWTVerifyGetKey> {
    const { jwksUri, issuer } = this.#settings;
    const uri = jwksUri ?? (await discoverKeys(issuer));
    return createRemoteJWKSet(new URL(uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: this.#times.cooldownMs,
      cacheMaxAge: this.#times.maxAgeMs,
    });
  }
}

/** Asks the places of RFC 8414 and of OpenID Connect, in this order. */
async function discoverKeys(issuer: string): Promise<string> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  let last: unknown;
  for (const place of places) {
    try {
      return await readKeysUri(place, issuer);
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

async function readKeysUri(place: string, issuer: string): Promise<string> {
  const response = await fetch(place, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${place} answers ${response.status}`);
  const text = await response.text();
  const metadata: unknown = text.length > MAX_METADATA_BYTES ? undefined : JSON.parse(text);
  // A server that speaks for another issuer would have its keys taken for that one's.
  if (!isObject(metadata) || metadata.issuer !== issuer) throw new Error(`${place} is not about ${issuer}`);
  const { jwks_uri: uri } = metadata;
  if (typeof uri !== 'string' || !isTrustworthy(uri))
    throw new Error(`${place} names no keys that can be fetched safely`);
  return uri;
}

/** Over plain HTTP keys could be exchanged on the way; on this machine there is no way. */
export function isTrustworthy(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function unavailable(cause?: unknown): AuthError {
  if (cause instanceof AuthError) return cause;
  return new AuthError('AUTH_UNAVAILABLE', 'The keys of the authorization server cannot be had at the moment.', {
    next: 'Try again in a minute; if it stays, tell the operator.',
    cause,
  });
}
