/**
 * Loads a catalogue into a cluster, as much as the minutes give, the same rows into an index on disk, and compares the two:
 * `node benchmarks/cluster/run.ts CATALOG --out FOLDER [--minutes 60] [--rounds 2] [--json FILE]`, with the addresses of
 * the nodes in TOOLSCOUT_OPENSEARCH_URL. Broken off, the same command goes on: FOLDER holds what was done.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  buildToolIndex,
  connectOpenSearch,
  createBuiltInEmbedder,
  openOpenSearchIndex,
  openSearchIndexStats,
  openToolIndex,
} from '../../src/backends/index.ts';
import { type CatalogRow, readCatalogRows } from '../../src/sources/index.ts';
import { residentMegabytes } from '../engine/resident.ts';
import { readProvenance } from '../provenance.ts';
import { loadFor } from './load.ts';
import { measureSearches, readNodes, type SearchTimes, VIEWS } from './measure.ts';

const NAME = 'bench';

const { values, positionals } = parseArgs({
  options: {
    out: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '2' },
    json: { type: 'string' },
  },
  allowPositionals: true,
});
const [catalog] = positionals;
const nodes = (process.env.TOOLSCOUT_OPENSEARCH_URL ?? '').split(',').filter((node) => node !== '');
if (catalog === undefined || values.out === undefined || nodes.length === 0) {
  throw new RangeError('Name a catalogue and --out FOLDER, and the nodes in TOOLSCOUT_OPENSEARCH_URL.');
}
const folder = resolve(values.out);
mkdirSync(folder, { recursive: true });
const embedder = createBuiltInEmbedder();
const http = await connectOpenSearch({ nodes, requestTimeoutMs: 60_000, searchTimeoutMs: 30_000 });

const load = await loadFor(http, NAME, {
  catalog,
  embedder,
  minutes: Number(values.minutes),
  state: join(folder, 'load.json'),
});
const loadedAt = { loadAverage: os.loadavg()[0], ...(await readNodes(http)) };

async function* sameRows(file: string): AsyncGenerator<CatalogRow> {
  let row = 0;
  for await (const one of readCatalogRows(file)) {
    if (row++ === load.rows) return;
    yield one;
  }
}
const local = join(folder, 'tools.index');
if (!existsSync(local)) await buildToolIndex(local, sameRows(catalog), { embedder });
const files = readdirSync(local).map((name) => statSync(join(local, name)).size);

const onDisk = openToolIndex(local);
const inCluster = await openOpenSearchIndex(http, NAME);
const rounds = Number(values.rounds);
const nodesCpu = async (): Promise<number> => (await readNodes(http)).cpuMs;
const searches: SearchTimes[] = [];
for (const filter of VIEWS) {
  const disk = await measureSearches('disk', onDisk.backend({ embedder }), filter, { rounds, nodesCpu: async () => 0 });
  const far = await measureSearches('cluster', inCluster.backend({ embedder }), filter, { rounds, nodesCpu });
  const shared = disk.best.map((ids, i) => ids.filter((id) => far.best[i]!.includes(id)).length);
  const wanted = disk.best.reduce((sum, ids) => sum + ids.length, 0);
  const overlap = wanted === 0 ? 1 : Math.round((1000 * shared.reduce((sum, one) => sum + one, 0)) / wanted) / 1000;
  searches.push(disk.times, { ...far.times, overlap });
  console.log(JSON.stringify(searches.slice(-2)));
}
const stats = await openSearchIndexStats(http, NAME);
const result = {
  provenance: readProvenance(),
  loadAverage: os.loadavg(),
  load,
  cluster: { stats, atEndOfLoad: loadedAt, now: await readNodes(http) },
  disk: { bytes: files.reduce((sum, size) => sum + size, 0), ...residentMegabytes() },
  searches,
};
console.log(JSON.stringify(result, null, 2));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(result, null, 2)}\n`);
onDisk.close();
await http.close();
