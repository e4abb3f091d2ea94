import { createFence, type LanguageModel, readJsonReply } from '../../llm/index.ts';
import { isObject, own } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import { singleLine, type Tool } from '../../tools/index.ts';

const MAX_TOOLS_SHOWN = 300;
const MAX_LENGTH = 300;
const MAX_REPLY_TOKENS = 4_000;

/**
 * Has a model write requests that somebody might make of the same assistant and that none of its tools serves. Whether
 * one of them does is for a person to check: nobody else knows.
 */
export async function writeUnservedRequests(
  model: LanguageModel,
  tools: readonly Tool[],
  count: number,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const fence = createFence();
  // Every n-th, so that all servers are among them.
  const step = Math.max(1, Math.ceil(tools.length / MAX_TOOLS_SHOWN));
  const shown = tools.filter((_, place) => place % step === 0);
  const list = shown.map(({ name, description }) => `${name}: ${truncate(singleLine(description), 100)}`).join('\n');
  const reply = await model.complete({
    system: [
      `Write ${count} requests that people might make of an assistant and that none of its tools can serve.`,
      'Half of them should be near misses: the right product or subject, but something that no tool does.',
      'Write as people write to an assistant: short, concrete, in different moods. Do not name tools.',
      'Reply with JSON only: {"requests": ["…"]}.',
      fence.note,
    ].join('\n'),
    messages: [{ role: 'user', content: `Tools:\n${fence.wrap(list)}` }],
    schema: {
      type: 'object',
      properties: { requests: { type: 'array', items: { type: 'string' } } },
      required: ['requests'],
    },
    maxTokens: MAX_REPLY_TOKENS,
    ...(signal === undefined ? {} : { signal }),
  });
  const read = readJsonReply(reply.text);
  const requests = isObject(read) ? own(read, 'requests') : read;
  if (!Array.isArray(requests)) return [];
  const texts = requests.filter((text): text is string => typeof text === 'string' && text.length <= MAX_LENGTH);
  const names = new Set(tools.map(({ name }) => name));
  const fit = texts.map(singleLine).filter((text) => text !== '' && !text.includes(fence.boundary) && !names.has(text));
  return [...new Set(fit)].slice(0, count);
}
