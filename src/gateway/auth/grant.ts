import type { PolicyRules, SessionScope } from '../../calling/index.ts';
import type { Caller, CallerRight } from './caller.ts';

/** What an identity is given: a part of what the policy gives everybody, and never more. */
export interface Grant extends Omit<SessionScope, 'session'> {
  readonly rules?: PolicyRules;
  /** The views it may use, the first by default. Absent: all of them, and the gateway as it is by default. */
  readonly views?: readonly string[];
  readonly may: readonly CallerRight[];
}

export const CALLER_RIGHTS: readonly CallerRight[] = ['use', 'observe', 'approve'];

/** The caller that an identity with this grant is. */
export function callerOf(id: string, { may, views, ...scope }: Grant): Caller {
  const view = views?.[0];
  return {
    id,
    scope: { ...scope, caller: id },
    ...(views === undefined ? {} : { views }),
    ...(view === undefined ? {} : { view }),
    may: new Set(may),
  };
}
