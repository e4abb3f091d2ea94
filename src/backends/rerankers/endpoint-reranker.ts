import { ToolscoutError } from '../../errors.ts';
import { type EndpointOptions, postJson } from '../../llm/index.ts';
import type { Reranker } from '../../retrieval/index.ts';
import { isObject, own } from '../../shared/json.ts';
import { routeUrl } from '../route-url.ts';

/**
 * How an endpoint is asked. `standard`: as Jina, Cohere, Voyage, vLLM, llama.cpp and most gateways are. `tei`: as Text
 * Embeddings Inference is.
 */
export const RERANK_FORMATS = ['standard', 'tei'] as const;
export type RerankFormat = (typeof RERANK_FORMATS)[number];

/** A model that scores pairs of texts behind an endpoint. */
export interface EndpointRerankerOptions extends EndpointOptions {
  /** With or without `/rerank` at its end, for example `https://api.jina.ai/v1`; a query stays. */
  readonly baseUrl: string;
  /** Default `standard`. */
  readonly format?: RerankFormat;
  /** A server of format `tei` holds one model; there it is a name for answers only. */
  readonly model: string;
  /** Goes out as `Authorization: Bearer`. */
  readonly apiKey?: string;
  /** More headers; their values are never shown. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Servers of the format `tei` take this many texts as they are delivered. */
const TEI_TEXTS = 32;
/** A search does not wait for a third attempt. */
const DEFAULT_RETRIES = 1;

/**
 * A reranker behind an endpoint. Nothing is sent before the first request.
 * @throws TypeError where `baseUrl` is no address.
 */
export function createEndpointReranker(options: EndpointRerankerOptions): Reranker {
  const { model, format = 'standard', apiKey, headers = {} } = options;
  const url = routeUrl(options.baseUrl, 'rerank');
  const secret = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)];
  const settings: EndpointOptions = { retries: DEFAULT_RETRIES, section: 'search.reranker', ...options };
  const ask = async (request: string, texts: readonly string[], signal: AbortSignal): Promise<readonly number[]> => {
    const answer = await postJson(
      {
        url,
        headers: { ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }), ...headers },
        body:
          format === 'tei' ? { query: request, texts, truncate: true } : { model, query: request, documents: texts },
        secret,
        signal,
      },
      settings,
    );
    if (!answer.ok) throw answer.error;
    return readScores(answer.body, texts.length, url);
  };
  return {
    id: model,
    rerank: async (request, candidates, { signal }) => {
      const texts = candidates.map(({ text }) => text);
      const size = format === 'tei' ? TEI_TEXTS : Math.max(1, texts.length);
      const scores: number[] = [];
      // Each pair is scored by itself, so that scores of different requests can be compared.
      for (let start = 0; start < texts.length; start += size)
        scores.push(...(await ask(request, texts.slice(start, start + size), signal)));
      return scores;
    },
  };
}

/** Scores in the order of the texts. Endpoints list them best first, under different names. */
function readScores(body: unknown, count: number, url: URL): readonly number[] {
  const rows = Array.isArray(body) ? body : isObject(body) ? (own(body, 'results') ?? own(body, 'data')) : undefined;
  if (!Array.isArray(rows)) throw unreadable(url, 'without a list of scores');
  const scores = new Map<number, number>();
  for (const row of rows) {
    const index = isObject(row) ? own(row, 'index') : undefined;
    const score = isObject(row) ? (own(row, 'relevance_score') ?? own(row, 'score')) : undefined;
    if (typeof index !== 'number' || typeof score !== 'number')
      throw unreadable(url, 'with something that is no score');
    scores.set(index, score);
  }
  return Array.from({ length: count }, (_, index) => {
    const score = scores.get(index);
    if (score === undefined) throw unreadable(url, `without a score for text ${index} of ${count}`);
    return score;
  });
}

function unreadable(url: URL, what: string): ToolscoutError {
  return new ToolscoutError('LLM_REPLY_INVALID', `${url.origin}${url.pathname} answered ${what}.`, {
    next: 'Check search.reranker: its baseUrl must lead to a rerank route, and its format must be that of the server.',
  });
}
