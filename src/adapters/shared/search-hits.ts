import { toCallFailure } from '../../calling/index.ts';
import { isObject } from '../../shared/json.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { type CallAnswer, type ModelCall, parseInput } from './run-call.ts';
import type { ToolAccess } from './tool-access.ts';

/** What a search gave: the tools of its hits, best first, and the answer in the bridge's own form. */
export interface FoundTools {
  readonly tools: readonly Tool[];
  readonly answer: unknown;
}

/** Runs a search that the model asked for. Hits are what a native form shows, so repeated ones come again in full. */
export async function findTools(access: ToolAccess, name: string, input: unknown): Promise<FoundTools> {
  const answer = await access.search(parseInput(name, input), { isProgram: true });
  return { tools: hitTools(answer, access.catalog()), answer };
}

/** The same as an answer to the call, whatever comes of it. */
export async function runSearch(access: ToolAccess, call: ModelCall): Promise<CallAnswer> {
  try {
    return { kind: 'answer', answer: (await findTools(access, call.name, call.arguments)).answer };
  } catch (error) {
    return { kind: 'failure', failure: { error: toCallFailure(error) } };
  }
}

/** The tools of a search's answer that are still there, best first. */
export function hitTools(answer: unknown, catalog: Catalog): readonly Tool[] {
  const results = isObject(answer) && Array.isArray(answer.results) ? answer.results : [answer];
  const ids = results.flatMap((result) => {
    const hits = isObject(result) && Array.isArray(result.hits) ? result.hits : [];
    return hits.flatMap((hit) => (isObject(hit) && typeof hit.id === 'string' ? [hit.id] : []));
  });
  return [...new Set(ids)].flatMap((id) => catalog.byId(id) ?? []);
}
