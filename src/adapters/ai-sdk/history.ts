import type { ModelMessage } from 'ai';
import { isObject } from '../../shared/json.ts';
import type { Catalog } from '../../tools/index.ts';
import { hitTools } from '../shared/search-hits.ts';
import { loadedFunctions } from './openai-search.ts';

type Part = Readonly<Record<string, unknown>>;

/** Names of the tools that a history has found or called, first mention first. */
export function referredNames(messages: readonly ModelMessage[], search: string, catalog: Catalog): readonly string[] {
  const names = new Set<string>();
  for (const part of partsOf(messages)) {
    if (part.type === 'tool-call') names.add(String(part.toolName));
    if (part.type !== 'tool-result') continue;
    for (const name of referencesIn(part)) names.add(name);
    if (part.toolName !== search) continue;
    for (const { name } of hitTools(answerOf(part.output), catalog)) names.add(name);
    for (const { name } of loadedFunctions(part.output)) names.add(String(name));
  }
  return [...names];
}

/** Names that the history holds references to; each has to be defined in the request. */
export function referencedNames(messages: readonly ModelMessage[]): ReadonlySet<string> {
  return new Set(partsOf(messages).flatMap(referencesIn));
}

/** Has a person consented to this very call? */
export function isApproved(messages: readonly ModelMessage[], toolCallId: string): boolean {
  const parts = partsOf(messages);
  const asked = parts.filter((part) => part.type === 'tool-approval-request' && part.toolCallId === toolCallId);
  return asked.some(({ approvalId }) =>
    parts.some(
      (part) => part.type === 'tool-approval-response' && part.approvalId === approvalId && part.approved === true,
    ),
  );
}

function partsOf(messages: readonly ModelMessage[]): readonly Part[] {
  return messages.flatMap(({ content }) => (Array.isArray(content) ? (content as readonly Part[]) : []));
}

/** The answer of the bridge in a result, whichever way it was written. */
function answerOf(output: unknown): unknown {
  if (!isObject(output)) return undefined;
  const { value } = output;
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function referencesIn({ type, output }: Part): readonly string[] {
  if (type !== 'tool-result' || !isObject(output) || output.type !== 'content' || !Array.isArray(output.value))
    return [];
  return output.value.flatMap((one: unknown) => {
    const options = isObject(one) && isObject(one.providerOptions) ? one.providerOptions.anthropic : undefined;
    const isReference = isObject(options) && options.type === 'tool-reference';
    return isReference && typeof options.toolName === 'string' ? [options.toolName] : [];
  });
}
