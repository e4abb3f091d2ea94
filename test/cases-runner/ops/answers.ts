import { toCallFailure } from '../../../src/calling/index.ts';
import { errorMessage, ToolscoutError } from '../../../src/errors.ts';
import type { GatewaySession } from '../../../src/gateway/index.ts';
import type { Tool } from '../../../src/tools/index.ts';
import { isObject, own } from '../json.ts';
import type { Failure, OpResult, SeenHit, SeenTool } from '../outcome.ts';
import { UnmappedError } from './op.ts';

/** Runs something of the product and turns what it throws into what a model would be told. */
export async function answerOf(run: () => Promise<OpResult>): Promise<OpResult> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof UnmappedError) throw error;
    return { value: { error: toCallFailure(error) }, failure: toFailure(error) };
  }
}

function toFailure(error: unknown): Failure {
  if (error instanceof ToolscoutError) return { code: error.code, message: error.message, details: error.details };
  return { code: 'FOREIGN', message: errorMessage(error), details: {} };
}

export function toSeenTool(tool: Tool): SeenTool {
  const { id, name, description, inputSchema } = tool;
  return { id, name, server: tool.source.name, tool: tool.originalName, description, inputSchema };
}

/** An answer of the search with the tools that its hits are. */
export function searchResult(gateway: GatewaySession, answer: unknown): OpResult {
  const results = own(answer, 'results');
  const hits = (Array.isArray(results) ? results : [answer]).flatMap((one) => own(one, 'hits') ?? []);
  const catalog = gateway.catalog();
  const seen = hits.flatMap((hit): SeenHit[] => {
    if (!isObject(hit)) return [];
    const tool = catalog.byId(String(hit.id));
    if (tool === undefined) return [];
    return [{ server: tool.source.name, tool: tool.originalName, name: tool.name, sure: String(hit.sure) }];
  });
  return { value: answer, hits: seen, verdict: String(own(answer, 'verdict')) };
}
