import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { errorMessage, ToolscoutError } from '../errors.ts';
import { type LoadedConfig, parseConfig } from '../gateway/index.ts';
import {
  CLIENT_IDS,
  type FoundConfig,
  findClientConfigs,
  isOwnGateway,
  pathsOf,
  resolvePath,
  shortPath,
} from '../sources/index.ts';
import { clientArgument } from './client-argument.ts';
import { reportFailure } from './failure.ts';
import { differenceWords, printFound, toFoundJson } from './init-report.ts';
import { type CliIo, EXIT, printJson } from './io.ts';
import { plural, wrap } from './layout.ts';
import { shellQuote } from './shell-quote.ts';

export interface InitOptions {
  /** Default: `toolscout.json` in the working folder. */
  readonly out?: string;
  /** Only these clients; absent: all. */
  readonly client?: readonly string[];
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** `toolscout init`: makes a configuration that refers to the files of the MCP clients on this machine. */
export function registerInit(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('init')
    .description('make toolscout.json from the MCP clients on this machine')
    .option('--out <file>', 'file to write', 'toolscout.json')
    .option('--client <ids...>', `only these clients: ${CLIENT_IDS.join(', ')}`)
    .option('--force', 'overwrite an existing file')
    .option('--dry-run', 'show what would be written, write nothing')
    .option('--json', 'one JSON object on stdout')
    .addHelpText(
      'after',
      [
        '',
        'The new file refers to the files of your clients: no entry and no secret is',
        'copied, and nothing is written to the clients. Where two files name the same',
        'server the first one counts: the files of this project come before your own.',
        '',
        'Exit codes: 0 done (also where nothing was found: a starter file is written),',
        '1 the file exists already or cannot be written, 2 wrong usage.',
      ].join('\n'),
    )
    .action(async (options: InitOptions) => finish(await runInit(options, io)));
}

/** Finds, reports and writes; resolves with the exit code. */
export async function runInit(options: InitOptions, io: CliIo): Promise<number> {
  try {
    return await init(options, io);
  } catch (error) {
    return reportFailure(io, error, options.json === true);
  }
}

async function init(options: InitOptions, io: CliIo): Promise<number> {
  const { environment } = io;
  const formats = options.client?.map(clientArgument);
  const out = resolvePath(options.out ?? 'toolscout.json', environment.cwd, environment);
  const shown = shortPath(out, environment.cwd, environment);
  const dryRun = options.dryRun === true;
  if (!dryRun && options.force !== true && existsSync(out)) throw alreadyThere(shown);

  const all = await findClientConfigs(environment, formats === undefined ? {} : { formats });
  const found = all.filter(({ servers, problems }) => servers.length + problems.length > 0);
  const imported = found.filter(({ servers }) => servers.some((server) => !isOwnGateway(server)));
  const text = configText(imported, pathsOf(environment).dirname(out), io);
  const loaded = await parseConfig(text, { path: out, environment, format: 'jsonc' });
  if (!dryRun) await write(out, text, options.force === true, shown);

  if (options.json === true) {
    printJson(io, {
      ok: true,
      out,
      written: !dryRun,
      found: found.map((config) => toFoundJson(config)),
      imports: imported.length,
      servers: loaded.servers.map(({ name }) => name),
      disabled: loaded.disabled.map(({ name }) => name),
      failed: loaded.failed,
      warnings: loaded.warnings,
      ...(dryRun ? { text } : {}),
    });
    return EXIT.done;
  }
  printFound(found, loaded, io);
  if (dryRun) io.stdout(`\n${shown} would be:\n\n${text}`);
  else for (const line of closingWords(shown, found, imported, loaded, io)) io.stdout(`${line}\n`);
  return EXIT.done;
}

function alreadyThere(shown: string): ToolscoutError {
  return new ToolscoutError('FILE_NOT_WRITTEN', `${shown} exists already.`, {
    next: 'Overwrite it with --force, write elsewhere with --out FILE, or look first with --dry-run.',
  });
}

const HEADER = `// Made by "toolscout init". The files under "imports" belong to your MCP clients: they are read at
// each start and never copied, so a server that you add or remove there is added or removed here.
`;

const OWN_SERVERS = `  // Servers for toolscout alone, in the usual form. \${VAR} and
  // \${VAR:-default} come from the environment.
  "mcpServers": {
    // "everything": {
    //   "command": "npx",
    //   "args": ["-y", "@modelcontextprotocol/server-everything"]
    // }
  }
`;

/** The file to write. Paths are as short as they can be and still work from the folder of the file. */
function configText(imported: readonly FoundConfig[], folder: string, io: CliIo): string {
  const entries = imported.map(({ format, path, project }) => {
    const entry = {
      client: format.id,
      path: shortPath(path, folder, io.environment),
      ...(project === undefined ? {} : { project }),
    };
    const fields = Object.entries(entry).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
    return `    { ${fields.join(', ')} }`;
  });
  const imports = entries.length === 0 ? '' : `  "imports": [\n${entries.join(',\n')}\n  ],\n`;
  return `${entries.length === 0 ? '' : HEADER}{\n${imports}${OWN_SERVERS}}\n`;
}

async function write(out: string, text: string, force: boolean, shown: string): Promise<void> {
  try {
    await mkdir(dirname(out), { recursive: true });
    // The flag refuses a file that appeared since the check.
    await writeFile(out, text, { flag: force ? 'w' : 'wx' });
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') throw alreadyThere(shown);
    throw new ToolscoutError('FILE_NOT_WRITTEN', `${shown} cannot be written: ${errorMessage(thrown)}`, {
      next: 'Write elsewhere with --out FILE.',
      cause: thrown,
    });
  }
}

function closingWords(
  shown: string,
  found: readonly FoundConfig[],
  imported: readonly FoundConfig[],
  loaded: LoadedConfig,
  io: CliIo,
): string[] {
  const here = shown === 'toolscout.json' ? '' : ` --config ${shellQuote(shown, io.environment.platform)}`;
  if (imported.length === 0) {
    return [
      '',
      ...wrap(
        `Wrote ${shown}, a starter file with an example that is commented out. Add servers to it, then:`,
        io.columns,
      ),
      `  toolscout list${here}`,
    ];
  }
  return [
    '',
    ...wrap(
      `Wrote ${shown}: ${plural(loaded.servers.length, 'server')} from ${plural(imported.length, 'configuration')}. It refers to those files; nothing was copied.`,
      io.columns,
    ),
    ...wrap(differenceWords(found, loaded), io.columns),
    // The clients ask before they start what a cloned repository names; this is where we can say it.
    ...(imported.some(({ scope, project }) => scope === 'project' && project === undefined)
      ? wrap('Files of this project came with it: look at the commands they start before you go on.', io.columns)
      : []),
    'Next:',
    `  toolscout list${here}`,
    `  toolscout install CLIENT${here}`,
  ];
}
