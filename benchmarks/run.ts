/**
 * `npm run bench -- [run] [--json FILE] [--only PART,…] [--rounds N] [--no-peers]` measures, writes one result file and
 * prints its tables; `compare A B` sets two files side by side, `merge A B…` puts parts that were measured one after the
 * other into one, `report FILE` prints one. All but the parts reassembly,
 * code-mode, gateway (of the built binary) and engine need the data folder (see test/data-root.ts); without it the run says what it skipped.
 *
 * The part `engine` takes long and much space, so it runs only when it is named: `--only engine
 * [--sizes 10000,100000,1000000] [--peers lucene,faiss-ivf-64] [--ours toolscout-lex] [--queries N] [--warm N] [--control]
 * [--reuse]`; `--memory` builds and opens what memory is a goal beside and asks nothing. So does `growth`: `--only growth --catalog TOOLS.jsonl [--sizes 10000,…] [--svg FILE]` builds and opens
 * indexes of the first tools of a catalogue and plots what that costs over their number.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { DATA_MISSING, dataRoot } from '../test/data-root.ts';
import { compareResults } from './compare.ts';
import { measureEngine } from './engine/measure-engine.ts';
import { unmeasuredGoals } from './goals.ts';
import { measureGrowth } from './growth/measure-growth.ts';
import { plotGrowth } from './growth/plot-growth.ts';
import { mergeResults } from './merge.ts';
import { readProvenance } from './provenance.ts';
import { measureKnownServers } from './quality/known-servers.ts';
import { measureRetrieval } from './quality/retrieval.ts';
import { toMarkdown } from './report.ts';
import type { BenchmarkResult, Goal, Row, Skipped } from './rows.ts';
import { measureCodeMode } from './speed/code-mode.ts';
import { measureColdAssembly } from './speed/cold-assembly.ts';
import { measureGatewayOverhead } from './speed/gateway-overhead.ts';
import { measureReassembly } from './speed/reassembly.ts';

const { values, positionals } = parseArgs({
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    'no-peers': { type: 'boolean', default: false },
    peers: { type: 'string' },
    sizes: { type: 'string' },
    ours: { type: 'string' },
    queries: { type: 'string', default: '200' },
    warm: { type: 'string', default: '4' },
    control: { type: 'boolean', default: false },
    reuse: { type: 'boolean', default: false },
    memory: { type: 'boolean', default: false },
    catalog: { type: 'string' },
    svg: { type: 'string' },
  },
  allowPositionals: true,
});
const [command = 'run', ...files] = positionals;
const BENCHES = ['cold', 'retrieval', 'known-servers', 'reassembly', 'code-mode', 'gateway', 'engine', 'growth'];
const only = listed(values.only);
const unknown = only?.filter((bench) => !BENCHES.includes(bench)) ?? [];
if (unknown.length > 0) throw new RangeError(`--only ${unknown.join(', ')} is none of ${BENCHES.join(', ')}`);

const progress = (message: string): void => void process.stderr.write(`${message}\n`);
const readResult = async (file: string): Promise<BenchmarkResult> =>
  JSON.parse(await readFile(file, 'utf8')) as BenchmarkResult;

switch (command) {
  case 'run':
    await run();
    break;
  case 'compare':
    process.stdout.write(compareResults(await readResult(fileAt(0)), await readResult(fileAt(1))));
    break;
  case 'merge':
    await publish(mergeResults(await Promise.all(files.map(readResult))));
    break;
  case 'report':
    process.stdout.write(toMarkdown(await readResult(fileAt(0))));
    break;
  default:
    throw new RangeError(`${command} is none of run, compare A B, merge A B…, report FILE`);
}

function fileAt(place: number): string {
  const file = files[place];
  if (file === undefined) throw new RangeError(`usage: ${command === 'compare' ? 'compare A B' : 'report FILE'}`);
  return file;
}

async function run(): Promise<void> {
  const rounds = wholeNumber('rounds', values.rounds);
  const withPeers = !values['no-peers'];
  const wanted = (bench: string): boolean => only === undefined || only.includes(bench);
  const provenance = readProvenance();
  const rows: Row[] = [];
  const skipped: Skipped[] = [];
  const goals: Goal[] = [];
  if (only?.includes('engine') === true) {
    const engine = await measureEngine(
      {
        sizes: sizes('10000,100000,1000000'),
        peers: withPeers ? listed(values.peers) : [],
        ours: listed(values.ours),
        rounds: {
          queries: wholeNumber('queries', values.queries),
          warm: wholeNumber('warm', values.warm),
          measured: rounds,
        },
        control: values.control,
        reuse: values.reuse,
        memory: values.memory,
      },
      progress,
    );
    rows.push(...engine.rows);
    skipped.push(...engine.skipped);
    goals.push(...engine.goals);
  }
  if (only?.includes('growth') === true) {
    if (values.catalog === undefined) throw new RangeError('--only growth needs --catalog FILE: tools as JSON Lines');
    const growth = await measureGrowth(values.catalog, sizes('10000,30000,100000,300000,1000000'), progress);
    rows.push(...growth);
    if (values.svg !== undefined) await writeFile(values.svg, plotGrowth(growth));
  }
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
  if (wanted('gateway')) {
    const gateway = await measureGatewayOverhead(rounds, withPeers, progress);
    rows.push(...gateway.rows);
    skipped.push(...gateway.skipped);
  }
  if (dataRoot === undefined) {
    skipped.push({ what: 'cold-assembly, retrieval and known-servers', why: DATA_MISSING });
  } else {
    if (wanted('cold')) {
      const cold = await measureColdAssembly(dataRoot, rounds, withPeers, progress);
      rows.push(...cold.rows);
      skipped.push(...cold.skipped);
      goals.push(cold.goal);
    }
    if (wanted('retrieval')) rows.push(...(await measureRetrieval(dataRoot, progress)));
    if (wanted('known-servers')) rows.push(...(await measureKnownServers(dataRoot, { peers: withPeers }, progress)));
  }
  await publish({ provenance, rows, skipped, goals: [...goals, ...unmeasuredGoals(goals)] });
}

async function publish(result: BenchmarkResult): Promise<void> {
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(result, null, 2)}\n`);
  process.stdout.write(toMarkdown(result));
}

function sizes(usual: string): readonly number[] {
  return list(values.sizes ?? usual).map((size) => wholeNumber('sizes', size));
}

function list(value: string): readonly string[] {
  return value.split(',');
}

function listed(value: string | undefined): readonly string[] | undefined {
  return value === undefined ? undefined : list(value);
}

function wholeNumber(option: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) {
    throw new RangeError(`--${option} ${value} is not a whole number from 1`);
  }
  return number;
}
