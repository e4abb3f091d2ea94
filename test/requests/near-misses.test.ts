import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { DATA_MISSING, dataRoot } from '../data-root.ts';
import { type NearMissCatalog, readNearMissCatalog, readNearMisses } from './near-misses.ts';

describe('requests for what the product that they name does not do', () => {
  it('are a hundred and more of each kind, each once', () => {
    const requests = readNearMisses();
    expect(new Set(requests.map(({ id }) => id)).size).toBe(requests.length);
    expect(new Set(requests.map(({ text }) => text)).size).toBe(requests.length);
    const answerable = requests.filter(({ tools }) => tools !== undefined);
    expect(answerable.length).toBeGreaterThan(100);
    expect(requests.length - answerable.length).toBeGreaterThan(100);
  });

  describe.skipIf(dataRoot === undefined)(
    `asked of real tools (${dataRoot === undefined ? DATA_MISSING : 'static'})`,
    () => {
      it.each<[NearMissCatalog, number]>([
        ['servers', 0.5],
        ['apis', 0.4],
      ])('are refused over %s, and hardly one that could be answered is', async (over, refusedFrom) => {
        const catalog = readNearMissCatalog(dataRoot!, over);
        const backend = createMemoryBackend(catalog, { embedder: createBuiltInEmbedder() });
        // On a busy machine the vectors may take longer than a search waits for them.
        await backend.prepare?.();
        const requests = readNearMisses().filter((request) => request.over === over);
        const known = new Set(catalog.tools.map(({ id }) => id));
        const figures = { nearMisses: 0, refused: 0, found: 0, lost: 0 };
        for (const { text, tools } of requests) {
          const { verdict, ranked } = await searchTools(backend, { query: text, intents: false });
          if (tools === undefined) {
            figures.nearMisses++;
            if (verdict === 'none') figures.refused++;
            continue;
          }
          for (const tool of tools) expect(known.has(tool), tool).toBe(true);
          if (!ranked.slice(0, 5).some(({ tool }) => tools.includes(tool.id))) continue;
          figures.found++;
          if (verdict === 'none') figures.lost++;
        }
        expect(figures.refused / figures.nearMisses).toBeGreaterThan(refusedFrom);
        expect(figures.lost / figures.found).toBeLessThan(0.04);
      });
    },
  );
});
