import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { createCatalog, type ToolDefinition } from '../../src/tools/index.ts';
import type { Contestant, ContestTool, OpenContestant } from './contestant.ts';

type Tier = 'words' | 'static' | 'deep';

const NOTES: Readonly<Record<Tier, string>> = {
  words: 'without a model',
  static: 'as it answers at once',
  deep: 'as it answers when the deep model has read the catalogue',
};

/** The product's tiers, without example requests. */
export function toolscoutTiers(version: string, tiers: readonly Tier[]): Contestant[] {
  return tiers.map((tier) => ({
    name: `Toolscout, ${tier}`,
    version,
    note: NOTES[tier],
    open: (tools) => open(tier, tools),
  }));
}

async function open(tier: Tier, tools: readonly ContestTool[]): Promise<OpenContestant> {
  const embedder = createBuiltInEmbedder();
  // The table is read once a process, whatever is searched.
  await embedder.embed(['warm up'], 'query');
  const deepEmbedder = tier === 'deep' ? createBuiltInDeepEmbedder({ warn: console.warn }) : undefined;
  // The deep model's thread does not keep the process alive.
  const keepAlive = setInterval(() => {}, 60_000);
  const start = performance.now();
  const catalog = createCatalog(
    tools.map(({ id, server, name, description, inputSchema }) => ({
      id,
      source: { kind: 'mcp', name: server },
      definition: { name, description, inputSchema } as ToolDefinition,
    })),
  );
  const deep = deepEmbedder && createBackgroundEmbedding(deepEmbedder, { missing: 'wait' });
  await deep?.embed(catalog.tools);
  const backend = createMemoryBackend(catalog, {
    ...(tier === 'words' ? {} : { embedder }),
    ...(deep === undefined ? {} : { deep }),
  });
  await searchTools(backend, { query: 'warm up', limit: 1 });
  const buildMs = performance.now() - start;
  return {
    buildMs,
    licence: 'Apache-2.0',
    search: async (query, limit) => {
      const asked = performance.now();
      const { verdict, ranked, hits, degraded } = await searchTools(backend, { query, limit });
      const ms = performance.now() - asked;
      if (degraded) throw new Error(`"${query}" was answered without a model`);
      const refused = verdict === 'none' || (verdict === 'ambiguous' && hits.length === 0);
      return { ids: ranked.map(({ tool }) => tool.id), ms, refused };
    },
    close: async () => {
      clearInterval(keepAlive);
      await deepEmbedder?.close();
    },
  };
}
