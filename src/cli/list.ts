import type { Command } from 'commander';
import { ToolscoutError } from '../errors.ts';
import type { ServerStatus } from '../gateway/index.ts';
import { singleLine, type Tool, type ToolWarning } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, displayWidth, pad, plural, wrap } from './layout.ts';
import { readNumber } from './numbers.ts';
import { openTools, type ToolsOptions, withToolsOptions } from './open-tools.ts';
import { type IndexOptions, isIndexGiven, withIndexOptions, withIndexTools } from './tool-index/index-tools.ts';
import { printWarning, warningSummary } from './warnings.ts';

interface ListOptions extends ToolsOptions, IndexOptions {
  readonly limit?: string;
  readonly servers?: boolean;
  readonly warnings?: boolean;
  readonly json?: boolean;
}

/** `toolscout list`: every server with its state, every tool with the first words of its description. */
export function registerList(program: Command, io: CliIo, finish: (code: number) => void): void {
  withIndexOptions(withToolsOptions(program.command('list').description('list servers and tools')))
    .option('--limit <n>', `with --index: most tools shown, the first by id (default: ${INDEX_LIST})`)
    .option('--servers', 'servers only')
    .option('--warnings', 'every fault found in the tools’ definitions, not only how many')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code 1 when a server is not available; the others are listed all the same.')
    .action(async (options: ListOptions) => finish(await runList(options, io)));
}

/** A million tools are no list for people. */
const INDEX_LIST = 100;
const MAX_INDEX_LIST = 100_000;

function listIndex(options: ListOptions, io: CliIo): number {
  const limit =
    options.limit === undefined
      ? INDEX_LIST
      : readNumber(options.limit, { flag: '--limit', min: 1, max: MAX_INDEX_LIST });
  return withIndexTools(options, io, ({ catalog: { size: total }, list }) => {
    const tools = list(limit);
    if (options.json === true) printJson(io, { tools: tools.map(toJson), shown: tools.length, total });
    else {
      printTools([...tools].sort(byServer), io, '');
      const more = tools.length < total ? `; the first ${tools.length} by id are shown, --limit shows more` : '';
      io.stdout(`\n${plural(total, 'tool')}${more}\n`);
    }
    return EXIT.done;
  });
}

function byServer(a: Tool, b: Tool): number {
  return a.source.name === b.source.name ? 0 : a.source.name < b.source.name ? -1 : 1;
}

async function runList(options: ListOptions, io: CliIo): Promise<number> {
  if (isIndexGiven(options)) {
    if (options.servers !== true && options.warnings !== true) return listIndex(options, io);
    throw new ToolscoutError('USAGE', 'An index knows tools, not servers.', {
      next: 'Leave --servers and --warnings out.',
    });
  }
  if (options.limit !== undefined) {
    throw new ToolscoutError('USAGE', '--limit means nothing without --index.', { next: 'Add --index DIR.' });
  }
  const open = await openTools(options, io);
  try {
    const { catalog } = open;
    const shown = new Map<string, number>();
    for (const { source } of catalog.tools) shown.set(source.name, (shown.get(source.name) ?? 0) + 1);
    const servers = open.statuses.map((status) => withShown(status, shown.get(status.name) ?? 0));
    const failed = servers.some((server) => server.state !== 'ready');
    if (options.json === true) {
      printJson(io, {
        servers,
        tools: options.servers === true ? catalog.tools.length : catalog.tools.map(toJson),
        warnings: catalog.warnings,
      });
    } else {
      printServers(servers, io);
      if (options.servers !== true) printTools(catalog.tools, io, servers.length === 0 ? '' : '\n');
      if (options.warnings === true) for (const { message } of catalog.warnings) printWarning(io, message);
      else printSummary(catalog.warnings, io);
    }
    return failed ? EXIT.failed : EXIT.done;
  } finally {
    await open.close();
  }
}

type ListedServer = ServerStatus & { readonly listed?: number };

/** Counts what can be called; a server that lists a name twice, or none, has listed more than that. */
function withShown(status: ServerStatus, shown: number): ListedServer {
  return status.tools === shown ? status : { ...status, tools: shown, listed: status.tools };
}

function printSummary(warnings: readonly ToolWarning[], io: CliIo): void {
  const summary = warningSummary(warnings);
  if (summary !== undefined) printWarning(io, `${summary}. --warnings shows each.`);
}

function toJson(tool: Tool): Record<string, unknown> {
  return { id: tool.id, name: tool.name, server: tool.source.name, description: singleLine(tool.description) };
}

function printServers(servers: readonly ListedServer[], io: CliIo): void {
  const width = Math.min(28, Math.max(0, ...servers.map(({ name }) => displayWidth(name))));
  for (const server of servers) {
    const name = pad(clip(server.name, width), width);
    // A reason is read to its end: wrapped for a person, whole for a program.
    const lines = io.isOutputTty ? wrap(stateText(server), io.columns - width - 2) : [stateText(server)];
    for (const [index, line] of lines.entries()) {
      io.stdout(`${index === 0 ? name : ' '.repeat(width)}  ${line}\n`);
    }
  }
}

function stateText({ state, tools, listed, reason }: ListedServer): string {
  if (state !== 'ready') {
    const why = singleLine(reason ?? '');
    // Of a server that is starting, the reason is a whole sentence about that.
    return state === 'starting' && why !== '' ? why : `${state}: ${why}`;
  }
  return listed === undefined ? plural(tools, 'tool') : `${plural(tools, 'tool')} (${listed} listed)`;
}

/** @param gap what stands in front of the first server: an empty line only behind something else. */
function printTools(tools: readonly Tool[], io: CliIo, gap = '\n'): void {
  let server: string | undefined;
  for (const tool of tools) {
    if (tool.source.name !== server) {
      io.stdout(`${server === undefined ? gap : '\n'}${tool.source.name === '' ? '(no server)' : tool.source.name}\n`);
      server = tool.source.name;
    }
    const name = pad(clip(tool.originalName, 30), 30);
    io.stdout(`${clip(`  ${name}  ${singleLine(tool.description)}`, io.columns)}\n`);
  }
}
