/**
 * `npm run cases -- DIR [--theme T] [--id ID] [--json]`: runs every case of a folder in the format of
 * `test/cases/README.md` against the product. Exit 0 when nothing failed, 1 otherwise, 2 for wrong usage. What is
 * unmapped fails nothing, but is named with its reason.
 */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type CaseReport, runCases } from './run-cases.ts';

const USAGE = 'Usage: npm run cases -- DIR [--theme T]… [--id ID]… [--json]';

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  let options: ReturnType<typeof readOptions>;
  try {
    options = readOptions(argv);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}\n`);
    return 2;
  }
  const { folder, themes, ids, json } = options;
  const report = await runCases(folder, {
    ...(themes === undefined ? {} : { themes }),
    ...(ids === undefined ? {} : { ids }),
    onDone: ({ id }, { kind }) => {
      if (!json) process.stderr.write(`${kind.padEnd(8)} ${id}\n`);
    },
  });
  if (report.passed.length + report.failed.length + report.unmapped.length === 0) {
    process.stderr.write(`No case in ${folder} is chosen.\n`);
    return 2;
  }
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : toText(report));
  return report.failed.length === 0 ? 0 : 1;
}

function readOptions(argv: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      theme: { type: 'string', multiple: true },
      id: { type: 'string', multiple: true },
      json: { type: 'boolean', default: false },
    },
  });
  const [given, ...more] = positionals;
  if (given === undefined || more.length > 0) throw new Error('Name one folder of cases.');
  const folder = resolve(given);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Error(`${folder} is no folder.`);
  return { folder, themes: values.theme, ids: values.id, json: values.json };
}

function toText({ passed, failed, unmapped }: CaseReport): string {
  const lines = (title: string, entries: CaseReport['failed']): string =>
    entries.length === 0 ? '' : `\n${title}\n${entries.map(({ id, why }) => `  ${id}: ${why}`).join('\n')}\n`;
  const sum = `\n${passed.length} passed, ${failed.length} failed, ${unmapped.length} unmapped\n`;
  return lines('Unmapped', unmapped) + lines('Failed', failed) + sum;
}
