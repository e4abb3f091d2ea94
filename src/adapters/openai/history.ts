import { isObject } from '../../shared/json.ts';
import type { OpenAIItem } from './types.ts';

/** Names of the functions that the history has loaded, in namespaces or bare. */
export function loadedTools(input: readonly object[]): ReadonlySet<string> {
  return new Set(
    (input as readonly OpenAIItem[]).flatMap((item) =>
      item.type === 'tool_search_output' ? functionNames(item.tools) : [],
    ),
  );
}

function functionNames(tools: unknown): readonly string[] {
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool) => {
    if (!isObject(tool)) return [];
    if (tool.type === 'namespace') return functionNames(tool.tools);
    return typeof tool.name === 'string' ? [tool.name] : [];
  });
}

/**
 * A history in which no namespace and no function comes twice, which strict endpoints refuse for ever. What a later
 * search found anew in a namespace that is there already moves to where it first stood. What needs no change is the same
 * object.
 */
export function withoutRepeats<I extends object>(input: readonly I[]): I[] {
  const items = input as readonly OpenAIItem[];
  const outputs = items.filter(({ type }) => type === 'tool_search_output');
  const firsts = new Map<string, { readonly members: Record<string, unknown>[]; readonly names: Set<string> }>();
  const bare = new Set<string>();
  let changed = false;
  const kept = new Map<OpenAIItem, unknown[]>();
  for (const output of outputs) {
    const tools: unknown[] = [];
    for (const tool of Array.isArray(output.tools) ? output.tools : []) {
      if (!isObject(tool) || typeof tool.name !== 'string') tools.push(tool);
      else if (tool.type !== 'namespace') {
        if (bare.has(tool.name)) changed = true;
        else tools.push(tool);
        bare.add(tool.name);
      } else {
        const members = (Array.isArray(tool.tools) ? tool.tools : []).filter(isObject);
        const first = firsts.get(tool.name);
        if (first === undefined) {
          const list = [...members];
          firsts.set(tool.name, { members: list, names: new Set(list.map(({ name }) => String(name))) });
          tools.push({ ...tool, tools: list });
          continue;
        }
        changed = true;
        for (const member of members) {
          if (first.names.has(String(member.name))) continue;
          first.names.add(String(member.name));
          first.members.push(member);
        }
      }
    }
    kept.set(output, tools);
  }
  // Handed on as it is, so that nothing is new to a cache.
  if (!changed) return input as I[];
  return items.map((item) => {
    const tools = kept.get(item);
    return tools === undefined || JSON.stringify(tools) === JSON.stringify(item.tools) ? item : { ...item, tools };
  }) as unknown as I[];
}

/**
 * A history without searches. For endpoints that know none, and for requests that carry no search tool: loaded tools go
 * with them, calls and their results stay.
 */
export function withoutSearches<I extends object>(input: readonly I[]): I[] {
  const isSearch = ({ type }: OpenAIItem) => type === 'tool_search_call' || type === 'tool_search_output';
  const items = input as readonly OpenAIItem[];
  return (items.some(isSearch) ? items.filter((item) => !isSearch(item)) : items) as unknown as I[];
}
