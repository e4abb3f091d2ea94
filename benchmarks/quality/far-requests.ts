/**
 * What is refused of requests that no tool does: `node benchmarks/quality/far-requests.ts [--deep] [--large] [--list]`, over the
 * 300 of test/requests/far-requests.jsonl, which nothing was learned from. Asked of the 2,396 tools of mcp-requests, of
 * random catalogues of 20, 100 and 500 of them, of the 2,489 recorded ones, and with `--large` of all 42,063, whose
 * candidates the deep model judges. Prints Markdown rows; `--list` each request that was answered.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { readSet } from '../../src/evaluation/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { contentHash } from '../../src/shared/hash.ts';
import { type Catalog, createCatalog, type ToolEntry } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { type FarRequest, readFarRequests } from '../../test/requests/far-requests.ts';
import { readRecordedServers, toEntries } from '../../test/requests/known-servers.ts';
import { languageOf, readLargeSet } from './large-set.ts';

const SIZES = [20, 100, 500];
/** Each of these sizes is drawn so often, and asked every so many-th request. */
const DRAWS = 10;

const { values } = parseArgs({
  options: {
    deep: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
if (dataRoot === undefined) throw new Error(DATA_MISSING);
const embedder = createBuiltInEmbedder();
const deepEmbedder = values.deep ? createBuiltInDeepEmbedder({ warn: console.warn }) : undefined;
const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not
const requests = readFarRequests();

console.log('| tier | tools | all | en | ru | zh | other languages |');
console.log('| --- | --- | --- | --- | --- | --- | --- |');
const { tools } = await readSet(join(dataRoot, 'mcp-requests'));
for (const size of SIZES) {
  const draws = Array.from({ length: DRAWS }, (_, draw) => drawn(tools, size, draw));
  await report(String(size), (place) => draws[place % DRAWS]!);
}
const whole = createCatalog(tools);
await report(`${whole.tools.length}, mcp-requests`, () => whole);
const recorded = createCatalog(toEntries(readRecordedServers(dataRoot)));
await report(`${recorded.tools.length}, recorded`, () => recorded);
if (values.large) {
  const options = { tools: undefined, held: false, requests: 1 };
  const { catalog } = await readLargeSet(join(dataRoot, '../requests'), options);
  await report(`${catalog.tools.length}`, () => catalog);
}
clearInterval(keepAlive);
await deepEmbedder?.close();

async function report(name: string, catalogOf: (place: number) => Catalog): Promise<void> {
  for (const tier of deepEmbedder === undefined ? ['static'] : ['static', 'deep']) {
    const backends = new Map<Catalog, ReturnType<typeof createMemoryBackend>>();
    const refused: FarRequest[] = [];
    for (const [place, request] of requests.entries()) {
      const catalog = catalogOf(place);
      let backend = backends.get(catalog);
      if (backend === undefined) {
        const deep =
          tier === 'deep' && deepEmbedder !== undefined
            ? createBackgroundEmbedding(deepEmbedder, { missing: 'wait' })
            : undefined;
        await deep?.embed(catalog.tools);
        backend = createMemoryBackend(catalog, deep === undefined ? { embedder } : { embedder, deep });
        await backend.prepare?.();
        backends.set(catalog, backend);
      }
      const { verdict, ranked } = await searchTools(backend, { query: request.text, intents: false });
      if (verdict === 'none') refused.push(request);
      else if (values.list) console.log(`${tier} ${name} ${request.id}: ${request.text} -> ${ranked[0]?.tool.id}`);
    }
    const cells = ['en', 'ru', 'zh', 'other languages', undefined].map((language) => {
      const of = (all: readonly FarRequest[]) =>
        all.filter((one) => language === undefined || languageOf(one) === language).length;
      return `${of(refused)} of ${of(requests)}`;
    });
    console.log(`| ${[tier, name, cells.at(-1), ...cells.slice(0, -1)].join(' | ')} |`);
  }
}

/** So many tools by chance, and the same each time. */
function drawn(entries: readonly ToolEntry[], size: number, draw: number): Catalog {
  const order = ({ source, definition }: ToolEntry): string => contentHash(`${draw}/${source.name}/${definition.name}`);
  return createCatalog([...entries].sort((a, b) => (order(a) < order(b) ? -1 : 1)).slice(0, size));
}
