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
