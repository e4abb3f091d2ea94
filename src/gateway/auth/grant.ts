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

/**
 * Is the caller given a part of what there is? Who is not, and may observe, operates the gateway: its counts, which name
 * nothing, are of everybody then.
 */
export function isNarrowed({ scope, views }: Caller): boolean {
  const { caller: _, ...narrowing } = scope;
  return views !== undefined || Object.values(narrowing).some((one) => one !== undefined);
}

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
