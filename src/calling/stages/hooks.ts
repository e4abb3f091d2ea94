import { errorMessage, ToolscoutError } from '../../errors.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
import { deepFreeze } from '../../shared/freeze.ts';
import { isObject } from '../../shared/json.ts';
import { freezeArguments } from '../arguments/snapshot.ts';
import type { CallArguments, CallEvent, CallHook, CallOutcome, HookDecision } from '../types.ts';
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
    const { block, arguments: args } = await ask(hook.before, event, patience);
    if (isBlock(block)) throw blocked(event, typeof block === 'string' ? block : 'it gave no reason');
    if (args === undefined) continue;
    if (!isObject(args)) throw blocked(event, 'a hook gave arguments that are no object');
    event = withArguments(event, args);
  }
  return event;
}

/** Code without types says `block: true` as well. Only what clearly means no is none. */
function isBlock(block: unknown): boolean {
  return block !== undefined && block !== null && block !== false;
}

/** The call with what a hook put in; the call itself where that is the same. */
function withArguments(event: CallEvent, args: CallArguments): CallEvent {
  try {
    const frozen = freezeArguments(event.tool, args);
    const isSame = stringifyExact(frozen) === stringifyExact(event.arguments);
    return isSame ? event : { ...event, arguments: frozen };
  } catch (error) {
    // The model did not send them, and cannot send better ones.
    throw blocked(event, `a hook gave arguments that are no plain data (${errorMessage(error)})`, error);
  }
}

async function ask(
  before: NonNullable<CallHook['before']>,
  event: CallEvent,
  patience: Patience,
): Promise<{ readonly block?: unknown; readonly arguments?: unknown }> {
  try {
    const decision: Partial<Record<keyof HookDecision, unknown>> =
      (await within<unknown>(before(event), patience)) ?? {};
    // Read here, once: what a hook gives may throw when it is looked at.
    return { block: decision.block, arguments: decision.arguments };
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
      try {
        onError(error, event);
      } catch {
        // The tool has run: whoever cannot be told of a failure takes no result away.
      }
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
