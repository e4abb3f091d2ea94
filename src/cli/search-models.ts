import { openEmbedder, openReranker } from '../backends/index.ts';
import type { Embedder } from '../engine/index.ts';
import { errorMessage } from '../errors.ts';
import type { SearchSettings } from '../gateway/index.ts';
import { DEEP_TOOL_LIMIT, type Reranking, type RetrievalBackend } from '../retrieval/index.ts';
import type { DeepWish } from './deep-tier.ts';
import type { CliIo } from './io.ts';

/** `--tier`: overrules what the configuration says of embedder and deep model. */
export const TIERS = ['lexical', 'static', 'deep', 'deep-all'] as const;
export type Tier = (typeof TIERS)[number];

/** The models that a command searches with, opened in one place. */
export interface SearchModels {
  readonly embedder: Embedder | undefined;
  /** That embedder takes so long that nobody should wait for it in a search. */
  readonly slow: boolean;
  readonly deep: SearchSettings['deep'];
  readonly reranking: Omit<Reranking, 'onError'> | undefined;
  /** Ends what is on its way. */
  close(): void;
}

/** Opens what the settings ask for. Never throws: what cannot work is reported by the searches that it is missing in. */
export function openSearchModels(search: SearchSettings, io: CliIo, tier?: Tier): SearchModels {
  const { embedder: settings, deep } = withTier(search, tier);
  const stop = new AbortController();
  const options = {
    machine: io.environment,
    warn: (message: string) => io.stderr(`warning: ${message}\n`),
    signal: stop.signal,
  };
  const reranker = openReranker(search.reranker, options);
  const { candidates, timeoutMs } = search.reranker === 'none' ? {} : search.reranker;
  return {
    embedder: openEmbedder(settings, options),
    slow: typeof settings === 'object',
    deep,
    reranking:
      reranker === undefined
        ? undefined
        : {
            reranker,
            ...(candidates === undefined ? {} : { candidates }),
            ...(timeoutMs === undefined ? {} : { timeoutMs }),
          },
    close: () => stop.abort(new Error('the command has ended')),
  };
}

function withTier(search: SearchSettings, tier: Tier | undefined): Pick<SearchSettings, 'embedder' | 'deep'> {
  switch (tier) {
    case undefined:
      // The deep model is a second opinion beside the built-in embedder, and was fitted with no other.
      return { embedder: search.embedder, deep: search.embedder === 'built-in' ? search.deep : false };
    case 'lexical':
      return { embedder: 'none', deep: false };
    case 'static':
      return { embedder: 'built-in', deep: false };
    case 'deep':
    case 'deep-all':
      return { embedder: 'built-in', deep: true };
  }
}

/** What a one-shot command makes of the setting, where `auto` is its own business. */
export function deepWish(deep: SearchSettings['deep'], tier: Tier | undefined, auto: DeepWish): DeepWish {
  if (deep === 'auto') return auto;
  if (!deep) return 'never';
  return tier === 'deep' ? 'always' : 'all';
}

/** The setting for a gateway: with `true` there is no catalog too large. */
export function deepToolLimit(deep: SearchSettings['deep']): number {
  return deep === true ? Number.POSITIVE_INFINITY : DEEP_TOOL_LIMIT;
}

/** Waits for what the first search would give up waiting for. Where it fails, the search itself says so. */
export async function prepareSearch(backend: RetrievalBackend, { slow }: SearchModels, io: CliIo): Promise<void> {
  if (!slow) return;
  try {
    await backend.prepare?.();
  } catch (error) {
    io.stderr(`warning: searching without the embedder: ${errorMessage(error)}\n`);
  }
}

/** The reranker as a backend takes it; where it fails, a warning says so and the search goes on. */
export function rerankingOption({ reranking }: SearchModels, io: CliIo): { reranking?: Reranking } {
  if (reranking === undefined) return {};
  const onError = (error: unknown) => io.stderr(`warning: searching without the reranker: ${errorMessage(error)}\n`);
  return { reranking: { ...reranking, onError } };
}
