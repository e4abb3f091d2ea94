/**
 * What is refused of requests that a product here does not do, and lost of such that it does: `node
 * benchmarks/quality/near-misses.ts [--deep] [--round N] [--list]`, over the requests of
 * test/requests/near-misses.jsonl. Prints Markdown rows; `--list` each request that went wrong.
 */
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { type NearMissCatalog, readNearMissCatalog, readNearMisses } from '../../test/requests/near-misses.ts';

const { values } = parseArgs({
  options: {
    deep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    round: { type: 'string' },
  },
});
if (dataRoot === undefined) throw new Error(DATA_MISSING);
const embedder = createBuiltInEmbedder();
const deepEmbedder = values.deep ? createBuiltInDeepEmbedder({ warn: console.warn }) : undefined;
const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not

/** Counts of one group of requests: refused near misses, lost answerable ones, and of how many. */
interface Counts {
  refused: number;
  nearMisses: number;
  lost: number;
  found: number;
  answerable: number;
}
const groups = new Map<string, Counts>();
const requests = readNearMisses().filter(({ round }) => values.round === undefined || round === Number(values.round));
for (const over of ['servers', 'apis'] satisfies NearMissCatalog[]) {
  const catalog = readNearMissCatalog(dataRoot, over);
  for (const tier of deepEmbedder === undefined ? ['static'] : ['static', 'deep']) {
    const deep =
      tier === 'deep' && deepEmbedder !== undefined
        ? createBackgroundEmbedding(deepEmbedder, { missing: 'wait' })
        : undefined;
    await deep?.embed(catalog.tools);
    const backend = createMemoryBackend(catalog, deep === undefined ? { embedder } : { embedder, deep });
    for (const { text, lang, round, tools, ...request } of requests.filter((one) => one.over === over)) {
      const found = await searchTools(backend, { query: text, intents: false });
      const refused = found.verdict === 'none';
      const among = found.ranked.slice(0, 5).some(({ tool }) => tools?.includes(tool.id));
      for (const key of [
        `${tier}, round ${round}`,
        `${tier}, round ${round}, ${over}`,
        `${tier}, round ${round}, ${lang}`,
      ]) {
        const counts = groups.get(key) ?? { refused: 0, nearMisses: 0, lost: 0, found: 0, answerable: 0 };
        if (tools === undefined) {
          counts.nearMisses++;
          if (refused) counts.refused++;
        } else {
          counts.answerable++;
          if (among) counts.found++;
          if (among && refused) counts.lost++;
        }
        groups.set(key, counts);
      }
      if (values.list && refused === (tools !== undefined))
        console.log(
          `${tier} ${tools === undefined ? 'answered' : 'refused'} ${request.id} ${found.reason ?? ''}: ${text} -> ${found.ranked[0]?.tool.id}`,
        );
    }
  }
}
clearInterval(keepAlive);
await deepEmbedder?.close();

console.log(
  '| requests | near misses refused | lost, of those in the first five | of answerable ones |\n| --- | --- | --- | --- |',
);
for (const [key, { refused, nearMisses, lost, found, answerable }] of [...groups].sort())
  console.log(`| ${key} | ${refused} of ${nearMisses} | ${lost} of ${found} | ${answerable} |`);
