import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { ModelUsage } from '../../llm/index.ts';
import type { Tool } from '../../tools/index.ts';
import { type Question, toAuxiliaryRequest } from './prompt.ts';
import { readReply } from './read-reply.ts';
import type { AuxiliaryModel, PreselectFailure } from './types.ts';

/** A choice of the model, checked. */
export interface ModelChoice {
  /** Ids of candidates. */
  readonly chosen: readonly string[];
  readonly unknown: number;
  readonly attempts: number;
  readonly usage?: ModelUsage;
}

/**
 * Asks until a reply can be read or the attempts are used up. What will not change is not asked again.
 * @throws the last attempt's error, or the signal's reason.
 */
export async function askModel(
  model: AuxiliaryModel,
  question: Question,
  tools: readonly Tool[],
  { retries, signal }: { readonly retries: number; readonly signal: AbortSignal },
): Promise<ModelChoice> {
  let failure: unknown;
  for (let attempt = 1; attempt <= retries + 1; attempt++) {
    signal.throwIfAborted();
    try {
      const answer = await model.choose(toAuxiliaryRequest(question, signal));
      const read = readReply(answer?.reply, tools);
      if (read !== undefined) {
        return {
          chosen: read.tools.map(({ id }) => id),
          unknown: read.unknown,
          attempts: attempt,
          ...(answer.usage === undefined ? {} : { usage: answer.usage }),
        };
      }
      failure = new ToolscoutError('LLM_REPLY_INVALID', `The reply of ${model.id} names no candidate.`, {
        next: 'Use a model that can answer with a list of numbers.',
      });
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
      if (isFinal(error)) break;
    }
  }
  throw failure;
}

/** Asking again would be answered alike. */
function isFinal(error: unknown): boolean {
  return error instanceof ToolscoutError && (error.code === 'LLM_REJECTED' || error.code === 'LLM_KEY_MISSING');
}

const MAX_ERROR = 300;

/** What a failed model comes to for the turn. */
export function toFailure(error: unknown): { readonly failure: PreselectFailure; readonly error: string } {
  const text = errorMessage(error).slice(0, MAX_ERROR);
  const code = error instanceof ToolscoutError ? error.code : undefined;
  return { failure: (code === undefined ? undefined : FAILURES[code]) ?? 'model-failed', error: text };
}

const FAILURES: Readonly<Record<string, PreselectFailure>> = {
  LLM_TIMEOUT: 'model-timeout',
  LLM_UNAVAILABLE: 'model-unavailable',
  LLM_KEY_MISSING: 'model-unavailable',
  LLM_REPLY_INVALID: 'model-invalid-reply',
};
