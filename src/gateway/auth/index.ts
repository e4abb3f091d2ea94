/** Who comes in over HTTP, and what that one may do. */
export { ANYONE, AuthError, type Authenticate, type Caller, type CallerRight, demandRight } from './caller.ts';
export { CallerSessions } from './caller-sessions.ts';
export type { Door, DoorEnv, DoorHost } from './door.ts';
export { CALLER_RIGHTS, type Grant, isNarrowed } from './grant.ts';
export { type IssuedKey, KeyBook, type KeyInfo } from './key-book.ts';
export { isTrustworthy } from './key-set.ts';
export { type OpenAuth, openAuth } from './open-auth.ts';
export { refusalOf } from './refusal.ts';
export { METADATA_PATH } from './resource-metadata.ts';
export type { AuthSettings, ClaimMapping, ClaimSource, OAuthSettings } from './settings.ts';
