#!/usr/bin/env node
import { processEnvironment } from '../sources/index.ts';
import { COMMANDS } from './commands.ts';
import { type CliIo, EXIT } from './io.ts';
import { runCommandLine } from './run.ts';

/** A reader that closes the pipe early (`toolscout list | head`) is no error; a full disk is one. */
function onOutputError(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(EXIT.done);
  process.stderr.write(`error: the output cannot be written: ${error.code ?? error.message}\n`);
  process.exit(EXIT.failed);
}

const io: CliIo = {
  stdout: (text) => {
    // Where stdout is a file it is written at once, and the error is thrown here.
    try {
      process.stdout.write(text);
    } catch (error) {
      onOutputError(error as NodeJS.ErrnoException);
    }
  },
  stderr: (text) => process.stderr.write(text),
  isTty: process.stderr.isTTY === true,
  isOutputTty: process.stdout.isTTY === true,
  columns: process.stdout.columns ?? process.stderr.columns ?? 80,
  environment: processEnvironment(),
};
process.stdout.on('error', onOutputError);
// With nobody left to read them, messages are lost, and that is all.
process.stderr.on('error', () => {});
process.exitCode = await runCommandLine(process.argv.slice(2), io, COMMANDS);
