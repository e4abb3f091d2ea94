/**
 * What each leg of the search earns: `node benchmarks/quality/ablation.ts [--json FILE] [--requests N] [SET…]`, by
 * default every set of the data folder and at most 1,000 requests of each, taken evenly. Rows: BM25F alone, with the
 * static table, with the deep model beside both; the last two also with compound requests split into intents. The deep
 * vectors are kept in the cache folder (`TOOLSCOUT_CACHE`).
 */
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { type EvaluationSet, readSet } from '../../src/evaluation/index.ts';
import {
  createBackgroundEmbedding,
  createMemoryBackend,
  type MemoryBackendOptions,
} from '../../src/retrieval/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { readProvenance } from '../provenance.ts';
import { toMarkdown } from '../report.ts';
import type { BenchmarkResult, Row } from '../rows.ts';
import { readBaselines } from './baseline.ts';
import { measureSet } from './retrieval.ts';

const CONTESTANTS = [
  { name: 'BM25F', legs: [], intents: false },
  { name: 'BM25F + static', legs: ['static'], intents: false },
  { name: 'BM25F + static + intents', legs: ['static'], intents: true },
  { name: 'BM25F + static + deep', legs: ['static', 'deep'], intents: false },
  { name: 'BM25F + static + deep + intents', legs: ['static', 'deep'], intents: true },
] as const;

const { values, positionals } = parseArgs({
  options: { json: { type: 'string' }, requests: { type: 'string', default: '1000' } },
  allowPositionals: true,
});
const most = Number(values.requests);
if (!Number.isInteger(most) || most < 1) throw new RangeError(`--requests ${values.requests} is not a whole number`);

if (dataRoot === undefined) {
  console.log(`Skipped: ${DATA_MISSING}`);
} else {
  const root = dataRoot;
  const sets = positionals.length > 0 ? positionals : await setsIn(root);
  const baselines = await readBaselines(root);
  const staticEmbedder = createBuiltInEmbedder();
  const deepEmbedder = createBuiltInDeepEmbedder({ warn: console.warn });
  const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not
  const rows: Row[] = [];
  for (const name of sets) {
    const set = sampled(await readSet(join(root, name)));
    const catalog = createCatalog(set.tools);
    const deep = createBackgroundEmbedding(deepEmbedder, {
      missing: 'wait',
      onError: (error) => console.error(error),
    });
    const { state } = await deep.embed(catalog.tools);
    if (state !== 'ready') throw new Error(`The deep model is ${state} on ${name}.`);
    const options: Record<string, MemoryBackendOptions> = { static: { embedder: staticEmbedder }, deep: { deep } };
    for (const { name: contestant, legs, intents } of CONTESTANTS) {
      const backend = createMemoryBackend(catalog, Object.assign({}, ...legs.map((leg) => options[leg])));
      const row = await measureSet(name, set, contestant, backend, intents);
      process.stderr.write(`${name} ${contestant} ${JSON.stringify(row.figures.recall)}\n`);
      rows.push(row);
    }
    const baseline = baselines.get(name);
    if (baseline !== undefined) rows.push(baseline);
  }
  clearInterval(keepAlive);
  await deepEmbedder.close();
  for (const { name } of CONTESTANTS) rows.push(macro(rows, name, sets.length));
  const result: BenchmarkResult = { provenance: readProvenance(), rows, skipped: [], goals: [] };
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(toMarkdown(result));
}

async function setsIn(root: string): Promise<string[]> {
  const names = await readdir(root);
  return names.filter((name) => existsSync(join(root, name, 'qrels.tsv'))).sort();
}

/** The requests of a large set, evenly spaced, so that each part of it counts. */
function sampled(set: EvaluationSet): EvaluationSet {
  const { queries } = set;
  if (queries.length <= most) return set;
  const step = queries.length / most;
  return { ...set, queries: Array.from({ length: most }, (_, i) => queries[Math.floor(i * step)]!) };
}

/** The mean over sets, each counting once. */
function macro(rows: readonly Row[], contestant: string, sets: number): Row {
  const mine = rows.filter((row) => row.contestant === contestant);
  const mean = (group: string, key: string): number =>
    mine.reduce((sum, { figures }) => sum + ((figures[group] as Record<string, number>)[key] ?? 0), 0) / mine.length;
  const recall = { 1: mean('recall', '1'), 5: mean('recall', '5'), 10: mean('recall', '10') };
  return {
    bench: 'retrieval',
    contestant,
    figures: { set: `macro of ${sets}`, recall, ndcg: { 10: mean('ndcg', '10') } },
  };
}
