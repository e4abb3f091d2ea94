import { isObject } from '../../shared/json.ts';
import type { AnthropicBlock, MessageLike } from './types.ts';

/** Names of the tools that a history refers to, first mention first: found ones, and those that were called. */
export function referredTools(messages: readonly MessageLike[]): readonly string[] {
  const names = new Set<string>();
  for (const block of blocksOf(messages)) {
    if (block.type === 'tool_use' && typeof block.name === 'string') names.add(block.name);
    for (const name of referencesIn(block)) names.add(name);
  }
  return [...names];
}

/** Names of the tools that are shown in the history by reference; each has to be defined in the request. */
export function referencedTools(messages: readonly MessageLike[]): ReadonlySet<string> {
  return new Set([...blocksOf(messages)].flatMap(referencesIn));
}

/** The blocks of all messages, in order. */
export function* blocksOf(messages: readonly MessageLike[]): Generator<AnthropicBlock> {
  for (const { content } of messages) if (Array.isArray(content)) yield* content as readonly AnthropicBlock[];
}

/** Names that a block refers to. */
export function referencesIn({ type, content }: AnthropicBlock): readonly string[] {
  if (type === 'tool_result' && Array.isArray(content)) return content.flatMap(nameOf);
  if (type !== 'tool_search_tool_result' || !isObject(content)) return [];
  const { tool_references: references } = content;
  return Array.isArray(references) ? references.flatMap(nameOf) : [];
}

function nameOf(block: unknown): readonly string[] {
  return isObject(block) && block.type === 'tool_reference' && typeof block.tool_name === 'string'
    ? [block.tool_name]
    : [];
}

/**
 * A history without anything that needs the provider's own forms: references become words, and the provider's searches
 * go. For endpoints that refuse these, and for requests without tools. What needs no change is the same object.
 */
export function withoutReferences<M extends MessageLike>(messages: readonly M[]): M[] {
  return messages.flatMap((message): M[] => {
    const { content } = message;
    if (!Array.isArray(content)) return [message];
    const blocks = (content as readonly AnthropicBlock[]).flatMap(inWords);
    if (blocks.length === content.length && blocks.every((block, index) => block === content[index])) return [message];
    return [{ ...message, content: blocks }];
  });
}

function inWords(block: AnthropicBlock): readonly AnthropicBlock[] {
  if (block.type === 'server_tool_use' && String(block.name).startsWith('tool_search_tool')) return [];
  const names = referencesIn(block);
  if (block.type === 'tool_search_tool_result') {
    return [{ type: 'text', text: names.length === 0 ? 'No tools were found.' : `Tools found: ${names.join(', ')}.` }];
  }
  if (names.length === 0) return [block];
  const others = (block.content as readonly AnthropicBlock[]).filter(({ type }) => type !== 'tool_reference');
  return [{ ...block, content: [...others, { type: 'text', text: `Tools found: ${names.join(', ')}.` }] }];
}
