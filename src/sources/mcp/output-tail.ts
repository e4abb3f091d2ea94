import { StringDecoder } from 'node:string_decoder';
import { tellingLine } from './telling-line.ts';

const MAX_CHARACTERS = 8192;
const MAX_LINES = 20;
/** Colours and cursor movements, and single characters that a terminal would obey. */
const TERMINAL_CODES = /\u001b\[[0-?]*[ -/]*[@-~]|[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/**
 * The end of what a process wrote to stderr, for error messages. However much is written, at most
 * {@link MAX_CHARACTERS} characters are held.
 */
export class OutputTail {
  readonly #decoder = new StringDecoder('utf8');
  readonly #secrets: readonly string[];
  #text = '';

  /** @param secrets what is shown as `***`: programs print what they were given. */
  constructor(secrets: readonly string[] = []) {
    this.#secrets = secrets;
  }

  push(chunk: Buffer): void {
    // Only the end of a chunk can survive; decoding all of a flood would cost more than the server's own work.
    const useful = chunk.length > MAX_CHARACTERS * 4 ? chunk.subarray(-MAX_CHARACTERS * 4) : chunk;
    this.#text = (this.#text + this.#decoder.write(useful)).slice(-MAX_CHARACTERS);
  }

  /** At most the last {@link MAX_LINES} lines, without blank ones; empty when nothing was written. */
  text(): string {
    return this.#lines().slice(-MAX_LINES).join('\n');
  }

  /** The line that most likely says why the process ended. */
  reason(): string | undefined {
    return tellingLine(this.#lines());
  }

  #lines(): string[] {
    return this.#secrets
      .reduce((text, secret) => text.replaceAll(secret, '***'), this.#text)
      .replace(TERMINAL_CODES, '')
      .split(/\r?\n/)
      .map((line) => line.trimEnd())
      .filter((line) => line !== '');
  }
}
