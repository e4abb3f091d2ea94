import { ToolscoutError } from '../../errors.ts';
import { type HttpAnswer, type HttpLimits, sendOnce } from './http.ts';
import type { ApiRequest } from './request.ts';

/** Adds what lets the caller in, where the address may have it. */
export type Authorize = (request: ApiRequest) => ApiRequest;

const MAX_REDIRECTS = 5;
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const ABOUT_BODY: readonly string[] = ['content-type', 'content-length'];
/** Headers of a request that say nothing about the caller. */
const HARMLESS: readonly string[] = ['accept', 'accept-language', 'user-agent'];

/**
 * Sends a request and follows redirects as a careful browser would: each address is checked like the first one, nothing
 * leaves encryption, another origin gets neither credentials nor what the caller wrote into headers and body.
 * @throws ToolscoutError `CALL_FAILED` for a redirect that is not followed
 */
export async function send(request: ApiRequest, limits: HttpLimits, authorize: Authorize): Promise<HttpAnswer> {
  let current = request;
  for (let hop = 0; ; hop++) {
    const answer = await sendOnce(authorize(current), limits);
    const target = targetOf(answer, current.url);
    if (target === undefined) return answer;
    if (hop === MAX_REDIRECTS) throw unfollowed(current, target, `more than ${MAX_REDIRECTS} redirects`);
    current = redirected(current, target, answer.status);
  }
}

function targetOf({ status, header }: HttpAnswer, from: URL): URL | undefined {
  const location = header('location');
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  return URL.canParse(location, from.href) ? new URL(location, from) : undefined;
}

function redirected(request: ApiRequest, target: URL, status: number): ApiRequest {
  const { url, method } = request;
  if (url.protocol === 'https:' && target.protocol !== 'https:') {
    throw unfollowed(request, target, 'it leaves encryption');
  }
  const sameOrigin = url.origin === target.origin;
  // 303 says so; of 301 and 302 the whole web believes it. The target of a write is another resource then.
  const becomesGet = !SAFE.has(method) && (status === 303 || ((status === 301 || status === 302) && method === 'POST'));
  if (!sameOrigin && !SAFE.has(method) && !becomesGet) {
    throw unfollowed(request, target, 'it would send a change to another origin');
  }
  target.username = '';
  target.password = '';
  const headers = Object.entries(request.headers).filter(([name]) => {
    return (sameOrigin || HARMLESS.includes(name)) && !(becomesGet && ABOUT_BODY.includes(name));
  });
  const keepsBody = sameOrigin && !becomesGet && request.body !== undefined;
  return {
    method: becomesGet ? 'GET' : method,
    url: target,
    headers: Object.fromEntries(headers),
    ...(keepsBody ? { body: request.body } : {}),
  };
}

function unfollowed({ url, method }: ApiRequest, target: URL, why: string): ToolscoutError {
  const message = `${method} ${url.origin}${url.pathname} was redirected to ${target.origin}, which is not followed: ${why}.`;
  return new ToolscoutError('CALL_FAILED', message, {
    next: 'If that is the right address, set it as "baseUrl" of the OpenAPI service.',
    details: { host: target.host, ran: 'unknown' },
  });
}
