import { Buffer } from 'node:buffer';
import type { CodeLimits, CodeLog, LogLevel } from './types.ts';

/** What a snippet prints, held within its bounds whatever the child sends. */
export class SnippetLogs {
  readonly entries: CodeLog[] = [];
  /** The bound at which it was cut, such as `500 lines`. */
  cutAt: string | undefined;
  readonly #limits: CodeLimits;
  #bytes = 0;

  constructor(limits: CodeLimits) {
    this.#limits = limits;
  }

  add(level: LogLevel, text: string): void {
    const bytes = Buffer.byteLength(text);
    const { maxLogBytes, maxLogEntries } = this.#limits;
    if (this.cutAt !== undefined) return;
    if (this.entries.length >= maxLogEntries || this.#bytes + bytes > maxLogBytes) {
      this.cut();
      return;
    }
    this.#bytes += bytes;
    this.entries.push({ level, text });
  }

  /** Nothing more is kept: the child says that it sends no more, or has sent too much. */
  cut(): void {
    const { maxLogBytes, maxLogEntries } = this.#limits;
    this.cutAt ??= this.entries.length >= maxLogEntries ? `${maxLogEntries} lines` : `${maxLogBytes} bytes`;
  }
}
