import { ToolscoutError } from '../errors.ts';
import type { Completion, CompletionRequest, LanguageModel } from './language-model.ts';

/** One scripted answer: a text, a whole completion, an error to throw, or `hang` until the request is given up. */
export type ScriptedReply = string | Completion | Error | 'hang';

export interface ScriptedModel extends LanguageModel {
  /** Every request so far, in order. */
  readonly requests: readonly CompletionRequest[];
}

/**
 * A model that says what it was told to, for tests and demos: the given replies one after the other, or what a
 * function makes of each request. A list that is used up is an error, so that no request goes unnoticed.
 */
export function createScriptedModel(
  script: readonly ScriptedReply[] | ((request: CompletionRequest, turn: number) => ScriptedReply),
  id = 'scripted',
): ScriptedModel {
  const requests: CompletionRequest[] = [];
  return {
    id,
    requests,
    complete: async (request) => {
      request.signal?.throwIfAborted();
      const turn = requests.push(request) - 1;
      const reply = typeof script === 'function' ? script(request, turn) : script[turn];
      if (reply === undefined) {
        throw new ToolscoutError('LLM_UNAVAILABLE', `The script of ${id} has no reply number ${turn + 1}.`);
      }
      if (reply === 'hang') return aborted(request.signal);
      if (reply instanceof Error) throw reply;
      return typeof reply === 'string' ? { text: reply, stop: 'end' } : reply;
    },
  };
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
