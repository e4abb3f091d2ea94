import type { TokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';

/**
 * When a set gives up tools.
 * `cache-aware`: above its budget, where the prompt cache is lost anyway, and above its ceiling at once.
 * `lru`: above its budget at once. `grow-only`: never. `fresh`: each turn holds what this turn wants, and nothing else.
 */
export type EvictionPolicy = 'cache-aware' | 'lru' | 'grow-only' | 'fresh';

/**
 * Where the definitions stand. `tools`: in the request's tool list, before the conversation, so that a new one changes
 * the prefix of everything that was said. `conversation`: appended to it, as native tool search does; only taking one
 * away changes what is cached.
 */
export type Placement = 'tools' | 'conversation';

export interface EvictionSettings {
  readonly policy: EvictionPolicy;
  /** Tokens of definitions that the set should have at most; above it shrinks when that costs little. */
  readonly maxTokens: number;
  /** Above this it shrinks whatever that costs. */
  readonly hardTokens: number;
  /** The same ceiling in tools: models choose worse among more. */
  readonly maxTools: number;
  /** Share of `maxTokens` that a shrinking set is brought down to, so that the next tools have room. */
  readonly keepShare: number;
  /** After so long a silence the provider has dropped its cache. */
  readonly cacheTtlMs: number;
  readonly placement: Placement;
}

/** A tool of the set, as it stood in the last request. Plain data. */
export interface ExposedTool {
  readonly id: string;
  readonly hash: string;
  readonly tokens: number;
  /** Turn in which it was last called or wanted. */
  readonly lastUsed: number;
}

/** What a session's requests carry beside residents and bridge, in the order of the request. Plain data, to be kept. */
export interface ExposedSet {
  readonly turn: number;
  readonly tools: readonly ExposedTool[];
}

/** What is known when the next set is built. */
export interface ExposureMoment {
  /** What the caller may use now. A tool that is not in it leaves the set. */
  readonly catalog: Catalog;
  /** What this turn wants in the set: preselected and recalled tools. */
  readonly wanted: readonly Tool[];
  /** Ids of tools that were called since the last set. */
  readonly used?: readonly string[];
  /** Ids of tools that stay whatever happens. */
  readonly pinned?: readonly string[];
  /** The history was compacted since. */
  readonly compacted?: boolean;
  /** Another model answers from now on. */
  readonly modelChanged?: boolean;
  /** Milliseconds since the request before. */
  readonly idleMs?: number;
  /** Tokens of the conversation behind the definitions; for the cost of a change. */
  readonly historyTokens?: number;
  readonly counter?: TokenCounter;
}

/** Why the prompt cache is lost whatever the set does. */
export type CacheLoss = 'compaction' | 'model' | 'ttl' | 'toolset' | 'addition';

/** Why a tool left. `gone`: not in the catalog any more. `unwanted`: the policy is `fresh`. */
export type EvictionReason = 'budget' | 'ceiling' | 'gone' | 'unwanted';

/** What is different from the set before, and what that costs. */
export interface ExposureChange {
  readonly added: readonly string[];
  readonly evicted: readonly { readonly id: string; readonly why: EvictionReason; readonly tokens: number }[];
  /** Same id, other definition. */
  readonly altered: readonly string[];
  /** Why the cache was lost anyway, where it was. */
  readonly loss?: CacheLoss;
  /** This change itself makes the provider read again what it had cached. */
  readonly invalidates: boolean;
  /** How many tokens of definitions and conversation that is. */
  readonly rereadTokens: number;
  /** Tokens of the set before and after. */
  readonly tokens: { readonly before: number; readonly after: number; readonly exact: boolean };
  /** The set is above its ceiling and everything in it is pinned or wanted now. */
  readonly over: boolean;
}

export interface NextExposedSet {
  readonly set: ExposedSet;
  /** The definitions, in the order of the set. */
  readonly tools: readonly Tool[];
  readonly change: ExposureChange;
}
