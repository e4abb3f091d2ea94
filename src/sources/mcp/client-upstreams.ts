import type { Upstream } from './upstream.ts';

export interface ClientUpstreamsOptions {
  /** Makes a connection of its own to the server; it is started with the first use. */
  readonly open: (session: string) => Upstream;
  /** How long what runs on a connection may still take when it is ended. */
  readonly graceMs: number;
  /** Connections at once; whoever was not heard of for longest loses theirs. */
  readonly maxClients?: number;
  /** After this long without a use a connection is ended. */
  readonly idleMs?: number;
}

const MAX_CLIENTS = 64;
const IDLE_MS = 30 * 60_000;

/**
 * Connections to one server, one for each client session: what a client opens, logs into or selects there is its own. A
 * local server is a process for each. Who has been away for long begins anew.
 */
export class ClientUpstreams {
  readonly #options: ClientUpstreamsOptions;
  readonly #members = new Map<string, { readonly upstream: Upstream; timer: NodeJS.Timeout | undefined }>();
  readonly #ending = new Set<Promise<void>>();

  constructor(options: ClientUpstreamsOptions) {
    this.#options = options;
  }

  /** Sessions that have a connection. */
  get size(): number {
    return this.#members.size;
  }

  /** The connection of this session. */
  of(session: string): Upstream {
    const { open, maxClients = MAX_CLIENTS, idleMs = IDLE_MS } = this.#options;
    const member = this.#members.get(session) ?? { upstream: open(session), timer: undefined };
    // Most recently used last.
    this.#members.delete(session);
    this.#members.set(session, member);
    clearTimeout(member.timer);
    member.timer = setTimeout(() => this.#end(session), idleMs);
    member.timer.unref();
    const [oldest] = this.#members.keys();
    if (this.#members.size > maxClients && oldest !== undefined) this.#end(oldest);
    return member.upstream;
  }

  /** Ends every connection. Resolves when no process of theirs is left. */
  async close(graceMs: number): Promise<void> {
    for (const session of [...this.#members.keys()]) this.#end(session, graceMs);
    await Promise.all(this.#ending);
  }

  #end(session: string, graceMs: number = this.#options.graceMs): void {
    const member = this.#members.get(session);
    if (member === undefined) return;
    clearTimeout(member.timer);
    this.#members.delete(session);
    const ended = member.upstream.retire(graceMs).finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
