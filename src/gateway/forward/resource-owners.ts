import { isObject, own } from '../../shared/json.ts';

/** A URI that two servers list is served under its own name by the first of them; the others' stand behind this. */
const ALIAS = 'toolscout://';

/** What one server lists. */
export interface ServerResources {
  readonly server: string;
  readonly resources: readonly unknown[];
  readonly templates: readonly unknown[];
}

export interface ResourceRoute {
  readonly server: string;
  /** As the server knows it. */
  readonly uri: string;
}

/** All servers' resources under URIs that are unique: each keeps its own as long as no server before it has the same. */
export function mergeResources(all: readonly ServerResources[]): unknown[] {
  const owners = new Map<string, string>();
  return all.flatMap(({ server, resources }) =>
    resources.map((resource) => {
      const uri = isObject(resource) ? own(resource, 'uri') : undefined;
      if (typeof uri !== 'string') return resource;
      const owner = owners.get(uri) ?? server;
      owners.set(uri, owner);
      return owner === server ? resource : { ...(resource as object), uri: aliasOf(server, uri) };
    }),
  );
}

/** Whose resource this is: by alias, by list, by template; undefined where nobody lists it. */
export function routeResource(uri: string, all: readonly ServerResources[]): ResourceRoute | undefined {
  const alias = readAlias(uri);
  if (alias !== undefined) return all.some(({ server }) => server === alias.server) ? alias : undefined;
  const lister = all.find(({ resources }) => resources.some((one) => isObject(one) && own(one, 'uri') === uri));
  const owner = lister ?? all.find(({ templates }) => templates.some((one) => matchesTemplate(one, uri)));
  return owner === undefined ? undefined : { server: owner.server, uri };
}

/** Whose template this is. */
export function routeTemplate(template: string, all: readonly ServerResources[]): string | undefined {
  const has = (list: readonly unknown[], key: string): boolean =>
    list.some((one) => isObject(one) && own(one, key) === template);
  return all.find(({ templates, resources }) => has(templates, 'uriTemplate') || has(resources, 'uri'))?.server;
}

export function aliasOf(server: string, uri: string): string {
  return `${ALIAS}${encodeURIComponent(server)}/${encodeURIComponent(uri)}`;
}

function readAlias(uri: string): ResourceRoute | undefined {
  if (!uri.startsWith(ALIAS)) return undefined;
  const [server, inner] = uri.slice(ALIAS.length).split('/');
  try {
    if (server !== undefined && inner !== undefined) {
      return { server: decodeURIComponent(server), uri: decodeURIComponent(inner) };
    }
  } catch {
    // A broken escape: no alias of ours.
  }
  return undefined;
}

/** Could the template have been filled in to give this URI? Every expression stands for any text. */
function matchesTemplate(template: unknown, uri: string): boolean {
  const text = isObject(template) ? own(template, 'uriTemplate') : undefined;
  if (typeof text !== 'string') return false;
  // Literal parts in order, without a regular expression that a server could make slow.
  const parts = text.split(/\{[^{}]*\}/u);
  const [first = '', ...rest] = parts;
  if (!uri.startsWith(first)) return false;
  if (rest.length === 0) return uri === first;
  const last = rest.at(-1)!;
  let at = first.length;
  for (const part of rest.slice(0, -1)) {
    const found = uri.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return uri.endsWith(last) && uri.length - last.length >= at;
}
