import type { Tool } from '../tools/index.ts';
import { analyzeTool } from './analysis.ts';

/** What of a tool counts when it is compared with another. */
export interface TwinProfile {
  readonly tool: Tool;
  /** Terms of the name without those of the server's name: `github_create_issue` of `github` is `create issue`. */
  readonly core: readonly string[];
  /** Distinct terms of name, title, description and argument names, also without the server's. */
  readonly terms: ReadonlySet<string>;
}

/** Texts that share this part of their terms read the same … */
export const SAME_TEXT = 0.5;
/** … and under one name this part is enough. */
const SAME_NAME_TEXT = 0.3;

const memory = new WeakMap<Tool, TwinProfile>();

/** The profile of a tool, remembered with it. */
export function twinProfile(tool: Tool): TwinProfile {
  let profile = memory.get(tool);
  if (profile === undefined) {
    const [name = [], title = [], description = [], parameters = [], , server = []] = analyzeTool(tool).terms;
    const own = name.filter((term) => !server.includes(term));
    profile = {
      tool,
      core: own.length === 0 ? name : own,
      terms: new Set([...name, ...title, ...description, ...parameters].filter((term) => !server.includes(term))),
    };
    memory.set(tool, profile);
  }
  return profile;
}

/**
 * Are two tools nearly the same to a reader? They share a word of the name, and most of their texts; or the whole name,
 * and some of them.
 */
export function areTwins(a: TwinProfile, b: TwinProfile): boolean {
  if (!a.core.some((term) => b.core.includes(term))) return false;
  const similarity = textSimilarity(a, b);
  return similarity >= SAME_TEXT || (similarity >= SAME_NAME_TEXT && haveOneName(a, b));
}

/** Are the names equal but for spelling and the server's name in them? Order counts: `sync_a_with_b` is not `sync_b_with_a`. */
export function haveOneName(a: TwinProfile, b: TwinProfile): boolean {
  return a.core.length === b.core.length && a.core.every((term, position) => term === b.core[position]);
}

/** Share of the terms of both that both have (Jaccard), 0 … 1. */
export function textSimilarity(a: TwinProfile, b: TwinProfile): number {
  const [small, large] = a.terms.size < b.terms.size ? [a.terms, b.terms] : [b.terms, a.terms];
  let common = 0;
  for (const term of small) if (large.has(term)) common++;
  const all = small.size + large.size - common;
  return all === 0 ? 0 : common / all;
}
