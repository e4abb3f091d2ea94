import { checkFilterTags, type FilterInput, readFilter } from '../engine/index.ts';
import { analyzeQuery } from '../text/index.ts';
import type { Tool } from '../tools/index.ts';
import { asksUnoffered } from './actions/unoffered.ts';
import type { CandidateSet, RemoteRetrievalBackend, RetrievalBackend } from './backend.ts';
import {
  CANDIDATE_LIMIT,
  CONFIDENT_MARGIN,
  MIN_LITERAL_LENGTH,
  OFFERED_FROM,
  STRONG_COVERAGE,
  UBIQUITOUS_SHARE,
} from './constants.ts';
import type { RequestFacts } from './evidence.ts';
import { findExact } from './exact.ts';
import { isOpen, type ToolFilter } from './filter.ts';
import { type FusedCandidate, fuse } from './fusion.ts';
import { holdsOperator } from './grammar.ts';
import { withGroups } from './hierarchy/answer-groups.ts';
import type { Refusal, SearchReason, ToolHit, ToolSearchRequest, ToolSearchResult, Verdict } from './hit.ts';
import { searchIntents } from './intents/search-intents.ts';
import { clampLimit, MAX_LIMIT } from './limits.ts';
import { askedProducts } from './products/asked-products.ts';
import { type BareRequest, bareRequest } from './products/bare-request.ts';
import { productTitle } from './products/knowledge.ts';
import { spellOutProducts } from './products/spell-out.ts';
import { readRequest } from './read-request.ts';
import { type Reranked, type Reranking, rerank } from './reranker.ts';
import { answer, deprecation, exactHit, listedHit, nothing } from './results.ts';
import { listTools, searchByPattern, selectTools } from './unranked.ts';
import { hitConfidences, isStrong, judge, strongFrom } from './verdict.ts';
import { visibleProducts } from './visible-products.ts';
import type { WordSteps, WordTrace } from './word-trace.ts';

/**
 * Finds the tools that a request means. What the query grammar asks for outright comes first; words go through exact
 * names, candidates of both legs, fusion, a reranker if there is one, zero-IDF fallback and verdict. Deterministic: equal catalog, model and request
 * give an equal answer.
 * @param watch is told how each search by words went: one, or for a compound request the whole and each part.
 * @throws ToolscoutError `INVALID_ARGUMENTS` for a regular expression that cannot be used, `FILTER_INVALID` for a filter
 * that cannot be read or names a tag that no tool carries, `INDEX_UNAVAILABLE` for an index elsewhere that does not answer;
 * nothing else.
 */
export async function searchTools(
  whole: RetrievalBackend,
  request: ToolSearchRequest,
  watch?: (trace: WordTrace) => void,
): Promise<ToolSearchResult> {
  const all = await begin(whole);
  const backend = request.filter === undefined ? all : await begin(await partOf(all, request.filter));
  const result = await searchIn(backend, request, watch);
  // Any of the questions may have come short, that for exact names included.
  const short = [all, backend].some((one) => isRemote(one) && one.short);
  return short ? { ...result, degraded: true } : result;
}

function isRemote(backend: RetrievalBackend): backend is RemoteRetrievalBackend {
  return 'begin' in backend;
}

async function begin(backend: RetrievalBackend): Promise<RetrievalBackend> {
  return isRemote(backend) ? backend.begin() : backend;
}

async function partOf(whole: RetrievalBackend, filter: FilterInput): Promise<RetrievalBackend> {
  try {
    return partitionOf(whole, filter);
  } catch (error) {
    if (!isRemote(whole)) throw error;
    // The tag may have come since the tags were last looked at.
    return partitionOf(await whole.begin({ anew: true }), filter);
  }
}

async function searchIn(
  backend: RetrievalBackend,
  request: ToolSearchRequest,
  watch: ((trace: WordTrace) => void) | undefined,
): Promise<ToolSearchResult> {
  const limit = clampLimit(request.limit);
  if (backend.size === 0) return nothing('empty-catalog');
  const { parsed, filter, contradicts } = await readRequest(backend, request);
  const { server } = filter;
  if (contradicts || (server !== undefined && !(await backend.hasServer(server)))) return nothing('unknown-server');
  if (parsed.select !== undefined) return selectTools(backend, parsed.select, filter);
  if (parsed.pattern !== undefined) return searchByPattern(backend, parsed.pattern, filter, limit);
  if (parsed.text === '' && holdsOperator(parsed)) return listTools(backend, filter, limit);
  const wanted = { filter, limit, refuse: request.refuse ?? 'balanced' };
  const search = async (query: string): Promise<ToolSearchResult> => {
    const steps: Partial<WordSteps> = {};
    const result = await searchByWords(backend, { query, ...wanted }, steps);
    watch?.({ ...steps, query, filter, result });
    return result;
  };
  const result = await (request.intents === false ? search(parsed.text) : searchIntents(parsed.text, limit, search));
  // Who narrows the search knows where to look.
  if (!isOpen(filter)) return result;
  return withGroups(backend, parsed.text, result, (query) => searchByWords(backend, { query, ...wanted }, {}));
}

/**
 * The part of a backend whose tags pass a filter.
 * @throws ToolscoutError `FILTER_INVALID` for a filter that cannot be read or names a tag that no tool carries.
 */
export function partitionOf(whole: RetrievalBackend, input: FilterInput): RetrievalBackend {
  const filter = readFilter(input);
  checkFilterTags(filter, whole.tagKeys);
  return whole.partition(filter);
}

interface WordRequest {
  readonly query: string;
  readonly filter: ToolFilter;
  readonly limit: number;
  readonly refuse: Refusal;
}

/** @param steps takes down what was found on the way. */
async function searchByWords(
  backend: RetrievalBackend,
  request: WordRequest,
  steps: Partial<WordSteps>,
): Promise<ToolSearchResult> {
  const { query, filter, refuse } = request;
  const asked = askedProducts(query);
  const ask = async ({ meant, analyzed: { terms } }: ReadWords, most: number): Promise<Asked> => {
    const served = await visibleProducts(backend, asked);
    const bare = bareRequest(query, served);
    const limit = Math.max(CANDIDATE_LIMIT, most);
    return { served, bare, set: await backend.candidates({ query: meant, terms, bare, limit, filter }) };
  };
  // Two questions over a network take as long as one; on one machine the second waits for what the first finds.
  const ahead = isRemote(backend) ? readWords(query) : undefined;
  const early = ahead?.says === true ? ask(ahead, request.limit) : undefined;
  early?.catch(() => {});
  const exact = await findExact(backend, query, filter);
  steps.exact = exact;
  const exactHits = exact.tools.map(exactHit);
  // One name with many owners is a choice to narrow; many names are all wanted.
  const limit = exact.shared ? request.limit : Math.max(request.limit, exactHits.length);
  if (exact.whole) {
    return answer(exact.shared ? 'ambiguous' : 'exact', exactHits, { total: exactHits.length, limit, tier: 'exact' });
  }

  const read = ahead ?? readWords(query);
  const { terms, stopWordsOnly, empty } = read.analyzed;
  Object.assign(steps, { meant: read.meant, analyzed: read.analyzed });
  if (!read.says && exactHits.length === 0) return nothing('no-words');
  const isEnough = limit <= Math.max(CANDIDATE_LIMIT, request.limit);
  const { set, bare, served } = await (isEnough && early !== undefined ? early : ask(read, limit));
  // Words that every text has say nothing, and a vector of nothing but such words says less.
  const byFusion = stopWordsOnly ? fuse(set, terms.length).filter((one) => one.lexical > 0) : fuse(set, terms.length);
  // Who is named outright needs no judge.
  const judged = exactHits.length > 0 ? undefined : await rerankBy(backend.reranking, byFusion, query);
  const fused = judged?.ranked ?? byFusion;
  const tier = judged?.id === undefined ? set.tier : `${set.tier}+${judged.id}`;
  const degraded = set.degraded || judged?.failed === true;
  const absent = served.length > 0 ? [] : asked;
  const facts: RequestFacts = {
    query,
    terms: terms.length,
    size: backend.size,
    deep: set.deep,
    likeness: set.likeness,
    unserved: absent.length > 0,
    unoffered: asksUnoffered(query, asked, fused),
    operations: set.operations,
  };
  Object.assign(steps, { set, bare, fused, facts, reranker: judged?.id });
  const byMeaning = set.tier !== 'lexical';
  const calibrated = exactHits.length > 0 || (byMeaning && set.calibrated && judged?.id === undefined);
  const named = new Set<Tool>(exact.tools);
  const confidences = byMeaning ? hitConfidences(fused, facts) : undefined;
  const hits = toHits(fused, facts, confidences);
  const others = (some: readonly ToolHit[]) => [...exactHits, ...some.filter(({ tool }) => !named.has(tool))];
  const ranked = others(hits);
  // The nearest of a small catalog can still be far: what shares no word and is hardly meant is ranked, not offered.
  const offered = others(
    hits.filter((hit, rank) => rank === 0 || fused[rank]!.lexical > 0 || hit.confidence >= OFFERED_FROM),
  );
  const reason = languageReason(empty, set);
  const shape = {
    total: Math.max(set.lexicalTotal, offered.length),
    offered,
    limit,
    tier,
    degraded,
    calibrated,
    ...(reason === undefined ? {} : { reason }),
  };

  if (exactHits.length > 0) return answer(exact.shared ? 'ambiguous' : 'exact', ranked, shape);
  if (set.lexicalTotal === 0 || tellsNothingApart(fused)) {
    const literal = await zeroIdfHits(backend, request, set.lexicalTotal);
    if (literal !== undefined) return literal;
  }
  if (fused.length === 0) {
    if (filter.must !== undefined) return nothing('must-not-met', { tier, degraded, calibrated });
    return nothing(reason ?? (stopWordsOnly ? 'stop-words-only' : 'no-match'), { tier, degraded, calibrated });
  }
  const judgement = byMeaning ? judge(fused, facts, refuse, confidences) : judgeByWords(ranked);
  const verdict = judgement === 'confident' && ranked[0]?.deprecated ? 'ambiguous' : judgement;
  if (verdict === 'none') {
    const more = { ranked, tier, degraded, calibrated };
    if (absent.length === 0) return nothing(reason ?? (facts.unoffered ? 'no-action' : 'no-match'), more);
    return nothing('no-product', { ...more, absent: absent.map((product) => productTitle(product) ?? product) });
  }
  return answer(verdict, ranked, shape);
}

/** What a backend was asked, and what it said. */
interface Asked {
  /** Products of the request that visible tools are for. */
  readonly served: readonly string[];
  readonly bare: BareRequest | undefined;
  readonly set: CandidateSet;
}

/** A request as both legs read it. */
interface ReadWords {
  readonly meant: string;
  readonly analyzed: ReturnType<typeof analyzeQuery>;
  /** There is anything that a leg may find by. */
  readonly says: boolean;
}

function readWords(query: string): ReadWords {
  const meant = spellOutProducts(query);
  const analyzed = analyzeQuery(meant);
  return { meant, analyzed, says: !analyzed.empty || PICTURES.test(query) };
}

/** The ranking after the reranker; with its id where it took part. */
async function rerankBy(
  reranking: Reranking | undefined,
  ranked: readonly FusedCandidate[],
  query: string,
): Promise<(Reranked & { readonly id: string | undefined }) | undefined> {
  if (reranking === undefined || ranked.length < 2) return undefined;
  const result = await rerank(ranked, query, reranking);
  return { ...result, id: result.failed ? undefined : reranking.reranker.id };
}

/** What was lost of the request on the way: a leg that could not read it says nothing about what fits. */
function languageReason(noWords: boolean, { tier, unread }: CandidateSet): SearchReason | undefined {
  if (noWords) return tier === 'lexical' ? 'no-words' : 'meaning-only';
  return unread === true ? 'words-only' : undefined;
}

/** What an embedder may read where there is no word. */
const PICTURES = /\p{Extended_Pictographic}/u;

/** Confidences are calibrated for rankings by meaning; without a dense leg they are the share of the words found. */
function toHits(
  fused: readonly FusedCandidate[],
  facts: RequestFacts,
  confidences: readonly number[] | undefined,
): ToolHit[] {
  const from = confidences === undefined ? STRONG_COVERAGE : strongFrom(confidences);
  return fused.map((candidate, rank): ToolHit => {
    const confidence = confidences?.[rank] ?? candidate.coverage;
    const mark = deprecation(candidate.tool);
    const strong =
      mark.deprecated === undefined &&
      (confidences === undefined ? confidence >= from : isStrong(confidence, from, facts));
    return {
      tool: candidate.tool,
      score: candidate.score,
      confidence,
      sure: strong ? 'strong' : 'weak',
      ...mark,
    };
  });
}

/** The verdict without a dense leg, by rule: confident when one strong hit stands clearly before the next. */
function judgeByWords(ranked: readonly ToolHit[]): Verdict {
  const [first, second] = ranked;
  if (first === undefined || first.sure === 'weak') return 'ambiguous';
  if (second !== undefined && first.score - second.score < CONFIDENT_MARGIN * first.score) return 'ambiguous';
  return 'confident';
}

/** Do all candidates hold the same query words equally, so that the order between them means nothing? */
function tellsNothingApart(candidates: readonly FusedCandidate[]): boolean {
  return candidates.every((candidate) => candidate.coverage === candidates[0]!.coverage);
}

/**
 * SPEC R7: in a catalog where (nearly) every name holds the word, BM25 has nothing to say. Then, and only then, the
 * literal lists its tools, all marked weak. A literal that few names hold is no evidence: "read" must not find
 * "spreadsheet".
 */
async function zeroIdfHits(
  backend: RetrievalBackend,
  { query, filter, limit }: WordRequest,
  lexicalTotal: number,
): Promise<ToolSearchResult | undefined> {
  const literal = query.trim();
  if (literal.length < MIN_LITERAL_LENGTH || /\s/.test(literal)) return undefined;
  const size = isOpen(filter) ? backend.size : (await backend.list(filter, 0)).total;
  if (lexicalTotal > 0 && (lexicalTotal < size || size < 2)) return undefined;
  const found = await backend.nameContains(literal, filter, MAX_LIMIT);
  if (found.total === 0 || found.total < UBIQUITOUS_SHARE * size) return undefined;
  return answer('ambiguous', found.tools.map(listedHit), {
    total: found.total,
    limit,
    tier: 'exact',
    reason: 'zero-idf',
  });
}
