import { isObject, stableStringify } from '../../shared/json.ts';
import type { NativeSign } from '../probe/index.ts';
import { loadedTools } from './history.ts';
import type { OpenAIItem, OpenAITool } from './types.ts';

/** What a reply is held against: the request that it answers. */
export interface SentRequest {
  /** Names of the functions that were deferred. */
  readonly deferred: ReadonlySet<string>;
  /** Names that searches of the history have loaded. */
  readonly loaded: ReadonlySet<string>;
  /** Searches of the history that loaded something of which nothing was called since. */
  readonly fruitless: ReadonlySet<string>;
}

/** What has to be known of a request to read its reply. */
export function describeSent(tools: readonly OpenAITool[], input: readonly object[]): SentRequest {
  const items = input as readonly OpenAIItem[];
  const deferred = tools.flatMap((tool) => (tool.type === 'namespace' ? tool.tools.map(({ name }) => name) : []));
  const called = new Set(items.filter(({ type }) => type === 'function_call').map(({ name }) => String(name)));
  const found = new Map(
    items.filter(({ type }) => type === 'tool_search_output').map((item) => [item.call_id, [...loadedTools([item])]]),
  );
  const fruitless = items.filter(({ type, call_id: id }) => {
    const names = type === 'tool_search_call' && id != null ? (found.get(id) ?? []) : [];
    return names.length > 0 && !names.some((name) => called.has(name));
  });
  return {
    deferred: new Set(deferred),
    loaded: loadedTools(input),
    fruitless: new Set(fruitless.map(({ arguments: args }) => searchKey(args))),
  };
}

/** Reads a reply for signs of what became of the native forms on the way; undefined: it shows nothing. */
export function readSigns(
  output: readonly OpenAIItem[],
  { deferred, loaded, fruitless }: SentRequest,
  searchName: string,
): NativeSign | undefined {
  const names = output.filter(({ type }) => type === 'function_call').map(({ name }) => String(name));
  // No function of that name was declared, only the native tool.
  if (names.some((name) => name === searchName || name === 'tool_search'))
    return { native: false, weak: false, evidence: 'tool_search came as a call of a function' };
  const again = output.find(
    ({ type, arguments: args }) => type === 'tool_search_call' && fruitless.has(searchKey(args)),
  );
  if (again !== undefined)
    return { native: false, weak: true, evidence: 'the same search came again, as if it had found nothing' };
  const found = loadedTools(output);
  const expanded = names.find((name) => loaded.has(name) || found.has(name));
  if (expanded !== undefined) return { native: true, weak: true, evidence: `${expanded} was found and called` };
  const shown = names.find((name) => deferred.has(name));
  return shown === undefined
    ? undefined
    : { native: false, weak: true, evidence: `${shown} was called without being found` };
}

function searchKey(args: unknown): string {
  return stableStringify(isObject(args) ? args : {});
}
