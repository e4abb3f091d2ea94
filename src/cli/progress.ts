import type { CliIo } from './io.ts';
import { clip } from './layout.ts';

/** One line on the terminal that is written over until the work is done. Silent where nobody watches. */
export interface ProgressLine {
  update(text: string): void;
  clear(): void;
}

/** Starts a progress line on stderr, so that stdout stays clean for pipes. */
export function createProgressLine(io: CliIo): ProgressLine {
  let shown = false;
  return {
    update: (text) => {
      if (!io.isTty) return;
      io.stderr(`\r\u001b[2K${clip(text, io.columns - 1)}`);
      shown = true;
    },
    clear: () => {
      if (shown) io.stderr('\r\u001b[2K');
      shown = false;
    },
  };
}
