import type { ToolSet } from 'ai';
import { isObject } from '../../shared/json.ts';
import type { Tool } from '../../tools/index.ts';
import { inWords, readableBlocks } from '../shared/run-call.ts';

/** What the SDK sends a model as the result of a call. */
export type ModelOutput = Awaited<ReturnType<NonNullable<ToolSet[string]['toModelOutput']>>>;

/** Text where a text says it all; pictures as files, or named. Failures are marked as such. */
export function toModelOutput(output: unknown, isAnswer: boolean, pictures: 'shown' | 'named'): ModelOutput {
  const failed = isObject(output) && output.isError === true;
  const isResult = failed || !isAnswer;
  const blocks = readableBlocks(
    isResult && isObject(output) ? { kind: 'result', result: output } : { kind: 'answer', answer: output },
  );
  if (!failed && pictures === 'shown' && blocks.some(({ type }) => type === 'image')) {
    const value = blocks.map((block) =>
      block.type === 'text'
        ? { type: 'text' as const, text: block.text }
        : { type: 'file' as const, mediaType: block.mimeType, data: { type: 'data' as const, data: block.data } },
    );
    return { type: 'content', value };
  }
  return { type: failed ? 'error-text' : 'text', value: blocks.map(inWords).join('\n') };
}

/** What Anthropic's provider writes as references to these tools. */
export function toReferences(tools: readonly Tool[]): ModelOutput {
  const value = tools.map(({ name }) => ({
    type: 'custom' as const,
    providerOptions: { anthropic: { type: 'tool-reference', toolName: name } },
  }));
  return { type: 'content', value };
}
