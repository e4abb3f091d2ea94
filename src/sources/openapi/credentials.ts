import type { ApiDescription, ApiOperation, SecurityScheme } from './operation.ts';
import type { ApiRequest } from './request.ts';

/** Name of a security scheme → its key, token, or `user:password`. */
export type Credentials = Readonly<Record<string, string>>;

/**
 * The schemes to use for an operation: the first way in for which everything is configured. Where the document names
 * none, everything that is configured.
 */
export function schemesFor(
  { security }: ApiOperation,
  { security: known }: Pick<ApiDescription, 'security'>,
  credentials: Credentials,
): readonly string[] {
  const has = (name: string): boolean => Object.hasOwn(credentials, name) && Object.hasOwn(known, name);
  if (security === undefined || security.length === 0) {
    return security === undefined ? Object.keys(known).filter(has) : [];
  }
  const ways = security.filter((names) => names.every(has));
  // A way in for anybody is taken last: whoever has a key shows it.
  return ways.find((names) => names.length > 0) ?? [];
}

/** Adds one credential to a request. */
export function withCredential(request: ApiRequest, scheme: SecurityScheme, secret: string): ApiRequest {
  const header = (name: string, value: string): ApiRequest => ({
    ...request,
    headers: { ...request.headers, [name]: value },
  });
  switch (scheme.kind) {
    case 'bearer':
      return header('authorization', `Bearer ${secret}`);
    case 'basic':
      return header('authorization', `Basic ${Buffer.from(secret, 'utf8').toString('base64')}`);
    case 'key': {
      const { in: place, name } = scheme;
      if (place === 'header') return header(name.toLowerCase(), secret);
      if (place === 'cookie') {
        const cookies = [request.headers.cookie, `${name}=${encodeURIComponent(secret)}`];
        return header('cookie', cookies.filter((one) => one !== undefined).join('; '));
      }
      const url = new URL(request.url);
      // Setting anything anew writes the rest in another encoding, so only a value of the caller's costs that.
      if (url.searchParams.has(name)) url.searchParams.delete(name);
      url.search = `${url.search === '' ? '?' : `${url.search}&`}${encodeURIComponent(name)}=${encodeURIComponent(secret)}`;
      return { ...request, url };
    }
  }
}
