import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * `npm run mutation [-- FOLDER…]`: changes the code of these folders, a thing at a time, and counts the changes that no
 * test beside them notices. Hours for all; what was found before is reused where neither source nor test has changed.
 */
const FOLDERS = ['src/engine/filter', 'src/tools', 'src/calling'];
const ROOT = resolve(import.meta.dirname, '../..');
const FOUND = join(ROOT, '.stryker-tmp/found');
/** A change that ends a test by time or memory was noticed as well. */
const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout', 'RuntimeError']);

interface Found {
  readonly files: Readonly<Record<string, { readonly mutants: readonly { readonly status: string }[] }>>;
}

const wanted = process.argv.slice(2);
mkdirSync(FOUND, { recursive: true });
for (const folder of wanted.length > 0 ? wanted : FOLDERS) {
  const incremental = join(FOUND, `${folder.replaceAll('/', '-')}.json`);
  const code = await mutate(folder, incremental);
  process.stdout.write(`\n${scores(folder, incremental)}\n`);
  if (code !== 0) process.exitCode = 1;
}

/** @returns 0 where enough was noticed; see `thresholds` in stryker.config.json */
async function mutate(folder: string, incremental: string): Promise<number> {
  const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const files = [`${folder}/**/*.ts`, `!${folder}/**/*.test.ts`, `!${folder}/**/test-*.ts`].join(',');
  const settings = join(ROOT, 'test/mutation/stryker.config.json');
  const args = ['run', settings, '--mutate', files, '--incrementalFile', incremental];
  const child = spawn(process.execPath, [stryker, ...args], {
    cwd: ROOT,
    env: { ...process.env, MUTATED: folder },
    stdio: 'inherit',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** A line for each file, as docs/testing.md has them. */
function scores(folder: string, incremental: string): string {
  const { files } = JSON.parse(readFileSync(incremental, 'utf8')) as Found;
  const rows = Object.entries(files).map(([file, { mutants }]) => {
    const counted = mutants.filter(({ status }) => status !== 'Ignored' && status !== 'Pending');
    const noticed = counted.filter(({ status }) => NOTICED.has(status)).length;
    return { file, noticed, all: counted.length };
  });
  const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const all = [...rows, { file: `${folder} (all)`, noticed: sum((row) => row.noticed), all: sum((row) => row.all) }];
  const percent = ({ noticed, all: of }: { noticed: number; all: number }): string =>
    of === 0 ? '-' : `${((100 * noticed) / of).toFixed(1)} %`;
  return all.map((row) => `| ${row.file} | ${row.noticed} of ${row.all} | ${percent(row)} |`).join('\n');
}
