import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { CallEvent, CallPolicy } from '../types.ts';
import { type Patience, within } from './patience.ts';

/** What all policies together say. The strictest one counts. */
export type Verdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly reason: string; readonly rule?: string }
  | { readonly kind: 'deny'; readonly error: ToolscoutError };

/** Asks every policy until one denies. A policy that fails, or says nothing in time, denies. */
export async function decide(policies: readonly CallPolicy[], event: CallEvent, patience: Patience): Promise<Verdict> {
  const questions: { readonly ask: string; readonly rule?: string }[] = [];
  for (const policy of policies) {
    try {
      const decision = await within(policy(event), patience);
      if (decision === true) continue;
      if (typeof decision === 'string') return { kind: 'deny', error: denied(event, decision) };
      if (typeof decision?.ask === 'string') questions.push(decision);
      // Code without types can say anything. Only `true` allows.
      else return { kind: 'deny', error: denied(event, 'the policy gave no decision') };
    } catch (error) {
      return {
        kind: 'deny',
        error: error instanceof ToolscoutError ? error : denied(event, 'the policy failed', error),
      };
    }
  }
  if (questions.length === 0) return { kind: 'allow' };
  const rules = questions.map(({ rule }) => rule);
  return {
    kind: 'ask',
    reason: questions.map(({ ask }) => ask).join('; '),
    // Consent under one rule is none under the others.
    ...(rules.includes(undefined) ? {} : { rule: JSON.stringify(rules) }),
  };
}

function denied({ tool }: CallEvent, reason: string, cause?: unknown): ToolscoutError {
  const detail = cause === undefined ? '' : ` (${errorMessage(cause)})`;
  return new ToolscoutError('NOT_ALLOWED', `${tool.name} was blocked: ${reason}${detail}`, {
    next: 'Tell the user; do not try another way around.',
    details: { tool: tool.name, ran: false },
    ...(cause === undefined ? {} : { cause }),
  });
}
