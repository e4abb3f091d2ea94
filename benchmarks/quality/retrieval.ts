import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  bootstrapInterval,
  type EvaluationSet,
  evaluate,
  readSet,
  recallAt,
  type Searcher,
} from '../../src/evaluation/index.ts';
import {
  createMemoryBackend,
  type RetrievalBackend,
  searchTools,
  type ToolSearchResult,
} from '../../src/retrieval/index.ts';
import { createCatalog } from '../../src/tools/index.ts';
import type { Progress, Row } from '../rows.ts';
import { readBaselines } from './baseline.ts';

/** Depth of the recall that carries an interval: what a model is shown by default. */
const INTERVAL_DEPTH = 5;

/** Evaluates the search on every set of the data folder, each beside its published baseline. */
export async function measureRetrieval(dataRoot: string, progress: Progress): Promise<Row[]> {
  const baselines = await readBaselines(dataRoot);
  const rows: Row[] = [];
  for (const name of (await readdir(dataRoot)).sort()) {
    const dir = join(dataRoot, name);
    if (!existsSync(join(dir, 'qrels.tsv'))) continue;
    progress(`retrieval on ${name}`);
    const set = await readSet(dir);
    rows.push(await measureSet(name, set, 'toolscout', createMemoryBackend(createCatalog(set.tools))));
    const baseline = baselines.get(name);
    if (baseline !== undefined) rows.push(baseline);
  }
  return rows;
}

/** A model that was too slow once is not asked again for half a minute. */
const REST_MS = 35_000;
const TRIES = 6;

/**
 * With every model that was asked for: answers without one would be figures of another search, as a machine that stood still
 * for a minute has given them.
 * @throws Error where a model does not answer
 */
async function searchWhole(
  backend: RetrievalBackend,
  query: string,
  limit: number | undefined,
  intents: boolean,
): Promise<ToolSearchResult> {
  for (let tries = 1; ; tries++) {
    const result = await searchTools(backend, { query, ...(limit === undefined ? {} : { limit }), intents });
    if (!result.degraded) return result;
    if (tries === TRIES) throw new Error(`A model gave no answer to ${JSON.stringify(query)}.`);
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
  }
}

/** Figures of one search on one set; `backend` is over the set's own tools. */
export async function measureSet(
  name: string,
  set: EvaluationSet,
  contestant: string,
  backend: RetrievalBackend,
  intents = true,
): Promise<Row> {
  const start = performance.now();
  await searchTools(backend, { query: 'warm up', limit: 1 });
  const buildMs = performance.now() - start;

  const rankings: string[][] = [];
  const search: Searcher = async ({ text, limit }) => {
    const result = await searchWhole(backend, text, limit, intents);
    const ranked = result.ranked.map(({ tool }) => ({ id: tool.id }));
    rankings.push(ranked.map(({ id }) => id));
    return { verdict: result.verdict, ranked, callable: result.hits.length > 0 };
  };
  const { config: _config, bySplit: _bySplit, ...figures } = await evaluate(set, search, { buildMs });
  // evaluate asks in the order of the set.
  const recalls = set.queries.flatMap((query, i) =>
    query.noTool ? [] : [recallAt(INTERVAL_DEPTH, rankings[i]!, query)],
  );
  const { low, high } = bootstrapInterval(recalls);
  return {
    bench: 'retrieval',
    contestant,
    figures: { set: name, ...figures, recallInterval: { depth: INTERVAL_DEPTH, level: 0.95, low, high } },
  };
}
