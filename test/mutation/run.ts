import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Change, interval, isDrawn, type Sample } from './sample.ts';
import { NOT_DRAWN } from './test-runner.ts';

/**
 * `npm run mutation [-- FOLDER… --sample 10% --seed 1 --tests FOLDER]`: changes the code of these folders, a thing at a time,
 * and counts the changes that no test beside them notices, or none in the folder of `--tests`. What was found before is
 * reused where neither source nor test has changed. A folder is run in parts, one for each folder in it, and what was found in a
 * part is kept as soon as it ends: the whole takes hours, and may be stopped and begun again.
 */
const FOLDERS = ['src/engine/filter', 'src/tools', 'src/calling'];
const ROOT = resolve(import.meta.dirname, '../..');
const FOUND = join(ROOT, '.stryker-tmp/found');
/** The share that must be noticed, in each folder. */
const GOAL = 0.8;
/** A change that ends a test by time or memory was noticed as well. */
const NOTICED: ReadonlySet<string> = new Set(['Killed', 'Timeout', 'RuntimeError']);
const COUNTED: ReadonlySet<string> = new Set([...NOTICED, 'Survived', 'NoCoverage']);

interface Found {
  readonly files: Readonly<Record<string, { readonly mutants: readonly Outcome[] }>>;
}

interface Outcome extends Omit<Change, 'fileName'> {
  readonly status: string;
  readonly statusReason?: string;
  readonly static?: boolean;
}

interface Row {
  readonly file: string;
  readonly noticed: number;
  readonly all: number;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '100%' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string' },
  },
});
const sample: Sample = { share: Number(values.sample.replace(/%$/, '')) / 100, seed: Number(values.seed) };
if (!(sample.share > 0 && sample.share <= 1)) throw new Error(`--sample ${values.sample} is no share, such as 10%`);

mkdirSync(FOUND, { recursive: true });
for (const folder of positionals.length > 0 ? positionals : FOLDERS) {
  const rows: Row[] = [];
  for (const part of partsOf(folder)) {
    const incremental = join(FOUND, `${part.name.replaceAll('/', '-')}.json`);
    await mutate(folder, part.files, incremental);
    if (!existsSync(incremental)) throw new Error(`nothing was found about ${part.name}; see above`);
    const found = scores(incremental);
    keepWhatRan(incremental);
    rows.push(...found);
    process.stdout.write(`\n${found.map(line).join('\n')}\n`);
  }
  const all = { file: `${folder} (all)`, noticed: sum(rows, 'noticed'), all: sum(rows, 'all') };
  process.stdout.write(`\n${line(all)}\n`);
  if (all.noticed < GOAL * all.all) process.exitCode = 1;
}

/** The files of a folder itself, and each folder in it that holds more than tests. */
function partsOf(folder: string): readonly { readonly name: string; readonly files: string }[] {
  const isCode = (name: string): boolean => /(?<!\.test)\.ts$/.test(name) && !/^test-/.test(name);
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
    .filter((path) => readdirSync(join(ROOT, path), { recursive: true }).some((name) => isCode(basename(String(name)))))
    .map((path) => ({ name: path, files: `${path}/**/*.ts` }));
  const own = entries.some((entry) => entry.isFile() && isCode(entry.name));
  return [...(own ? [{ name: folder, files: `${folder}/*.ts` }] : []), ...inside];
}

/** @param code which files are changed: a pattern. */
async function mutate(folder: string, code: string, incremental: string): Promise<void> {
  const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const files = [code, `!${folder}/**/*.test.ts`, `!${folder}/**/test-*.ts`].join(',');
  const settings = join(ROOT, 'test/mutation/stryker.config.json');
  const args = ['run', settings, '--mutate', files, '--incrementalFile', incremental];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', stryker, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      MUTATED: folder,
      MUTATION_TESTS: values.tests ?? folder,
      MUTATION_SHARE: String(sample.share),
      MUTATION_SEED: String(sample.seed),
    },
    stdio: 'inherit',
  });
  await once(child, 'exit');
}

/**
 * So that the next run does not take what was left out for a result; nor a change that acts while modules are loaded and
 * was not noticed, of which Stryker does not know which tests could have noticed it since.
 */
function keepWhatRan(incremental: string): void {
  const found = JSON.parse(readFileSync(incremental, 'utf8')) as Found;
  const files = Object.entries(found.files).map(([name, file]) => {
    const mutants = file.mutants.filter(
      ({ status, statusReason, static: acts }) =>
        statusReason !== NOT_DRAWN && !(acts === true && status === 'Survived'),
    );
    return [name, { ...file, mutants }];
  });
  writeFileSync(incremental, JSON.stringify({ ...found, files: Object.fromEntries(files) }));
}

function scores(incremental: string): Row[] {
  const { files } = JSON.parse(readFileSync(incremental, 'utf8')) as Found;
  return Object.entries(files).map(([file, { mutants }]) => {
    const drawn = mutants.filter((mutant) => isDrawn({ ...mutant, fileName: file, location: asRun(mutant) }, sample));
    const counted = drawn.filter(({ status }) => COUNTED.has(status));
    return { file, noticed: counted.filter(({ status }) => NOTICED.has(status)).length, all: counted.length };
  });
}

/** Places are counted from 1 in reports, and from 0 where changes are run. */
function asRun({ location: { start, end } }: Outcome): Change['location'] {
  return {
    start: { line: start.line - 1, column: start.column - 1 },
    end: { line: end.line - 1, column: end.column - 1 },
  };
}

function sum(rows: readonly Row[], of: 'noticed' | 'all'): number {
  return rows.reduce((total, row) => total + row[of], 0);
}

/** A line as docs/testing.md has it; of a sample, with the interval in which the whole lies. */
function line({ file, noticed, all }: Row): string {
  const percent = (share: number): string => (100 * share).toFixed(1);
  const [low, high] = interval(noticed, all);
  const range = sample.share < 1 && all > 0 ? ` (${percent(low)} to ${percent(high)})` : '';
  return `| ${file} | ${noticed} of ${all} | ${all > 0 ? `${percent(noticed / all)} %${range}` : '-'} |`;
}
