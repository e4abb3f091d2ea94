/**
 * `node benchmarks/quality/left-out-examples.ts [--deep]`: takes one example request out of the pack for every third tool of the
 * recorded servers and asks for it. Hard on purpose: half of those requests are then the only one of their language.
 * For choosing how examples count, so that the requests under `test/requests` stay unseen.
 */
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { contentHash } from '../../src/shared/hash.ts';
import { ExamplePack } from '../../src/sources/index.ts';
import { createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { readRecordedServers, toEntries } from '../../test/requests/known-servers.ts';

/** The order of a tool's examples in the pack. */
const LANGUAGES = ['en', 'en', 'ru', 'zh'] as const;

if (dataRoot === undefined) console.error(`skipped: ${DATA_MISSING}`);
else await measure(dataRoot);

async function measure(root: string): Promise<void> {
  const left: { readonly text: string; readonly lang: string; readonly id: string }[] = [];
  const entries = toEntries(readRecordedServers(root), new ExamplePack()).map((entry): ToolEntry => {
    const id = `mcp:${entry.source.name}:${entry.definition.name}`;
    const draw = Number.parseInt(contentHash(id).slice(0, 8), 16);
    const { examples = [] } = entry;
    if (draw % 3 !== 0) return entry;
    const out = Math.floor(draw / 3) % examples.length;
    left.push({ text: examples[out]!, lang: LANGUAGES[out]!, id });
    return { ...entry, examples: examples.toSpliced(out, 1) };
  });
  const embedder = createBuiltInEmbedder();
  const deepEmbedder = createBuiltInDeepEmbedder({ warn: console.warn });
  const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not
  for (const tier of ['lexical', embedder.id, ...(process.argv.includes('--deep') ? [deepEmbedder.id] : [])]) {
    const catalog = createCatalog(entries);
    const deep = tier === deepEmbedder.id ? createBackgroundEmbedding(deepEmbedder, { missing: 'wait' }) : undefined;
    await deep?.embed(catalog.tools);
    const backend = createMemoryBackend(catalog, {
      ...(tier === 'lexical' ? {} : { embedder }),
      ...(deep === undefined ? {} : { deep }),
    });
    const hits = new Map<string, { asked: number; first: number; five: number }>();
    for (const { text, lang, id } of left) {
      const { ranked } = await searchTools(backend, { query: text, limit: 5 });
      const rank = ranked.findIndex(({ tool }) => tool.id === id);
      for (const group of ['all', lang]) {
        const sum = hits.get(group) ?? { asked: 0, first: 0, five: 0 };
        hits.set(group, sum);
        sum.asked++;
        if (rank === 0) sum.first++;
        if (rank >= 0 && rank < 5) sum.five++;
      }
    }
    const cells = ['all', 'en', 'ru', 'zh'].map((group) => {
      const { asked, first, five } = hits.get(group)!;
      return `${(first / asked).toFixed(3)}/${(five / asked).toFixed(3)} (${asked})`;
    });
    console.log(`| ${[tier, ...cells].join(' | ')} |`);
  }
  clearInterval(keepAlive);
  await deepEmbedder.close();
}
