import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { evaluate } from '../../src/evaluation/index.ts';
import { createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { ExamplePack } from '../../src/sources/index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../data-root.ts';
import { readKnownServerQueries, readRecordedServers, toEntries } from './known-servers.ts';

const found = dataRoot === undefined ? DATA_MISSING : 'found';

describe.skipIf(dataRoot === undefined)(`the example pack on the recorded servers (${found})`, () => {
  const servers = dataRoot === undefined ? [] : readRecordedServers(dataRoot);
  const pack = new ExamplePack({
    onError: (error) => {
      throw error;
    },
  });

  it('fits every tool it was written for', () => {
    expect(toEntries(servers, pack).filter(({ examples }) => examples?.length !== 4)).toEqual([]);
  });

  it('gives next to nothing to the tools of one server under the names of another', () => {
    // Descriptions change places with those of the server before: same names, other tools.
    const shuffled = servers.map((server, i) => {
      const others = servers.at(i - 1)!.tools;
      const tools = server.tools.map((tool, n) => ({
        ...tool,
        description: others[n % others.length]!.description ?? null,
      }));
      return { ...server, tools };
    });
    const given = toEntries(shuffled, pack).filter(({ examples }) => examples !== undefined);
    expect(given.length).toBeLessThan(0.02 * 2_489);
  });

  it('puts the right tool among the first five for 93 of 100 requests, by the static table alone', async () => {
    const withPack = await hitAtFive(toEntries(servers, pack));
    const without = await hitAtFive(toEntries(servers));
    expect(withPack).toBeGreaterThanOrEqual(0.93);
    expect(without).toBeGreaterThanOrEqual(0.75);
  });
});

async function hitAtFive(entries: readonly ToolEntry[]): Promise<number> {
  const catalog = createCatalog(entries);
  const backend = createMemoryBackend(catalog, { embedder: createBuiltInEmbedder() });
  // On a busy machine the vectors may take longer than a search waits for them.
  await backend.prepare?.();
  const queries = await readKnownServerQueries(new Set(catalog.tools.map((tool) => tool.id)));
  const report = await evaluate({ tools: [...entries], queries }, async ({ text, limit }) => {
    const { verdict, ranked, hits } = await searchTools(backend, { query: text, limit });
    return { verdict, ranked: ranked.map(({ tool }) => ({ id: tool.id })), callable: hits.length > 0 };
  });
  return report.hit['5'] ?? 0;
}
