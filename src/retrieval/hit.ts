import type { FilterInput } from '../engine/index.ts';
import type { Tool } from '../tools/index.ts';
import type { ToolGroup } from './hierarchy/groups.ts';

/** How sure a hit is: named exactly; likely meant; merely the nearest. */
export type Sureness = 'exact' | 'strong' | 'weak';

/** The answer's verdict (SPEC R6). On `none` nothing is offered for calling. */
export type Verdict = 'exact' | 'confident' | 'ambiguous' | 'none';

/** How readily the search says that nothing fits; `strict` loses more of what could be answered. */
export type Refusal = 'strict' | 'balanced' | 'never';

/**
 * - `empty-catalog`, `unknown-server`: there was nothing to search.
 * - `unknown-names`: none of the names after `select:` is a tool's.
 * - `no-words`: the request holds nothing that any leg can read. `stop-words-only`: no word of it has a topic.
 * - `words-only`: the embedder knows no token of the request; only its words were looked for.
 * - `meaning-only`: the request holds no word; only the embedder could read it.
 * - `must-not-met`: no tool holds every word that was marked with `+`.
 * - `no-product`: nothing fits, and no tool is for the product that the request names.
 * - `no-action`: no tool of the product that the request names does what it asks for.
 * - `no-match`: nothing fits. `no-pattern-match`: no text matches the pattern.
 * - `pattern-cut`: the pattern is costly and the catalog large, so that not every text was read.
 * - `deprecated`: the first hit is, by its own words; never confident.
 * - `zero-idf`: nearly every tool holds the word. `listed`: nothing but a filter was asked for.
 */
export type SearchReason =
  | 'empty-catalog'
  | 'unknown-server'
  | 'unknown-names'
  | 'no-words'
  | 'stop-words-only'
  | 'words-only'
  | 'meaning-only'
  | 'must-not-met'
  | 'no-product'
  | 'no-action'
  | 'no-match'
  | 'no-pattern-match'
  | 'pattern-cut'
  | 'deprecated'
  | 'zero-idf'
  | 'listed';

export interface ToolHit {
  readonly tool: Tool;
  /** Ranking score, comparable within one answer only. A hit that was named exactly has none and carries 0. */
  readonly score: number;
  /** 0 … 1: how much of the request the tool answers, as far as the pipeline can tell. */
  readonly confidence: number;
  readonly sure: Sureness;
  /** Its maker says that it should no longer be used. Such a hit is never strong. */
  readonly deprecated?: true;
}

export interface ToolSearchRequest {
  /** Plain words in any language, or the query grammar of `parseQuery`. */
  readonly query: string;
  /** Hits wanted, clamped to 1 … 50; tools that the query names outright are all given. Default {@link DEFAULT_LIMIT}. */
  readonly limit?: number;
  /** Only tools of this source name. */
  readonly server?: string;
  /**
   * Rights: only tools whose tags pass are searched, and the answer is that of a catalog which never held the others.
   * Grammar and JSON form: docs/policy.md. A filter that grants nothing sees nothing.
   */
  readonly filter?: FilterInput;
  /** How readily to say that nothing fits. Default `balanced`. */
  readonly refuse?: Refusal;
  /** Search for each part of a compound request as well and share the hits out among them. Default true. */
  readonly intents?: boolean;
}

/** One part of a compound request. */
export interface IntentAnswer {
  /** The part in the words of the request. */
  readonly text: string;
  /** How well it is served; `none`: nothing here fits this part. */
  readonly verdict: Verdict;
  /** Ids of the hits that serve it, best first. */
  readonly hits: readonly string[];
}

export interface ToolSearchResult {
  readonly verdict: Verdict;
  /** What may be offered to a model, best first. Empty on `none`. */
  readonly hits: readonly ToolHit[];
  /** The whole ranking that was computed, also on `none`: for tooling and evaluation, never for a model. */
  readonly ranked: readonly ToolHit[];
  /** Tools that matched in any way within what the caller may see. */
  readonly total: number;
  /** What the caller should know about how the answer came about, above all why it is not better. */
  readonly reason?: SearchReason;
  /** Of a compound request: its parts in order, and which hit serves which. */
  readonly intents?: readonly IntentAnswer[];
  /** Names asked for with `select:` that no tool has. */
  readonly missing?: readonly string[];
  /** With `no-product`: the products, as their makers write them. */
  readonly absent?: readonly string[];
  /**
   * Sources to go on with, best first, where the request asks what there is or no tool stands out among those of many
   * sources: see docs/hierarchy.md. Only of what the caller may see, as everything here.
   */
  readonly groups?: readonly ToolGroup[];
  /** What found: an embedder's id, `lexical`, `exact` for names and lists, `pattern`, `none` where nothing was looked up. */
  readonly tier: string;
  /** A part of the pipeline was not available. */
  readonly degraded: boolean;
  /**
   * Verdict and confidences are those measured for the built-in models, or need no measure: names and lists. False
   * where words alone, another embedder or a reranker ranked: the verdict is then a rule of thumb.
   */
  readonly calibrated: boolean;
}
