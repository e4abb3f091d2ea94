/**
 * The address of a route under a base that people write with or without it; a query stays.
 * @throws TypeError where the base is no address.
 */
export function routeUrl(baseUrl: string, route: string): URL {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/+$/, '');
  url.pathname = path.endsWith(`/${route}`) ? path : `${path}/${route}`;
  return url;
}
