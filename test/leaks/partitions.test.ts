import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createMemoryBackend, type RetrievalBackend, searchTools } from '../../src/retrieval/index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { toText } from './observe.ts';
import { REQUESTS, registry } from './registries.ts';

const embedder = createBuiltInEmbedder();
const RUNS = 40;
const PATIENCE_MS = 240_000;

const indexOf = (entries: readonly ToolEntry[]): RetrievalBackend =>
  createMemoryBackend(createCatalog(entries), { embedder, tagKeys: ['tenant', 'region'] });
const byTenant = registry.filter(({ rights }) => rights === 'filter' || rights === 'tags');

describe('a search under a filter over an index of everything', () => {
  it('gives the ranking, the scores and the counts of an index without the rest', {
    timeout: PATIENCE_MS,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(byTenant, async ({ all, visible }) => {
        const whole = indexOf(all);
        const alone = indexOf(visible);
        for (const query of REQUESTS) {
          for (const filter of ['tenant=t1', 'tenant=t1 AND NOT region=eu']) {
            const one = await searchTools(whole, { query, limit: 20, filter });
            // Scores to the last bit: JSON gives as many digits as it takes.
            expect(toText(one)).toBe(toText(await searchTools(alone, { query, limit: 20, filter })));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
