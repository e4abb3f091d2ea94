import type { Upstream } from '../../sources/index.ts';
import type { Logger } from '../log.ts';

/** Which resources somebody wants to hear of: a server is asked once for each, however many sessions want it. */
export class Subscriptions {
  readonly #log: Logger;
  /** Server → URI → how many want it. */
  readonly #wanted = new Map<string, Map<string, number>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  async add(upstream: Upstream, uri: string): Promise<void> {
    const uris = this.#wanted.get(upstream.name) ?? new Map<string, number>();
    this.#wanted.set(upstream.name, uris);
    const before = uris.get(uri) ?? 0;
    uris.set(uri, before + 1);
    if (before > 0) return;
    try {
      await upstream.subscribe(uri);
    } catch (error) {
      this.#release(upstream.name, uri);
      throw error;
    }
  }

  async remove(upstream: Upstream, uri: string): Promise<void> {
    if (this.#release(upstream.name, uri)) await upstream.unsubscribe(uri);
  }

  /** Subscribes anew over a new connection. */
  renew(upstream: Upstream): void {
    for (const uri of this.#wanted.get(upstream.name)?.keys() ?? []) {
      upstream.subscribe(uri).catch((error: unknown) => {
        this.#log.warn({ server: upstream.name, err: error }, 'a subscription could not be renewed');
      });
    }
  }

  /** True where nobody is left who wants it. */
  #release(server: string, uri: string): boolean {
    const uris = this.#wanted.get(server);
    const left = (uris?.get(uri) ?? 0) - 1;
    if (left > 0) {
      uris!.set(uri, left);
      return false;
    }
    return uris?.delete(uri) === true;
  }
}
