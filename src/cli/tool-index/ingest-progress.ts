import type { CliIo } from '../io.ts';
import { count, plural } from '../layout.ts';
import { createProgressLine, type ProgressLine, REDRAW_MS, timeLeft } from '../progress.ts';
import { printWarning } from '../warnings.ts';

/** What is told while tools are taken in, and what came of it. */
export interface IngestProgress {
  /** So many tools have been taken in. */
  tools(count: number): void;
  /** A row was left out. */
  problem(message: string): void;
  /** Ends the progress line. */
  end(): IngestSummary;
}

export interface IngestSummary {
  /** Rows that were left out. */
  readonly skipped: number;
  readonly seconds: number;
}

/** Bad rows that are told one by one; a file that is wrong throughout would fill the screen. */
const SHOWN_PROBLEMS = 20;

/** @param read share of the input that has been read, 0 … 1; undefined where nobody knows */
export function createIngestProgress(io: CliIo, read: () => number | undefined): IngestProgress {
  const line: ProgressLine = createProgressLine(io);
  const started = performance.now();
  let skipped = 0;
  let drawn = 0;
  return {
    tools: (tools) => {
      const now = performance.now();
      if (now - drawn < REDRAW_MS) return;
      drawn = now;
      const seconds = (now - started) / 1_000;
      line.update(`${plural(tools, 'tool')}, ${count(Math.round(tools / seconds))}/s${timeLeft(read(), seconds)}`);
    },
    problem: (message) => {
      skipped++;
      if (skipped > SHOWN_PROBLEMS) return;
      line.clear();
      printWarning(io, message);
      if (skipped === SHOWN_PROBLEMS) printWarning(io, 'more rows that are left out are only counted');
    },
    end: () => {
      line.clear();
      return { skipped, seconds: (performance.now() - started) / 1_000 };
    },
  };
}
