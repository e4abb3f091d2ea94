/**
 * What is found in a catalogue that the deep model does not read as a whole: `node benchmarks/quality/large-catalog.ts
 * REQUESTS [--tools FILE] [--held] [--requests N] [--kind person] [--tiers static,read,rerank] [--model TABLE --guide
 * FILE] [--json FILE]`. R@1 / R@5 / R@10 / R@50 by language, with 95 % intervals of the last two.
 *
 * `static`: the table alone; `read`: the deep model reads the request; `rerank`: and judges the best 24, whose vectors are
 * kept in the cache folder (`TOOLSCOUT_CACHE`); 26 ms for each that is not there yet. The shipped models know the project's own requests, so
 * that figures of them over those prove nothing: TABLE and FILE (what `fit_guide.py` wrote) are twins without the servers
 * of `--held`.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createBuiltInDeepEmbedder } from '../../src/backends/index.ts';
import { bootstrapInterval, type EvaluationQuery } from '../../src/evaluation/index.ts';
import { searchTools } from '../../src/retrieval/index.ts';
import { readProvenance } from '../provenance.ts';
import {
  LARGE_OPTIONS,
  type LargeTier,
  languageOf,
  openTable,
  openTier,
  readLargeSet,
  replaceGuide,
} from './large-set.ts';

const DEPTHS = [1, 5, 10, 50] as const;

/**
 * Speaks of something found or said before: such a request alone names no tool. A rule of thumb, since nothing in the
 * requests marks them.
 */
const DIALOGUE =
  /\b(from (your|that) (list|results?)|you (just )?(found|listed|showed|mentioned)|the (first|second|third|fourth|last) (one|result|option|entry)\b|we (just )?(talked|discussed))|из выдачи|(ты|вы) (только что )?(наш(ёл|ел|ла|ли)|показал)|(перв|втор|трет|последн)[а-яё]+ из (списка|них|выдачи)|刚才|刚刚|搜出来的|上面(那|的|说|提)|你(刚)?(找|给|列|发)(到|出)?的/iu;

const { values, positionals } = parseArgs({
  options: {
    ...LARGE_OPTIONS,
    requests: { type: 'string', default: '1000' },
    tiers: { type: 'string', default: 'static,read,rerank' },
    json: { type: 'string' },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new RangeError('Name a folder with queries.jsonl and qrels.tsv.');
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

const rows = [];
for (const tier of values.tiers.split(',')) {
  const backend = openTier(tier as LargeTier, catalog, embedder, deepEmbedder);
  const ranks = new Map<string, number[]>();
  const names = new Set<string>();
  for (const query of queries) {
    const { ranked, tier: name } = await searchTools(backend, { query: query.text, limit: 50, intents: false });
    const rank = ranked.findIndex((hit) => query.relevant.has(hit.tool.id));
    const part = partOf(query);
    ranks.set(part, [...(ranks.get(part) ?? []), rank < 0 ? Number.POSITIVE_INFINITY : rank]);
    names.add(name ?? 'exact');
  }
  for (const [part, some] of ranks) {
    const recall = DEPTHS.map((depth) => shareWithin(some, depth));
    const intervals = [10, 50].map((depth) => {
      const { low, high } = bootstrapInterval(some.map((rank) => (rank < depth ? 1 : 0)));
      return [low.toFixed(3), high.toFixed(3)];
    });
    rows.push({ tier, names: [...names], part, requests: some.length, recall, intervals });
    const shown = [recall.map((one) => one.toFixed(3)).join(' / '), ...intervals.map((ends) => ends.join('–'))];
    console.log(`| ${[tier, part, some.length, ...shown].join(' | ')} |`);
  }
}
clearInterval(keepAlive);
await deepEmbedder.close();
if (values.json !== undefined) {
  const result = { provenance: readProvenance(), tools: catalog.tools.length, rows };
  writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}

function partOf(query: EvaluationQuery): string {
  return languageOf(query) + (DIALOGUE.test(query.text) ? ', needs a dialogue' : '');
}

function shareWithin(ranks: readonly number[], depth: number): number {
  return ranks.filter((rank) => rank < depth).length / ranks.length;
}
