import { Buffer } from 'node:buffer';

/**
 * One frame on the pipe between parent and child:
 *
 *   4 bytes  length of what follows, big endian
 *   32 bytes nonce of this child, hexadecimal
 *   n bytes  JSON, UTF-8
 *
 * The nonce is made for one process. It lies in the child beside the engine, never inside it, so that text which a snippet
 * smuggles onto the pipe is no frame.
 */
export const NONCE_LENGTH = 32;
const LENGTH_BYTES = 4;

export function encodeFrame(nonce: string, message: unknown): Buffer {
  const body = Buffer.from(nonce + JSON.stringify(message));
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  frame.writeUInt32BE(body.length, 0);
  body.copy(frame, LENGTH_BYTES);
  return frame;
}

/** The other side did not keep to the form of frames. What it sends from then on means nothing. */
export class FrameError extends Error {
  override readonly name: string = 'FrameError';
}

/**
 * Cuts a stream of bytes into messages. Holds no more than one frame of the largest size, and after an error nothing.
 */
export class FrameDecoder {
  readonly #nonce: string;
  readonly #maxBytes: number;
  #chunks: Buffer[] = [];
  #held = 0;
  /** Bytes of the frame in progress with its length; undefined until the length was read. */
  #wanted: number | undefined;
  #broken = false;

  constructor(nonce: string, maxBytes: number) {
    this.#nonce = nonce;
    this.#maxBytes = maxBytes;
  }

  /**
   * The messages that `chunk` completes.
   * @throws FrameError where it is no frame; everything later throws as well.
   */
  push(chunk: Buffer): unknown[] {
    if (this.#broken) throw new FrameError('the stream was broken before');
    try {
      return this.#read(chunk);
    } catch (error) {
      this.#broken = true;
      this.#chunks = [];
      this.#held = 0;
      throw error;
    }
  }

  #read(chunk: Buffer): unknown[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    const messages: unknown[] = [];
    for (;;) {
      if (this.#wanted === undefined) {
        if (this.#held < LENGTH_BYTES) return messages;
        const length = this.#joined().readUInt32BE(0);
        if (length < NONCE_LENGTH) throw new FrameError(`a frame of ${length} bytes has no room for its nonce`);
        if (length > this.#maxBytes) throw new FrameError(`a frame of ${length} bytes is above ${this.#maxBytes}`);
        this.#wanted = LENGTH_BYTES + length;
      }
      if (this.#held < this.#wanted) return messages;
      const all = this.#joined();
      const body = all.subarray(LENGTH_BYTES, this.#wanted);
      const rest = all.subarray(this.#wanted);
      this.#chunks = rest.length === 0 ? [] : [rest];
      this.#held = rest.length;
      this.#wanted = undefined;
      messages.push(this.#parse(body));
    }
  }

  /** Joins once for a length and once for a whole frame, so that a frame in many chunks is not copied for each. */
  #joined(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = [Buffer.concat(this.#chunks)];
    return this.#chunks[0]!;
  }

  #parse(body: Buffer): unknown {
    if (body.toString('latin1', 0, NONCE_LENGTH) !== this.#nonce) throw new FrameError('a frame has another nonce');
    try {
      return JSON.parse(body.toString('utf8', NONCE_LENGTH));
    } catch {
      throw new FrameError('a frame holds no JSON');
    }
  }
}
