import { errorMessage, ToolscoutError } from '../errors.ts';
import { isObject, own } from '../shared/json.ts';
import { truncate } from '../shared/truncate.ts';
import { readBounded } from './read-bounded.ts';
import { retryDelayMs } from './retry-delay.ts';

/** How requests to an endpoint are made; everything that a test wants to hold is handed in. */
export interface EndpointOptions {
  /** For one attempt, its answer included. Default {@link DEFAULT_LLM_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Further attempts after a failure that may pass. Default {@link DEFAULT_LLM_RETRIES}. */
  readonly retries?: number;
  /** The section of the configuration that advice in errors names. Default `llm`. */
  readonly section?: string;
  /** Default {@link MAX_ANSWER_BYTES}. */
  readonly maxAnswerBytes?: number;
  readonly fetch?: typeof fetch;
  /** Waits between attempts; rejects with the signal's reason. */
  readonly wait?: (delayMs: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Uniform in [0, 1), spreads the attempts of many clients. */
  readonly random?: () => number;
}

/** One POST of JSON. */
export interface EndpointRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Never shown: cut out of every text that comes back. */
  readonly secret: string | readonly string[] | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What the endpoint answered, where that is no failure of transport: 2xx, or a refusal to be looked at. */
export type EndpointAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly status: number; readonly body: unknown; readonly error: ToolscoutError };

/** Small replies of a slow local model take this long. */
export const DEFAULT_LLM_TIMEOUT_MS = 60_000;
export const DEFAULT_LLM_RETRIES = 3;
/** A reply is some kilobytes; an endpoint that sends more is no model. */
const MAX_ANSWER_BYTES = 4_000_000;
const MAX_QUOTED = 300;

/** Statuses that say "later": time-outs, conflicts, limits, and every fault of the server (529 is "overloaded"). */
const isTransient = (status: number): boolean => [408, 409, 425, 429].includes(status) || status >= 500;

/**
 * Posts JSON and reads JSON, with time-out and retries. Throws `LLM_UNAVAILABLE`, `LLM_TIMEOUT`, `LLM_REPLY_INVALID`
 * or the signal's reason; a refusal (4xx) is returned, because some can be answered by asking for less.
 */
export async function postJson(request: EndpointRequest, options: EndpointOptions): Promise<EndpointAnswer> {
  const { retries = DEFAULT_LLM_RETRIES, wait = sleep, random = Math.random } = options;
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(request, options);
    if (outcome.kind === 'answer') return outcome.answer;
    const delayMs = retryDelayMs(attempt, outcome.headers, random);
    if (attempt >= retries || delayMs === undefined) throw outcome.error;
    await wait(delayMs, request.signal);
  }
}

type Outcome =
  | { readonly kind: 'answer'; readonly answer: EndpointAnswer }
  | { readonly kind: 'failure'; readonly error: ToolscoutError; readonly headers: Headers | undefined };

async function attemptOnce(request: EndpointRequest, options: EndpointOptions): Promise<Outcome> {
  const { timeoutMs = DEFAULT_LLM_TIMEOUT_MS, maxAnswerBytes = MAX_ANSWER_BYTES, fetch: send = fetch } = options;
  const { section = 'llm' } = options;
  const { signal, url } = request;
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const place = `${url.origin}${url.pathname}`;
  let response: Response;
  let text: string;
  try {
    response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      // A key goes to the address that was configured and to no other.
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await readBounded(response, maxAnswerBytes, section);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof ToolscoutError) throw thrown;
    const error = timeout.aborted
      ? failure(
          'LLM_TIMEOUT',
          `${place} has not answered within ${timeoutMs} ms.`,
          `Try again, or raise ${section}.timeoutMs.`,
        )
      : failure(
          'LLM_UNAVAILABLE',
          `${place} cannot be reached: ${redact(networkReason(thrown), request.secret)}`,
          `Check ${section}.baseUrl and that the endpoint is running.`,
        );
    return { kind: 'failure', error, headers: undefined };
  }
  const body = readBody(text);
  const { status } = response;
  if (response.ok && body !== undefined) return { kind: 'answer', answer: { ok: true, body } };
  if (response.ok) {
    throw failure(
      'LLM_REPLY_INVALID',
      `${place} answered with something that is not JSON: ${redact(JSON.stringify(truncate(text, 80)), request.secret)}`,
      `Check ${section}.baseUrl; for OpenAI-compatible servers it mostly ends in /v1.`,
    );
  }
  const said = redact(quoted(body, text), request.secret);
  if (isTransient(status)) {
    const error = failure('LLM_UNAVAILABLE', `${place} answered ${status}${said}.`, laterHint(status, section), {
      status,
    });
    return { kind: 'failure', error, headers: response.headers };
  }
  const error = failure(
    'LLM_REJECTED',
    `${place} refused the request with ${status}${said}.`,
    refusalHint(status, section),
    {
      status,
    },
  );
  return { kind: 'answer', answer: { ok: false, status, body, error } };
}

function failure(
  code: 'LLM_TIMEOUT' | 'LLM_UNAVAILABLE' | 'LLM_REPLY_INVALID' | 'LLM_REJECTED',
  message: string,
  next: string,
  details: Readonly<Record<string, unknown>> = {},
): ToolscoutError {
  return new ToolscoutError(code, message, { next, details });
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the endpoint says itself, behind a colon; it writes `{"error": {"message"}}` or `{"error": "…"}` as a rule. */
function quoted(body: unknown, text: string): string {
  const error = isObject(body) ? own(body, 'error') : undefined;
  const message = isObject(error) ? own(error, 'message') : (error ?? (isObject(body) ? own(body, 'message') : text));
  const line = (typeof message === 'string' ? message : '').replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return line === '' ? '' : `: ${truncate(line, MAX_QUOTED).replace(/\.$/, '')}`;
}

function laterHint(status: number, section: string): string {
  if (status !== 429) return 'Try again later.';
  const narrower = section === 'llm' ? ', or with a lower llm.maxConcurrent' : '';
  return `The limit of the endpoint is reached: try again later${narrower}.`;
}

function refusalHint(status: number, section: string): string {
  if (status === 401 || status === 403) return `Check the key in the variable that ${section}.apiKeyEnv names.`;
  if (status === 404)
    return `Check ${section}.model and ${section}.baseUrl; for OpenAI-compatible servers it mostly ends in /v1.`;
  if (status >= 300 && status < 400) return `Write the address that it redirects to as ${section}.baseUrl.`;
  return `Check ${section}.model and what the endpoint says.`;
}

/** Endpoints quote keys that they do not know, whole or shortened to their beginning and end. */
function redact(text: string, secrets: string | readonly string[] | undefined): string {
  return [secrets ?? []].flat().reduce(redactOne, text);
}

function redactOne(text: string, secret: string): string {
  if (secret === '') return text;
  const [head, tail] = [secret.slice(0, 8), secret.slice(-4)];
  let safe = text.replaceAll(secret, '[key]');
  if (secret.length >= 12) {
    safe = safe
      .split(' ')
      .map((word) => (word.includes(head) || (word.includes('*') && word.includes(tail)) ? '[key]' : word))
      .join(' ');
  }
  return safe;
}

/** `fetch` says "fetch failed" and keeps the reason in the cause. */
function networkReason(thrown: unknown): string {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  const code = isObject(cause) && typeof cause.code === 'string' ? cause.code : undefined;
  return code ?? errorMessage(cause ?? thrown);
}

function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, delayMs);
    if (signal?.aborted === true) give();
    else signal?.addEventListener('abort', give, { once: true });
  });
}
