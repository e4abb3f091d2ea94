import { stringifyExact } from '../shared/exact-json.ts';
import type { HostEnvironment } from '../sources/index.ts';
import { fitTo } from './layout.ts';

/** Everything a command touches outside itself, handed in so that tests can hold the other end. */
export interface CliIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Is a person looking at stderr (progress) and able to answer? */
  readonly isTty: boolean;
  /** Is a person looking at stdout, so that long lines must be wrapped? */
  readonly isOutputTty: boolean;
  /** Width of the terminal in columns. */
  readonly columns: number;
  readonly environment: HostEnvironment;
}

/** Begins what is written over the line that the cursor is on. */
export const OVERWRITE = '\r\u001b[2K';

/**
 * The same ends with messages (errors, warnings, help) laid out for the terminal that a person reads them on. A line
 * that shows progress goes before anything else is written, also where the work ended with an error.
 */
export function withFittedMessages(io: CliIo): CliIo {
  if (!io.isTty) return io;
  let isLineOpen = false;
  const clearLine = (): void => {
    if (isLineOpen) io.stderr(OVERWRITE);
    isLineOpen = false;
  };
  return {
    ...io,
    stdout: (text) => {
      if (io.isOutputTty) clearLine();
      io.stdout(text);
    },
    stderr: (text) => {
      if (text.startsWith(OVERWRITE)) isLineOpen = text.length > OVERWRITE.length;
      else clearLine();
      io.stderr(fitTo(text, io.columns));
    },
  };
}

/** Prints prose or a row with free text: within the width of a terminal, whole for everything else. */
export function printText(io: CliIo, text: string): void {
  io.stdout(`${io.isOutputTty ? fitTo(text, io.columns) : text}\n`);
}

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Prints one JSON value and a newline: the whole output of a command run with `--json`. */
export function printJson(io: CliIo, value: unknown): void {
  io.stdout(`${stringifyExact(value)}\n`);
}
