/**
 * `node one-index.ts build CATALOG N DIR` builds an index of the first N tools of a catalogue, `node one-index.ts open DIR`
 * opens one and searches it; what that cost is the only line of the output. A process for each, so that its processor
 * time and memory are those of the one thing.
 */
import { buildToolIndex, createBuiltInEmbedder, openToolIndex, readCatalogRows, searchTools } from '../../src/index.ts';
import type { CatalogRow } from '../../src/sources/index.ts';
import { residentMegabytes } from '../engine/resident.ts';
import type { BuiltFigures, OpenedFigures } from './measure-growth.ts';

const QUERIES = [
  'create an invoice',
  'find free time in a calendar',
  'delete a branch of a repository',
  'погода на завтра',
];

const [command, ...values] = process.argv.slice(2);
const figures = command === 'build' ? await build(values[0]!, Number(values[1]), values[2]!) : await open(values[0]!);
process.stdout.write(`${JSON.stringify(figures)}\n`);

async function build(catalog: string, size: number, folder: string): Promise<BuiltFigures> {
  const started = performance.now();
  const tools = await buildToolIndex(folder, first(readCatalogRows(catalog), size), {
    embedder: createBuiltInEmbedder(),
  });
  // Of all threads of the process since it began, loading of the program included.
  const { user, system } = process.cpuUsage();
  return {
    tools,
    buildCpuSeconds: (user + system) / 1e6,
    buildSeconds: (performance.now() - started) / 1e3,
    buildPeakMB: residentMegabytes().peakMB,
  };
}

async function* first(rows: AsyncIterable<CatalogRow>, size: number): AsyncGenerator<CatalogRow> {
  let taken = 0;
  for await (const row of rows) {
    if (taken++ >= size) return;
    yield row;
  }
}

async function open(folder: string): Promise<OpenedFigures> {
  const before = process.cpuUsage();
  const started = performance.now();
  const index = openToolIndex(folder);
  const openMs = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  const openedMB = residentMegabytes().rssMB;
  const backend = index.backend({ embedder: createBuiltInEmbedder() });
  for (const query of QUERIES) await searchTools(backend, { query });
  const searchedMB = residentMegabytes().rssMB;
  index.close();
  return { openMs, openCpuMs: (user + system) / 1e3, openedMB, searchedMB };
}
