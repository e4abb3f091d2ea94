import type { Embedder } from '../engine/index.ts';
import { readApiKey } from '../llm/index.ts';
import type { Reranker } from '../retrieval/index.ts';
import { createEndpointEmbedder, type EndpointEmbedderOptions } from './embedders/endpoint-embedder.ts';
import { createTransformersEmbedder, type TransformersEmbedderOptions } from './embedders/transformers-embedder.ts';
import { type CacheMachine, cacheFolder, createBuiltInEmbedder, VectorCache, withVectorCache } from './local/index.ts';
import { createEndpointReranker, type EndpointRerankerOptions } from './rerankers/endpoint-reranker.ts';

/** Where a configuration names the key of an endpoint; the key itself never stands in one. */
export interface KeyReference {
  /** The environment variable that holds the key. */
  readonly apiKeyEnv?: string;
  /** Why the endpoint cannot be asked at all, found when the configuration was read. */
  readonly unusable?: Error;
}

type EndpointSettings<Options extends EndpointEmbedderOptions | EndpointRerankerOptions> = KeyReference &
  Omit<Options, 'apiKey' | 'fetch' | 'wait' | 'random' | 'section' | 'maxAnswerBytes'>;

/** Which embedder a configuration asks for. */
export type EmbedderSettings =
  | 'built-in'
  | 'none'
  | ({ readonly type: 'openai-compatible' } & EndpointSettings<EndpointEmbedderOptions>)
  | ({ readonly type: 'transformers' } & Omit<TransformersEmbedderOptions, 'importPackage'>);

/** Which reranker a configuration asks for. */
export type RerankerSettings =
  | 'none'
  | ({
      readonly type: 'endpoint';
      /** How many of the best candidates it judges. */
      readonly candidates?: number;
    } & EndpointSettings<EndpointRerankerOptions>);

export interface SearchModelOptions {
  readonly machine: CacheMachine;
  /** Told of a cache that cannot be used. */
  readonly warn?: (message: string) => void;
  /** Ends what is on its way to an endpoint, so that it does not keep the process alive. */
  readonly signal?: AbortSignal;
}

/**
 * The embedder that settings ask for. The vectors of all but the built-in one are kept on disk by what they are the
 * vectors of. Never throws: an embedder that cannot work says why when it is asked, and searches go on by words.
 */
export function openEmbedder(settings: EmbedderSettings, options: SearchModelOptions): Embedder | undefined {
  if (settings === 'none') return undefined;
  if (settings === 'built-in') return createBuiltInEmbedder();
  const embedder =
    settings.type === 'transformers' ? createTransformersEmbedder(settings) : openEndpoint(settings, options);
  const folder = cacheFolder(options.machine);
  const { id, dimensions } = embedder;
  const warn = options.warn === undefined ? {} : { warn: options.warn };
  return withVectorCache(embedder, folder === undefined ? undefined : new VectorCache(folder, id, dimensions, warn));
}

function openEndpoint(
  settings: Extract<EmbedderSettings, { readonly type: 'openai-compatible' }>,
  { machine, signal }: SearchModelOptions,
): Embedder {
  const { apiKeyEnv, unusable, ...rest } = settings;
  try {
    const embedder = createEndpointEmbedder({ ...rest, ...keyOf(settings, machine, 'search.embedder') });
    const { id, dimensions } = embedder;
    return { id, dimensions, embed: (texts, role, options) => embedder.embed(texts, role, until(signal, options)) };
  } catch (error) {
    const { id, dimensions } = createEndpointEmbedder(rest);
    return { id, dimensions, embed: () => Promise.reject(error) };
  }
}

/** The reranker that settings ask for. Never throws: one that cannot work says why when it is asked. */
export function openReranker(
  settings: RerankerSettings,
  { machine, signal }: SearchModelOptions,
): Reranker | undefined {
  if (settings === 'none') return undefined;
  const { apiKeyEnv, unusable, candidates, ...rest } = settings;
  try {
    const { id, rerank } = createEndpointReranker({ ...rest, ...keyOf(settings, machine, 'search.reranker') });
    return {
      id,
      rerank: (request, texts, options) => rerank(request, texts, { ...options, ...until(signal, options) }),
    };
  } catch (error) {
    return { id: settings.model, rerank: () => Promise.reject(error) };
  }
}

/** The options with a signal that either side can give. */
function until(
  stop: AbortSignal | undefined,
  options: { readonly signal?: AbortSignal } = {},
): { readonly signal?: AbortSignal } {
  const signals = [stop, options.signal].filter((signal) => signal !== undefined);
  return signals.length === 0 ? {} : { signal: AbortSignal.any(signals) };
}

function keyOf(
  { apiKeyEnv, unusable }: KeyReference,
  { env }: CacheMachine,
  section: string,
): { readonly apiKey?: string } {
  if (unusable !== undefined) throw unusable;
  return apiKeyEnv === undefined ? {} : { apiKey: readApiKey(apiKeyEnv, env, section) };
}
