import type { ServerSpec } from '../server-spec.ts';
import { Upstream, type UpstreamOptions } from './upstream.ts';

/** All servers of one gateway. They start together and none waits for, or falls with, another. */
export class UpstreamPool {
  readonly #upstreams: ReadonlyMap<string, Upstream>;

  constructor(specs: readonly ServerSpec[], options: UpstreamOptions = {}) {
    this.#upstreams = new Map(specs.map((spec) => [spec.name, new Upstream(spec, options)]));
  }

  /** Starts every server; {@link settled} tells when they are done. */
  start(): void {
    for (const upstream of this.list()) void upstream.start();
  }

  get(name: string): Upstream | undefined {
    return this.#upstreams.get(name);
  }

  /** In the order of the configuration. */
  list(): readonly Upstream[] {
    return [...this.#upstreams.values()];
  }

  /** Resolves when each server is ready or has failed, or after `timeoutMs` whatever is missing. */
  async settled(timeoutMs?: number): Promise<void> {
    const all = Promise.all(this.list().map((upstream) => upstream.start()));
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
    const ends = this.list().map((upstream) => upstream.onChange(listener));
    return () => {
      for (const end of ends) end();
    };
  }

  /** Ends every server. Resolves when no process of theirs is left. */
  async close(): Promise<void> {
    await Promise.all(this.list().map((upstream) => upstream.close()));
  }
}
