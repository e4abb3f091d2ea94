import { isObject, stableStringify } from '../../shared/json.ts';
import type { NativeSign } from '../probe/index.ts';
import { parseInput } from '../shared/run-call.ts';
import { blocksOf, referencedTools, referencesIn } from './history.ts';
import type { AnthropicBlock, AnthropicTool, MessageLike } from './types.ts';

/** What a reply is held against: the request that it answers. */
export interface SentRequest {
  /** Names of the tools that were deferred. */
  readonly deferred: ReadonlySet<string>;
  /** Names that the history refers to. */
  readonly referenced: ReadonlySet<string>;
  /** Searches of the history that found something of which nothing was called since. */
  readonly fruitless: ReadonlySet<string>;
}

/** What has to be known of a request to read its reply. */
export function describeSent(
  tools: readonly object[],
  messages: readonly MessageLike[],
  searchName: string,
): SentRequest {
  const deferred = (tools as readonly AnthropicTool[]).filter(({ defer_loading: one }) => one === true);
  const blocks = [...blocksOf(messages)];
  const called = new Set(blocks.filter(({ type }) => type === 'tool_use').map(({ name }) => String(name)));
  const found = new Map(
    blocks.filter(({ type }) => type === 'tool_result').map((block) => [block.tool_use_id, referencesIn(block)]),
  );
  const fruitless = blocks.filter(({ type, name, id }) => {
    const names = type === 'tool_use' && name === searchName ? (found.get(id) ?? []) : [];
    return names.length > 0 && !names.some((one) => called.has(one));
  });
  return {
    deferred: new Set(deferred.map(({ name }) => name)),
    referenced: referencedTools(messages),
    fruitless: new Set(fruitless.map(({ input }) => searchKey(input))),
  };
}

/** Reads a reply for signs of what became of the native forms on the way; undefined: it shows nothing. */
export function readSigns(
  content: readonly AnthropicBlock[],
  { deferred, referenced, fruitless }: SentRequest,
  searchName: string,
): NativeSign | undefined {
  const found = new Set(
    content.flatMap((block) => (block.type === 'tool_search_tool_result' ? referencesIn(block) : [])),
  );
  const calls = content.filter(({ type }) => type === 'tool_use');
  const converted = calls.find(({ name }) => isProviderSearch(name));
  if (converted !== undefined) {
    const evidence = `${String(converted.name)} came as a call for the host`;
    return { native: false, weak: false, evidence };
  }
  if (content.some(({ type }) => type === 'tool_search_tool_result'))
    return { native: true, weak: false, evidence: 'the search of the provider took place' };
  const names = calls.map(({ name }) => String(name));
  const expanded = names.find((name) => deferred.has(name) && (referenced.has(name) || found.has(name)));
  if (expanded !== undefined) return { native: true, weak: true, evidence: `${expanded} was found and called` };
  const shown = names.find((name) => deferred.has(name));
  if (shown !== undefined) return { native: false, weak: true, evidence: `${shown} was called without being found` };
  const again = calls.find(({ name, input }) => name === searchName && fruitless.has(searchKey(input)));
  return again && { native: false, weak: true, evidence: 'the same search came again, as if it had found nothing' };
}

/** The provider's search, arriving as a tool of the host: something on the way took it for one. */
export function isProviderSearch(name: unknown): boolean {
  return typeof name === 'string' && name.startsWith('tool_search_tool_');
}

function searchKey(input: unknown): string {
  try {
    const read = parseInput('', input);
    return stableStringify(isObject(read) ? read : {});
  } catch {
    return '';
  }
}
