import type { AuthError } from './caller.ts';

/** The answer to a request that is refused. It tells of the request alone, never of what there is. */
export function refusalOf({ status, code, message, next, challenge }: AuthError): Response {
  const body = { error: { code, message, ...(next === undefined ? {} : { next }) } };
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', ...(challenge === undefined ? {} : { 'www-authenticate': challenge }) },
  });
}
