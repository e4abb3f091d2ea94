import type { ApiError } from '../../../src/gateway/dashboard-api/types.ts';

/** Where the gateway answers; the page lies beside it. */
const BASE = '/dashboard/api/';
/** For as long as the tab is open: a key that outlives it is one more place to steal it from. */
const KEY = 'toolscout-key';

/** A request that was answered with an error, or not at all. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  /** 0 where there was no answer. */
  readonly status: number;
  readonly next: string | undefined;

  constructor(message: string, status: number, next?: string) {
    super(message);
    this.status = status;
    this.next = next;
  }
}

export function setKey(key: string): void {
  if (key === '') sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, key);
}

/** Asks the gateway. @throws RequestError */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const key = sessionStorage.getItem(KEY);
  const headers = new Headers(init.headers);
  if (key !== null) headers.set('authorization', `Bearer ${key}`);
  let response: Response;
  try {
    response = await fetch(BASE + path, { ...init, headers });
  } catch (cause) {
    if (init.signal?.aborted === true) throw cause;
    throw new RequestError('The gateway does not answer.', 0, 'Is it still running? This page tries again by itself.');
  }
  if (response.ok) return response;
  const body = (await response.json().catch(() => undefined)) as Partial<ApiError> | undefined;
  const { message = `The gateway answered with ${response.status}.`, next } = body?.error ?? {};
  throw new RequestError(message, response.status, next);
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const response = await request(path, signal === undefined ? {} : { signal });
  return (await response.json()) as T;
}

export async function postJson<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  return (await response.json()) as T;
}

/** A path with the parameters that say something. */
export function withParameters(path: string, parameters: Readonly<Record<string, string | number | boolean>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== '' && value !== false) search.set(name, value === true ? '1' : String(value));
  }
  const text = search.toString();
  return text === '' ? path : `${path}?${text}`;
}
