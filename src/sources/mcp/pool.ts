import { stableStringify } from '../../shared/json.ts';
import type { ServerSpec } from '../server-spec.ts';
import { ClientUpstreams } from './client-upstreams.ts';
import { LOCAL_USER } from './oauth/sign-in-store.ts';
import { canSignIn } from './oauth/upstream-auth.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

/** How long a call may still take whose client loses its connection to another. */
const CLIENT_GRACE_MS = 60_000;

/** What an update changed, by name of server. */
export interface PoolChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  /** Configured otherwise than before, and so started anew. */
  readonly replaced: readonly string[];
}

/** All servers of one gateway. They start together and none waits for, or falls with, another. */
export class UpstreamPool {
  readonly #options: UpstreamOptions;
  readonly #listeners = new Set<() => void>();
  /** Servers that are configured no more and still have calls to end. */
  readonly #retiring = new Set<Promise<void>>();
  #members: ReadonlyMap<string, Member>;
  #isStarted = false;

  constructor(specs: readonly ServerSpec[], options: UpstreamOptions = {}) {
    this.#options = options;
    this.#members = new Map(specs.map((spec) => [spec.name, this.#join(spec)]));
  }

  /** Starts every server; {@link settled} tells when they are done. */
  start(): void {
    this.#isStarted = true;
    for (const upstream of this.list()) void upstream.start();
  }

  get(name: string): Upstream | undefined {
    return this.#members.get(name)?.upstream;
  }

  /**
   * The connection that a call of this session goes over: one of its own where the server is configured so, the common
   * one where it is not, or where nobody says whose call it is. At servers that people sign in to, each caller has a
   * connection with tokens of its own, and never those of another.
   */
  connectionOf(name: string, session: string | undefined, caller?: string): Upstream | undefined {
    const member = this.#members.get(name);
    if (member === undefined) return undefined;
    if (this.needsOwnTokens(name, caller)) {
      return member.callers.of(JSON.stringify([caller, member.clients === undefined ? null : (session ?? null)]));
    }
    return session === undefined ? member.upstream : (member.clients?.of(session) ?? member.upstream);
  }

  /** In the order of the configuration. */
  list(): readonly Upstream[] {
    return [...this.#members.values()].map(({ upstream }) => upstream);
  }

  /**
   * Puts other servers in the place of those of now. A server that is configured as before goes on undisturbed; one that
   * is not ends when its calls have, after `graceMs` at the latest.
   */
  update(specs: readonly ServerSpec[], graceMs: number): PoolChanges {
    const before = this.#members;
    const replaced: string[] = [];
    const added: string[] = [];
    const members = specs.map((spec): [string, Member] => {
      const known = before.get(spec.name);
      if (known?.key === keyOf(spec)) return [spec.name, known];
      (known === undefined ? added : replaced).push(spec.name);
      return [spec.name, this.#join(spec)];
    });
    this.#members = new Map(members);
    const removed = [...before.keys()].filter((name) => !this.#members.has(name));
    for (const name of [...replaced, ...removed]) this.#retire(before.get(name)!, graceMs);
    if (this.#isStarted) for (const name of [...added, ...replaced]) void this.get(name)?.start();
    return { added, removed, replaced };
  }

  /**
   * Resolves when each server is ready or has failed, or after `timeoutMs` whatever is missing.
   * @param unless servers of which this is true are not waited for.
   */
  async settled(timeoutMs?: number, unless: (upstream: Upstream) => boolean = () => false): Promise<void> {
    const awaited = this.list().filter((upstream) => !unless(upstream));
    const all = Promise.all(awaited.map((upstream) => upstream.start()));
    if (timeoutMs === undefined) {
      await all;
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
  }

  /** Called after each change of any server. Returns the function that ends this. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Ends every server. Resolves when no process of theirs is left.
   * @param graceMs how long what runs on them may still take.
   */
  async close(graceMs = 0): Promise<void> {
    const end = async ({ upstream, clients, callers }: Member): Promise<void> => {
      const first = graceMs > 0 ? upstream.retire(graceMs) : upstream.close();
      await Promise.all([first, clients?.close(graceMs), callers.close(graceMs)]);
    };
    await Promise.all([...[...this.#members.values()].map(end), ...this.#retiring]);
  }

  #join(spec: ServerSpec): Member {
    const upstream = new Upstream(spec, this.#options);
    const leave = upstream.onChange(() => {
      for (const listener of [...this.#listeners]) listener();
    });
    const { listCache: _common, ...options } = this.#options;
    const clients =
      spec.sessions === 'per-client'
        ? new ClientUpstreams({ open: () => new Upstream(spec, options), graceMs: CLIENT_GRACE_MS })
        : undefined;
    const callers = new ClientUpstreams({
      open: (key) => new Upstream(spec, { ...options, user: (JSON.parse(key) as [string])[0] }),
      graceMs: CLIENT_GRACE_MS,
    });
    return { spec, upstream, key: keyOf(spec), leave, clients, callers };
  }

  /**
   * Does this caller need tokens of its own at the server? One that nobody ever signed in to, and that asks for nothing,
   * is the same for everybody.
   */
  needsOwnTokens(name: string, caller: string | undefined): boolean {
    const member = this.#members.get(name);
    if (member === undefined || caller === undefined) return false;
    const { spec, upstream } = member;
    const { signIns } = this.#options;
    const { transport } = spec;
    if (signIns === undefined || transport.kind === 'stdio' || !canSignIn(spec)) return false;
    if (transport.oauth !== false && transport.oauth?.account === 'shared') return false;
    const isKept = (user: string): boolean =>
      signIns.store.mark({ user, server: spec.name, url: transport.url }) !== undefined;
    return upstream.status().state === 'needs-sign-in' || isKept(LOCAL_USER) || isKept(caller);
  }

  #retire({ upstream, leave, clients, callers }: Member, graceMs: number): void {
    leave();
    const ended = Promise.all([upstream.retire(graceMs), clients?.close(graceMs), callers.close(graceMs)]);
    const retired: Promise<void> = ended.then(() => {
      this.#retiring.delete(retired);
    });
    this.#retiring.add(retired);
  }
}

interface Member {
  readonly spec: ServerSpec;
  readonly upstream: Upstream;
  /** Two specs with one key are one configuration. */
  readonly key: string;
  readonly leave: () => void;
  /** Where each client session has a connection of its own. */
  readonly clients: ClientUpstreams | undefined;
  /** Where callers have tokens of their own. */
  readonly callers: ClientUpstreams;
}

/** Where a server was read from is nothing that it has to be started anew for. */
function keyOf({ origin: _origin, examples: _examples, ...spec }: ServerSpec): string {
  return stableStringify(spec);
}
