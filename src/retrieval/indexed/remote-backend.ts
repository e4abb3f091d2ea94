import { buildVectorIndex, compileFilter, type FilterExpression, filterKey } from '../../engine/index.ts';
import { createReferences, type Tool } from '../../tools/index.ts';
import type { Candidate, CandidateRequest, CandidateSet, RemoteRetrievalBackend } from '../backend.ts';
import { countedTerms } from '../counted-terms.ts';
import { rerankByDeepLeg } from '../deep-rerank.ts';
import { createDenseLeg, type DenseLeg, nearLimit, nearVector } from '../dense-leg.ts';
import { acceptsTool, type ToolFilter } from '../filter.ts';
import { isFitted } from '../foreign-cosines.ts';
import { readDeeply, readTier } from '../guidance/deep-reading.ts';
import { groupsCount, withGroupLikeness } from '../hierarchy/group-likeness.ts';
import { cardSample, makeCard, type NamespaceCard } from '../hierarchy/namespace-card.ts';
import type { NamespaceSize, Namespaces } from '../hierarchy/namespaces.ts';
import type { Reranking } from '../reranker.ts';
import { scriptsOf } from '../scripts-of.ts';
import type { IndexBackendOptions } from './index-backend.ts';
import { isCallersTag, kindCondition, serverCondition, serverOfTags } from './index-document.ts';
import { termOfProduct, termsOfName } from './lookup-terms.ts';
import { MAX_OWNERS } from './owners.ts';
import type { RemoteAnswer, RemoteIndex, StoredDocument } from './remote-index.ts';
import { RemoteTools } from './remote-tools.ts';
import { scoreCandidates } from './score-candidates.ts';

/** Size and tags of a scope that are older than this are asked for again, while the search goes on with what is known … */
const SUMMARY_MS = 1_000;
/** … and waited for when they are older than this, or when there was nothing. */
const STALE_MS = 60_000;
/** Up to so many tools, names are read through for a literal. */
const LITERAL_TOOLS = 10_000;
/** Tools of one source that its card chooses its sample from, the first by id; and those that are fetched at first. */
const CARD_TOOLS = 1_000;
const FEW_TOOLS = 200;
/** How long a card counts: what a source is for seldom changes, and its tools have to be fetched to say it. */
const CARD_MS = 60_000;
const MAX_CARDS = 500;
/** Partitions kept, the least recently used goes first. */
const MAX_PARTITIONS = 64;

/** Tool search over an index that lives elsewhere. What a caller may not see is outside of every question asked there. */
export function createRemoteBackend(index: RemoteIndex, options: IndexBackendOptions = {}): RemoteRetrievalBackend {
  const { embedder, onDenseError } = options;
  const nothing = embedder === undefined ? undefined : buildVectorIndex([], embedder.dimensions);
  const leg =
    embedder === undefined || index.dimensions === undefined
      ? undefined
      : createDenseLeg(embedder, 'first', () => nothing, { scripts: () => new Uint8Array(0), onError: onDenseError });
  return new RemoteBackend({ index, options, leg, tools: new RemoteTools() }, new Scope(undefined));
}

/** What all parts of one index have in common. */
interface Shared {
  readonly index: RemoteIndex;
  readonly options: IndexBackendOptions;
  readonly leg: DenseLeg | undefined;
  readonly tools: RemoteTools;
}

/** What one caller may see, with what was last heard of it and the parts that were made of it. */
class Scope {
  readonly filter: FilterExpression | undefined;
  readonly parts = new Map<string, Scope>();
  readonly cards = new Map<string, { readonly madeAt: number; readonly card: NamespaceCard | undefined }>();
  count = 0;
  tagKeys: ReadonlySet<string> = new Set();
  heardAt = Number.NEGATIVE_INFINITY;
  /** Is somebody asking? */
  asked = false;

  constructor(filter: FilterExpression | undefined) {
    this.filter = filter;
  }

  isYoungerThan(ms: number): boolean {
    return this.count > 0 && performance.now() - this.heardAt < ms;
  }

  part(filter: FilterExpression): Scope {
    const key = filterKey(filter);
    const part = this.parts.get(key) ?? new Scope(both([...(this.filter === undefined ? [] : [this.filter]), filter]));
    this.parts.delete(key);
    this.parts.set(key, part);
    if (this.parts.size > MAX_PARTITIONS) this.parts.delete(this.parts.keys().next().value!);
    return part;
  }
}

class RemoteBackend implements RemoteRetrievalBackend {
  readonly #shared: Shared;
  readonly #scope: Scope;
  #short = false;

  constructor(shared: Shared, scope: Scope) {
    this.#shared = shared;
    this.#scope = scope;
  }

  get size(): number {
    return this.#scope.count;
  }

  get short(): boolean {
    return this.#short;
  }

  get reranking(): Reranking | undefined {
    return this.#shared.options.reranking;
  }

  get usualLengths(): readonly number[] {
    return this.#shared.index.averageLengths;
  }

  get tagKeys(): ReadonlySet<string> {
    const own = [...this.#scope.tagKeys].filter(isCallersTag);
    return new Set([...own, ...(this.#shared.options.tagKeys ?? [])]);
  }

  get namespaces(): Namespaces {
    return { list: () => this.#sources(), card: (server) => this.#card(server) };
  }

  async begin({ anew = false }: { readonly anew?: boolean } = {}): Promise<RemoteRetrievalBackend> {
    const begun = new RemoteBackend(this.#shared, this.#scope);
    if (anew || !this.#scope.isYoungerThan(STALE_MS)) await begun.#hear();
    else if (!this.#scope.isYoungerThan(SUMMARY_MS)) this.#hearBehind();
    return begun;
  }

  async #hear(): Promise<void> {
    const scope = this.#scope;
    const { count, tagKeys } = this.#heard(await this.#shared.index.summary(scope.filter));
    scope.count = count;
    scope.tagKeys = tagKeys;
    // Of what came short the next search hears again.
    if (!this.#short) scope.heardAt = performance.now();
  }

  /** For the searches to come; whether it fails is theirs to find out. */
  #hearBehind(): void {
    const scope = this.#scope;
    if (scope.asked) return;
    scope.asked = true;
    void new RemoteBackend(this.#shared, scope)
      .#hear()
      .catch(() => {})
      .finally(() => {
        scope.asked = false;
      });
  }

  async named(text: string): Promise<readonly Tool[]> {
    const asked = await this.#shared.index.find(this.#scope.filter, termsOfName(text), MAX_OWNERS);
    return createReferences(this.#tools(this.#heard(asked).documents, {})).named(text);
  }

  async hasServer(server: string): Promise<boolean> {
    return this.#heard(await this.#shared.index.holds(this.#filter({ server }), undefined)).held;
  }

  async sizesOf(servers: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (servers.length === 0) return new Map();
    const conditions = servers.map(serverCondition);
    const only = [...new Set(conditions.flatMap((condition) => condition.values))];
    const { tag } = conditions[0]!;
    const { values = [] } = this.#heard(await this.#shared.index.values(this.#scope.filter, tag, only));
    return new Map(values.map(({ value, count }) => [serverOfTags({ [tag]: [value] }), count]));
  }

  async serves(product: string): Promise<boolean> {
    return this.#heard(await this.#shared.index.holds(this.#scope.filter, termOfProduct(product))).held;
  }

  async prepare(): Promise<void> {
    await this.#shared.leg?.prepare();
  }

  async candidates(request: CandidateRequest): Promise<CandidateSet> {
    const { index, leg, options } = this.#shared;
    const { filter, limit, bare } = request;
    const { embedder, deep, onDenseError } = options;
    const read =
      deep === undefined || embedder === undefined || leg === undefined
        ? undefined
        : await readDeeply(request.query, embedder, deep, { bare: bare?.query, onError: onDenseError });
    const answer = await leg?.ask(request.query, { bare: bare?.query, guide: read?.reading?.guide });
    const vector = answer?.request;
    const guide = answer?.guided?.request;
    const isRead = guide !== undefined && read?.reading !== undefined;
    const near = answer === undefined ? undefined : nearVector(answer);
    const most = answer === undefined ? limit : nearLimit(limit, answer);
    const terms = [...new Set(request.terms)].sort();
    const found = this.#heard(
      await index.candidates({
        scope: this.#filter(filter),
        must: filter.must ?? [],
        terms,
        vector: near,
        limit: most,
        about: this.size,
      }),
    );
    const documents = this.#visible(found.documents, filter);
    const { averageLengths } = index;
    const { best, queryIdf } = scoreCandidates(
      { ...found, documents },
      { terms, vector, guide, near, limit, nearLimit: most, averageLengths },
    );
    const tools = best.map(({ document }) => this.#shared.tools.get(document));
    const own = Float32Array.from(best, ({ cosine }) => cosine);
    const cosines = answer?.place === undefined ? own : answer.place(own, scriptsOf(tools));
    const known = vector !== undefined;
    const plain = best.map(
      ({ lexical, coverage, fields, guided }, position): Candidate => ({
        tool: tools[position]!,
        lexical,
        coverage,
        fields,
        cosine: cosines[position]!,
        ...(guided === undefined ? {} : { guided }),
        deepCosine: 0,
      }),
    );
    // Cosines of another model would each have to be moved first.
    const counts = vector !== undefined && answer?.place === undefined && groupsCount(this.size, options.groups);
    const set: CandidateSet = {
      candidates: counts ? await this.#withGroups(plain, guide ?? vector) : plain,
      queryIdf,
      lexicalTotal: found.total,
      countedTerms: countedTerms(request.terms, (term) => found.frequencies[terms.indexOf(term)]! > 0),
      ...(bare === undefined ? {} : { products: bare.products }),
      tier: known ? leg!.tier + (isRead ? readTier(deep!.embedder) : '') : 'lexical',
      guided: isRead,
      deep: false,
      calibrated: isFitted('first', leg?.tier),
      likeness: (read?.reading ?? answer)?.likeness ?? 0,
      operations: [],
      unread: answer !== undefined && !answer.failed && !known,
      degraded: answer?.failed === true || read?.failed === true || found.short,
    };
    if (deep === undefined || !known) return set;
    return rerankByDeepLeg(set, request, deep, { read: read?.reading, onError: onDenseError });
  }

  async nameContains(
    literal: string,
    filter: ToolFilter,
    limit: number,
  ): Promise<{ tools: readonly Tool[]; total: number }> {
    if (this.size > LITERAL_TOOLS) return { tools: [], total: 0 };
    return this.#list(filter, limit, literal);
  }

  async list(filter: ToolFilter, limit: number): Promise<{ tools: readonly Tool[]; total: number }> {
    return this.#list(filter, limit);
  }

  partition(filter: FilterExpression): RemoteRetrievalBackend {
    return new RemoteBackend(this.#shared, this.#scope.part(filter));
  }

  async #list(filter: ToolFilter, limit: number, literal?: string): Promise<{ tools: readonly Tool[]; total: number }> {
    const { documents, total } = this.#heard(
      await this.#shared.index.list(this.#filter(filter), {
        limit,
        ...(filter.must === undefined ? {} : { must: filter.must }),
        ...(literal === undefined ? {} : { literal }),
      }),
    );
    return { tools: this.#tools(documents, filter), total };
  }

  async #withGroups(candidates: readonly Candidate[], vector: Float32Array): Promise<readonly Candidate[]> {
    const names = [...new Set(candidates.map(({ tool }) => tool.source.name))];
    const conditions = names.map(serverCondition);
    const [first] = conditions;
    if (first === undefined) return candidates;
    const values = conditions.flatMap((condition) => condition.values);
    const asked = { vector, tag: first.tag, values };
    const { means } = this.#heard(await this.#shared.index.means(this.#scope.filter, asked));
    // A source that came short is as near as those that did not are on the whole: neither found nor lost by it.
    const usual = [...means.values()].reduce((sum, mean) => sum + mean, 0) / Math.max(1, means.size);
    return withGroupLikeness(candidates, (server) => means.get(serverCondition(server).values[0]!) ?? usual);
  }

  async #sources(): Promise<readonly NamespaceSize[] | undefined> {
    const { tag } = serverCondition('');
    const { values } = this.#heard(await this.#shared.index.values(this.#scope.filter, tag));
    return values
      ?.map(({ value, count }) => ({ server: serverOfTags({ [tag]: [value] }), count }))
      .sort((a, b) => (a.server < b.server ? -1 : 1));
  }

  async #card(server: string): Promise<NamespaceCard | undefined> {
    const { cards } = this.#scope;
    const known = cards.get(server);
    if (known !== undefined && performance.now() - known.madeAt < CARD_MS) return known.card;
    const first = await this.#list({ server }, FEW_TOOLS);
    const { tools, total } = first.total > FEW_TOOLS ? await this.#list({ server }, CARD_TOOLS) : first;
    const card = tools.length === 0 ? undefined : makeCard(server, total, cardSample(tools));
    // Made of a part of its tools, it is good for this answer only, which says that it came short.
    if (this.#short) return card;
    cards.delete(server);
    cards.set(server, { madeAt: performance.now(), card });
    if (cards.size > MAX_CARDS) cards.delete(cards.keys().next().value!);
    return card;
  }

  #filter({ server, kind }: ToolFilter): FilterExpression | undefined {
    const parts = [
      ...(this.#scope.filter === undefined ? [] : [this.#scope.filter]),
      ...(server === undefined ? [] : [serverCondition(server)]),
      ...(kind === undefined ? [] : [kindCondition(kind)]),
    ];
    return parts.length === 0 ? undefined : both(parts);
  }

  /** In order of id. */
  #tools(documents: readonly StoredDocument[], filter: ToolFilter): Tool[] {
    const tools = this.#visible(documents, filter).map((document) => this.#shared.tools.get(document));
    return tools.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** The documents asked for, once each, asked again whether they may be seen: an engine's filter is not the only guard. */
  #visible<Document extends StoredDocument>(documents: readonly Document[], filter: ToolFilter): Document[] {
    const scope = this.#filter(filter);
    const passes = scope === undefined ? () => true : compileFilter(scope);
    const must = filter.must !== undefined && filter.must.length > 0;
    const byKey = new Map(documents.map((document) => [document.key, document]));
    return [...byKey.values()].filter(
      (document) => passes(document.tags) && (!must || acceptsTool(this.#shared.tools.get(document), filter)),
    );
  }

  #heard<Answer extends RemoteAnswer<object>>(answer: Answer): Answer {
    if (answer.short) this.#short = true;
    return answer;
  }
}

function both(parts: readonly FilterExpression[]): FilterExpression {
  return parts.length === 1 ? parts[0]! : { op: 'and', parts };
}
