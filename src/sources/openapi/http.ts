import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { AddressGuard } from './address-guard.ts';
import type { ApiRequest } from './request.ts';

/** What came back. */
export interface HttpAnswer {
  readonly url: URL;
  readonly status: number;
  readonly statusText: string;
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  /** There was more than the limit allows. */
  readonly cut: boolean;
}

export interface HttpLimits {
  readonly guard: AddressGuard;
  readonly signal: AbortSignal;
  /** Bytes of the body that are read, after unpacking. */
  readonly maxBytes: number;
}

/** Connections are not kept: one that was checked for this request is used for no other. */
const HTTP = new HttpAgent({ keepAlive: false });
const HTTPS = new HttpsAgent({ keepAlive: false });

/**
 * Sends one request and reads what comes back, redirects included as they are. Not `fetch`, because the address that a
 * name was resolved to has to be looked at before, and be the one that is connected to.
 */
export async function sendOnce(request: ApiRequest, { guard, signal, maxBytes }: HttpLimits): Promise<HttpAnswer> {
  const { url, method, headers, body } = request;
  guard.check(url);
  const isSecure = url.protocol === 'https:';
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const sending = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      headers: {
        'accept-encoding': 'gzip, br',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': body.length }),
      },
      lookup: guard.lookup(url),
      agent: isSecure ? HTTPS : HTTP,
      signal,
    });
    sending.on('response', resolve);
    // Also after the answer has begun: the reader of the body hears of it, too.
    sending.on('error', reject);
    sending.end(body);
  });
  try {
    const { bytes, cut } = await readBounded(unpacked(response), maxBytes);
    return {
      url,
      status: response.statusCode ?? 0,
      statusText: response.statusMessage ?? '',
      header: (name) => {
        const value = response.headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      },
      body: bytes,
      cut,
    };
  } finally {
    response.destroy();
  }
}

function unpacked(response: IncomingMessage): Readable {
  const unpack = unpackerFor(response.headers['content-encoding']?.trim().toLowerCase());
  // pipeline hands an error of the connection on to where the reader sees it.
  return unpack === undefined ? response : pipeline(response, unpack, () => {});
}

/** Packed nothing is nothing, as browsers see it, and no broken packet; whether all arrived, HTTP itself tells. */
function unpackerFor(pack: string | undefined): Transform | undefined {
  switch (pack) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

async function readBounded(stream: Readable, maxBytes: number): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop destroys the stream.
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, maxBytes), cut: size > maxBytes };
}
