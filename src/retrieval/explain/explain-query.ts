import { analyzeText } from '../../text/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { RetrievalBackend } from '../backend.ts';
import { type FusedCandidate, fuse, meaningWeights } from '../fusion.ts';
import { parseQuery } from '../grammar.ts';
import type { Refusal, ToolSearchRequest, ToolSearchResult } from '../hit.ts';
import { clampLimit } from '../limits.ts';
import { deprecation } from '../results.ts';
import { partitionOf, searchTools } from '../search.ts';
import { hitConfidences, isStrong, strongFrom, weighAnswer } from '../verdict.ts';
import type { WordTrace } from '../word-trace.ts';
import { explainExpected } from './expected-tool.ts';
import type { ExplainOptions } from './explain-options.ts';
import { explainTool, figure, type RankedContext } from './explain-tool.ts';
import type { QueryExplanation, ToolExplanation, VerdictExplanation, WordExplanation } from './explanation.ts';
import { createWordScorer, type WordScorer } from './word-scores.ts';

/** Places of the ranking that are told where nothing else is asked for. */
const DEFAULT_TOLD = 5;
/** How far down a tool is looked for that is none of the candidates. */
const DEEP_LOOK = 20_000;

/**
 * Runs a search and says why it answers as it does, with the figures that it was decided on; with `expect` also why that
 * tool is where it is and what would bring it up.
 * @throws ToolscoutError as {@link searchTools} does.
 */
export async function explainQuery(
  whole: RetrievalBackend,
  request: ToolSearchRequest,
  options: ExplainOptions = {},
): Promise<QueryExplanation> {
  const backend = request.filter === undefined ? whole : partitionOf(whole, request.filter);
  const { filter: given, ...unfiltered } = request;
  const limit = clampLimit(request.limit);
  const traces: WordTrace[] = [];
  const result = await searchTools(backend, unfiltered, (trace) => traces.push(trace));
  const parsed = parseQuery(request.query);
  const text = traces.some((one) => one.query === request.query.trim()) ? request.query.trim() : parsed.text;
  // Searches of a compound request run beside each other: the whole is told by its words.
  const trace = traces.find((one) => one.query === text);
  const filter = trace?.filter ?? {};
  const words = await createWordScorer(backend, trace?.analyzed?.terms ?? [], filter);
  const named = new Set<Tool>(
    trace?.exact?.tools ?? (trace === undefined ? result.ranked.map(({ tool }) => tool) : []),
  );
  const context: RankedContext = {
    result,
    limit,
    set: trace?.set,
    fused: trace?.fused ?? [],
    facts: trace?.facts,
    words,
    named,
  };
  const { server, kind, must, select, pattern } = text === parsed.text ? parsed : parseQuery('');
  const set = trace?.set;
  const ranked = result.ranked
    .slice(0, Math.max(options.told ?? DEFAULT_TOLD, 0))
    .map((hit): ToolExplanation => explainTool(hit.tool, context, hit));
  const first = context.fused[0]?.tool;
  const weights = set === undefined || first === undefined ? undefined : meaningWeights(set, first, words.terms.length);
  const expected =
    options.expect === undefined
      ? undefined
      : await explainExpected(options.expect, {
          backend,
          whole,
          request: { ...unfiltered, query: request.query },
          context,
          trace,
          surfaces: surfacesOf(trace),
          look: () => lookDeep(backend, trace, context),
          ...(options.trial === undefined ? {} : { trial: options.trial }),
          ...(options.change === undefined ? {} : { change: options.change }),
          ...(given === undefined ? {} : { filter: given }),
        });
  return {
    query: request.query,
    operators: {
      ...(server === undefined ? {} : { server }),
      ...(kind === undefined ? {} : { kind }),
      ...(must.length === 0 ? {} : { must }),
      ...(select === undefined ? {} : { select }),
      ...(pattern === undefined ? {} : { pattern }),
    },
    text,
    ...(trace?.meant === undefined || trace.meant === text ? {} : { meant: trace.meant }),
    ...(trace?.bare === undefined ? {} : { bare: trace.bare.query }),
    words: toWords(words, surfacesOf(trace)),
    truncated: trace?.analyzed?.truncated ?? false,
    filter: { ...(given === undefined ? {} : { given }), before: whole.size, after: backend.size },
    parts: result.intents ?? [],
    tier: result.tier,
    ...(trace?.reranker === undefined ? {} : { reranker: trace.reranker }),
    degraded: result.degraded,
    candidates: context.fused.length,
    holdWords: set?.lexicalTotal ?? 0,
    weights: { words: 1, first: figure(weights?.first ?? 0), deep: figure(weights?.deep ?? 0) },
    verdict: explainVerdict(result, trace, request.refuse ?? 'balanced'),
    limit,
    ranked,
    ...(expected === undefined ? {} : { expected }),
  };
}

function toWords({ terms }: WordScorer, surfaces: ReadonlyMap<string, string>): WordExplanation[] {
  return terms.map(({ term, idf, holders }) => ({
    term,
    surface: surfaces.get(term) ?? term,
    idf: figure(idf),
    holders,
  }));
}

/** Term → the word of the request that it was made from. */
function surfacesOf(trace: WordTrace | undefined): ReadonlyMap<string, string> {
  const surfaces = new Map<string, string>();
  for (const [word] of (trace?.meant ?? '').matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    for (const term of analyzeText(word)) if (!surfaces.has(term)) surfaces.set(term, word);
  }
  return surfaces;
}

function explainVerdict(result: ToolSearchResult, trace: WordTrace | undefined, refusal: Refusal): VerdictExplanation {
  const { verdict, reason, calibrated, intents } = result;
  const head = { verdict, ...(reason === undefined ? {} : { reason }), calibrated };
  const { fused = [], facts, set } = trace ?? {};
  if (facts === undefined || fused.length === 0 || (trace?.exact?.tools.length ?? 0) > 0)
    return { ...head, by: 'named' };
  if (set?.tier === 'lexical') return { ...head, by: 'words' };
  const confidences = hitConfidences(fused, facts);
  const weighed = weighAnswer(fused, facts, refusal, confidences);
  const { fits, threshold, words, wordsFrom, first, firstFrom, strongFrom } = weighed;
  return {
    ...head,
    by: intents === undefined ? 'model' : 'parts',
    figures: {
      fits: figure(fits),
      threshold: figure(threshold),
      words: figure(words),
      wordsFrom,
      first: figure(first),
      ...(firstFrom === undefined ? {} : { firstFrom }),
      strongFrom: figure(strongFrom),
      unservedProduct: facts.unserved,
      unofferedAction: facts.unoffered,
    },
  };
}

/** The ranking as far down as is worth while, with the hit of one tool as the search would give it. */
async function lookDeep(
  backend: RetrievalBackend,
  trace: WordTrace | undefined,
  context: RankedContext,
): Promise<RankedContext> {
  const { set, bare, analyzed, meant, filter, facts } = { ...trace };
  if (set === undefined || analyzed === undefined || meant === undefined || facts === undefined) return context;
  const { terms } = analyzed;
  const limit = Math.min(backend.size, DEEP_LOOK);
  const deeper = await backend.candidates({ query: meant, terms, bare, limit, filter: filter ?? {} });
  const all = fuse(deeper, terms.length);
  const known = new Set(context.fused.map(({ tool }) => tool));
  const fused: readonly FusedCandidate[] = [...context.fused, ...all.filter(({ tool }) => !known.has(tool))];
  const shown = new Set(context.result.ranked.map(({ tool }) => tool));
  const confidences = set.tier === 'lexical' ? undefined : hitConfidences(fused, facts);
  // As the search has it, whose crowd is that of its own candidates.
  const from = strongFrom(confidences?.slice(0, context.fused.length) ?? []);
  const more = fused.flatMap((candidate, rank) => {
    if (shown.has(candidate.tool)) return [];
    const confidence = confidences?.[rank] ?? candidate.coverage;
    const mark = deprecation(candidate.tool);
    const strong = confidences !== undefined && mark.deprecated === undefined && isStrong(confidence, from, facts);
    return [
      {
        tool: candidate.tool,
        score: candidate.score,
        confidence,
        sure: strong ? ('strong' as const) : ('weak' as const),
        ...mark,
      },
    ];
  });
  return { ...context, set: deeper, fused, result: { ...context.result, ranked: [...context.result.ranked, ...more] } };
}
