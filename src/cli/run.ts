import { Command, CommanderError } from 'commander';
import { PACKAGE_VERSION } from '../gateway/index.ts';
import { reportFailure, toUsageError } from './failure.ts';
import { type CliIo, EXIT, printJson, withFittedMessages } from './io.ts';
import { fitTo } from './layout.ts';

/** Adds one command; what it does tells its exit code to `finish`. */
export type RegisterCommand = (program: Command, io: CliIo, finish: (code: number) => void) => void;

/** Runs one command line and resolves with the exit code. */
export async function runCommandLine(
  argv: readonly string[],
  terminal: CliIo,
  commands: readonly RegisterCommand[],
): Promise<number> {
  const io = withFittedMessages(terminal);
  let code: number = EXIT.done;
  const finish = (result: number): void => {
    code = result;
  };
  // Asked before anything is parsed: what cannot be parsed is reported in this form too.
  const json = argv.includes('--json');
  const program = new Command('toolscout')
    .description('Finds the right tool for an agent among ten or a million, and runs it.')
    .version(PACKAGE_VERSION, '-V, --version')
    .showHelpAfterError('(add --help for what is possible)')
    .configureOutput({
      // Help is for people wherever it goes.
      writeOut: (text) => io.stdout(fitTo(text, io.columns)),
      writeErr: json ? () => {} : io.stderr,
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .exitOverride()
    // What stands behind the name of a command is that command's, and its commands' in turn.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nStart here:\n  toolscout demo              see it work on real servers\n  toolscout init              make toolscout.json from MCP clients on this machine\n  toolscout install CLIENT    put the gateway into a client\n\nExit codes: 0 done, 1 the thing asked for failed, 2 wrong usage.',
    );
  for (const register of commands) register(program, io, finish);
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(io, error, json);
    if (error.exitCode === 0) return EXIT.done;
    if (json) {
      const command = program.commands.find((one) => one.name() === argv[0])?.name();
      printJson(io, { error: toUsageError(error, command) });
    }
    return EXIT.usage;
  }
}
