import { Transform, type TransformCallback } from 'node:stream';
import { packIntegers, parseExact, withPlainNumbers } from '../shared/exact-json.ts';
import { isObject } from '../shared/json.ts';

/** A run of digits that may be more than a `number` holds. Nearly no message has one. */
const LONG_NUMBER = /\d{16}/;
const NEWLINE = 0x0a;
/** The protocol layer gives up on longer messages; there is nothing to keep exact in them. */
const MAX_LINE_BYTES = 10 * 1024 * 1024;

/**
 * A client's JSON-RPC message in which large whole numbers among the arguments of a call are packed, so that the
 * protocol layer, which reads it with `JSON.parse`, cannot round them. All other text comes back as it is.
 */
export function packArguments(message: string): string {
  if (!LONG_NUMBER.test(message)) return message;
  try {
    const parsed = parseExact(message);
    return JSON.stringify(Array.isArray(parsed) ? parsed.map(packMessage) : packMessage(parsed));
  } catch {
    // Whatever is wrong with it is the protocol layer's to say.
    return message;
  }
}

function packMessage(message: unknown): unknown {
  if (!isObject(message) || message.method !== 'tools/call' || !isObject(message.params)) {
    return withPlainNumbers(message);
  }
  const { params } = message;
  return {
    ...(withPlainNumbers({ ...message, params: { ...params, arguments: undefined } }) as object),
    params: {
      ...(withPlainNumbers({ ...params, arguments: undefined }) as object),
      arguments: packIntegers(params.arguments),
    },
  };
}

/** Stands before the stdio transport and packs line by line. */
export class ExactLines extends Transform {
  #pending: Buffer[] = [];
  #pendingBytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      this.#keep(chunk);
    } else {
      const complete = Buffer.concat([...this.#pending, chunk.subarray(0, end)]).toString('utf8');
      this.#pending = [];
      this.#pendingBytes = 0;
      this.push(`${complete.split('\n').map(packArguments).join('\n')}\n`);
      if (end + 1 < chunk.length) this.#keep(chunk.subarray(end + 1));
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#pendingBytes > 0) this.push(Buffer.concat(this.#pending));
    done();
  }

  #keep(part: Buffer): void {
    this.#pending.push(part);
    this.#pendingBytes += part.length;
    if (this.#pendingBytes <= MAX_LINE_BYTES) return;
    for (const piece of this.#pending.splice(0)) this.push(piece);
    this.#pendingBytes = 0;
  }
}

/** An HTTP request whose body went through {@link packArguments}; the request itself where nothing has to be packed. */
export async function withExactArguments(request: Request): Promise<Request> {
  if (request.method !== 'POST' || request.body === null) return request;
  const text = await request.text();
  return new Request(request, { body: packArguments(text), duplex: 'half' } as RequestInit);
}
