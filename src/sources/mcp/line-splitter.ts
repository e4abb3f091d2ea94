const NEWLINE = 0x0a;

/**
 * Cuts a byte stream into lines of text. Bytes are decoded only once a line is whole, so a character split over two
 * chunks stays intact, and a line of many chunks is joined once instead of once per chunk.
 */
export class LineSplitter {
  readonly #maxLineBytes: number;
  readonly #onLine: (line: string) => void;
  readonly #onTooLong: () => void;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #stopped = false;
  #isFirst = true;

  /** `onTooLong` is called once, when a line passes `maxLineBytes`; nothing is read after that. */
  constructor(maxLineBytes: number, onLine: (line: string) => void, onTooLong: () => void) {
    this.#maxLineBytes = maxLineBytes;
    this.#onLine = onLine;
    this.#onTooLong = onTooLong;
  }

  push(chunk: Buffer): void {
    let start = 0;
    while (!this.#stopped) {
      const end = chunk.indexOf(NEWLINE, start);
      this.#keep(chunk.subarray(start, end === -1 ? chunk.length : end));
      if (end === -1) return;
      this.#flush();
      start = end + 1;
    }
  }

  /** Ends the stream: a last line without a newline counts too. */
  end(): void {
    if (this.#pendingBytes > 0) this.#flush();
    this.#stopped = true;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#pendingBytes += part.length;
    if (this.#pendingBytes > this.#maxLineBytes) {
      this.#stopped = true;
      this.#pending = [];
      this.#onTooLong();
      return;
    }
    this.#pending.push(part);
  }

  #flush(): void {
    if (this.#stopped) return;
    let line = Buffer.concat(this.#pending, this.#pendingBytes).toString('utf8');
    // Some runtimes begin a stream with a byte order mark, which belongs to no message.
    if (this.#isFirst && line.startsWith('\ufeff')) line = line.slice(1);
    this.#isFirst = false;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  }
}
