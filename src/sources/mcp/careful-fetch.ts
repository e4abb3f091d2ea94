import { packText, unpackText } from '../../shared/exact-json.ts';

/** Nearly no answer has one. */
const LONG_NUMBER = /\d{16}/;
const MAX_REDIRECTS = 5;
/** Characters of one answer, or of one line of an event stream, unpacked: some kilobytes on the wire may be gigabytes. */
const MAX_TEXT = 64 * 1024 * 1024;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Headers that say nothing about the caller. All others are of the configuration, and may be a key. */
const HARMLESS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'last-event-id',
  'mcp-protocol-version',
  'user-agent',
]);

/**
 * `fetch`, but what the configuration puts into headers goes to its own origin only: `fetch` itself takes no more than
 * `Authorization` and cookies out of a request that is redirected to a stranger, and keys travel under many names.
 * Large whole numbers reach it and leave it packed (see `RawResultTransport`); on the wire they are numbers.
 */
export async function carefulFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  let target = new URL(url);
  let request: RequestInit = {
    ...init,
    ...(typeof init.body === 'string' ? { body: unpackText(init.body) } : {}),
    redirect: 'manual',
  };
  for (let hop = 0; ; hop++) {
    const response = await fetch(target, request);
    const next = REDIRECTS.has(response.status) ? addressOf(response, target) : undefined;
    if (next === undefined) return withPackedNumbers(response);
    await response.body?.cancel();
    if (hop === MAX_REDIRECTS) throw new TypeError(`more than ${MAX_REDIRECTS} redirects`);
    request = redirected(request, response.status, next.origin === target.origin);
    target = next;
  }
}

/** Texts in JSON never go on from one line to the next, neither alone nor in an event stream. */
function withPackedNumbers(response: Response): Response {
  const { body } = response;
  const type = response.headers.get('content-type') ?? '';
  if (body === null || !/\bjson\b|event-stream/.test(type)) return response;
  const isStream = type.includes('event-stream');
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let pending: string[] = [];
  let length = 0;
  const packed = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const text = decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf('\n') + 1;
      length = isStream && end > 0 ? text.length - end : length + text.length;
      if (length > MAX_TEXT) throw new TypeError(`an answer of more than ${MAX_TEXT / 1024 / 1024} MiB is not read`);
      pending.push(end === 0 ? text : text.slice(0, end));
      if (end === 0) return;
      controller.enqueue(encoder.encode(packLines(pending.join(''), isStream)));
      pending = [text.slice(end)];
    },
    flush(controller) {
      controller.enqueue(encoder.encode(packLines(pending.join('') + decoder.decode(), isStream)));
    },
  });
  return new Response(body.pipeThrough(packed), response);
}

function packLines(text: string, isStream: boolean): string {
  if (!LONG_NUMBER.test(text)) return text;
  const lines = text.split('\n');
  // Ids of events are no JSON.
  return lines.map((line) => (isStream && !line.startsWith('data:') ? line : packText(line))).join('\n');
}

/** Only where another web server is meant; `fetch` refuses every other kind of address as well. */
function addressOf(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location');
  if (location === null || !URL.canParse(location, from.href)) return undefined;
  const next = new URL(location, from);
  if (!/^https?:$/.test(next.protocol)) throw new TypeError(`a redirect to ${next.protocol} is not followed`);
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw new TypeError('a redirect that leaves encryption is not followed');
  }
  return next;
}

function redirected(request: RequestInit, status: number, isSameOrigin: boolean): RequestInit {
  const headers = new Headers(request.headers);
  if (!isSameOrigin) for (const name of [...headers.keys()]) if (!HARMLESS.has(name)) headers.delete(name);
  const { method = 'GET' } = request;
  // 303 says so; of 301 and 302 the whole web believes it.
  const becomesGet = method !== 'GET' && (status === 303 || (status < 303 && method === 'POST'));
  if (!becomesGet) return { ...request, headers };
  headers.delete('content-type');
  const { body: _body, ...rest } = request;
  return { ...rest, method: 'GET', headers };
}
