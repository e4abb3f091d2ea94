#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { PACKAGE_VERSION } from '../gateway/index.ts';
import { processEnvironment } from '../sources/index.ts';
import { registerCall } from './call.ts';
import { registerDemo } from './demo/demo.ts';
import { registerDescribe } from './describe.ts';
import { registerEval } from './eval.ts';
import { reportFailure } from './failure.ts';
import { registerInit } from './init.ts';
import { registerInstall } from './install.ts';
import { type CliIo, EXIT } from './io.ts';
import { registerList } from './list.ts';
import { registerSearch } from './search.ts';
import { registerServe } from './serve.ts';

/** Runs one command line and resolves with the exit code. */
export async function main(argv: readonly string[], io: CliIo): Promise<number> {
  let code: number = EXIT.done;
  const finish = (result: number) => {
    code = result;
  };
  const program = new Command('toolscout')
    .description('Finds the right tool for an agent among ten or a million, and runs it.')
    .version(PACKAGE_VERSION, '-V, --version')
    .showHelpAfterError('(add --help for what is possible)')
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      getOutHelpWidth: () => io.columns,
      getErrHelpWidth: () => io.columns,
    })
    .exitOverride()
    .addHelpText(
      'after',
      '\nStart here:\n  toolscout demo              see it work on real servers\n  toolscout init              make toolscout.json from the MCP clients on this machine\n  toolscout install CLIENT    put the gateway into a client\n\nExit codes: 0 done, 1 the thing asked for failed, 2 wrong usage.',
    );
  for (const register of [
    registerDemo,
    registerInit,
    registerInstall,
    registerServe,
    registerSearch,
    registerDescribe,
    registerCall,
    registerList,
    registerEval,
  ]) {
    register(program, io, finish);
  }
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return reportFailure(io, error, argv.includes('--json'));
  }
}

const columns = process.stdout.columns ?? process.stderr.columns ?? 80;
const io: CliIo = {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  isTty: process.stderr.isTTY === true,
  columns,
  environment: processEnvironment(),
};
// A reader that closes the pipe early (`toolscout list | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  throw error;
});
process.exitCode = await main(process.argv.slice(2), io);
