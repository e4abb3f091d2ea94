import { lintRequest } from '../../../src/adapters/lint/index.ts';
import { checkKnown } from './anthropic-api.ts';
import type { Model, Seen } from './model.ts';
import { event, type Part, parts, pieces, Refused } from './parts.ts';

/**
 * OpenAI's Chat Completions API as far as tools go. What it refuses: the rules of the linter, each with its page
 * (https://developers.openai.com/api/docs/api-reference/chat/create).
 */
export function answerChat(body: Part, model: Model, turn: number): Part {
  if (typeof body.model !== 'string') throw new Refused('you must provide a model parameter');
  const fault = lintRequest(body, { provider: 'openai-chat' }).find(({ severity }) => severity === 'refused');
  if (fault !== undefined) throw new Refused(`Invalid '${fault.path}': ${fault.message} (${fault.code})`);
  const names = parts(body.tools).map((tool) => String((tool.function as Part).name));
  const seen: Seen = {
    tools: new Set(names),
    history: JSON.stringify(body.messages).replaceAll('\\"', '"'),
  };
  const { text = null, calls = [], ...said } = model(seen, turn);
  checkKnown({ ...said, calls }, seen);
  const toolCalls = calls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }));
  const message = {
    role: 'assistant',
    content: text,
    refusal: null,
    ...(calls.length > 0 ? { tool_calls: toolCalls } : {}),
  };
  const choice = { index: 0, message, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop', logprobs: null };
  return { id: `chatcmpl_${turn}`, object: 'chat.completion', created: 0, model: body.model, choices: [choice] };
}

/** The same as a stream of chunks (https://developers.openai.com/api/docs/api-reference/chat/streaming). */
export function* streamChat(completion: Part): Generator<string> {
  const { message, finish_reason: reason } = parts(completion.choices)[0] as { message: Part; finish_reason: string };
  const chunk = (delta: Part, finish: string | null = null) =>
    event(
      { ...completion, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish }] },
      false,
    );
  yield chunk({ role: 'assistant', content: '' });
  if (typeof message.content === 'string') for (const piece of pieces(message.content)) yield chunk({ content: piece });
  for (const [index, call] of parts(message.tool_calls).entries()) {
    const { name, arguments: args } = call.function as { name: string; arguments: string };
    yield chunk({ tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: '' } }] });
    for (const piece of pieces(args)) yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
  }
  yield chunk({}, reason);
  yield 'data: [DONE]\n\n';
}
