import type { Policy } from '../calling/index.ts';
import type { Embedder } from '../engine/index.ts';
import {
  type BackgroundEmbedding,
  createMemoryBackend,
  type Reranking,
  type RetrievalBackend,
} from '../retrieval/index.ts';
import { type Catalog, createCatalog, type ToolEntry } from '../tools/index.ts';

export interface ScopedCatalogsOptions {
  /** Everything there is, before any right. */
  readonly entries: () => Iterable<ToolEntry>;
  readonly embedder?: Embedder;
  /** Makes the background embedding of one scope. */
  readonly deep?: (policy: Policy) => BackgroundEmbedding;
  readonly onDenseError: (error: unknown) => void;
  /** Judges the candidates of each search once more. */
  readonly reranking?: Reranking;
  /** {@link ScopedCatalogs.embed} lets `embedder` read catalogs, too, so that no search has to wait for that. */
  readonly embedAhead?: boolean;
}

/** What callers with the same rights share. */
interface Scope {
  readonly policy: Policy;
  readonly deep: BackgroundEmbedding | undefined;
  catalog: Catalog | undefined;
  /** Of the registry that the catalog was made from. */
  version: number;
}

/** Scopes kept; of the others only the catalog of the moment is made again when somebody asks. */
const MAX_SCOPES = 256;

/**
 * The registry as each caller may see it: one catalog and one index for one set of rights, however many sessions have
 * it. Each is made from the allowed tools alone, so that nothing in it can depend on another.
 *
 * Invariant: a scope's catalog is never older than the last {@link changed}; as long as its content is equal, it is the
 * same object.
 */
export class ScopedCatalogs {
  readonly #options: ScopedCatalogsOptions;
  readonly #scopes = new Map<string, Scope>();
  readonly #backends = new WeakMap<Catalog, RetrievalBackend>();
  #whole: Catalog | undefined;
  #version = 0;

  constructor(options: ScopedCatalogsOptions) {
    this.#options = options;
  }

  /** Takes note that the registry may hold other tools than before. */
  changed(): void {
    this.#version++;
    this.#whole = undefined;
  }

  /** Everything there is, whoever may see it: for the operator alone. */
  whole(): Catalog {
    this.#whole ??= createCatalog(this.#options.entries());
    return this.#whole;
  }

  /** What a caller with these rights may see. */
  catalog(policy: Policy): Catalog {
    const scope = this.#scope(policy);
    if (scope.catalog !== undefined && scope.version === this.#version) return scope.catalog;
    const whole = this.whole();
    const catalog = policy.open ? whole : whole.narrow((tool) => policy.allows(tool));
    if (catalog.epoch !== scope.catalog?.epoch) scope.catalog = catalog;
    scope.version = this.#version;
    return scope.catalog!;
  }

  /** The index of a catalog of one of these scopes. */
  backend(policy: Policy, catalog: Catalog): RetrievalBackend {
    let backend = this.#backends.get(catalog);
    if (backend === undefined) {
      backend = this.#index(policy, catalog);
      this.#backends.set(catalog, backend);
    }
    return backend;
  }

  /** An index of tools as they would be, judged by the same models, for one trial: nothing of it is kept. */
  async trial(policy: Policy, catalog: Catalog, changed: Catalog): Promise<RetrievalBackend> {
    const { deep } = this.#scope(policy);
    // Where the deep model judges these tools now, it has to have read the changed one too.
    if (deep?.vectors(catalog.tools) !== undefined) await deep.embed(changed.tools);
    return this.#index(policy, changed);
  }

  #index(policy: Policy, catalog: Catalog): RetrievalBackend {
    const { embedder, onDenseError, reranking } = this.#options;
    const { deep } = this.#scope(policy);
    return createMemoryBackend(catalog, {
      ...(embedder === undefined ? {} : { embedder }),
      ...(deep === undefined ? {} : { deep }),
      ...(reranking === undefined ? {} : { reranking }),
      onDenseError,
    });
  }

  /** How far the background embedding of this scope is. */
  deep(policy: Policy): BackgroundEmbedding | undefined {
    return this.#scope(policy).deep;
  }

  /** Embeds, one scope after the other and this one at any rate, what has no vector yet. */
  async embed(own: Policy): Promise<void> {
    this.#scope(own);
    for (const { policy, deep } of [...this.#scopes.values()]) {
      const catalog = this.catalog(policy);
      const { tools } = catalog;
      if (this.#options.embedAhead === true && tools.length > 0) {
        await this.backend(policy, catalog).prepare?.().catch(this.#options.onDenseError);
      }
      if (deep !== undefined && tools.length > 0 && deep.vectors(tools) === undefined) await deep.embed(tools);
    }
  }

  stop(): void {
    for (const { deep } of this.#scopes.values()) deep?.stop();
  }

  #scope(policy: Policy): Scope {
    const key = policy.fingerprint;
    const known = this.#scopes.get(key);
    // Kept in the order of use, so that the least recently used is the first.
    this.#scopes.delete(key);
    const scope = known ?? { policy, deep: this.#options.deep?.(policy), catalog: undefined, version: -1 };
    this.#scopes.set(key, scope);
    if (this.#scopes.size > MAX_SCOPES) this.#drop(this.#scopes.keys().next().value!);
    return scope;
  }

  #drop(key: string): void {
    this.#scopes.get(key)?.deep?.stop();
    this.#scopes.delete(key);
  }
}
