import type { Command } from 'commander';
import { readSessionLog } from '../backends/index.ts';
import { ToolscoutError } from '../errors.ts';
import {
  type LabelledRequest,
  type RecordedRequest,
  type Replay,
  recordedRequests,
  replaySessions,
  writeSet,
} from '../evaluation/index.ts';
import { MAX_LIMIT, searchTools } from '../retrieval/index.ts';
import { resolvePath } from '../sources/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, count, plural, wrap } from './layout.ts';
import { readNumber } from './numbers.ts';
import { openTools, reportUnavailable, type ToolsOptions, withToolsOptions } from './open-tools.ts';
import { createWorkProgress } from './progress.ts';
import { openSearchTarget, type SearchTargetOptions } from './search-target.ts';
import { printWarning } from './warnings.ts';

interface RecordOptions extends ToolsOptions {
  readonly out: string;
  readonly json?: boolean;
}

interface ReplayOptions extends SearchTargetOptions {
  readonly limit?: string;
  readonly failOnWorse?: boolean;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = '5';
const MAX_MOVED = 15;

/** `toolscout eval record`: from what people searched for and called to a set that can be measured. */
export function registerRecord(parent: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(
    parent
      .command('record <log>')
      .description('make a set of recorded sessions: requests, labelled by what was called'),
  )
    .requiredOption('--out <dir>', 'folder for the set')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nThe log must hold texts ("telemetry": {"log": …, "content": true}). Look through the set before you rely on it: a tool that was called was not always the right one.',
    )
    .action(async (log: string, options: RecordOptions) => finish(await runRecord(log, options, io)));
}

/** `toolscout eval replay`: what a change does to what people asked for. */
export function registerReplay(parent: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(parent.command('replay <log>').description('ask recorded searches again, and show what moved'))
    .option('--limit <n>', `how many hits count as shown, 1–${MAX_LIMIT}`, DEFAULT_LIMIT)
    .option('--tier <tier>', 'what judges meaning, as for search')
    .option('--fail-on-worse', 'exit code 1 when a tool that was called is shown no longer, or lower')
    .option('--json', 'one JSON object on stdout')
    .action(async (log: string, options: ReplayOptions) => finish(await runReplay(log, options, io)));
}

async function readRequests(log: string, io: CliIo): Promise<readonly RecordedRequest[]> {
  const path = resolvePath(log, io.environment.cwd, io.environment);
  const { events } = await readSessionLog(path);
  const { requests, withoutText } = recordedRequests(events);
  if (requests.length === 0) {
    const why =
      withoutText > 0
        ? `holds ${plural(withoutText, 'search').replace('searchs', 'searches')} without their text`
        : 'holds no search';
    throw new ToolscoutError('FILE_UNREADABLE', `${log} ${why}.`, {
      next: 'Set "telemetry": {"log": "FOLDER", "content": true} in the configuration, and let people work.',
      details: { path },
    });
  }
  if (withoutText > 0) printWarning(io, `${count(withoutText)} searches of the log have no text and are left out`);
  return requests;
}

async function runRecord(log: string, options: RecordOptions, io: CliIo): Promise<number> {
  const requests = await readRequests(log, io);
  const open = await openTools(options, io);
  try {
    reportUnavailable(open.statuses, io);
    const { tools } = open.catalog;
    const ids = new Set(tools.map(({ id }) => id));
    const gone = new Set<string>();
    const labelled = requests.flatMap(({ id, text, lang, called }): LabelledRequest[] => {
      for (const tool of called.keys()) if (!ids.has(tool)) gone.add(tool);
      const relevant = new Map([...called].filter(([tool]) => ids.has(tool)));
      return relevant.size === 0 ? [] : [{ id, text, lang, split: 'recorded', relevant }];
    });
    const dir = resolvePath(options.out, io.environment.cwd, io.environment);
    if (labelled.length > 0) await writeSet(dir, tools, labelled);
    const told = {
      requests: requests.length,
      labelled: labelled.length,
      unlabelled: requests.length - labelled.length,
      gone: [...gone].sort(),
      out: labelled.length > 0 ? options.out : null,
    };
    if (options.json === true) printJson(io, told);
    else {
      const missing = gone.size === 0 ? '' : ` Called and not there now: ${told.gone.join(', ')}.`;
      const text = `${plural(requests.length, 'request')}, ${count(labelled.length)} of them labelled by a call; after the others no tool was called.${missing}`;
      for (const line of wrap(text, Math.min(io.columns, 100))) io.stdout(`${line}\n`);
      if (labelled.length > 0)
        io.stdout(`Written: ${options.out}. Look through it, then: toolscout eval --set ${options.out}\n`);
    }
    return labelled.length > 0 ? EXIT.done : EXIT.failed;
  } finally {
    await open.close();
  }
}

async function runReplay(log: string, options: ReplayOptions, io: CliIo): Promise<number> {
  const limit = readNumber(options.limit ?? DEFAULT_LIMIT, { flag: '--limit', min: 1, max: MAX_LIMIT });
  const requests = await readRequests(log, io);
  const target = await openSearchTarget(options, io);
  try {
    reportUnavailable(target.statuses, io);
    const progress = createWorkProgress(io, 'Asking again:', requests.length);
    const replay = await replaySessions(
      requests,
      async (text) => {
        const { verdict, ranked, hits } = await searchTools(target.backend, { query: text, limit });
        return { verdict, ranked: ranked.map(({ tool }) => ({ id: tool.id })), callable: hits.length > 0 };
      },
      {
        shown: limit,
        exists: (tool) => target.catalog.byId(tool) !== undefined,
        onAsked: (asked) => progress.update(asked),
      },
    );
    progress.clear();
    if (options.json === true) printJson(io, replay);
    else printReplay(replay, limit, io);
    return options.failOnWorse === true && replay.worse > 0 ? EXIT.failed : EXIT.done;
  } finally {
    await target.close();
  }
}

function printReplay(replay: Replay, limit: number, io: CliIo): void {
  const columns = Math.min(io.columns, 100);
  const { requests, labelled, gone, verdicts, moved } = replay;
  io.stdout(`${plural(requests, 'request')}, ${count(labelled)} of them followed by a call\n\n`);
  const row = (label: string, then: number, now: number) =>
    io.stdout(`${label.padEnd(28)}${count(then).padStart(8)}${count(now).padStart(8)}\n`);
  io.stdout(`${''.padEnd(28)}${'then'.padStart(8)}${'now'.padStart(8)}\n`);
  row(`called tool among first ${limit}`, replay.shownThen, replay.shownNow);
  row('called tool first', replay.firstThen, replay.firstNow);
  io.stdout(
    `\n${count(replay.better)} higher, ${count(replay.worse)} lower, ${count(replay.same)} the same; ${count(replay.firstChanged)} of all have another first hit\n`,
  );
  for (const [change, times] of Object.entries(verdicts)) io.stdout(`verdict ${change}: ${count(times)}\n`);
  if (gone.length > 0) for (const line of wrap(`Not there now: ${gone.join(', ')}.`, columns)) io.stdout(`${line}\n`);
  if (moved.length === 0) return;
  io.stdout('\n  then   now  request\n');
  const place = (rank: number | null) => (rank === null ? '–' : String(rank)).padStart(6);
  for (const { from, to, text, tool, verdictThen, verdictNow } of moved.slice(0, MAX_MOVED)) {
    io.stdout(`${clip(`${place(from)}${place(to)}  ${text.replace(/\s+/g, ' ')}`, columns)}\n`);
    const verdict = verdictThen === verdictNow ? verdictNow : `${verdictThen} → ${verdictNow}`;
    io.stdout(`${clip(`              ${tool ?? 'nothing was called'}; ${verdict}`, columns)}\n`);
  }
  if (moved.length > MAX_MOVED) io.stdout(`  … and ${count(moved.length - MAX_MOVED)} more; see --json\n`);
}
