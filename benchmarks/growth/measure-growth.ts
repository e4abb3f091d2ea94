import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Progress, Row } from '../rows.ts';

/** What building an index has cost. */
export interface BuiltFigures {
  readonly tools: number;
  /** User and system time of the whole process. */
  readonly buildCpuSeconds: number;
  readonly buildSeconds: number;
  readonly buildPeakMB: number;
}

/** What opening one has cost; memory of the whole process, at once and after some searches. */
export interface OpenedFigures {
  readonly openMs: number;
  readonly openCpuMs: number;
  readonly openedMB: number;
  readonly searchedMB: number;
}

/** One size of a catalogue. */
export interface GrowthFigures extends BuiltFigures, OpenedFigures {
  readonly imageMB: number;
  readonly documentsMB: number;
}

const run = promisify(execFile);
const MEGABYTE = 2 ** 20;

/** Builds and opens an index of the first tools of a catalogue, for each of some sizes, each step in a process of its own. */
export async function measureGrowth(catalog: string, sizes: readonly number[], progress: Progress): Promise<Row[]> {
  const work = mkdtempSync(join(process.env.TOOLSCOUT_BENCH_WORK ?? tmpdir(), 'toolscout-growth-'));
  const rows: Row[] = [];
  try {
    for (const size of sizes) {
      progress(`growth: an index of ${size} tools`);
      const folder = join(work, String(size));
      const built = await step<BuiltFigures>('build', catalog, String(size), folder);
      // The first time the files come from the build's page cache as well; the second is told.
      await step<OpenedFigures>('open', folder);
      const opened = await step<OpenedFigures>('open', folder);
      const figures: GrowthFigures = {
        ...built,
        imageMB: megabytesOf(folder, '.image'),
        documentsMB: megabytesOf(folder, '.documents'),
        ...opened,
      };
      rows.push({ bench: 'growth', contestant: 'toolscout', figures: { ...figures } });
      rmSync(folder, { recursive: true });
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return rows;
}

async function step<Figures>(...values: string[]): Promise<Figures> {
  const script = join(import.meta.dirname, 'one-index.ts');
  const { stdout } = await run(process.execPath, [script, ...values]);
  return JSON.parse(stdout) as Figures;
}

function megabytesOf(folder: string, ending: string): number {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / MEGABYTE;
}
