import { ProtocolError, SdkError, SdkErrorCode, type Server } from '@modelcontextprotocol/server';
import { errorMessage, ToolscoutError } from '../errors.ts';
import type { CompletionRequest, LanguageModel, StopReason } from '../llm/index.ts';
import { isObject } from '../shared/json.ts';
import { truncate } from '../shared/truncate.ts';

/** Most clients show each request to their user, who has to read it before agreeing. */
const SAMPLING_TIMEOUT_MS = 300_000;
const MAX_QUOTED = 200;

const STOPS: Readonly<Record<string, StopReason>> = { endTurn: 'end', stopSequence: 'end', maxTokens: 'length' };

/** Does the client of this connection lend its model? Known once it has initialized. */
export function canSample(server: Server): boolean {
  return server.getClientCapabilities()?.sampling !== undefined;
}

/**
 * The connected client's own model, by MCP sampling: no key is needed, and the client decides what it costs and whom
 * it asks. For 2025-era connections; the 2026 revision has no requests from server to client.
 */
export function createSamplingModel(server: Server): LanguageModel {
  const client = server.getClientVersion()?.name ?? 'unknown';
  return {
    id: `client/${client}`,
    complete: async (request) => {
      request.signal?.throwIfAborted();
      const result = await ask(server, client, request);
      const blocks: readonly unknown[] = Array.isArray(result.content) ? result.content : [result.content];
      const texts = blocks.flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : []));
      if (texts.length === 0) {
        throw new ToolscoutError('LLM_REPLY_INVALID', `The client "${client}" answered without a text.`, {
          next: 'Write examples with a model of your own: toolscout enrich.',
        });
      }
      return { text: texts.join(''), stop: STOPS[String(result.stopReason)] ?? 'other' };
    },
  };
}

async function ask(
  server: Server,
  client: string,
  { system, messages, maxTokens, temperature, signal }: CompletionRequest,
): Promise<{ readonly content: unknown; readonly stopReason?: unknown }> {
  try {
    return await server.createMessage(
      {
        messages: messages.map(({ role, content }) => ({ role, content: { type: 'text', text: content } })),
        ...(system === undefined ? {} : { systemPrompt: system }),
        maxTokens,
        ...(temperature === undefined ? {} : { temperature }),
        // Small texts about public tools: the cheapest model will do, and it needs to see nothing else.
        modelPreferences: { costPriority: 1, speedPriority: 0.5, intelligencePriority: 0.2 },
      },
      { timeout: SAMPLING_TIMEOUT_MS, ...(signal === undefined ? {} : { signal }) },
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw toModelError(error, client);
  }
}

function toModelError(error: unknown, client: string): ToolscoutError {
  if (error instanceof ProtocolError) {
    const said = truncate(errorMessage(error), MAX_QUOTED);
    return new ToolscoutError('LLM_REJECTED', `The client "${client}" did not lend its model: ${said}`, {
      next: 'Agree to the request in the client, or write examples with a model of your own: toolscout enrich.',
      cause: error,
    });
  }
  if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) {
    return new ToolscoutError('LLM_TIMEOUT', `The client "${client}" has not answered for its model.`, {
      next: 'Look whether the client asks for permission.',
      cause: error,
    });
  }
  return new ToolscoutError(
    'LLM_UNAVAILABLE',
    `The model of the client "${client}" cannot be asked: ${errorMessage(error)}`,
    {
      next: 'Write examples with a model of your own: toolscout enrich.',
      cause: error,
    },
  );
}
