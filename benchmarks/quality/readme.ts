/**
 * The figures of the README: `node benchmarks/quality/readme.ts [--measure] [--deep] [--requests N]`. With `--measure` every
 * set of the data folder is asked as `toolscout eval` does (at most 300 requests of each, taken evenly; `mcp-requests` in
 * full); with `--deep` that one is asked by the deep model as well. The result is kept in `benchmarks/results/readme.json`.
 * Then, and without it alone, the block between the markers of the README is written from that file.
 */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder, createBuiltInEmbedder } from '../../src/backends/index.ts';
import { type EvaluationReport, type EvaluationSet, evaluate, readSet } from '../../src/evaluation/index.ts';
import { createBackgroundEmbedding, createMemoryBackend, searchTools } from '../../src/retrieval/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';
import { readProvenance } from '../provenance.ts';
import { readBaselines } from './baseline.ts';
import { type ReadmeFigures, type ReadmeSet, replaceFigures } from './readme-block.ts';

/** Real requests in three languages over real tools: told by language. */
const MAIN_SET = 'mcp-requests';
const root = dirname(dirname(import.meta.dirname));
const RESULT = join(root, 'benchmarks/results/readme.json');

const { values } = parseArgs({
  options: {
    measure: { type: 'boolean', default: false },
    deep: { type: 'boolean', default: false },
    requests: { type: 'string', default: '300' },
  },
});
const most = Number(values.requests);
if (!Number.isInteger(most) || most < 1) throw new RangeError(`--requests ${values.requests} is not a whole number`);

if (values.measure && dataRoot === undefined) console.log(`Skipped: ${DATA_MISSING}`);
else {
  let figures = values.measure
    ? await measure(dataRoot!)
    : (JSON.parse(await readFile(RESULT, 'utf8')) as ReadmeFigures);
  if (values.deep && dataRoot !== undefined) {
    const deep = byLanguage(await measureSet(await readSet(join(dataRoot, MAIN_SET)), true));
    figures = { ...figures, main: { ...figures.main, deep } };
  }
  await writeFile(RESULT, `${JSON.stringify(figures, undefined, 1)}\n`);
  const readme = join(root, 'README.md');
  await writeFile(readme, replaceFigures(await readFile(readme, 'utf8'), figures));
}

async function measure(data: string): Promise<ReadmeFigures> {
  const baselines = await readBaselines(data);
  const sets: ReadmeSet[] = [];
  let main: ReadmeFigures['main'] | undefined;
  for (const name of (await readdir(data)).sort()) {
    if (!existsSync(join(data, name, 'qrels.tsv'))) continue;
    console.error(name);
    const set = await readSet(join(data, name));
    const asked = name === MAIN_SET ? set : sampled(set);
    const report = await measureSet(asked, false);
    const baseline = baselines.get(name)?.figures as { readonly recall?: Record<string, number> } | undefined;
    sets.push({
      name,
      tools: set.tools.length,
      requests: asked.queries.length,
      bm25: baseline?.recall?.['5'] ?? null,
      recall: report.recall['5'] ?? null,
      interval: report.intervals?.recall['5'] ?? null,
    });
    if (name === MAIN_SET) {
      main = { static: byLanguage(report) };
    }
  }
  if (main === undefined) throw new Error(`${data} holds no ${MAIN_SET}.`);
  return { provenance: readProvenance(), main, sets };
}

function byLanguage(report: EvaluationReport): Readonly<Record<string, number | null>> {
  return Object.fromEntries(Object.entries(report.byLang).map(([lang, one]) => [lang, one.recall['5'] ?? null]));
}

async function measureSet(set: EvaluationSet, isDeep: boolean): Promise<EvaluationReport> {
  const catalog = createCatalog(set.tools);
  const deepEmbedder = isDeep ? createBuiltInDeepEmbedder({ warn: console.warn }) : undefined;
  const deep = deepEmbedder === undefined ? undefined : createBackgroundEmbedding(deepEmbedder, { missing: 'wait' });
  const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not
  const state = (await deep?.embed(catalog.tools))?.state ?? 'ready';
  if (state !== 'ready') throw new Error(`The deep model is ${state}.`);
  const backend = createMemoryBackend(catalog, {
    embedder: createBuiltInEmbedder(),
    ...(deep === undefined ? {} : { deep }),
  });
  try {
    return await evaluate(set, async ({ text, limit }) => {
      const { verdict, ranked, hits, degraded } = await searchTools(backend, { query: text, limit });
      // A busy machine lets the deep model run out of time: those would be the other search's figures.
      if (degraded) throw new Error(`"${text}" was answered without a model.`);
      return { verdict, ranked: ranked.map(({ tool }) => ({ id: tool.id })), callable: hits.length > 0 };
    });
  } finally {
    clearInterval(keepAlive);
    await deepEmbedder?.close();
  }
}

function sampled(set: EvaluationSet): EvaluationSet {
  const step = Math.max(1, set.queries.length / most);
  const count = Math.min(most, set.queries.length);
  return { ...set, queries: Array.from({ length: count }, (_, i) => set.queries[Math.floor(i * step)]!) };
}
