/**
 * What the built-in static table costs in this process: `node benchmarks/speed/static-embedder.ts`. Loading, the first
 * request, requests never seen before, requests seen before, tool texts, a scan of all vectors, memory. Run it in a fresh
 * process each time; the first figures are about a cold one.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadStaticEmbedder } from '../../src/backends/index.ts';
import { buildVectorIndex } from '../../src/engine/index.ts';
import { DATA_MISSING, dataRoot } from '../../test/data-root.ts';

const ROUNDS = 20;
const SCANS = 200;

if (dataRoot === undefined) console.log(`Skipped: ${DATA_MISSING}`);
else await measure(join(dataRoot, 'mcp-requests'));

async function measure(set: string): Promise<void> {
  const requests = (await readRows(join(set, 'queries.jsonl'))).map(({ text }) => text ?? '');
  const documents = (await readRows(join(set, 'tools.jsonl'))).map(({ name, server, description }) =>
    `${name} . ${server} . ${description}`.slice(0, 400),
  );
  const rssBefore = process.memoryUsage.rss();
  const loadStart = performance.now();
  const embedder = await loadStaticEmbedder();
  show('load', performance.now() - loadStart, 'ms');
  const times = (texts: readonly string[]): number[] =>
    texts.map((text) => {
      const start = performance.now();
      embedder.embedSync(text, 'query');
      return (performance.now() - start) * 1000;
    });
  const [first = 0, ...unseen] = times(requests);
  show('first request', first, 'µs');
  showSpread(`${unseen.length} requests, each the first time, process still cold`, unseen);
  showSpread('the same again', Array.from({ length: ROUNDS }, () => times(requests)).flat());
  showSpread(`${documents.length} tool texts, each the first time`, times(documents));
  showSpread('the same again', times(documents));

  const index = buildVectorIndex(
    documents.map((text) => embedder.embedSync(text, 'document')),
    embedder.dimensions,
  );
  const queries = requests.map((text) => embedder.embedSync(text, 'query'));
  const scans = Array.from({ length: SCANS }, (_, i) => {
    const start = performance.now();
    index.search(queries[i % queries.length]!, { limit: 50 });
    return (performance.now() - start) * 1000;
  });
  showSpread(`scan of ${index.size} vectors for the best 50`, scans);
  show('resident memory, all of it', (process.memoryUsage.rss() - rssBefore) / 1e6, 'MB');
  console.log(`Node ${process.version}, ${embedder.id}`);
}

interface TextRow {
  readonly text?: string;
  readonly name?: string;
  readonly server?: string;
  readonly description?: string;
}

async function readRows(path: string): Promise<TextRow[]> {
  return (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line): TextRow => JSON.parse(line));
}

function showSpread(what: string, values: readonly number[]): void {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  console.log(`${what}: median ${at(0.5).toFixed(1)}, p95 ${at(0.95).toFixed(1)} µs`);
}

function show(what: string, value: number, unit: string): void {
  console.log(`${what}: ${value.toFixed(1)} ${unit}`);
}
