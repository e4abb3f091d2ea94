import type { Command } from 'commander';
import { readSessionLog } from '../backends/index.ts';
import { type AssemblyEvent, reportSessions, type SessionReport } from '../calling/index.ts';
import { ToolscoutError } from '../errors.ts';
import { resolvePath } from '../sources/index.ts';
import { singleLine } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, count, pad, plural } from './layout.ts';
import { openConfig } from './open-tools.ts';
import { printWarning } from './warnings.ts';

interface LogOptions {
  readonly config?: string;
  readonly session?: string;
  readonly json?: boolean;
}

/** Sessions and tools that a person is shown; `--json` has all. */
const MAX_SESSIONS = 10;
const MAX_TOOLS = 10;

/** `toolscout log [FILE|DIR]`: what sessions saw, searched for and called, from their log. */
export function registerLog(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('log [path]')
    .description('show what sessions saw, searched for and called, from their log')
    .option('--config <file>', 'configuration whose telemetry.log is read where no path is given')
    .option('--session <id>', 'only this session, or those whose id begins like this')
    .option('--json', 'one JSON object on stdout, with every session')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout log ~/.toolscout/logs\n\nA log is written where the configuration has "telemetry": {"log": "FILE or FOLDER"}.\nExit code 1 when it holds no session that was asked for.',
    )
    .action(async (path: string | undefined, options: LogOptions) => finish(await runLog(path, options, io)));
}

async function runLog(given: string | undefined, options: LogOptions, io: CliIo): Promise<number> {
  const path = await findLog(given, options, io);
  const { files, events, skipped } = await readSessionLog(path);
  const wanted = options.session ?? '';
  const sessions = reportSessions(events).filter(({ session }) => session.startsWith(wanted));
  if (options.json === true) {
    printJson(io, { files, skipped, sessions: sessions.map(toJson) });
  } else {
    if (skipped > 0)
      printWarning(
        io,
        `${plural(skipped, 'line')} of the log could not be read and ${skipped === 1 ? 'was' : 'were'} passed over`,
      );
    if (sessions.length === 0)
      io.stdout(wanted === '' ? 'The log holds no session.\n' : `The log holds no session "${singleLine(wanted)}".\n`);
    const left = sessions.length - MAX_SESSIONS;
    if (left > 0)
      io.stdout(
        `${plural(left, 'earlier session')} left out; --session or --json shows ${left === 1 ? 'it' : 'them'}.\n\n`,
      );
    for (const [index, session] of sessions.slice(-MAX_SESSIONS).entries()) {
      if (index > 0) io.stdout('\n');
      printSession(session, io);
    }
  }
  return sessions.length === 0 ? EXIT.failed : EXIT.done;
}

async function findLog(given: string | undefined, options: LogOptions, io: CliIo): Promise<string> {
  if (given !== undefined) return resolvePath(given, io.environment.cwd, io.environment);
  const { log } = (await openConfig(options, io)).telemetry;
  if (log !== undefined) return log;
  throw new ToolscoutError('USAGE', 'No log is named, and the configuration has no telemetry.log.', {
    next: 'Name a file or folder, or add "telemetry": {"log": "logs"} to the configuration.',
  });
}

/** A report with the four answers in front, under names that say what they answer. */
function toJson(report: SessionReport): Record<string, unknown> {
  const { session, from, to, events, assembly, finalCall, resultFrom, ...rest } = report;
  return {
    session,
    from,
    to,
    events,
    schemasUpFront: assembly?.visible ?? null,
    finalTool: finalCall?.tool ?? null,
    finalOutcome: finalCall?.outcome ?? null,
    resultFrom: resultFrom ?? null,
    ...rest,
    assembly: assembly ?? null,
  };
}

function printSession(report: SessionReport, io: CliIo): void {
  const columns = Math.min(io.columns, 120);
  const line = (label: string, text: string) =>
    io.stdout(`${clip(`  ${pad(label, 18)} ${singleLine(text)}`, columns)}\n`);
  const { searches, searchesWithoutHit, searchesAgain, describes, calls, refused, approvals } = report;
  io.stdout(`${clip(`Session ${singleLine(report.session)}, ${spanOf(report)}`, columns)}\n`);
  for (const [index, text] of schemasUpFront(report.assembly).entries())
    line(index === 0 ? 'schemas up front' : '', text);
  line(
    'searches',
    withDetails(searches, [
      [searchesWithoutHit, 'without a hit'],
      [searchesAgain, 'made again'],
    ]),
  );
  line('descriptions', count(describes));
  line('final tool', finalTool(report));
  line('result from', resultFrom(report));
  line(
    'calls',
    withDetails(calls, [
      [refused, 'refused'],
      [approvals, 'held up for approval'],
    ]),
  );
  for (const { tool, calls: times, outcomes } of report.tools.slice(0, MAX_TOOLS)) {
    const ends = Object.entries(outcomes).map(([outcome, number]) =>
      times === number ? outcome : `${number} ${outcome}`,
    );
    const room = columns - 36;
    io.stdout(
      `${clip(`  ${count(times).padStart(6)}  ${pad(clip(singleLine(tool), room), room)}  ${ends.join(', ')}`, columns)}\n`,
    );
  }
  if (report.tools.length > MAX_TOOLS)
    io.stdout(`          … and ${plural(report.tools.length - MAX_TOOLS, 'more tool')}\n`);
}

function schemasUpFront(assembly: AssemblyEvent | undefined): string[] {
  if (assembly === undefined) return ['not told'];
  const { visible, catalog, mode, fallbackFrom, toolBytes, promptBytes, tokens, exactTokens } = assembly;
  return [
    `${count(visible)}, over ${plural(catalog.size, 'tool')} in the catalog (mode ${mode}${fallbackFrom === undefined ? '' : `, not ${fallbackFrom}`})`,
    `${count(toolBytes + promptBytes)} bytes, ${exactTokens ? '' : 'about '}${plural(tokens, 'token')}`,
  ];
}

function finalTool({ finalCall }: SessionReport): string {
  if (finalCall === undefined) return 'none was called';
  const { tool, outcome, ms, code } = finalCall;
  return `${tool ?? 'a name that no tool has'}: ${outcome}${code === undefined ? '' : ` ${code}`} after ${count(Math.round(ms))} ms`;
}

const SOURCES: Readonly<Record<string, string>> = {
  mcp: 'MCP server',
  core: 'built-in tools',
  client: 'client tools',
  plugin: 'plugin',
  openapi: 'OpenAPI service',
};

function resultFrom({ resultFrom: origin, finalCall }: SessionReport): string {
  if (origin === undefined) return finalCall === undefined ? '-' : 'nowhere: there was none';
  return `${Object.hasOwn(SOURCES, origin.source) ? SOURCES[origin.source] : origin.source} ${origin.server}`.trimEnd();
}

function withDetails(total: number, details: readonly (readonly [number, string])[]): string {
  const shown = details.filter(([number]) => number > 0).map(([number, what]) => `${count(number)} ${what}`);
  return shown.length === 0 ? count(total) : `${count(total)} (${shown.join(', ')})`;
}

/** From a first to a last time, the day said once where it is the same. */
function spanOf({ from, to }: SessionReport): string {
  const [first, last] = [from, to].map((time) => `${time.slice(0, 10)} ${time.slice(11, 19)}`);
  const isOneDay = from.slice(0, 10) === to.slice(0, 10);
  return `${first} to ${isOneDay ? to.slice(11, 19) : last} UTC`;
}
