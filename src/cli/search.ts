import { type Command, Option } from 'commander';
import { searchAdvice } from '../disclosure/index.ts';
import {
  DEEP_TOOL_LIMIT,
  MAX_LIMIT,
  type Refusal,
  searchTools,
  type ToolGroup,
  type ToolHit,
  tellApart,
} from '../retrieval/index.ts';
import { singleLine, toSignature } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, count, displayWidth, pad, plural, wrap } from './layout.ts';
import { readNumber } from './numbers.ts';
import { reportUnavailable, withToolsOptions } from './open-tools.ts';
import { TIERS } from './search-models.ts';
import { openSearchTarget, type SearchTargetOptions } from './search-target.ts';
import { withClusterOptions } from './tool-index/cluster.ts';

interface SearchOptions extends SearchTargetOptions {
  readonly limit?: string;
  readonly server?: string;
  readonly refuse?: Refusal;
  readonly json?: boolean;
}

const DEFAULT_LIMIT = 5;

/** `toolscout search QUERY`: what a model would be shown, for a person or as JSON. */
export function registerSearch(program: Command, io: CliIo, finish: (code: number) => void): void {
  withClusterOptions(
    withToolsOptions(program.command('search <query...>').description('find the tools that a request means')),
  )
    .option('--index <dir>', 'an index made by "toolscout index build", instead of servers or a catalogue')
    .option('--limit <n>', `how many hits to show, 1–${MAX_LIMIT}`, String(DEFAULT_LIMIT))
    .option('--server <name>', 'only tools of this server')
    .option('--filter <expr>', 'only tools whose tags pass, such as "tenant=t1 AND NOT region=eu", or JSON')
    .addOption(
      new Option('--refuse <how>', 'how readily to say that nothing fits')
        .choices(['strict', 'balanced', 'never'])
        .default('balanced'),
    )
    .addOption(
      new Option(
        '--tier <tier>',
        `what judges meaning; deep reads each tool once, some 26 ms, and above ${count(DEEP_TOOL_LIMIT)} tools only reranks unless it is deep-all (default: as configured, else deep where all is read, else static)`,
      ).choices(TIERS),
    )
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      '\nExample:\n  toolscout search "create an issue" --limit 3\n\nExit code 0 also when nothing fits; see "verdict".',
    )
    .action(async (words: string[], options: SearchOptions) => finish(await runSearch(words.join(' '), options, io)));
}

async function runSearch(query: string, options: SearchOptions, io: CliIo): Promise<number> {
  const limit = readNumber(options.limit ?? String(DEFAULT_LIMIT), { flag: '--limit', min: 1, max: MAX_LIMIT });
  const target = await openSearchTarget(options, io);
  try {
    const { backend, catalog, statuses } = target;
    const unavailable = statuses
      .filter(({ state }) => state !== 'ready')
      .map(({ name, state, reason }) => ({ server: name, state, ...(reason === undefined ? {} : { reason }) }));
    const result = await searchTools(backend, {
      query,
      limit,
      ...(options.server === undefined ? {} : { server: options.server }),
      ...(options.refuse === undefined ? {} : { refuse: options.refuse }),
    });
    const apart = tellApart(result.hits.map((hit) => hit.tool));
    if (options.json === true) {
      printJson(io, {
        verdict: result.verdict,
        hits: result.hits.map((hit) => toJson(hit, apart.get(hit.tool))),
        shown: result.hits.length,
        total: result.total,
        tier: result.tier,
        degraded: result.degraded,
        calibrated: result.calibrated,
        ...(result.reason === undefined ? {} : { reason: result.reason }),
        ...(result.groups === undefined ? {} : { groups: result.groups }),
        ...(result.intents === undefined ? {} : { intents: result.intents }),
        ...(result.missing === undefined ? {} : { missing: result.missing }),
        ...(result.verdict === 'none' ? { ranked: result.ranked.slice(0, limit).map((hit) => toJson(hit)) } : {}),
        tools: backend.size,
        unavailable,
      });
      return EXIT.done;
    }
    reportUnavailable(statuses, io);
    const { hits, total, verdict } = result;
    io.stdout(
      `${verdict}: ${hits.length} of ${plural(total, 'match').replace('matchs', 'matches')} in ${plural(backend.size, 'tool')}\n`,
    );
    const advice = searchAdvice(catalog, result, 'person', unavailable);
    for (const line of wrap(advice ?? '', Math.min(io.columns, 120))) io.stdout(`${line}\n`);
    if (verdict === 'none' && result.ranked.length > 0)
      io.stdout('With "--refuse never" what comes nearest is shown.\n');
    if (result.missing !== undefined) io.stdout(`no such tool: ${result.missing.join(', ')}\n`);
    for (const [rank, hit] of hits.entries()) printHit(hit, rank, io);
    printGroups(result.groups ?? [], io);
    return EXIT.done;
  } finally {
    await target.close();
  }
}

function toJson(hit: ToolHit, differs?: string): Record<string, unknown> {
  const { tool, score, confidence, sure } = hit;
  return {
    id: tool.id,
    name: tool.name,
    server: tool.source.name,
    score: Number(score.toFixed(6)),
    confidence: Number(confidence.toFixed(4)),
    sure,
    description: singleLine(tool.description),
    signature: toSignature(tool.inputSchema),
    ...(hit.deprecated === undefined ? {} : { deprecated: true }),
    ...(differs === undefined ? {} : { differs }),
  };
}

function printGroups(groups: readonly ToolGroup[], io: CliIo): void {
  if (groups.length === 0) return;
  const columns = Math.min(io.columns, 120);
  io.stdout('\nservers to look into, with --server NAME:\n');
  for (const { server, count: tools, purpose } of groups) {
    io.stdout(`${clip(`    ${server}: ${plural(tools, 'tool')}${purpose === '' ? '' : ` (${purpose})`}`, columns)}\n`);
  }
}

/** What is left out shows. */
function firstLines(lines: readonly string[], count: number, columns: number): readonly string[] {
  const last = lines[count - 1];
  if (last === undefined || lines.length === count) return lines;
  const cut = displayWidth(last) + 2 <= columns ? `${last} …` : clip(`${last}……`, columns);
  return [...lines.slice(0, count - 1), cut];
}

function printHit({ tool, sure, deprecated }: ToolHit, rank: number, io: CliIo): void {
  const columns = Math.min(io.columns, 120);
  const strength = deprecated === true ? 'deprecated' : sure;
  const room = columns - 6 - Math.max(6, strength.length);
  const label = `${String(rank + 1).padStart(2)}  `;
  io.stdout(`\n${label}${pad(clip(tool.name, room), room)} ${strength}\n`);
  const indent = ' '.repeat(label.length);
  for (const line of firstLines(wrap(singleLine(tool.description), columns, indent), 3, columns))
    io.stdout(`${line}\n`);
  for (const line of wrap(toSignature(tool.inputSchema, { maxLength: 3 * columns }), columns, indent).slice(0, 4))
    io.stdout(`${line}\n`);
}
