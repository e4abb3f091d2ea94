/**
 * Does it help that the sources of tools count? `node benchmarks/quality/hierarchy.ts REQUESTS [--tools FILE]
 * [--model TABLE] [--held] [--requests N] [--disk FILE] [--json FILE]`: each request is searched over the whole catalogue with and
 * without, by words and the static model.
 *
 * REQUESTS is a folder with `queries.jsonl` and `qrels.tsv`; the catalogue is the folder's own, or FILE (default: that of
 * `catalog-real` in the data folder where REQUESTS has none). The shipped table was trained on every request of ours over
 * that catalogue, so that figures with it prove nothing there: TABLE is a twin of it that was trained without some
 * servers, and `--held` takes the requests for those only (`training/embedding/split.py`).
 *
 * With `--disk`, the tools of that catalogue are searched in an index on disk, in place of those of the requests in memory. It
 * has to hold those, and may hold a million more.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { crc32 } from 'node:zlib';
import { buildToolIndex, openToolIndex } from '../../src/backends/index.ts';
import type { EvaluationQuery } from '../../src/evaluation/index.ts';
import { createMemoryBackend, type RetrievalBackend, searchTools } from '../../src/retrieval/index.ts';
import { readCatalogRows } from '../../src/sources/index.ts';
import { readProvenance } from '../provenance.ts';
import { languageOf, openTable, readLargeSet } from './large-set.ts';

const DEPTHS = [1, 5, 10, 50] as const;

interface Figures {
  readonly groups: boolean;
  readonly part: string;
  readonly requests: number;
  readonly recall: Readonly<Record<number, number>>;
  /** Share of the requests for which the right tool moved up, and down, within the first fifty. */
  readonly up: number;
  readonly down: number;
  /** Share refused although the right tool was among the first five. */
  readonly lost: number;
  readonly medianMs: number;
}

interface Asked {
  readonly query: EvaluationQuery;
  readonly rank: number;
  readonly refused: boolean;
  readonly ms: number;
}

async function ask(backend: RetrievalBackend, query: EvaluationQuery): Promise<Asked> {
  const start = performance.now();
  const { ranked, verdict } = await searchTools(backend, { query: query.text, limit: 50, intents: false });
  const ms = performance.now() - start;
  const rank = ranked.findIndex(({ tool }) => query.relevant.has(tool.id));
  return { query, rank: rank < 0 ? Number.POSITIVE_INFINITY : rank, refused: verdict === 'none', ms };
}

function figuresOf(groups: boolean, part: string, asked: readonly Asked[], others: readonly Asked[]): Figures {
  const share = (accepts: (one: Asked, position: number) => boolean): number =>
    asked.filter(accepts).length / asked.length;
  const capped = ({ rank }: Asked): number => Math.min(rank, 50);
  return {
    groups,
    part,
    requests: asked.length,
    recall: Object.fromEntries(DEPTHS.map((depth) => [depth, share(({ rank }) => rank < depth)])),
    up: share((one, i) => capped(one) < capped(others[i]!)),
    down: share((one, i) => capped(one) > capped(others[i]!)),
    lost: share(({ rank, refused }) => refused && rank < 5),
    medianMs: asked.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(asked.length / 2)]!,
  };
}

/** Half of the requests by id, so that a weight chosen on one is tried on the other. */
const halfOf = ({ id }: EvaluationQuery): string => (crc32(id) % 2 === 0 ? 'first half' : 'other half');

const { values, positionals } = parseArgs({
  options: {
    tools: { type: 'string' },
    model: { type: 'string' },
    held: { type: 'boolean', default: false },
    requests: { type: 'string', default: '1000' },
    disk: { type: 'string' },
    json: { type: 'string' },
  },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) throw new RangeError('Name a folder with queries.jsonl and qrels.tsv.');
const { catalog, queries } = await readLargeSet(folder, {
  tools: values.tools,
  held: values.held,
  requests: Number(values.requests),
});

const embedder = openTable(values.model);
const folderOfIndex = values.disk === undefined ? undefined : mkdtempSync(join(tmpdir(), 'toolscout-hierarchy-'));
if (values.disk !== undefined) await buildToolIndex(folderOfIndex!, readCatalogRows(values.disk), { embedder });
const onDisk = folderOfIndex === undefined ? undefined : openToolIndex(folderOfIndex);
const backends = [false, true].map(
  (groups): RetrievalBackend =>
    onDisk?.backend({ embedder, groups }) ?? createMemoryBackend(catalog, { embedder, groups }),
);
for (const backend of backends) await searchTools(backend, { query: 'warm up' });
const asked: Asked[][] = [[], []];
for (const query of queries) for (const [i, backend] of backends.entries()) asked[i]!.push(await ask(backend, query));
const figures: Figures[] = [];
const partsOf = (query: EvaluationQuery): readonly string[] => ['all', halfOf(query), languageOf(query)];
for (const part of new Set(queries.flatMap(partsOf))) {
  const [without, withGroups] = asked.map((some) => some.filter(({ query }) => partsOf(query).includes(part)));
  figures.push(figuresOf(false, part, without!, withGroups!), figuresOf(true, part, withGroups!, without!));
}
for (const { groups, part, requests, recall, up, down, lost, medianMs } of figures) {
  const row = [part, requests, groups ? 'counts' : 'off', DEPTHS.map((depth) => recall[depth]!.toFixed(3)).join(' / ')];
  console.log(`| ${[...row, up.toFixed(3), down.toFixed(3), lost.toFixed(3), medianMs.toFixed(1)].join(' | ')} |`);
}
if (values.json !== undefined) {
  const tools = onDisk?.index.size ?? catalog.tools.length;
  const result = { provenance: readProvenance(), tools, onDisk: onDisk !== undefined, figures };
  writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
}
onDisk?.close();
if (folderOfIndex !== undefined) rmSync(folderOfIndex, { recursive: true });
