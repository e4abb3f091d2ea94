import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { buildOpenSearchIndex, type OpenSearchHttp } from '../../src/backends/index.ts';
import type { Embedder } from '../../src/engine/index.ts';
import { type CatalogRow, readCatalogRows } from '../../src/sources/index.ts';

/** One run of a load, which may have been broken off. */
interface LoadRun {
  readonly startedAt: string;
  seconds: number;
  /** Tools that the cluster had acknowledged by then, with those that were there already. */
  tools: number;
  loadAverage: number;
  finished: boolean;
}

/** What is known of a load across its runs. */
interface Load {
  /** Rows of the catalogue that it ended with: the local engine gets the same ones. */
  rows: number;
  readonly runs: LoadRun[];
}

/** How often the state is written, at least. */
const NOTE_MS = 5_000;

/**
 * Loads a catalogue until all of it is in or the minutes are over, those of earlier runs counted: what is read by then
 * becomes the index. Killed at any moment, it goes on when it is called again.
 */
export async function loadFor(
  http: OpenSearchHttp,
  name: string,
  { catalog, embedder, minutes, state }: { catalog: string; embedder: Embedder; minutes: number; state: string },
): Promise<Load> {
  const load: Load = existsSync(state) ? (JSON.parse(readFileSync(state, 'utf8')) as Load) : { rows: 0, runs: [] };
  if (load.runs.at(-1)?.finished === true) return load;
  const before = load.runs.reduce((sum, { seconds }) => sum + seconds, 0);
  const run: LoadRun = { startedAt: new Date().toISOString(), seconds: 0, tools: 0, loadAverage: 0, finished: false };
  load.runs.push(run);
  const started = performance.now();
  const note = (): void => {
    run.seconds = Math.round((performance.now() - started) / 1000);
    run.loadAverage = Math.round(os.loadavg()[0]! * 10) / 10;
    writeFileSync(state, `${JSON.stringify(load, null, 2)}\n`);
  };
  let notedAt = 0;
  let rows = 0;
  async function* read(): AsyncGenerator<CatalogRow> {
    for await (const row of readCatalogRows(catalog)) {
      if (before + (performance.now() - started) / 1000 > minutes * 60) return;
      rows++;
      yield row;
    }
  }
  run.tools = await buildOpenSearchIndex(http, name, read(), {
    embedder,
    replicas: 0,
    resume: true,
    onTools: (tools) => {
      run.tools = tools;
      if (performance.now() - notedAt < NOTE_MS) return;
      notedAt = performance.now();
      note();
    },
    onProblem: (message) => console.warn(message),
  });
  load.rows = rows;
  run.finished = true;
  note();
  return load;
}
