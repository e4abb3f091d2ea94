import type { FieldOptions } from '../engine/index.ts';

/** Results given when the caller names no number (SPEC A3). */
export const DEFAULT_LIMIT = 5;
/** Candidates fetched for fusion and verdict, whatever the caller's limit (SPEC R3). */
export const CANDIDATE_LIMIT = 50;

/**
 * Fields of the lexical index in index order, with their BM25F parameters. Tuned on the dev sets named in
 * `benchmarks/README.md`; change a value only together with its ablation row.
 */
export const FIELDS: readonly FieldOptions[] = [
  // What a tool calls itself is its best short description; names are short, so length says little.
  { name: 'name', weight: 3, lengthNormalisation: 0.4 },
  // Mostly the name again in other words.
  { name: 'title', weight: 1, lengthNormalisation: 0.4 },
  { name: 'description', weight: 1, lengthNormalisation: 0.7 },
  { name: 'parameterNames', weight: 0.7, lengthNormalisation: 0.7 },
  { name: 'parameterTexts', weight: 0.4, lengthNormalisation: 0.3 },
  // A server's name narrows to its tools ("github issue") but is shared by all of them.
  { name: 'server', weight: 0.6, lengthNormalisation: 0.3 },
  { name: 'examples', weight: 1, lengthNormalisation: 0.7 },
];

/** Distinct terms up to which a request is short, so that its vectors count in full. */
export const FULL_TERMS = 7;

/** How the cosines count beside the lexical share, which has the weight 1. */
export interface DenseWeights {
  /** Of the first leg's cosine, for requests of up to `fullTerms` distinct terms. */
  readonly first: number;
  /** Of the deep leg's. */
  readonly deep: number;
  /** Longer requests are diluted in one vector; from here on the weights fall … */
  readonly fullTerms: number;
  /** … with this power of the length. */
  readonly fade: number;
  /** What being named for a product of the request adds; falls like the others. */
  readonly named: number;
  /** What all are multiplied by where a product was taken out of the request, whose name lifts words of all its tools alike. */
  readonly bare: number;
}

/** Each row set on 18 dev sets: see the fusion rows in `benchmarks/README.md`. */
export const STATIC_WEIGHTS: DenseWeights = {
  first: 1,
  deep: 0,
  fullTerms: FULL_TERMS,
  fade: 2.5,
  named: 0.2,
  bare: 1.4,
};
/** Two models that agree are worth more against words than one; more weight asks for a steeper fall. */
export const DEEP_WEIGHTS: DenseWeights = { first: 2, deep: 2, fullTerms: FULL_TERMS, fade: 3, named: 0.4, bare: 1 };
/** Where most tools have example requests, vectors know more than words do. */
export const EXAMPLED_DEEP_WEIGHTS: DenseWeights = { ...DEEP_WEIGHTS, first: 4, deep: 4 };
/**
 * Where the deep model read the request and not the tools, and where it judges the best of what was found so. Set on
 * servers of a large catalog that the static table had not seen.
 */
export const GUIDED_WEIGHTS: DenseWeights = {
  first: 1.5,
  deep: 0,
  fullTerms: FULL_TERMS,
  fade: 2.5,
  named: 0.2,
  bare: 1,
};
export const GUIDED_DEEP_WEIGHTS: DenseWeights = {
  first: 1.5,
  deep: 2.5,
  fullTerms: FULL_TERMS,
  fade: 3,
  named: 0.2,
  bare: 1,
};

/**
 * How much the mean of a tool's example requests counts in its vector beside what the tool says of itself. Chosen where
 * requests are left out of the pack in turns and asked for; anything from 1 to 2 is as good.
 */
export const EXAMPLE_VECTOR_WEIGHT = 1.5;

/**
 * The same of the vector of all examples as one text, for the deep model, which reads them so at a fourth of the cost. Chosen
 * the same way; from .5 to 2 is as good. See docs/decisions/2026-12-01-deep-examples.md.
 */
export const EXAMPLE_TEXT_WEIGHT = 1;

/**
 * Largest catalog that is embedded by the deep model in the background. It takes about 26 ms a tool on one core: two
 * minutes for this many, and a search on real tools gains little from being ready later than that.
 */
export const DEEP_TOOL_LIMIT = 5_000;

/**
 * Candidates of the first leg that the deep model judges in larger catalogs. Over 42,063 real tools R@10 rises from .575
 * to .619 with 16, .646 with 24 and .655 with 32 of them. The verdict looks at the first ten, whose deep cosines must be
 * there.
 */
export const DEEP_RERANKED = 24;

/**
 * What the mean cosine of a source's tools counts beside a tool's own figures, whatever the length of the request, and the
 * size of a catalog from which on it does: below lies all that weights and verdict were fitted on. See docs/hierarchy.md.
 */
export const GROUP_WEIGHT = 0.2;
export const GROUPS_COUNT_FROM = 10_000;

/**
 * What is left of the score of a tool that its maker calls deprecated: one that does the same comes before it, one that
 * does something else does not. The shared sets hold one such tool in 2,396 and do not change; see docs/explain.md.
 */
export const DEPRECATED_SHARE = 0.75;

/** A hit without a word of the request is offered from this probability on; the first always is. */
export const OFFERED_FROM = 0.02;

/** Share of the query's IDF mass from which a lexical hit counts as strong. First, uncalibrated value. */
export const STRONG_COVERAGE = 0.5;
/** The first hit must lead the second by this share of its score for the answer to count as confident. */
export const CONFIDENT_MARGIN = 0.1;
/** A word that at least this share of all tools holds tells none of them apart: the zero-IDF case of BM25. */
export const UBIQUITOUS_SHARE = 0.5;
/** Shortest literal that the zero-IDF fallback looks for inside names. */
export const MIN_LITERAL_LENGTH = 3;
