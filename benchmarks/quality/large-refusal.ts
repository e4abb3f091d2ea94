/**
 * What is refused in a catalogue that the deep model does not read as a whole: `node benchmarks/quality/large-refusal.ts REQUESTS
 * [--tools FILE] [--held] [--requests N] [--kind person] [--tier static|read|rerank] [--model TABLE --guide FILE] [--thresholds .13,.2]`.
 * Of the folder's `no-tool.jsonl` the share refused by kind and language, of its answerable requests those lost (refused
 * although the right tool is among the first five), at each threshold. Without `--thresholds` at the one that the size has.
 *
 * In so many tools some serve a request that nothing serves in a smaller catalogue ("compare two lists"), so that of
 * those near a domain or a tool fewer are to be refused. For the options see `large-catalog.ts`.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder } from '../../src/backends/index.ts';
import { type EvaluationQuery, readNoToolQueries } from '../../src/evaluation/index.ts';
import { searchTools } from '../../src/retrieval/index.ts';
import { hitConfidences, lacksFit, weighAnswer } from '../../src/retrieval/verdict.ts';
import type { WordTrace } from '../../src/retrieval/word-trace.ts';
import {
  LARGE_OPTIONS,
  type LargeTier,
  openTable,
  openTier,
  readKinds,
  readLargeSet,
  replaceGuide,
} from './large-set.ts';

const { values, positionals } = parseArgs({
  options: {
    ...LARGE_OPTIONS,
    requests: { type: 'string', default: '900' },
    tier: { type: 'string', default: 'static' },
    thresholds: { type: 'string' },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new RangeError('Name a folder with queries.jsonl, qrels.tsv and no-tool.jsonl.');
await replaceGuide(values.guide);
const { catalog, queries } = await readLargeSet(folder, {
  tools: values.tools,
  held: values.held,
  kind: values.kind,
  requests: Number(values.requests),
});
const embedder = openTable(values.model);
const deepEmbedder = createBuiltInDeepEmbedder({ warn: console.warn });
const keepAlive = setInterval(() => {}, 60_000); // the deep model's thread does not
const backend = openTier(values.tier as LargeTier, catalog, embedder, deepEmbedder);
// A search waits two seconds for 42,063 vectors, and goes on without.
await backend.prepare?.();

/** How one request went. */
interface Weighed {
  readonly kind: string;
  readonly lang: string;
  readonly found: boolean;
  /** Is it refused where refusal begins below this threshold, or where it does for the size? */
  readonly refusedAt: (threshold: number | undefined) => boolean;
}

async function weigh(query: EvaluationQuery, kind: string): Promise<Weighed> {
  let trace: WordTrace | undefined;
  const { verdict, ranked } = await searchTools(backend, { query: query.text, intents: false }, (one) => {
    trace = one;
  });
  const found = ranked.slice(0, 5).some((hit) => query.relevant.has(hit.tool.id));
  const { fused = [], facts, exact } = trace ?? {};
  const head = { kind, lang: query.lang, found };
  const shown = verdict === 'none';
  // Where a tool is named, or the request is none that any threshold decides.
  const isDecided = (exact?.tools.length ?? 0) > 0 || fused.length === 0 || facts === undefined || facts.unoffered;
  if (isDecided) return { ...head, refusedAt: () => shown };
  const weighed = weighAnswer(fused, facts, 'balanced', hitConfidences(fused, facts));
  return {
    ...head,
    refusedAt: (threshold) => (threshold === undefined ? shown : lacksFit({ ...weighed, threshold })),
  };
}

const kinds = readKinds(folder, 'no-tool.jsonl');
const weighed: Weighed[] = [];
for (const query of await readNoToolQueries(join(folder, 'no-tool.jsonl'))) {
  weighed.push(await weigh(query, kinds.get(query.id) ?? ''));
}
for (const query of queries) weighed.push(await weigh(query, 'answerable'));
clearInterval(keepAlive);
await deepEmbedder.close();

const thresholds = values.thresholds?.split(',').map(Number) ?? [undefined];
console.log(`${catalog.tools.length} tools, ${values.tier}`);
for (const threshold of thresholds) {
  for (const kind of new Set(weighed.map((one) => one.kind))) {
    for (const lang of ['', 'en', 'ru', 'zh']) {
      const some = weighed.filter((one) => one.kind === kind && (lang === '' || one.lang === lang));
      const refused = some.filter((one) => one.refusedAt(threshold));
      const among = some.filter(({ found }) => found);
      const lost = `, ${among.filter((one) => one.refusedAt(threshold)).length} of the ${among.length} found`;
      const figures = `${refused.length} of ${some.length}${kind === 'answerable' ? lost : ''}`;
      console.log(`| ${[threshold ?? 'own', kind, lang || 'all', figures].join(' | ')} |`);
    }
  }
}
