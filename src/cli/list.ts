import type { Command } from 'commander';
import type { ServerStatus } from '../gateway/index.ts';
import { singleLine, type Tool } from '../tools/index.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { clip, pad, plural } from './layout.ts';
import { openTools, type ToolsOptions, withToolsOptions } from './open-tools.ts';

/** `toolscout list`: every server with its state, every tool with the first words of its description. */
export function registerList(program: Command, io: CliIo, finish: (code: number) => void): void {
  withToolsOptions(program.command('list').description('list servers and tools'))
    .option('--servers', 'servers only')
    .option('--json', 'one JSON object on stdout')
    .addHelpText('after', '\nExit code 1 when a server is not available; the others are listed all the same.')
    .action(async (options: ToolsOptions & { servers?: boolean; json?: boolean }) =>
      finish(await runList(options, io)),
    );
}

async function runList(options: ToolsOptions & { servers?: boolean; json?: boolean }, io: CliIo): Promise<number> {
  const open = await openTools(options, io);
  try {
    const { catalog, statuses } = open;
    const failed = statuses.some((status) => status.state !== 'ready');
    if (options.json === true) {
      printJson(io, {
        servers: statuses,
        tools: options.servers === true ? catalog.tools.length : catalog.tools.map(toJson),
        warnings: catalog.warnings,
      });
    } else {
      printServers(statuses, io);
      if (options.servers !== true) printTools(catalog.tools, io);
      for (const warning of catalog.warnings.slice(0, 20)) io.stderr(`warning: ${warning.message}\n`);
      if (catalog.warnings.length > 20) io.stderr(`… and ${catalog.warnings.length - 20} more warnings; see --json.\n`);
    }
    return failed ? EXIT.failed : EXIT.done;
  } finally {
    await open.close();
  }
}

function toJson(tool: Tool): Record<string, unknown> {
  return { id: tool.id, name: tool.name, server: tool.source.name, description: singleLine(tool.description) };
}

function printServers(statuses: readonly ServerStatus[], io: CliIo): void {
  const width = Math.min(28, Math.max(0, ...statuses.map((status) => status.name.length)));
  for (const status of statuses) {
    const state = status.state === 'ready' ? plural(status.tools, 'tool') : `${status.state}: ${status.message ?? ''}`;
    io.stdout(`${clip(`${pad(clip(status.name, width), width)}  ${state}`, io.columns)}\n`);
  }
}

function printTools(tools: readonly Tool[], io: CliIo): void {
  let server: string | undefined;
  for (const tool of tools) {
    if (tool.source.name !== server) {
      server = tool.source.name;
      io.stdout(`\n${server === '' ? '(no server)' : server}\n`);
    }
    const name = pad(clip(tool.originalName, 30), 30);
    io.stdout(`${clip(`  ${name}  ${singleLine(tool.description)}`, io.columns)}\n`);
  }
}
