import { readFile } from 'node:fs/promises';
import { isObject } from '../src/shared/json.ts';
import { engineTables } from './engine/engine-tables.ts';
import { reasonFor } from './goals.ts';
import { table } from './markdown-table.ts';
import { knownServersTable } from './quality/known-servers.ts';
import type { BenchmarkResult, Goal, Row } from './rows.ts';

/** Renders a result file as the Markdown tables of the README. `node benchmarks/report.ts FILE` prints them. */
export function toMarkdown(result: BenchmarkResult): string {
  const { commit, dirty, date, node, cpu, cores, memoryGiB, platform } = result.provenance;
  const machine = `${platform}, ${cores} × ${cpu}, ${memoryGiB} GiB`;
  const sections = [
    `Commit ${commit}${dirty ? ' with local changes' : ''}, ${date.slice(0, 10)}, Node ${node}, ${machine}.`,
    coldTable(result.rows.filter((row) => row.bench === 'cold-assembly')),
    reassemblyTable(result.rows.filter((row) => row.bench === 'reassembly')),
    codeModeTable(result.rows.filter((row) => row.bench === 'code-mode')),
    poisoningTable(result.rows.filter((row) => row.bench === 'poisoning')),
    gatewayTable(result.rows.filter((row) => row.bench === 'gateway-overhead')),
    engineTables(result.rows.filter((row) => row.bench === 'engine')),
    growthTable(result.rows.filter((row) => row.bench === 'growth')),
    retrievalTable(result.rows.filter((row) => row.bench === 'retrieval')),
    knownServersTable(result.rows.filter((row) => row.bench === 'known-servers')),
    result.skipped.map(({ what, why }) => `Skipped: ${what} (${why}).`).join('\n'),
    goalsTable(result.goals),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function coldTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ contestant, figures }) => {
    const phases = Object.entries(figures.phasesMs ?? {}).map(([name, spread]) => `${name} ${at(spread, 'median')}`);
    const { totalMs } = figures;
    return [contestant, cell(figures.tools), at(totalMs, 'median'), at(totalMs, 'min'), phases.join(', ')];
  });
  return table(['cold assembly', 'tools', 'median ms', 'min ms', 'phases, median ms'], lines);
}

function growthTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ figures }) => {
    const { tools, buildCpuSeconds, buildPeakMB, imageMB, documentsMB, openMs, openedMB, searchedMB } = figures;
    return [tools, buildCpuSeconds, buildPeakMB, imageMB, documentsMB, openMs, openedMB, searchedMB].map((value) =>
      typeof value === 'number' ? value.toFixed(value >= 100 ? 0 : 1) : '–',
    );
  });
  const heads = ['build, CPU s', 'peak MB', 'image MB', 'documents MB', 'open ms', 'MB opened', 'MB after searches'];
  return table(['tools of an index', ...heads], lines);
}

function reassemblyTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ figures: { what, tools, unit, median, min } }) =>
    [what, tools, unit, median, min].map(cell),
  );
  return table(['re-assembly', 'tools', 'unit', 'median', 'min'], lines);
}

function codeModeTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ figures: { what, modelTurns, inputTokens, outputTokens, median, min } }) =>
    [what, modelTurns, inputTokens, outputTokens, median, min].map(cell),
  );
  return table(['code mode', 'model turns', 'tokens read', 'tokens written', 'median ms', 'min ms'], lines);
}

function poisoningTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ contestant, figures: { what, before, after, asked, linted } }) => [
    contestant,
    cell(what),
    at(before, 'first'),
    at(before, 'top'),
    at(after, 'first'),
    at(after, 'top'),
    cell(asked),
    cell(linted),
  ]);
  return table(
    ['attack', 'the tool', 'BM25: first', 'top 5', 'Toolscout: first', 'top 5', 'asks back', 'lint names it'],
    lines,
  );
}

function gatewayTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ contestant, figures: { calls, medianMs, p95Ms, addedMs, timesDirect } }) =>
    [contestant, calls, medianMs, p95Ms, addedMs, timesDirect].map(cell),
  );
  return table(['one call over stdio', 'calls', 'median ms', 'p95 ms', 'added ms', 'times direct'], lines);
}

function retrievalTable(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(({ contestant, figures }) => [
    cell(figures.set),
    contestant,
    ...['1', '5', '10'].map((k) => at(figures.recall, k)),
    at(figures.ndcg, '10'),
    figures.recallInterval === undefined
      ? ''
      : `${at(figures.recallInterval, 'low')}–${at(figures.recallInterval, 'high')}`,
  ]);
  return table(['set', 'search', 'r@1', 'r@5', 'r@10', 'nDCG@10', 'r@5, 95 %'], lines);
}

/** One line a sub-goal, and the stretch goals that were met. */
function goalsTable(goals: readonly Goal[]): string {
  const lines = goals
    .filter(({ value, met, stretch }) => value !== null && (met || !stretch))
    .map((goal) => {
      const verdict = goal.met ? (goal.stretch ? 'stretch met' : 'met') : 'missed';
      return [goal.row, goal.what, cell(goal.value), cell(goal.goal), verdict, goal.met ? '' : reasonFor(goal.row)];
    });
  const unmeasured = new Set(goals.filter(({ value }) => value === null).map(({ row }) => row));
  const rest = unmeasured.size === 0 ? '' : `Not measured in this run: ${[...unmeasured].join(', ')}.`;
  const head = ['goal', 'what', 'value', 'at most (17: at least)', '', 'why'];
  return [lines.length === 0 ? '' : table(head, lines), rest].filter((part) => part !== '').join('\n\n');
}

const at = (record: unknown, key: string): string => (isObject(record) ? cell(record[key]) : '');

function cell(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(3)));
  return typeof value === 'string' ? value : '';
}

if (import.meta.main) {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new RangeError('usage: node benchmarks/report.ts RESULT.json');
  process.stdout.write(toMarkdown(JSON.parse(await readFile(file, 'utf8')) as BenchmarkResult));
}
