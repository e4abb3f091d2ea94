import type { CommanderError } from 'commander';
import { type ErrorCode, errorMessage, ToolscoutError } from '../errors.ts';
import { type CliIo, EXIT, printJson } from './io.ts';

/** Codes that mean the command was asked for in a way it cannot follow. Everything else is a failure of the thing asked. */
const USAGE_CODES: ReadonlySet<ErrorCode> = new Set(['USAGE', 'FILTER_INVALID']);

/** Shows an error to a person or, with `--json`, to a program, and says what the exit code is. */
export function reportFailure(io: CliIo, error: unknown, json: boolean): number {
  const code = error instanceof ToolscoutError ? error.code : 'INTERNAL';
  const next = error instanceof ToolscoutError ? error.next : undefined;
  if (json) {
    printJson(io, { error: { code, message: errorMessage(error), ...(next === undefined ? {} : { next }) } });
  } else {
    io.stderr(`error: ${errorMessage(error)}\n`);
    if (next !== undefined) io.stderr(`  ${next}\n`);
    if (
      code === 'INTERNAL' &&
      error instanceof Error &&
      error.stack !== undefined &&
      io.environment.env.DEBUG !== undefined
    ) {
      io.stderr(`${error.stack}\n`);
    }
  }
  return error instanceof ToolscoutError && USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.failed;
}

/** A command line that could not be parsed, in the form of every other error of `--json`. */
export function toUsageError(
  error: CommanderError,
  command: string | undefined,
): { code: 'USAGE'; message: string; next: string } {
  const help = `Run "toolscout ${command === undefined ? '' : `${command} `}--help" for what is possible.`;
  if (error.code === 'commander.help') return { code: 'USAGE', message: 'No command was given.', next: help };
  // The parser writes for a terminal: a label in front, a suggestion in brackets on a line of its own.
  const [first = '', ...hints] = error.message.split('\n');
  const hint = hints.map((line) => line.trim().replace(/^\((.*)\)$/, '$1')).filter((line) => line !== '');
  return { code: 'USAGE', message: first.replace(/^error: /, ''), next: [...hint, help].join(' ') };
}
