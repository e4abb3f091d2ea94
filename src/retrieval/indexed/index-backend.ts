import {
  buildVectorIndex,
  type DocRef,
  type Embedder,
  type EngineIndex,
  type FilterExpression,
  type IndexView,
} from '../../engine/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { Candidate, CandidateRequest, CandidateSet, RetrievalBackend } from '../backend.ts';
import type { BackgroundEmbedding } from '../background-embedding.ts';
import { countedTerms } from '../counted-terms.ts';
import { rerankByDeepLeg } from '../deep-rerank.ts';
import { createDenseLeg, type DenseLeg, type LegAnswer, nearLimit, nearVector } from '../dense-leg.ts';
import { acceptsTool, type ToolFilter } from '../filter.ts';
import { isFitted } from '../foreign-cosines.ts';
import { readDeeply, readTier } from '../guidance/deep-reading.ts';
import { groupsCount, withGroupLikeness } from '../hierarchy/group-likeness.ts';
import { createIndexNamespaces, type IndexNamespaces } from '../hierarchy/index-namespaces.ts';
import type { Namespaces } from '../hierarchy/namespaces.ts';
import type { Reranking } from '../reranker.ts';
import { scriptsOf } from '../scripts-of.ts';
import { isCallersTag, kindCondition, REFERENCE_LENGTHS, serverCondition, serverOfTags } from './index-document.ts';
import { termOfProduct } from './lookup-terms.ts';
import { ownersOf } from './owners.ts';
import { storedToolsOf } from './stored-tools.ts';

export interface IndexBackendOptions {
  /** The embedder that the vectors of the index are of; without it the search is lexical. */
  readonly embedder?: Embedder;
  /** Judges the best of each search once more, as in any catalog that is too large to be embedded. */
  readonly deep?: BackgroundEmbedding;
  /** Tags that a filter may name although no tool carries them at the moment. */
  readonly tagKeys?: readonly string[];
  readonly reranking?: Reranking;
  /** Let the likeness of a tool's source count for it, or not. Default: in large indexes, as in large catalogs. */
  readonly groups?: boolean;
  /** Told when an embedder fails, once until it answers again; the search itself goes on without it. */
  readonly onDenseError?: (error: unknown) => void;
}

/** Documents whose words are looked at where a request demands words: the best of each leg, and the best holders. */
const MUST_DEPTH = 500;
/** Up to so many tools, names are read through for a literal. */
const LITERAL_TOOLS = 10_000;

/**
 * Tool search over an index of the engine, which may hold a million tools and change at any time. Whatever a caller may
 * not see is outside of the view that each question is asked within.
 */
export function createIndexBackend(index: EngineIndex, options: IndexBackendOptions = {}): RetrievalBackend {
  const { embedder } = options;
  const leg =
    embedder === undefined || index.dimensions === undefined ? undefined : requestLeg(embedder, options.onDenseError);
  return new IndexBackend(index, options, leg, undefined);
}

/** The index holds the tools' vectors and compares them; what is left for the leg is the request's. */
function requestLeg(embedder: Embedder, onError?: (error: unknown) => void): DenseLeg {
  const nothing = buildVectorIndex([], embedder.dimensions);
  return createDenseLeg(embedder, 'first', () => nothing, { scripts: () => new Uint8Array(0), onError });
}

class IndexBackend implements RetrievalBackend {
  readonly #index: EngineIndex;
  readonly #options: IndexBackendOptions;
  readonly #leg: DenseLeg | undefined;
  /** What the caller may see; undefined: everything. */
  readonly #scope: FilterExpression | undefined;

  constructor(
    index: EngineIndex,
    options: IndexBackendOptions,
    leg: DenseLeg | undefined,
    scope: FilterExpression | undefined,
  ) {
    this.#index = index;
    this.#options = options;
    this.#leg = leg;
    this.#scope = scope;
  }

  get size(): number {
    return this.#view({}).count;
  }

  get reranking(): Reranking | undefined {
    return this.#options.reranking;
  }

  get usualLengths(): readonly number[] {
    return REFERENCE_LENGTHS;
  }

  get namespaces(): Namespaces {
    return this.#sources();
  }

  get tagKeys(): ReadonlySet<string> {
    const keys = new Set(this.#options.tagKeys);
    const held = this.#scope === undefined ? this.#index.tagKeys : this.#index.tagKeysOf(this.#view({}));
    for (const key of held) if (isCallersTag(key)) keys.add(key);
    return keys;
  }

  async named(text: string): Promise<readonly Tool[]> {
    return ownersOf(this.#index, this.#view({}), text).named(text);
  }

  async hasServer(server: string): Promise<boolean> {
    return this.#view({ server }).count > 0;
  }

  async serves(product: string): Promise<boolean> {
    return this.#holds(termOfProduct(product));
  }

  async prepare(): Promise<void> {
    await this.#leg?.prepare();
  }

  async candidates(request: CandidateRequest): Promise<CandidateSet> {
    const { embedder, deep, onDenseError } = this.#options;
    const { terms, bare } = request;
    const leg = this.#leg;
    const read =
      deep === undefined || embedder === undefined || leg === undefined
        ? undefined
        : await readDeeply(request.query, embedder, deep, { bare: bare?.query, onError: onDenseError });
    const answer = await leg?.ask(request.query, { bare: bare?.query, guide: read?.reading?.guide });
    const { candidates, queryIdf, lexicalTotal } = this.#look(request, answer);
    const known = answer?.request !== undefined;
    const guided = answer?.guided !== undefined && read?.reading !== undefined;
    const set: CandidateSet = {
      candidates,
      queryIdf,
      lexicalTotal,
      countedTerms: countedTerms(terms, (term) => this.#holds(term)),
      ...(bare === undefined ? {} : { products: bare.products }),
      tier: known ? leg!.tier + (guided ? readTier(deep!.embedder) : '') : 'lexical',
      guided,
      deep: false,
      calibrated: isFitted('first', leg?.tier),
      likeness: (read?.reading ?? answer)?.likeness ?? 0,
      operations: [],
      unread: answer !== undefined && !answer.failed && !known,
      degraded: answer?.failed === true || read?.failed === true,
    };
    if (deep === undefined || !known) return set;
    return rerankByDeepLeg(set, request, deep, { read: read?.reading, onError: onDenseError });
  }

  async nameContains(
    literal: string,
    filter: ToolFilter,
    limit: number,
  ): Promise<{ tools: readonly Tool[]; total: number }> {
    if (this.#view(filter).count > LITERAL_TOOLS) return { tools: [], total: 0 };
    const wanted = literal.toLowerCase();
    const { tools } = await this.list(filter, LITERAL_TOOLS);
    const found = tools.filter(
      ({ originalName, name }) => originalName.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted),
    );
    return { tools: found.slice(0, limit), total: found.length };
  }

  async list(filter: ToolFilter, limit: number): Promise<{ tools: readonly Tool[]; total: number }> {
    const view = this.#view(filter);
    if (filter.must === undefined || filter.must.length === 0) {
      return { tools: this.#tools(this.#index.list(view, limit)), total: view.count };
    }
    const holders = this.#tools(this.#holders(filter, view))
      .filter((tool) => acceptsTool(tool, filter))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    return { tools: holders.slice(0, limit), total: holders.length };
  }

  partition(filter: FilterExpression): RetrievalBackend {
    const scope = this.#scope === undefined ? filter : both([this.#scope, filter]);
    return new IndexBackend(this.#index, this.#options, this.#leg, scope);
  }

  #holds(term: string): boolean {
    return this.#index.lexical({ terms: [term], limit: 1, view: this.#view({}) }).total > 0;
  }

  #sources(): IndexNamespaces {
    const scope = this.#scope;
    const stored = storedToolsOf(this.#index);
    return createIndexNamespaces(this.#index, {
      scope,
      scopeOf: (server) => (scope === undefined ? serverCondition(server) : both([scope, serverCondition(server)])),
      serverOf: (doc) => serverOfTags(this.#index.tags(doc)),
      toolOf: (doc) => stored.get(doc),
    });
  }

  #view({ server, kind }: ToolFilter): IndexView {
    const parts = [
      ...(this.#scope === undefined ? [] : [this.#scope]),
      ...(server === undefined ? [] : [serverCondition(server)]),
      ...(kind === undefined ? [] : [kindCondition(kind)]),
    ];
    return this.#index.view(parts.length === 0 ? undefined : both(parts));
  }

  #tools(docs: readonly DocRef[]): Tool[] {
    const tools = storedToolsOf(this.#index);
    return docs.map((doc) => tools.get(doc));
  }

  /** The best of both legs. Waits for nothing, since numbers of documents are good only until the index changes. */
  #look(
    { terms, limit, filter }: CandidateRequest,
    answer: LegAnswer | undefined,
  ): { candidates: readonly Candidate[]; queryIdf: number; lexicalTotal: number } {
    const index = this.#index;
    const view = this.#view(filter);
    const must = filter.must !== undefined && filter.must.length > 0;
    const depth = must ? MUST_DEPTH : limit;
    const vector = answer === undefined ? undefined : nearVector(answer);
    const nearest =
      vector === undefined ? [] : index.dense(vector, { limit: nearLimit(depth, answer!), view }).map(({ doc }) => doc);
    const also = must ? [...new Set([...nearest, ...this.#holders(filter, view)])] : nearest;
    const lexical = index.lexical({ terms, limit: depth, view, also });
    const accepts = (doc: DocRef): boolean => acceptsTool(this.#tools([doc])[0]!, filter);
    const found = must ? lexical.candidates.filter(({ doc }) => accepts(doc)) : lexical.candidates;
    const docs = found.map(({ doc }) => doc);
    const cosines = vector === undefined ? undefined : this.#cosines(answer!, docs);
    const guided = answer?.guided === undefined ? undefined : index.denseScores(answer.guided.request, docs);
    const tools = this.#tools(docs);
    const plain = found.map(
      ({ score, coverage, fields }, position): Candidate => ({
        tool: tools[position]!,
        lexical: score,
        coverage,
        fields,
        cosine: cosines?.[position] ?? 0,
        ...(guided === undefined ? {} : { guided: guided[position]! }),
        deepCosine: 0,
      }),
    );
    const all = this.#withGroups(plain, answer);
    if (!must) return { candidates: all, queryIdf: lexical.queryIdf, lexicalTotal: lexical.total };
    return {
      candidates: bestOfEachLeg(all, limit),
      queryIdf: lexical.queryIdf,
      lexicalTotal: all.filter((one) => one.lexical > 0).length,
    };
  }

  #withGroups(candidates: readonly Candidate[], answer: LegAnswer | undefined): readonly Candidate[] {
    // Cosines of another model would each have to be moved first.
    if (answer?.request === undefined || answer.place !== undefined) return candidates;
    if (!groupsCount(this.size, this.#options.groups)) return candidates;
    const index = this.#index;
    const request = answer.guided?.request ?? answer.request;
    return withGroupLikeness(candidates, (server) => {
      const docs = this.#sources().sample(server);
      return index.denseScores(request, docs).reduce((sum, cosine) => sum + cosine, 0) / docs.length;
    });
  }

  #cosines({ request, place }: LegAnswer, docs: readonly DocRef[]): Float32Array {
    const own = this.#index.denseScores(request!, docs);
    return place === undefined ? own : place(own, scriptsOf(this.#tools(docs)));
  }

  /** Documents that hold the words demanded, as far as the lexical index knows: those that hold the most come first. */
  #holders({ must = [] }: ToolFilter, view: IndexView): readonly DocRef[] {
    const docs = new Set<DocRef>();
    const spellings = Math.max(...must.map((word) => word.length));
    for (let spelling = 0; spelling < spellings; spelling++) {
      const terms = must.flatMap((word) => word[Math.min(spelling, word.length - 1)]!);
      for (const { doc } of this.#index.lexical({ terms, limit: MUST_DEPTH, view }).candidates) docs.add(doc);
    }
    return [...docs];
  }
}

function bestOfEachLeg(candidates: readonly Candidate[], limit: number): readonly Candidate[] {
  const best = (figure: 'lexical' | 'cosine') => [...candidates].sort((a, b) => b[figure] - a[figure]).slice(0, limit);
  return [...new Set([...best('lexical').filter((one) => one.lexical > 0), ...best('cosine')])];
}

function both(parts: readonly FilterExpression[]): FilterExpression {
  return parts.length === 1 ? parts[0]! : { op: 'and', parts };
}
