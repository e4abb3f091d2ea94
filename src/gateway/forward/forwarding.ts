import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { CallContext, RawToolResult } from '../../calling/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { foreignText, isObject, own } from '../../shared/json.ts';
import type { Upstream, UpstreamPool } from '../../sources/index.ts';
import { preferredName } from '../../tools/index.ts';
import type { Logger } from '../log.ts';
import { requestUpstream } from './call-upstream.ts';
import { lowestLevel } from './log-levels.ts';
import { aliasOf, mergeResources, type ResourceRoute, routeResource, routeTemplate } from './resource-owners.ts';
import { ServerLists } from './server-lists.ts';
import { Subscriptions } from './subscriptions.ts';

type Members = Readonly<Record<string, unknown>>;
type ForwardContext = Pick<CallContext, 'client' | 'signal' | 'onProgress' | 'meta'>;

/** Something servers tell of everybody. */
export interface Notice {
  readonly method: string;
  readonly params: Members;
}

/** Whether a session may use what a server has beside its tools. */
export type ServerFilter = (server: string) => boolean;

/** What a session is served of its servers beside their tools: resources, prompts, completions. */
export interface ForwardedFeatures {
  /** `resources/list`, `resources/templates/list` or `prompts/list`, over all servers. */
  list(method: string): Promise<RawToolResult>;
  /**
   * `resources/read`, `prompts/get` or `completion/complete`, at the server that it is about.
   * @throws ProtocolError as that server answered, or one that says why no server was asked
   */
  request(method: string, params: Members, context: ForwardContext): Promise<RawToolResult>;
  subscribe(uri: string): Promise<void>;
  unsubscribe(uri: string): Promise<void>;
  /** How much `owner` wants to hear in the logs of servers; undefined: it is gone. */
  setLevel(owner: object, level: string | undefined): void;
  onNotice(listener: (notice: Notice) => void): () => void;
}

export interface ForwardingOptions {
  readonly pool: UpstreamPool;
  /** There is one server, and its prompts keep their own names. */
  readonly ownNames: () => boolean;
  readonly log: Logger;
}

/** A burst of notices becomes one. */
const GATHER_MS = 100;
const NOT_FOUND = new Set<unknown>([-32002, -32602]);

/** What servers have beside their tools, brought together and kept apart. */
export class Forwarding {
  readonly #options: ForwardingOptions;
  readonly #lists: ServerLists;
  readonly #subscriptions: Subscriptions;
  readonly #levels = new Map<object, string>();
  readonly #listeners = new Set<(server: string, notice: Notice) => void>();
  /** Since when each server has been as it is. */
  readonly #since = new Map<string, number>();
  readonly #gathered = new Map<string, { readonly server: string; readonly method: string }>();
  readonly #attached = new WeakSet<Upstream>();
  readonly #stop: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ForwardingOptions) {
    this.#options = options;
    this.#lists = new ServerLists(options.log);
    this.#subscriptions = new Subscriptions(options.log);
    this.#attach();
    this.#stop = options.pool.onChange(() => this.#attach());
  }

  /** What a session may use of it. */
  view(allows: ServerFilter): ForwardedFeatures {
    const mine = (capability: string): Upstream[] =>
      this.#options.pool.list().filter((one) => one.capabilities()?.[capability] !== undefined && allows(one.name));
    return {
      list: (method) => this.#list(method, mine(method.startsWith('prompts') ? 'prompts' : 'resources')),
      request: (method, params, context) => this.#request(method, params, context, mine),
      subscribe: async (uri) => {
        const { server, uri: own } = await this.#owner(uri, mine('resources'));
        await protocolErrors(() => this.#subscriptions.add(this.#server(server), own));
      },
      unsubscribe: async (uri) => {
        const { server, uri: own } = await this.#owner(uri, mine('resources'));
        await protocolErrors(() => this.#subscriptions.remove(this.#server(server), own));
      },
      setLevel: (owner, level) => this.#setLevel(owner, level),
      onNotice: (listener) => {
        const inner = (server: string, notice: Notice): void => {
          if (allows(server)) listener(this.#asShown(server, notice, allows));
        };
        this.#listeners.add(inner);
        return () => this.#listeners.delete(inner);
      },
    };
  }

  close(): void {
    this.#stop();
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  /** Servers come and go with the configuration. */
  #attach(): void {
    for (const upstream of this.#options.pool.list()) {
      if (!this.#attached.has(upstream)) {
        this.#attached.add(upstream);
        upstream.onNotice((method, params) => this.#onNotice(upstream, method, params));
      }
      this.#onChange(upstream);
    }
  }

  #server(name: string): Upstream {
    const upstream = this.#options.pool.get(name);
    if (upstream !== undefined) return upstream;
    throw new ProtocolError(ProtocolErrorCode.InternalError, `Server "${name}" is not configured any more`);
  }

  async #list(method: string, upstreams: readonly Upstream[]): Promise<RawToolResult> {
    const lists = await Promise.all(
      upstreams.map(async (one) => ({ server: one.name, ...(await this.#lists.fetch(one, method)) })),
    );
    const member = memberOf(method);
    const entries =
      member === 'resources'
        ? mergeResources(lists.map(({ server, entries: resources }) => ({ server, resources, templates: [] })))
        : member === 'prompts'
          ? lists.flatMap(({ server, entries: all }) => all.map((prompt) => this.#named(server, prompt)))
          : lists.flatMap(({ entries: all }) => all);
    // What one server says about its list holds for the whole only where it is the whole.
    const [only] = lists;
    return { ...(lists.length === 1 ? only!.rest : {}), [member]: entries };
  }

  #named(server: string, prompt: unknown): unknown {
    const name = isObject(prompt) ? own(prompt, 'name') : undefined;
    return typeof name === 'string' ? { ...(prompt as object), name: this.#promptName(server, name) } : prompt;
  }

  #promptName(server: string, name: string): string {
    return this.#options.ownNames() ? name : preferredName({ kind: 'mcp', name: server }, name);
  }

  async #request(
    method: string,
    params: Members,
    context: ForwardContext,
    mine: (capability: string) => Upstream[],
  ): Promise<RawToolResult> {
    if (method === 'resources/read') return this.#read(params, context, mine('resources'));
    if (method === 'prompts/get') {
      const { server, name } = await this.#prompt(foreignText(own(params, 'name')), mine('prompts'));
      return this.#send(server, method, { ...params, name }, context);
    }
    const ref = own(params, 'ref');
    if (!isObject(ref)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, '"ref" is missing');
    if (own(ref, 'type') === 'ref/prompt') {
      const { server, name } = await this.#prompt(foreignText(own(ref, 'name')), mine('completions'));
      return this.#send(server, method, { ...params, ref: { ...ref, name } }, context);
    }
    const candidates = mine('completions');
    const uri = foreignText(own(ref, 'uri'));
    const owner = routeTemplate(uri, await this.#lists.resources(candidates)) ?? onlyOne(candidates);
    if (owner === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource template: ${uri}`);
    return this.#send(owner, method, params, context);
  }

  /** Reads at the owner; where nobody lists the URI, asks one server after the other. */
  async #read(params: Members, context: ForwardContext, candidates: readonly Upstream[]): Promise<RawToolResult> {
    const uri = own(params, 'uri');
    if (typeof uri !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, '"uri" is missing');
    const owner = await this.#find(uri, candidates);
    if (owner !== undefined) return this.#send(owner.server, 'resources/read', { ...params, uri: owner.uri }, context);
    let refusal = new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri}`, { uri });
    for (const { name } of candidates) {
      try {
        return await this.#send(name, 'resources/read', params, context);
      } catch (error) {
        if (!(error instanceof ProtocolError) || !NOT_FOUND.has(error.code)) throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  #send(server: string, method: string, params: Members, context: ForwardContext): Promise<RawToolResult> {
    return protocolErrors(() => requestUpstream(this.#server(server), method, params, context));
  }

  async #find(uri: string, candidates: readonly Upstream[]): Promise<ResourceRoute | undefined> {
    const only = onlyOne(candidates);
    return only === undefined ? routeResource(uri, await this.#lists.resources(candidates)) : { server: only, uri };
  }

  async #owner(uri: string, candidates: readonly Upstream[]): Promise<ResourceRoute> {
    const owner = await this.#find(uri, candidates);
    if (owner !== undefined) return owner;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Resource not found: ${uri}`, { uri });
  }

  async #prompt(name: string, candidates: readonly Upstream[]): Promise<{ server: string; name: string }> {
    const only = onlyOne(candidates);
    if (this.#options.ownNames() && only !== undefined) return { server: only, name };
    for (const upstream of candidates) {
      const { entries } = await this.#lists.known(upstream, 'prompts/list');
      for (const prompt of entries) {
        const its = isObject(prompt) ? own(prompt, 'name') : undefined;
        if (typeof its === 'string' && this.#promptName(upstream.name, its) === name) {
          return { server: upstream.name, name: its };
        }
      }
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  }

  #setLevel(owner: object, level: string | undefined): void {
    const before = lowestLevel(this.#levels.values());
    if (level === undefined) this.#levels.delete(owner);
    else this.#levels.set(owner, level);
    if (lowestLevel(this.#levels.values()) === before) return;
    for (const upstream of this.#options.pool.list()) this.#tellLevel(upstream);
  }

  #tellLevel(upstream: Upstream): void {
    const level = lowestLevel(this.#levels.values());
    const { state, era } = upstream.status();
    if (level === undefined || state !== 'ready' || era !== 'legacy') return;
    if (upstream.capabilities()?.logging === undefined) return;
    upstream.request('logging/setLevel', { level }).catch((error: unknown) => {
      this.#options.log.debug({ server: upstream.name, err: error }, 'the log level could not be set');
    });
  }

  /** A new connection knows nothing of what the last one was told. */
  #onChange(upstream: Upstream): void {
    const { state, since } = upstream.status();
    if (state !== 'ready' || this.#since.get(upstream.name) === since) return;
    this.#since.set(upstream.name, since);
    this.#lists.forget(upstream.name);
    this.#subscriptions.renew(upstream);
    this.#tellLevel(upstream);
    const { prompts, resources } = upstream.capabilities() ?? {};
    if (prompts !== undefined) this.#gather(upstream.name, 'notifications/prompts/list_changed');
    if (resources !== undefined) this.#gather(upstream.name, 'notifications/resources/list_changed');
  }

  #onNotice(upstream: Upstream, method: string, params: Members): void {
    const { name } = upstream;
    if (method === 'notifications/resources/list_changed' || method === 'notifications/prompts/list_changed') {
      this.#lists.forget(name);
      this.#gather(name, method);
      return;
    }
    this.#tell(name, { method, params });
  }

  /** A resource goes by the URI under which the session was listed it, whatever servers it may not use list. */
  #asShown(server: string, notice: Notice, allows: ServerFilter): Notice {
    const { method, params } = notice;
    if (method !== 'notifications/resources/updated') return notice;
    const uri = foreignText(own(params, 'uri'));
    const servers = this.#options.pool.list().map((one) => one.name);
    const first = routeResource(uri, this.#lists.cached(servers.filter(allows)));
    return {
      method,
      params: { ...params, uri: first === undefined || first.server === server ? uri : aliasOf(server, uri) },
    };
  }

  #gather(server: string, method: string): void {
    this.#gathered.set(`${server}\n${method}`, { server, method });
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const all = [...this.#gathered.values()];
      this.#gathered.clear();
      for (const { server: from, method: what } of all) this.#tell(from, { method: what, params: {} });
    }, GATHER_MS).unref();
  }

  #tell(server: string, notice: Notice): void {
    for (const listener of [...this.#listeners]) listener(server, notice);
  }
}

function memberOf(method: string): string {
  if (method === 'resources/templates/list') return 'resourceTemplates';
  return method.startsWith('prompts') ? 'prompts' : 'resources';
}

function onlyOne(candidates: readonly Upstream[]): string | undefined {
  return candidates.length === 1 ? candidates[0]!.name : undefined;
}

/** Errors as a client of the protocol knows them: the server's own untouched, ours with their code and next step. */
async function protocolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toProtocolError(error);
  }
}

/** An error in the protocol's own form. */
export function toProtocolError(error: unknown): ProtocolError {
  if (error instanceof ProtocolError) return error;
  if (!(error instanceof ToolscoutError))
    return new ProtocolError(ProtocolErrorCode.InternalError, errorMessage(error));
  const { rpcCode, data } = error.details;
  if (Number.isInteger(rpcCode)) {
    return new ProtocolError(
      rpcCode as number,
      error.cause === undefined ? error.message : errorMessage(error.cause),
      data,
    );
  }
  return new ProtocolError(ProtocolErrorCode.InternalError, error.message, {
    code: error.code,
    ...(error.next === undefined ? {} : { next: error.next }),
  });
}
