import { Buffer } from 'node:buffer';
import type { CodeLimits, CodeLog, LogLevel } from './types.ts';

/** What a snippet prints, held within its bounds whatever the child sends. */
export class SnippetLogs {
  readonly entries: CodeLog[] = [];
  cut = false;
  readonly #limits: CodeLimits;
  #bytes = 0;

  constructor(limits: CodeLimits) {
    this.#limits = limits;
  }

  add(level: LogLevel, text: string): void {
    const bytes = Buffer.byteLength(text);
    if (
      this.cut ||
      this.entries.length >= this.#limits.maxLogEntries ||
      this.#bytes + bytes > this.#limits.maxLogBytes
    ) {
      this.cut = true;
      return;
    }
    this.#bytes += bytes;
    this.entries.push({ level, text });
  }
}
