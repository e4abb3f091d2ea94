import type { Embedder, EmbedOptions } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { type EndpointOptions, postJson } from '../../llm/index.ts';
import { shortHash } from '../../shared/hash.ts';
import { isObject, own } from '../../shared/json.ts';
import { routeUrl } from '../route-url.ts';
import { toBatches } from './batches.ts';
import { toUnitVectors, type VectorPromise } from './unit-vectors.ts';

/** An OpenAI-compatible `/embeddings` endpoint: OpenAI, most gateways, vLLM, Ollama, LM Studio, TEI. */
export interface EndpointEmbedderOptions extends EndpointOptions {
  /** With or without `/embeddings` at its end, for example `http://localhost:11434/v1`; a query stays. */
  readonly baseUrl: string;
  readonly model: string;
  /** Length of the model's vectors. */
  readonly dimensions: number;
  /** Ask for vectors of this length; only models that can shorten theirs take it. Default false. */
  readonly sendDimensions?: boolean;
  /** Goes out as `Authorization: Bearer`. */
  readonly apiKey?: string;
  /** More headers; their values are never shown. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the model was trained to see before a request, such as `query: `. */
  readonly queryPrefix?: string;
  /** The same before a tool, such as `passage: `. */
  readonly documentPrefix?: string;
  /** Texts a request. Default {@link DEFAULT_BATCH_SIZE}; halved where the endpoint says that it is too much. */
  readonly batchSize?: number;
  /** Characters a request. Default {@link DEFAULT_BATCH_CHARACTERS}. */
  readonly batchCharacters?: number;
}

/** Few round trips, and within the limits of hosted endpoints; local ones that take fewer say so. */
const DEFAULT_BATCH_SIZE = 96;
/** About 50,000 tokens in the densest scripts, where hosted endpoints take 300,000 a request. */
const DEFAULT_BATCH_CHARACTERS = 100_000;
/** One attempt. Searches give up sooner; this is for the catalog, which is embedded in large batches. */
const DEFAULT_TIMEOUT_MS = 30_000;
/** 96 vectors of 4,096 numbers with 22 characters each come to 9 MB. */
const MAX_ANSWER_BYTES = 32_000_000;
/** Statuses for "too much at once". */
const TOO_MUCH = [413, 422];

/**
 * An embedder behind an endpoint. Nothing is sent before the first text.
 * @throws TypeError where `baseUrl` is no address.
 */
export function createEndpointEmbedder(options: EndpointEmbedderOptions): Embedder {
  const { model, dimensions, sendDimensions = false, apiKey, headers = {}, queryPrefix, documentPrefix } = options;
  const url = routeUrl(options.baseUrl, 'embeddings');
  const prefixes = { query: queryPrefix ?? '', document: documentPrefix ?? '' };
  // What else decides on the vectors is part of the id, so that a cache never mixes two settings of one model.
  const facts = JSON.stringify([url.href, dimensions, sendDimensions, prefixes.query, prefixes.document]);
  const promise: VectorPromise = { id: `${model}@${shortHash(facts, 8)}`, dimensions };
  const secret = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)];
  const settings: EndpointOptions = {
    timeoutMs: DEFAULT_TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    section: 'search.embedder',
    ...options,
  };
  const bounds = {
    maxTexts: options.batchSize ?? DEFAULT_BATCH_SIZE,
    maxCharacters: options.batchCharacters ?? DEFAULT_BATCH_CHARACTERS,
  };

  const embedBatch = async (
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> => {
    const answer = await postJson(
      {
        url,
        headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
        body: { model, input: texts, ...(sendDimensions ? { dimensions } : {}) },
        secret,
        signal,
      },
      settings,
    );
    if (answer.ok) return toUnitVectors(readVectors(answer.body, url), texts.length, promise);
    if (texts.length === 1 || !TOO_MUCH.includes(answer.status)) throw answer.error;
    bounds.maxTexts = Math.min(bounds.maxTexts, Math.ceil(texts.length / 2));
    return embedAll(texts, signal);
  };
  const embedAll = async (
    texts: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> => {
    const vectors: Float32Array[] = [];
    for (const batch of toBatches(texts, bounds)) vectors.push(...(await embedBatch(batch, signal)));
    return vectors;
  };
  return {
    ...promise,
    embed: (texts, role, { signal }: EmbedOptions = {}) =>
      embedAll(
        texts.map((text) => prefixes[role] + text),
        signal,
      ),
  };
}

/** The vectors in the order of the texts: `index` says whose each is, and the order of the list does not. */
function readVectors(body: unknown, url: URL): readonly number[][] {
  const data = isObject(body) ? own(body, 'data') : undefined;
  if (!Array.isArray(data)) throw unreadable(url, 'without a list of vectors');
  const vectors: number[][] = [];
  for (const [position, item] of data.entries()) {
    const index = isObject(item) ? (own(item, 'index') ?? position) : undefined;
    const vector = isObject(item) ? own(item, 'embedding') : undefined;
    if (typeof index !== 'number' || !Array.isArray(vector)) throw unreadable(url, 'with something that is no vector');
    if (!Number.isInteger(index) || index < 0 || index >= data.length || vectors[index] !== undefined) {
      throw unreadable(url, `with the index ${index} among ${data.length} vectors`);
    }
    vectors[index] = vector;
  }
  return vectors;
}

function unreadable(url: URL, what: string): ToolscoutError {
  return new ToolscoutError('LLM_REPLY_INVALID', `${url.origin}${url.pathname} answered ${what}.`, {
    next: 'Check search.embedder.baseUrl: it must be an OpenAI-compatible endpoint for embeddings.',
  });
}
