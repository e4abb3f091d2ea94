import { createArgumentValidator } from '../../calling/index.ts';
import { parseExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import { type Problem, refusal } from './problems.ts';
import { REQUEST_SCHEMAS, type RequestName } from './request-schemas.ts';

export type ReadBody =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly problem: Problem };

/** Reads a JSON body, at most so many bytes of it, and checks it against its schema. Whole numbers keep their digits. */
export async function readBody(request: Request, name: RequestName, maxBytes: number): Promise<ReadBody> {
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')) {
    return refused('BODY_NOT_JSON', 'The body has to be JSON.', 'Send "Content-Type: application/json".');
  }
  const text = await readText(request, maxBytes);
  if (text === undefined) {
    return refused('BODY_TOO_LARGE', `The body is larger than ${maxBytes} bytes.`, 'Send less at once.');
  }
  let body: unknown;
  try {
    body = parseExact(text);
  } catch {
    return refused('BODY_MALFORMED', 'The body is no JSON.', 'Send one JSON object.');
  }
  const outcome = createArgumentValidator(REQUEST_SCHEMAS[name])(body);
  if (!outcome.valid) {
    const [first] = outcome.problems;
    return {
      ok: false,
      problem: refusal('BODY_INVALID', outcome.problems.map(sayProblem).join('; '), {
        next: `Send a body as ${name} in /v1/openapi.json.`,
        ...(first === undefined ? {} : { path: first.path }),
        ...(first?.expected === undefined ? {} : { expected: first.expected }),
      }),
    };
  }
  if (isObject(body)) return { ok: true, body };
  return refused('BODY_INVALID', 'The body is no JSON object.', 'Send one JSON object.');
}

function sayProblem({ path, message }: { readonly path: string; readonly message: string }): string {
  return path === '' ? message : `${path}: ${message}`;
}

function refused(code: Parameters<typeof refusal>[0], message: string, next: string): ReadBody {
  return { ok: false, problem: refusal(code, message, { next }) };
}

/** Undefined where there is more. What was announced is not waited for. */
async function readText(request: Request, maxBytes: number): Promise<string | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return undefined;
  if (request.body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of request.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
