import type { RawToolResult } from '../../calling/index.ts';
import { parseExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import { truncate } from '../../shared/truncate.ts';
import type { HttpAnswer } from './http.ts';
import { bareType, isJsonType, kindOf } from './media-types.ts';
import type { ApiOperation } from './operation.ts';

/** Characters of an error's body: the reason stands at its head, and pages of servers are long. */
const MAX_ERROR_CHARACTERS = 8_000;

/** Makes a tool result of an answer. An error of the API is the tool's own error, with what the API said about it. */
export function toToolResult(answer: HttpAnswer, operation: ApiOperation): RawToolResult {
  const { status } = answer;
  return status >= 400 || status < 200 || (status >= 300 && status !== 304)
    ? errorResult(answer, operation)
    : successResult(answer);
}

function errorResult(answer: HttpAnswer, { method, path }: ApiOperation): RawToolResult {
  const { status, statusText, header } = answer;
  const wait = header('retry-after');
  const head = `HTTP ${status} ${statusText}`.trim();
  const line = `${head} for ${method} ${path}.${wait === undefined ? '' : ` Try again after ${wait}${/^\d+$/.test(wait) ? ' s' : ''}.`}`;
  const body = isText(answer) ? truncate(textOf(answer).trim(), MAX_ERROR_CHARACTERS) : '';
  return {
    content: [{ type: 'text', text: body === '' ? line : `${line}\n\n${body}` }],
    isError: true,
    _meta: { 'toolscout/httpStatus': status },
  };
}

function successResult(answer: HttpAnswer): RawToolResult {
  const { status, statusText, body, cut } = answer;
  const meta = { 'toolscout/httpStatus': status };
  if (body.length === 0) {
    return { content: [{ type: 'text', text: `HTTP ${status} ${statusText}, without content`.trim() }], _meta: meta };
  }
  const note = cut
    ? [{ type: 'text', text: `The answer was longer than ${body.length} bytes; this is its beginning. Ask for less.` }]
    : [];
  const type = bareType(answer.header('content-type') ?? '');
  if (isText(answer)) {
    const text = textOf(answer);
    const structured = cut ? undefined : parsed(text, type);
    return {
      content: [{ type: 'text', text }, ...note],
      ...(structured === undefined ? {} : { structuredContent: structured }),
      _meta: meta,
    };
  }
  return { content: [block(answer, type), ...note], _meta: meta };
}

/** Structured content is an object; what is none stands in one. */
function parsed(text: string, type: string): Readonly<Record<string, unknown>> | undefined {
  if (type !== '' && !isJsonType(type)) return undefined;
  try {
    const value = parseExact(text);
    if (isObject(value)) return value;
    return type === '' ? undefined : { result: value };
  } catch {
    return undefined;
  }
}

function block({ body, url }: HttpAnswer, type: string): Readonly<Record<string, unknown>> {
  const data = Buffer.from(body).toString('base64');
  const mimeType = type === '' ? 'application/octet-stream' : type;
  const [kind] = type.split('/');
  if (kind === 'image' || kind === 'audio') return { type: kind, data, mimeType };
  // Without the query, which may hold a key.
  return { type: 'resource', resource: { uri: url.origin + url.pathname, mimeType, blob: data } };
}

function isText({ header, body }: HttpAnswer): boolean {
  const type = bareType(header('content-type') ?? '');
  if (type === '') return !body.includes(0);
  return ['json', 'form', 'text'].includes(kindOf(type, false));
}

function textOf({ header, body }: HttpAnswer): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(header('content-type') ?? '')?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}
