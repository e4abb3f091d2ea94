import { pino } from 'pino';
import type { Logger } from '../../../src/gateway/index.ts';
import { isObject } from '../json.ts';

export interface LogLine {
  readonly server: string | undefined;
  /** The line as it would stand in the log. */
  readonly text: string;
}

/** The gateway's log, kept instead of written, down to the debug level. */
export class CapturedLog {
  readonly lines: LogLine[] = [];
  readonly logger: Logger = pino({ level: 'debug', base: null }, { write: (text: string) => this.#take(text) });

  /** Something that the command line writes to stderr beside its log. */
  add(text: string): void {
    this.lines.push({ server: undefined, text });
  }

  #take(text: string): void {
    const line: unknown = JSON.parse(text);
    const server = isObject(line) && typeof line.server === 'string' ? line.server : undefined;
    this.lines.push({ server, text });
  }
}
