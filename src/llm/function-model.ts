import { errorMessage, ToolscoutError } from '../errors.ts';
import type { Completion, CompletionRequest, LanguageModel } from './language-model.ts';

/** A user's own function as a model: whatever client, cache or routing they have stays theirs. */
export function createFunctionModel(
  id: string,
  complete: (request: CompletionRequest) => Promise<string | Completion> | string | Completion,
): LanguageModel {
  return {
    id,
    complete: async (request) => {
      request.signal?.throwIfAborted();
      let reply: string | Completion;
      try {
        reply = await complete(request);
      } catch (error) {
        request.signal?.throwIfAborted();
        if (error instanceof ToolscoutError) throw error;
        throw new ToolscoutError('LLM_UNAVAILABLE', `The model function ${id} failed: ${errorMessage(error)}`, {
          next: 'Look at the function that was given as the model.',
          cause: error,
        });
      }
      const completion = typeof reply === 'string' ? { text: reply } : reply;
      if (typeof completion?.text === 'string') return completion;
      throw new ToolscoutError('LLM_REPLY_INVALID', `The model function ${id} returned no text.`, {
        next: 'Return a string, or an object with "text".',
      });
    },
  };
}
