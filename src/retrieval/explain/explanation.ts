import type { Sureness, Verdict } from '../hit.ts';

/**
 * Why a request finds what it finds: plain JSON, for people, pages and scripts. Extend it, never change it. Figures are
 * those that the search itself used.
 */
export interface QueryExplanation {
  readonly query: string;
  /** What the query grammar took out of the request. */
  readonly operators: {
    readonly server?: string;
    readonly kind?: string;
    readonly must?: readonly string[];
    readonly select?: readonly string[];
    readonly pattern?: string;
  };
  /** The words that were searched for, where any were. */
  readonly text: string;
  /** The same with products in the spelling that tools use, where that differs. */
  readonly meant?: string;
  /** The same without the names of products, where it was compared so as well. */
  readonly bare?: string;
  readonly words: readonly WordExplanation[];
  /** The request was too long to be read to its end. */
  readonly truncated: boolean;
  /** Tools before and after the filter, and the filter as it was given. */
  readonly filter: { readonly given?: unknown; readonly before: number; readonly after: number };
  /** Parts of a compound request; empty for one that is not. */
  readonly parts: readonly { readonly text: string; readonly verdict: Verdict; readonly hits: readonly string[] }[];
  /** What judged: ids of models, `lexical`, `exact`, `pattern`, `none`. */
  readonly tier: string;
  readonly reranker?: string;
  readonly degraded: boolean;
  readonly candidates: number;
  /** Tools that hold a word of the request. */
  readonly holdWords: number;
  /**
   * `score = words + first · similarity + deep · deepSimilarity`, with the part of a product that the request names and, in
   * large catalogs, that of the source; both weights fall with the length of the request.
   */
  readonly weights: { readonly words: number; readonly first: number; readonly deep: number };
  readonly verdict: VerdictExplanation;
  readonly limit: number;
  /** The best of the ranking, whatever the verdict. */
  readonly ranked: readonly ToolExplanation[];
  readonly expected?: ExpectedExplanation;
}

/** A word as the index knows it. */
export interface WordExplanation {
  readonly term: string;
  /** As the request writes it. */
  readonly surface: string;
  /** Rarity: the weight of the word. */
  readonly idf: number;
  /** Tools that hold it. */
  readonly holders: number;
}

export interface VerdictExplanation {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly calibrated: boolean;
  /**
   * `named`: by names, lists and patterns, which need no figures. `model`: by the fitted models, with `figures`.
   * `words`: by rule, where nothing judged meaning. `parts`: from the verdicts of the parts.
   */
  readonly by: 'named' | 'model' | 'words' | 'parts';
  readonly figures?: {
    /** Probability that any tool fits; `none` below the threshold, unless the words or the first hit fit. */
    readonly fits: number;
    readonly threshold: number;
    readonly words: number;
    readonly wordsFrom: number;
    /**
     * Probability that the first hit is the one; `confident` from `strongFrom` on, never `none` from `firstFrom` on, which
     * few candidates lack.
     */
    readonly first: number;
    readonly firstFrom?: number;
    readonly strongFrom: number;
    /** Products that the request names and no tool serves keep an answer from being confident. */
    readonly unservedProduct: boolean;
    /** The product does not do what is asked, by its tools' own words: `none`. */
    readonly unofferedAction: boolean;
  };
}

/** One tool in the ranking, with what its score is made of. */
export interface ToolExplanation {
  readonly id: string;
  readonly name: string;
  readonly server: string;
  /** The name that the server knows it by. */
  readonly originalName: string;
  readonly description: string;
  /** From 1 on, in the answer; null where it is in no list. */
  readonly rank: number | null;
  /** A model would be shown it. */
  readonly shown: boolean;
  /** The request names it. */
  readonly named: boolean;
  readonly score: number;
  readonly confidence: number;
  readonly sure: Sureness;
  /** What the score is the sum of. */
  readonly parts: {
    readonly words: number;
    readonly similarity: number;
    readonly deepSimilarity: number;
    /** What being named for a product of the request adds. */
    readonly named: number;
    /** What the other tools of its source add, in large catalogs. */
    readonly group: number;
    /** What being deprecated takes away, or being named in place of a deprecated tool gives. */
    readonly deprecation: number;
  };
  /** Cosines before they were weighed. */
  readonly similarity: number;
  readonly deepSimilarity: number;
  /** Share of the request's words that the tool holds, by rarity. */
  readonly coverage: number;
  /** `parts.words`, field by field; fields that hold none are left out. */
  readonly fields: readonly { readonly field: string; readonly score: number }[];
  /** `parts.words`, word by word, with the fields that hold it; words that it lacks have none. */
  readonly words: readonly { readonly term: string; readonly score: number; readonly fields: readonly string[] }[];
  /** What the confidence is made of; empty where no model judged. */
  readonly features: readonly { readonly name: string; readonly value: number; readonly effect: number }[];
}

/** The tool that should have been found. */
export interface ExpectedExplanation {
  /** As it was asked for. */
  readonly asked: string;
  /**
   * - `unknown`: no tool has that name. `several`: more than one has.
   * - `filtered`: the filter or an operator of the query leaves it out.
   * - `others-named`: the request names other tools outright.
   * - `not-ranked`: it is none of the candidates. `below-limit`: it is ranked, but not among the first.
   * - `refused`: it is among the first, but the verdict is `none`. `shown`, `first`: it is found.
   */
  readonly outcome:
    | 'unknown'
    | 'several'
    | 'filtered'
    | 'others-named'
    | 'not-ranked'
    | 'below-limit'
    | 'refused'
    | 'shown'
    | 'first';
  readonly tool?: ToolExplanation;
  /** With `unknown` names that are spelled alike, with `several` the ids. */
  readonly names?: readonly string[];
  /** With `filtered`: which condition it does not meet. */
  readonly condition?: string;
  /** Score that it lacks for the last place that is shown, and for the first. 0 where it has them. */
  readonly lacks?: { readonly shown: number; readonly first: number };
  /** What would bring it up, best first. */
  readonly changes: readonly ChangeExplanation[];
}

/** A change to the tool, and what would come of it. */
export interface ChangeExplanation {
  /** `words`: these words in its description. `example`: this request among its example requests. `own`: as asked for. */
  readonly kind: 'words' | 'example' | 'own';
  readonly text: string;
  /** Score that the words would add, others unchanged; 0 where that was not reckoned. */
  readonly gain: number;
  /** Rank and verdict after the change, where it was tried. */
  readonly rank?: number | null;
  readonly verdict?: Verdict;
}
