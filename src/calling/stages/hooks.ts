import { errorMessage, ToolscoutError } from '../../errors.ts';
import { deepFreeze } from '../../shared/freeze.ts';
import { isObject } from '../../shared/json.ts';
import { freezeArguments } from '../arguments/snapshot.ts';
import type { CallEvent, CallHook, CallOutcome, HookDecision } from '../types.ts';
import { type Patience, within } from './patience.ts';

/**
 * Lets every pre-hook see the call, in order; each sees what the one before made of it.
 * @throws ToolscoutError the hook's own, or `BLOCKED_BY_HOOK` where it threw something else, said so, or said nothing in
 *   time.
 */
export async function runBefore(hooks: readonly CallHook[], first: CallEvent, patience: Patience): Promise<CallEvent> {
  let event = first;
  for (const hook of hooks) {
    if (hook.before === undefined) continue;
    const decision = await ask(hook.before, event, patience);
    if (typeof decision?.block === 'string') throw blocked(event, decision.block);
    if (decision?.arguments === undefined) continue;
    if (!isObject(decision.arguments)) throw blocked(event, 'a hook gave arguments that are no object');
    event = { ...event, arguments: freezeArguments(event.tool, decision.arguments) };
  }
  return event;
}

async function ask(
  before: NonNullable<CallHook['before']>,
  event: CallEvent,
  patience: Patience,
): Promise<Partial<HookDecision> | undefined> {
  try {
    return (await within(before(event), patience)) ?? undefined;
  } catch (error) {
    if (error instanceof ToolscoutError) throw error;
    throw blocked(event, errorMessage(error), error);
  }
}

/** Says that a hook stopped the call. */
export function blocked({ tool }: CallEvent, reason: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('BLOCKED_BY_HOOK', `${tool.name} was stopped by a hook: ${reason}`, {
    next: 'Tell the user; do not try another way around.',
    details: { tool: tool.name, ran: false },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Lets every post-hook see the outcome and returns it, or what a hook put in its place in time. */
export async function runAfter(
  hooks: readonly CallHook[],
  event: CallEvent,
  first: CallOutcome,
  patience: Patience,
  onError: (error: unknown, event: CallEvent) => void,
): Promise<CallOutcome> {
  let outcome = first;
  let shown: CallOutcome | undefined;
  for (const hook of hooks) {
    if (hook.after === undefined) continue;
    try {
      shown ??= untouchable(outcome);
      const replacement: unknown = await within<unknown>(hook.after(event, shown), patience);
      if (!isObject(replacement) || !isObject(replacement.result)) continue;
      outcome = { ok: true, result: replacement.result };
      shown = undefined;
    } catch (error) {
      onError(error, event);
    }
  }
  return outcome;
}

/** A copy that a hook cannot change by the way; what cannot be copied is shown as it is. */
function untouchable(outcome: CallOutcome): CallOutcome {
  if (!outcome.ok) return outcome;
  try {
    return { ok: true, result: deepFreeze(structuredClone(outcome.result)) };
  } catch {
    return outcome;
  }
}
