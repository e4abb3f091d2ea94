#!/usr/bin/env node
import { processEnvironment } from '../sources/index.ts';
import { registerApprovals } from './approvals.ts';
import { registerCall } from './call.ts';
import { registerDemo } from './demo/demo.ts';
import { registerDescribe } from './describe.ts';
import { registerDoctor } from './doctor/doctor.ts';
import { registerEnrich } from './enrich.ts';
import { registerEval } from './eval.ts';
import { registerExplain } from './explain.ts';
import { registerInit } from './init.ts';
import { registerInstall } from './install.ts';
import { type CliIo, EXIT } from './io.ts';
import { registerKeys } from './keys.ts';
import { registerLint } from './lint.ts';
import { registerList } from './list.ts';
import { registerLog } from './log.ts';
import { registerLogin } from './login.ts';
import { registerLogout } from './logout.ts';
import { type RegisterCommand, runCommandLine } from './run.ts';
import { registerSearch } from './search.ts';
import { registerServe } from './serve.ts';
import { registerIndex } from './tool-index/index-command.ts';

const COMMANDS: readonly RegisterCommand[] = [
  registerDemo,
  registerInit,
  registerInstall,
  registerServe,
  registerSearch,
  registerDescribe,
  registerCall,
  registerList,
  registerLint,
  registerDoctor,
  registerExplain,
  registerApprovals,
  registerKeys,
  registerLog,
  registerLogin,
  registerLogout,
  registerEnrich,
  registerEval,
  registerIndex,
];

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
