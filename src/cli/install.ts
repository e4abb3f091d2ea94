import type { Command } from 'commander';
import { CLIENT_IDS } from '../sources/index.ts';
import { askOnTerminal } from './ask-on-terminal.ts';
import { clientArgument } from './client-argument.ts';
import { reportFailure } from './failure.ts';
import { Installation, type InstallOptions, type InstallSurroundings } from './installation.ts';
import type { CliIo } from './io.ts';

/** `toolscout install CLIENT`: puts the gateway into a client's configuration, and takes it out again. */
export function registerInstall(program: Command, io: CliIo, finish: (code: number) => void): void {
  program
    .command('install')
    .description('put the gateway into an MCP client')
    .argument('<client>', CLIENT_IDS.join(', '))
    .option('--config <file>', 'configuration that the gateway runs with', 'toolscout.json')
    .option('--scope <scope>', 'user: for all projects; project: for this folder', 'user')
    .option('--name <name>', 'name of the entry', 'toolscout')
    .option('--dry-run', 'show the change, write nothing')
    .option('--undo', 'take the entry out again')
    .option('--yes', 'write without asking')
    .option('--json', 'one JSON object on stdout; needs --yes or --dry-run')
    .addHelpText(
      'after',
      [
        '',
        'Shows the change first and asks. Comments and layout of the file stay as they',
        'are, and other entries are left alone. The file as it was is kept next to it as',
        'FILE.toolscout-backup-TIME; --undo puts it back, or deletes a file that was',
        'made by the installation.',
        '',
        'Exit codes: 0 done (or nothing to do), 1 not written, 2 wrong usage, or no --yes',
        'where nobody can be asked.',
      ].join('\n'),
    )
    .action(async (client: string, options: InstallOptions) => finish(await runInstall(client, options, io)));
}

/** Shows the change, asks, writes; resolves with the exit code. */
export async function runInstall(
  client: string,
  options: InstallOptions,
  io: CliIo,
  surroundings: Partial<InstallSurroundings> = {},
): Promise<number> {
  try {
    const around = { ...realSurroundings(), ...surroundings };
    return await new Installation(clientArgument(client), options, io, around).run();
  } catch (error) {
    return reportFailure(io, error, options.json === true);
  }
}

function realSurroundings(): InstallSurroundings {
  return {
    program: { node: process.execPath, script: process.argv[1] },
    confirm: askOnTerminal,
    now: () => new Date(),
  };
}
