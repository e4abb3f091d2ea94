import {
  bestDocuments,
  buildLexicalIndex,
  buildVectorIndex,
  compileFilter,
  type DocId,
  type Embedder,
  type FilterExpression,
  filterKey,
  type SearchIndex,
  type VectorIndex,
} from '../engine/index.ts';
import type { Catalog, Tool } from '../tools/index.ts';
import { analyzeTool } from './analysis.ts';
import type { Candidate, CandidateRequest, CandidateSet, RetrievalBackend } from './backend.ts';
import { type BackgroundEmbedding, createBackgroundEmbedding } from './background-embedding.ts';
import { DEEP_TOOL_LIMIT, FIELDS } from './constants.ts';
import { countedTerms } from './counted-terms.ts';
import { rerankByDeepLeg } from './deep-rerank.ts';
import { createDenseLeg, type DenseLeg, nearLimit } from './dense-leg.ts';
import { acceptsTool, isOpen } from './filter.ts';
import { isFitted } from './foreign-cosines.ts';
import { readDeeply, readTier } from './guidance/deep-reading.ts';
import { createSourceMeans, groupsCount, withGroupLikeness } from './hierarchy/group-likeness.ts';
import { createNamespaces } from './hierarchy/namespaces.ts';
import { requestOperations } from './operations/request-operations.ts';
import { mayServe } from './products/serves-product.ts';
import type { Reranking } from './reranker.ts';
import { scriptsOf } from './scripts-of.ts';
import { toolVectorsOf } from './tool-vectors.ts';

export interface MemoryBackendOptions {
  /** Finds by meaning; without one the search is lexical. */
  readonly embedder?: Embedder;
  /** A second, slower embedder, used beside the first from the moment on that it knows every tool of the catalog. */
  readonly deep?: BackgroundEmbedding;
  /** Tags that a filter may name although no tool carries them at the moment. */
  readonly tagKeys?: readonly string[];
  /** A model that judges the best candidates of each search once more. */
  readonly reranking?: Reranking;
  /** Let the likeness of a tool's source count for it. Default: in large catalogs. */
  readonly groups?: boolean;
  /** Told how many tools the embedder has read so far, while the first search or {@link RetrievalBackend.prepare} waits. */
  readonly onEmbedded?: (embedded: number, total: number) => void;
  /** Told when an embedder fails, once until it answers again; the search itself goes on without it. */
  readonly onDenseError?: (error: unknown) => void;
}

/** Partitions kept, the least recently used goes first: the same few rights are asked for over and over. */
const MAX_PARTITIONS = 64;

/**
 * A session's catalog in memory: scoped by construction, since it holds nothing but what the session may use.
 * Indexes are built on the first search, so that a catalog which is only listed costs nothing.
 */
export function createMemoryBackend(catalog: Catalog, options: MemoryBackendOptions = {}): RetrievalBackend {
  const { tools } = catalog;
  const { embedder, deep, onDenseError } = options;
  const first = embedder === undefined ? undefined : firstLeg(tools, embedder, options);
  const second = first === undefined || deep === undefined ? undefined : secondLeg(tools, deep, onDenseError);
  let built: SearchIndex | undefined;
  const index = (): SearchIndex => {
    built ??= buildLexicalIndex(tools.map(analyzeTool), FIELDS);
    return built;
  };
  let means: ReturnType<typeof createSourceMeans> | undefined;
  const withGroups = (candidates: readonly Candidate[], cosines: Float32Array | undefined): readonly Candidate[] => {
    if (cosines === undefined || !groupsCount(tools.length, options.groups)) return candidates;
    means ??= createSourceMeans(tools);
    return withGroupLikeness(candidates, means(cosines));
  };
  const products = new Map<string, boolean>();
  const servers = new Set(tools.map((tool) => tool.source.name));
  const partitions = new Map<string, RetrievalBackend>();
  const makePartition = (filter: FilterExpression): RetrievalBackend => {
    const passes = compileFilter(filter);
    const part = catalog.narrow((tool) => passes(tool.tags));
    // An index, and a background of its own: how far that of the whole is tells how much there is beside this part.
    return createMemoryBackend(part, { ...options, ...(deep === undefined ? {} : { deep: embedApart(part, deep) }) });
  };

  return {
    size: tools.length,
    ...(options.reranking === undefined ? {} : { reranking: options.reranking }),
    namespaces: createNamespaces(tools),
    named: async (text) => catalog.references.named(text),
    hasServer: async (server) => servers.has(server),
    serves: async (product) => {
      let served = products.get(product);
      if (served === undefined) {
        served = tools.some((tool) => mayServe(tool, product));
        products.set(product, served);
      }
      return served;
    },
    prepare: async () => {
      index();
      await first?.prepare();
    },
    candidates: async ({ query, terms, bare, limit, filter }: CandidateRequest): Promise<CandidateSet> => {
      // A catalog that is too large to be embedded has its requests read, and its best candidates embedded.
      const apart = deep !== undefined && tools.length > deep.limit;
      const large = apart || (deep !== undefined && tools.length > DEEP_TOOL_LIMIT);
      const asked = second?.ask(query, { bare: bare?.query });
      const read =
        large && embedder !== undefined
          ? await readDeeply(query, embedder, deep, { bare: bare?.query, already: await asked, onError: onDenseError })
          : undefined;
      const [one, two] = await Promise.all([
        first?.ask(query, { bare: bare?.query, guide: read?.reading?.guide }),
        asked,
      ]);
      const cosines = one?.cosines;
      const guided = one?.guided?.cosines;
      const isRead = guided !== undefined && read?.reading !== undefined;
      // Weights and verdict know the second leg beside the first only.
      const deepCosines = cosines === undefined ? undefined : two?.cosines;
      const deepGuided = deepCosines === undefined ? undefined : two?.guided?.cosines;
      const allow = isOpen(filter) ? undefined : (doc: DocId) => acceptsTool(tools[doc]!, filter);
      const scope = allow === undefined ? {} : { allow };
      const also = new Set<DocId>();
      for (const leg of [one, deepCosines === undefined ? undefined : two]) {
        const near = leg?.written?.cosines ?? leg?.guided?.cosines ?? leg?.cosines;
        if (near === undefined) continue;
        for (const doc of bestDocuments(near, nearLimit(limit, leg!), allow)) also.add(doc);
      }
      const lexical = index().lexical({ terms, limit, also: [...also], ...scope });
      const tiers = cosines === undefined ? [] : [first!.tier, ...(deepCosines === undefined ? [] : [second!.tier])];
      const found = lexical.candidates.map(
        ({ doc, score, coverage, fields }): Candidate => ({
          tool: tools[doc]!,
          lexical: score,
          coverage,
          fields,
          cosine: cosines?.[doc] ?? 0,
          ...(guided === undefined ? {} : { guided: guided[doc]! }),
          deepCosine: deepCosines?.[doc] ?? 0,
          ...(deepGuided === undefined ? {} : { deepGuided: deepGuided[doc]! }),
        }),
      );
      const set: CandidateSet = {
        candidates: withGroups(found, guided ?? cosines),
        queryIdf: lexical.queryIdf,
        lexicalTotal: lexical.total,
        countedTerms: countedTerms(terms, (term) => index().lexical({ terms: [term], limit: 1 }).total > 0),
        ...(bare === undefined ? {} : { products: bare.products }),
        tier: tiers.length === 0 ? 'lexical' : tiers.join('+') + (apart && isRead ? readTier(deep.embedder) : ''),
        guided: isRead,
        deep: deepCosines !== undefined,
        calibrated: isFitted('first', first?.tier) && (deepCosines === undefined || isFitted('deep', second?.tier)),
        likeness: (deepCosines === undefined ? (read?.reading ?? one) : two)?.likeness ?? 0,
        operations: deepCosines === undefined ? [] : requestOperations(second!.tier, two!.request!),
        unread: one !== undefined && !one.failed && cosines === undefined,
        degraded:
          [one, two, read].some((leg) => leg?.failed === true) || (!apart && deep?.progress().state === 'failed'),
      };
      if (!apart || cosines === undefined || deepCosines !== undefined || two?.failed === true) return set;
      return rerankByDeepLeg(set, { query, terms, bare }, deep, { read: read?.reading, onError: onDenseError });
    },
    nameContains: async (literal, filter, limit) => {
      const wanted = literal.toLowerCase();
      const found: Tool[] = [];
      let total = 0;
      for (const tool of tools) {
        if (!tool.originalName.toLowerCase().includes(wanted) && !tool.name.toLowerCase().includes(wanted)) continue;
        if (!acceptsTool(tool, filter)) continue;
        total++;
        if (found.length < limit) found.push(tool);
      }
      return { tools: found, total };
    },
    get tagKeys() {
      return new Set([...catalog.tagKeys, ...(options.tagKeys ?? [])]);
    },
    partition: (filter) => {
      const key = filterKey(filter);
      const part = partitions.get(key) ?? makePartition(filter);
      partitions.delete(key);
      partitions.set(key, part);
      if (partitions.size > MAX_PARTITIONS) partitions.delete(partitions.keys().next().value!);
      return part;
    },
    list: async (filter, limit) => {
      const all = isOpen(filter) ? tools : tools.filter((tool) => acceptsTool(tool, filter));
      return { tools: all.slice(0, limit), total: all.length };
    },
  };
}

function embedApart({ tools }: Catalog, { embedder, limit, missing }: BackgroundEmbedding): BackgroundEmbedding {
  const own = createBackgroundEmbedding(embedder, { limit, missing });
  void own.embed(tools);
  return own;
}

/** Texts a call to an embedder: enough to be efficient, few enough for the limits of hosted ones. */
const BATCH_SIZE = 96;

/** The leg that the first search waits for: it embeds what it does not know. */
function firstLeg(tools: readonly Tool[], embedder: Embedder, options: MemoryBackendOptions): DenseLeg {
  const known = toolVectorsOf(embedder);
  const build = async (): Promise<VectorIndex> => {
    const missing = tools.filter((tool) => !known.has(tool));
    for (let start = 0; start < missing.length; start += BATCH_SIZE) {
      options.onEmbedded?.(tools.length - missing.length + start, tools.length);
      const batch = missing.slice(start, start + BATCH_SIZE).filter((tool) => !known.has(tool));
      if (batch.length > 0) await known.embed(batch, { examples: 'each' });
    }
    return buildVectorIndex(known.all(tools)!, embedder.dimensions);
  };
  let built: Promise<VectorIndex> | undefined;
  const index = (): Promise<VectorIndex> => {
    built ??= build().catch((error: unknown) => {
      built = undefined;
      throw error;
    });
    return built;
  };
  return createDenseLeg(embedder, 'first', index, { scripts: scriptsOf(tools), onError: options.onDenseError });
}

/** The leg that is silent until somebody else has embedded everything. */
function secondLeg(tools: readonly Tool[], deep: BackgroundEmbedding, onError?: (error: unknown) => void): DenseLeg {
  let built: VectorIndex | undefined;
  const index = (): VectorIndex | undefined => {
    if (built !== undefined) return built;
    const vectors = deep.vectors(tools);
    if (vectors !== undefined) built = buildVectorIndex(vectors, deep.embedder.dimensions);
    return built;
  };
  return createDenseLeg(deep.embedder, 'deep', index, {
    scripts: scriptsOf(tools),
    waits: deep.missing === 'wait',
    onError,
  });
}
