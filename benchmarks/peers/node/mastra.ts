import type { Peer } from './peer.ts';

interface MastraTools {
  createTool(options: { id: string; description: string; inputSchema: unknown; execute: () => unknown }): unknown;
}

interface MastraProcessors {
  readonly ToolSearchProcessor: new (options: {
    tools: Record<string, unknown>;
    search: { topK: number; minScore: number };
  }) => {
    processInputStep(step: unknown): Promise<{ tools: { search_tools: SearchTool } }>;
  };
}

interface SearchTool {
  execute(input: { query: string }, context: unknown): Promise<{ results?: readonly { readonly name: string }[] }>;
}

interface Zod {
  readonly z: { object(shape: Record<string, never>): { passthrough(): unknown } };
}

/** Results that the processor returns; set when it is built. */
const TOP_K = 10;

/**
 * Mastra's ToolSearchProcessor, reached as an agent reaches it: through the `search_tools` tool of one step. It
 * indexes id and description, not parameters, so each tool gets the cheapest schema: an open object.
 */
export const mastra: Peer = {
  name: 'mastra',
  packages: ['@mastra/core@1.71.0', 'zod@4.6.7'],
  async load(importPeer) {
    const { createTool } = (await importPeer('@mastra/core/tools')) as MastraTools;
    const { ToolSearchProcessor } = (await importPeer('@mastra/core/processors')) as MastraProcessors;
    const { z } = (await importPeer('zod')) as Zod;
    return async (tools) => {
      const byId: Record<string, unknown> = {};
      for (const { id, description } of tools) {
        byId[id] = createTool({ id, description, inputSchema: z.object({}).passthrough(), execute: () => 'ok' });
      }
      const processor = new ToolSearchProcessor({ tools: byId, search: { topK: TOP_K, minScore: 0 } });
      const step = await processor.processInputStep(emptyStep());
      return async (query, limit) => {
        const { results = [] } = await step.tools.search_tools.execute({ query }, {});
        return results.slice(0, limit).map((result) => result.name);
      };
    };
  },
};

/** The least that a step of an agent consists of. */
function emptyStep(): unknown {
  return {
    tools: {},
    messages: [],
    messageList: { addSystem() {}, get: { all: { db: () => [], aiV5: { model: () => [] } } } },
    stepNumber: 0,
    steps: [],
    systemMessages: [],
    state: {},
    abort() {},
    retryCount: 0,
    model: 'none',
  };
}
