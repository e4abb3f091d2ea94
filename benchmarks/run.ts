/**
 * `npm run bench -- --json FILE [--only cold|retrieval|known-servers|reassembly|code-mode] [--rounds N] [--no-peers]`. Measures, writes one result file
 * and prints its tables. All but the last need the data folder (see test/data-root.ts); without it the run
 * says what it skipped.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DATA_MISSING, dataRoot } from '../test/data-root.ts';
import { unmeasuredGoals } from './goals.ts';
import { readProvenance } from './provenance.ts';
import { measureKnownServers } from './quality/known-servers.ts';
import { measureRetrieval } from './quality/retrieval.ts';
import { toMarkdown } from './report.ts';
import type { BenchmarkResult, Goal, Row, Skipped } from './rows.ts';
import { measureCodeMode } from './speed/code-mode.ts';
import { measureColdAssembly } from './speed/cold-assembly.ts';
import { measureReassembly } from './speed/reassembly.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    peers: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new RangeError(`--rounds ${values.rounds} is not a whole number from 1`);
const BENCHES = ['cold', 'retrieval', 'known-servers', 'reassembly', 'code-mode'];
if (values.only !== undefined && !BENCHES.includes(values.only)) {
  throw new RangeError(`--only ${values.only} is none of ${BENCHES.join(', ')}`);
}

const progress = (message: string): void => void process.stderr.write(`${message}\n`);
const wanted = (bench: string): boolean => values.only === undefined || values.only === bench;

const provenance = readProvenance();
const rows: Row[] = [];
const skipped: Skipped[] = [];
const goals: Goal[] = unmeasuredGoals();
if (wanted('reassembly')) {
  const reassembly = await measureReassembly(progress);
  rows.push(...reassembly.rows);
  goals.push(...reassembly.goals);
}
if (wanted('code-mode')) {
  const codeMode = await measureCodeMode(progress);
  rows.push(...codeMode.rows);
  goals.push(...codeMode.goals);
}
if (dataRoot === undefined) {
  skipped.push({ what: 'cold-assembly, retrieval and known-servers', why: DATA_MISSING });
} else {
  if (wanted('cold')) {
    const cold = await measureColdAssembly(dataRoot, rounds, values.peers, progress);
    rows.push(...cold.rows);
    skipped.push(...cold.skipped);
    goals.push(cold.goal);
  }
  if (wanted('retrieval')) rows.push(...(await measureRetrieval(dataRoot, progress)));
  if (wanted('known-servers')) rows.push(...(await measureKnownServers(dataRoot, values.peers, progress)));
}

const result: BenchmarkResult = { provenance, rows, skipped, goals };
if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
process.stdout.write(toMarkdown(result));
