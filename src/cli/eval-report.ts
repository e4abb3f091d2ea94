import type { CallReport, Comparison, EvaluationReport, Figures, Shortfall } from '../evaluation/index.ts';
import type { CliIo } from './io.ts';
import { clip, count, pad, wrap } from './layout.ts';

const LABEL_WIDTH = 16;
/** Servers whose tools are found worst; `--json` and `--report` have all. */
const MAX_SERVERS = 5;
const MAX_PAIRS = 5;
const MAX_MOVED = 10;

/** Three digits say all that a latency does. */
function milliseconds(value: number | null | undefined): string {
  return value == null ? '–' : String(Number(value.toPrecision(3)));
}

/** A report for a person. */
export function printReport(report: EvaluationReport, io: CliIo): void {
  const depths = Object.keys(report.recall);
  const columns = Math.min(io.columns, 120);
  const width = Math.max(6, Math.min(9, Math.floor((columns - LABEL_WIDTH) / (depths.length + 3))));
  const row = (label: string, cells: readonly string[]) =>
    io.stdout(
      `${pad(clip(label, LABEL_WIDTH - 1), LABEL_WIDTH)}${cells.map((cell) => cell.padStart(width)).join('')}\n`,
    );
  const figures = (label: string, one: Pick<Figures, 'refusal' | 'recall' | 'mrr' | 'ndcg'>) =>
    row(label, [
      // Recall is over requests that a tool serves: the others have no right tool to be found.
      count(one.refusal.answerable.total),
      ...depths.map((depth) => share(one.recall[depth])),
      share(one.mrr),
      share(one.ndcg['10']),
    ]);
  const { noTool, answerable } = report.refusal;
  io.stdout(`${count(report.tools)} tools, ${count(report.queries)} requests`);
  if (noTool.total > 0)
    io.stdout(`: ${count(answerable.total)} that a tool serves, ${count(noTool.total)} that none does`);
  const skipped = Number(report.config.skipped ?? 0);
  io.stdout(skipped === 0 ? '\n\n' : `\n${count(skipped)} left out, their tools do not pass the filter\n\n`);
  row('', ['n', ...depths.map((depth) => `R@${depth}`), 'MRR', width < 9 ? 'nDCG' : 'nDCG@10']);
  figures('all', report);
  const { intervals } = report;
  if (intervals !== null) {
    const ends = (end: 0 | 1) => [
      '',
      ...depths.map((depth) => share(intervals.recall[depth]?.[end])),
      share(intervals.mrr[end]),
      share(intervals.ndcg['10']?.[end]),
    ];
    row('  95 % from', ends(0));
    row('       to', ends(1));
  }
  if (Object.keys(report.byLang).length > 1)
    for (const [lang, one] of Object.entries(report.byLang)) figures(lang, one);
  if (Object.keys(report.bySplit).length > 1)
    for (const [split, one] of Object.entries(report.bySplit)) figures(split, one);
  printServers(report, columns, io);
  io.stdout('\n');
  if (noTool.total > 0) io.stdout(`refused       ${noTool.refused} of ${noTool.total} requests that no tool serves\n`);
  io.stdout(`lost          ${answerable.lost} of ${answerable.total} answerable requests\n`);
  printCalibration(report.calibration, io);
  io.stdout(
    `latency       p50 ${milliseconds(report.latencyMs.p50)} ms, p95 ${milliseconds(report.latencyMs.p95)} ms; index built in ${Math.round(report.buildMs)} ms\n`,
  );
  if (report.calls !== undefined) printCalls(report.calls, columns, io);
}

/** The servers whose tools are found worst, among those with enough requests to say so. */
function printServers({ byServer, recall }: EvaluationReport, columns: number, io: CliIo): void {
  const depth = Object.keys(recall).find((k) => Number(k) >= 5) ?? Object.keys(recall).at(-1)!;
  const enough = Object.entries(byServer).filter(([, { queries }]) => queries >= 3);
  if (enough.length < 2) return;
  const worst = enough.sort(([, a], [, b]) => (a.recall[depth] ?? 0) - (b.recall[depth] ?? 0)).slice(0, MAX_SERVERS);
  io.stdout(`\nof ${enough.length} servers with three requests or more, those found worst\n`);
  io.stdout(`${'n'.padStart(6)}${`R@${depth}`.padStart(8)}${'MRR'.padStart(8)}\n`);
  for (const [server, { queries, recall: found, mrr }] of worst) {
    const cells = `${count(queries).padStart(6)}${share(found[depth]).padStart(8)}${share(mrr).padStart(8)}`;
    io.stdout(`${clip(`${cells}  ${server}`, columns)}\n`);
  }
}

/** A reliability diagram: each bar as long as the share that is right, `|` where the confidence says it should end. */
function printCalibration(calibration: EvaluationReport['calibration'], io: CliIo): void {
  if (calibration === null) return;
  io.stdout(`calibration   error ${share(calibration.error)} over ${count(calibration.judged)} first hits\n`);
  const width = 40;
  for (const { from, to, count: held, confidence, right } of calibration.bins) {
    if (right === null || confidence === null) continue;
    const bar = [...'#'.repeat(Math.round(width * right)).padEnd(width + 1)];
    bar[Math.round(width * confidence)] = '|';
    const label = `${from.toFixed(1)}–${to.toFixed(1)}`;
    io.stdout(`  ${label} ${count(held).padStart(6)}  ${bar.join('')} ${share(right)}\n`);
  }
}

function printCalls(calls: CallReport, columns: number, io: CliIo): void {
  const { answerable, noTool, arguments: args, failures, confused, models, missing, tokens } = calls;
  const by = models.length === 0 ? '' : ` by ${models.join(', ')}`;
  const row = (label: string, part: number, whole: number, value: number | null, more = '') =>
    io.stdout(
      `${pad(label, 28)}${`${count(part)} of ${count(whole)}`.padStart(16)}${percent(value).padStart(10)}${more}\n`,
    );
  io.stdout(`\ncalls${by}, at most ${calls.offered} tools offered\n`);
  row('right tool found', answerable.found, answerable.total, answerable.foundShare);
  row('… and called', answerable.called, answerable.found, answerable.calledShare);
  row('end to end', answerable.called, answerable.total, answerable.endToEnd);
  if (args.total > 0) row('… with the labelled arguments', args.right, args.total, args.share);
  if (noTool.total > 0) row('none called, none fits', noTool.declined, noTool.total, noTool.declined / noTool.total);
  const failed = `failed: ${failures.notFound} not found, ${failures.otherTool} another tool called, ${failures.noCall} none called, ${failures.unusable} replies unusable; ${answerable.invalidArguments} right calls with arguments that do not fit the schema.`;
  for (const line of wrap(failed, columns)) io.stdout(`${line}\n`);
  if (missing > 0) io.stdout(`${count(missing)} requests are not in the recorded run and not counted.\n`);
  if (tokens.input > 0) io.stdout(`tokens: ${count(tokens.input)} in, ${count(tokens.output)} out\n`);
  if (confused.length > 0) io.stdout('\ncalled in the place of the right one\n');
  for (const one of confused.slice(0, MAX_PAIRS)) {
    io.stdout(`${clip(`${count(one.count).padStart(5)}×  ${one.called}`, columns)}\n`);
    io.stdout(`${clip(`        instead of ${one.right}`, columns)}\n`);
  }
}

/** Two searches side by side for a person. */
export function printComparison(comparison: Comparison, names: readonly [string, string], io: CliIo): void {
  const { queries, measures, moved, noTool, lost } = comparison;
  const columns = Math.min(io.columns, 120);
  io.stdout(`A  ${clip(names[0], columns - 3)}\nB  ${clip(names[1], columns - 3)}\n`);
  io.stdout(`${count(queries)} answerable requests\n\n`);
  const row = (label: string, cells: readonly string[]) =>
    io.stdout(`${pad(label, 12)}${cells.map((cell, i) => cell.padStart([7, 7, 8, 18, 8, 9, 9][i]!)).join('')}\n`);
  row('', ['A', 'B', 'B − A', '95 %', 'p', 'better', 'worse']);
  for (const [name, one] of Object.entries(measures)) {
    const interval = `${signed(one.low)} … ${signed(one.high)}`;
    row(name, [
      share(one.a),
      share(one.b),
      signed(one.difference),
      interval,
      one.p < 0.001 ? '<.001' : share(one.p),
      count(one.better),
      count(one.worse),
    ]);
  }
  io.stdout('\n');
  for (const line of wrap(verdictOn(comparison), columns)) io.stdout(`${line}\n`);
  if (noTool.total > 0) io.stdout(`refused of ${noTool.total} that no tool serves: A ${noTool.a}, B ${noTool.b}\n`);
  io.stdout(`lost to the verdict: A ${lost.a}, B ${lost.b}\n`);
  if (moved.length === 0) return;
  io.stdout('\nplace of the right tool\n     A     B\n');
  const place = (rank: number | null) => (rank === null ? '–' : String(rank)).padStart(6);
  for (const { text, from, to } of moved.slice(0, MAX_MOVED))
    io.stdout(`${clip(`${place(from)}${place(to)}  ${text.replace(/\s+/g, ' ')}`, columns)}\n`);
  if (moved.length > MAX_MOVED) io.stdout(`  … and ${count(moved.length - MAX_MOVED)} more; see --json\n`);
}

/** The first measure decides what is said; the others are in the table. */
function verdictOn({ measures }: Comparison): string {
  const real = Object.entries(measures).filter(([, one]) => one.p < 0.05);
  if (real.length === 0) return 'No difference that could not be chance (p ≥ .05 in every measure).';
  const inWords = (one: readonly string[], way: string) => (one.length === 0 ? [] : [`${way} in ${one.join(', ')}`]);
  const names = (better: boolean) => real.filter(([, one]) => one.difference > 0 === better).map(([name]) => name);
  const said = [...inWords(names(true), 'better'), ...inWords(names(false), 'worse')].join(' and ');
  return `B is ${said}, hardly by chance (p < .05 each, not corrected for their number).`;
}

/** Thresholds that were not reached, for stderr. */
export function printShortfalls(missed: readonly Shortfall[], io: CliIo): void {
  for (const { figure, least, value } of missed) {
    const got = value === null ? 'was not measured' : `is ${value.toFixed(4)}`;
    io.stderr(`below the threshold: ${figure} ${got}, wanted ${least}\n`);
  }
}

function share(value: number | null | undefined): string {
  return value === null || value === undefined ? '–' : value.toFixed(3);
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
}

function percent(value: number | null): string {
  return value === null ? '–' : `${Math.round(1000 * value) / 10} %`;
}
