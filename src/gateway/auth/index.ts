/** Who comes in over HTTP, and what that one may do. */
export {
  ANYONE,
  AuthError,
  type AuthErrorCode,
  type AuthErrorOptions,
  type Authenticate,
  type Caller,
  type CallerRight,
  demandRight,
} from './caller.ts';
export { CallerSessions } from './caller-sessions.ts';
export type { Door, DoorEnv, DoorHost } from './door.ts';
export { refusalOf } from './refusal.ts';
