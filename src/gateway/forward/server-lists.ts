import { errorMessage } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import type { Upstream } from '../../sources/index.ts';
import type { Logger } from '../log.ts';
import type { ServerResources } from './resource-owners.ts';

/** One list of one server, all pages. */
export interface ServerList {
  readonly entries: readonly unknown[];
  /** What the first page says beside its entries: `ttlMs`, `_meta` and the like. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** One slow server must not keep the lists of all others back. */
const LIST_TIMEOUT_MS = 5_000;
const MAX_PAGES = 1_000;
const EMPTY: ServerList = { entries: [], rest: {} };

/** Lists of resources, templates and prompts; the last good one stands in where a server fails or hangs. */
export class ServerLists {
  readonly #log: Logger;
  /** Server → method → list. */
  readonly #known = new Map<string, Map<string, ServerList>>();
  /** Lists that have changed since. */
  readonly #stale = new Set<string>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Asks the server. */
  async fetch(upstream: Upstream, method: string): Promise<ServerList> {
    const { name } = upstream;
    try {
      const list = await fetchPages(upstream, method);
      this.#stale.delete(`${name}\n${method}`);
      const lists = this.#known.get(name) ?? new Map<string, ServerList>();
      this.#known.set(name, lists.set(method, list));
      return list;
    } catch (error) {
      // Several real servers offer resources or prompts and then refuse to list them.
      this.#log.debug({ server: name, err: error }, `${method} failed: ${errorMessage(error)}`);
      return this.#known.get(name)?.get(method) ?? EMPTY;
    }
  }

  /** The list as it was last seen, asked for where it was not or has changed since. */
  async known(upstream: Upstream, method: string): Promise<ServerList> {
    const list = this.#known.get(upstream.name)?.get(method);
    return list === undefined || this.#stale.has(`${upstream.name}\n${method}`) ? this.fetch(upstream, method) : list;
  }

  /** What there is at these servers, in their order. */
  async resources(upstreams: readonly Upstream[]): Promise<readonly ServerResources[]> {
    return Promise.all(
      upstreams.map(async (one) => {
        const [resources, templates] = await Promise.all([
          this.known(one, 'resources/list'),
          this.known(one, 'resources/templates/list'),
        ]);
        return { server: one.name, resources: resources.entries, templates: templates.entries };
      }),
    );
  }

  /** The same without asking anybody. */
  cached(servers: readonly string[]): readonly ServerResources[] {
    return servers.map((server) => ({
      server,
      resources: this.#known.get(server)?.get('resources/list')?.entries ?? [],
      templates: [],
    }));
  }

  forget(server: string): void {
    for (const method of this.#known.get(server)?.keys() ?? []) this.#stale.add(`${server}\n${method}`);
  }
}

async function fetchPages(upstream: Upstream, method: string): Promise<ServerList> {
  const member = method === 'resources/templates/list' ? 'resourceTemplates' : method.slice(0, method.indexOf('/'));
  const entries: unknown[] = [];
  const seen = new Set<string>();
  let rest: Record<string, unknown> = {};
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = await upstream.request(method, params, { timeoutMs: LIST_TIMEOUT_MS });
    const listed = own(result, member);
    if (!Array.isArray(listed)) throw new Error(`the answer holds no list of ${member}`);
    entries.push(...listed.filter(isObject));
    if (page === 0) {
      const { [member]: _, nextCursor: _next, resultType: _type, ...others } = result;
      rest = others;
    }
    const next = own(result, 'nextCursor');
    if (typeof next !== 'string' || next === '' || seen.has(next)) break;
    seen.add(next);
    cursor = next;
  }
  return { entries, rest };
}
