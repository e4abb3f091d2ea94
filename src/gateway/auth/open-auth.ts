import { createHash } from 'node:crypto';
import { ToolscoutError } from '../../errors.ts';
import type { Logger } from '../log.ts';
import { findKey, looksLikeKey } from './api-keys.ts';
import { AuthError, type Authenticate, type Caller, type CallerRight } from './caller.ts';
import { bearerChallenge, type Challenge } from './challenge.ts';
import { callerOfClaims } from './claims.ts';
import { CALLER_RIGHTS, callerOf } from './grant.ts';
import { KeyFile } from './key-file.ts';
import { KEY_SET_TIMES, KeySet, type KeySetTimes } from './key-set.ts';
import { metadataUrl, resourceMetadata } from './resource-metadata.ts';
import type { AuthSettings, OAuthSettings } from './settings.ts';
import { verifyToken } from './tokens.ts';

/** How a server knows its callers. */
export interface OpenAuth {
  readonly authenticate: Authenticate;
  /** For clients that look for the authorization server. */
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

export interface OpenAuthOptions {
  readonly log: Logger;
  readonly now?: () => Date;
  readonly keySetTimes?: KeySetTimes;
}

/**
 * Opens what a configuration says about callers.
 * @throws ToolscoutError for a file of keys that cannot be used
 */
export function openAuth({ keys, oauth }: AuthSettings, options: OpenAuthOptions): OpenAuth {
  const file = keys === undefined ? undefined : new KeyFile(keys.file);
  // What is wrong with it is told at the start, and not to the first who comes.
  file?.records();
  const challenge = (about: Challenge): string => bearerChallenge({ ...metadataOf(oauth), ...about });
  const keyCaller = file === undefined ? unknownKey : byKey(file, options);
  const tokenCaller = oauth === undefined ? unknownToken : byToken(oauth, options, challenge);
  return {
    authenticate: async (request) => {
      try {
        const token = bearerOf(request);
        return looksLikeKey(token) ? keyCaller(token) : await tokenCaller(token);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        const { code, message, next, cause } = error;
        // Not the cause: it may hold what the token says.
        options.log[code === 'AUTH_REQUIRED' ? 'debug' : 'info']({ code }, `a request was refused: ${message}`);
        if (error.challenge !== undefined || code === 'AUTH_UNAVAILABLE') throw error;
        throw new AuthError(code, message, {
          ...(next === undefined ? {} : { next }),
          // Who brought nothing has made no mistake yet.
          challenge: challenge(code === 'AUTH_REQUIRED' ? {} : { error: 'invalid_token', description: message }),
          cause,
        });
      }
    },
    metadata: oauth === undefined ? undefined : resourceMetadata(oauth),
  };
}

function metadataOf(oauth: OAuthSettings | undefined): Challenge {
  if (oauth === undefined) return {};
  const { use } = oauth.scopes;
  return { resourceMetadata: metadataUrl(oauth.resource), ...(use === undefined ? {} : { scope: use }) };
}

/** From the header alone: what stands in an address ends up in logs. */
function bearerOf({ headers }: Request): string {
  const header = headers.get('authorization');
  if (header === null) {
    throw new AuthError('AUTH_REQUIRED', 'This gateway wants to know who you are.', {
      next: 'Send "Authorization: Bearer KEY" with an API key or an access token.',
    });
  }
  const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(header.trim())?.[1];
  if (token === undefined) throw new AuthError('AUTH_INVALID', 'The header "Authorization" holds no bearer token.');
  return token;
}

const unknownKey = (): never => {
  throw new AuthError('AUTH_INVALID', 'The API key is not good.', {
    next: 'Ask the operator whether it was revoked or has expired.',
  });
};

const unknownToken = async (): Promise<never> => {
  throw new AuthError('AUTH_INVALID', 'The token is not good here.', { next: 'This gateway takes API keys.' });
};

function byKey(file: KeyFile, { log, now = () => new Date() }: OpenAuthOptions): (key: string) => Caller {
  return (key) => {
    let record: ReturnType<typeof findKey>;
    try {
      record = findKey(file.records(), key, now());
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error;
      log.error({ code: error.code, next: error.next }, `no API key is good: ${error.message}`);
      throw new AuthError('AUTH_UNAVAILABLE', 'API keys cannot be looked up at the moment.', { cause: error });
    }
    return record === undefined ? unknownKey() : callerOf(`key:${record.id}`, record.grant);
  };
}

function byToken(
  oauth: OAuthSettings,
  { keySetTimes = KEY_SET_TIMES }: OpenAuthOptions,
  challenge: (about: Challenge) => string,
): (token: string) => Promise<Caller> {
  const keys = new KeySet(oauth, keySetTimes);
  const stepUp = Object.fromEntries(
    CALLER_RIGHTS.flatMap((right): [CallerRight, string][] => {
      const scope = oauth.scopes[right];
      // RFC 6750: all scopes that the request needs; a new token that had lost `use` could do less than the old one.
      const wanted = [...new Set([oauth.scopes.use, scope])].filter((one) => one !== undefined).join(' ');
      return scope === undefined ? [] : [[right, challenge({ error: 'insufficient_scope', scope: wanted })]];
    }),
  );
  return async (token) => ({ ...callerOfClaims(await verifyToken(token, oauth, keys.get), oauth, digest), stepUp });
}

/** For ids that are long or hold anything: the same one each time, and safe in a log. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
