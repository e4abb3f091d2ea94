import type { Hono } from 'hono';
import type { GatewaySession } from '../session-view.ts';
import type { Caller, CallerRight } from './caller.ts';

/** What every request behind a door knows: who it is from, and the caller's view of the tools. */
export interface DoorEnv {
  readonly Variables: {
    readonly caller: Caller;
    readonly session: GatewaySession;
  };
}

/** What a door is given of the server that it is part of. */
export interface DoorHost {
  /** The caller of a request. @throws AuthError */
  callerOf(request: Request): Promise<Caller>;
  /** The caller's view of the tools: the same object for one caller, as long as it is in use. */
  sessionOf(caller: Caller): GatewaySession;
}

/**
 * One more way in over HTTP. Whoever mounts it has checked Host, Origin, identity and right before its routes run, and
 * turns errors that they throw into answers.
 */
export interface Door {
  /** Where it is mounted, such as `/v1`. */
  readonly path: string;
  /** What a caller must be allowed to, to get in at all; of several, one is enough. */
  readonly right: CallerRight | readonly CallerRight[];
  readonly open: (host: DoorHost) => Hono<DoorEnv>;
}
