import { stableStringify } from '../../shared/json.ts';
import type { PoolChanges } from '../mcp/index.ts';
import { OpenApiService } from './service.ts';
import type { OpenApiSpec } from './service-spec.ts';

interface Member {
  readonly key: string;
  readonly service: OpenApiService;
}

/** All HTTP APIs of one gateway. None waits for, or falls with, another. */
export class OpenApiPool {
  readonly #listeners = new Set<() => void>();
  readonly #onRead: (service: OpenApiService) => void;
  #members: ReadonlyMap<string, Member>;
  #isStarted = false;

  /** @param onRead told of each service once its document was read or has failed */
  constructor(specs: readonly OpenApiSpec[], onRead: (service: OpenApiService) => void = () => {}) {
    this.#onRead = onRead;
    this.#members = new Map(specs.map((spec) => [spec.name, this.#join(spec)]));
  }

  /** Reads every document; {@link settled} tells when that is done. */
  start(): void {
    this.#isStarted = true;
    for (const service of this.list()) void service.start();
  }

  get(name: string): OpenApiService | undefined {
    return this.#members.get(name)?.service;
  }

  /** In the order of the configuration. */
  list(): readonly OpenApiService[] {
    return [...this.#members.values()].map(({ service }) => service);
  }

  /** Puts other services in the place of those of now; calls that run on one that is gone end as they would have. */
  update(specs: readonly OpenApiSpec[]): PoolChanges {
    const before = this.#members;
    const added: string[] = [];
    const replaced: string[] = [];
    const members = specs.map((spec): [string, Member] => {
      const known = before.get(spec.name);
      if (known?.key === stableStringify(spec)) return [spec.name, known];
      (known === undefined ? added : replaced).push(spec.name);
      return [spec.name, this.#join(spec)];
    });
    this.#members = new Map(members);
    if (this.#isStarted) this.start();
    return { added, replaced, removed: [...before.keys()].filter((name) => !this.#members.has(name)) };
  }

  /** Resolves when each document is read or has failed, or after `timeoutMs` whatever is missing. */
  async settled(timeoutMs?: number): Promise<void> {
    const all = Promise.all(this.list().map((service) => service.start()));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      if (timeoutMs !== undefined) timer = setTimeout(resolve, timeoutMs);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
  }

  /** Called after each change of any service. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #join(spec: OpenApiSpec): Member {
    const service = new OpenApiService(spec);
    service.onChange(() => {
      // One that was replaced meanwhile says nothing about the present.
      if (this.get(spec.name) !== service) return;
      this.#onRead(service);
      for (const listener of [...this.#listeners]) listener();
    });
    return { key: stableStringify(spec), service };
  }
}
