import type { Embedder } from '../engine/index.ts';
import { analyzeText } from '../text/index.ts';
import type { Tool } from '../tools/index.ts';
import { argumentNames, differenceOf } from './differences.ts';
import { toolEmbeddingText } from './embedding-text.ts';
import { similarSets } from './similar-sets.ts';
import { areTwins, haveOneName, SAME_TEXT, type TwinProfile, textSimilarity, twinProfile } from './twins.ts';

/** Tools that are nearly the same (SPEC C7). */
export interface DuplicateGroup {
  readonly tools: readonly DistinguishedTool[];
  /** Least similarity to the first tool, 0 … 1. */
  readonly similarity: number;
  /**
   * `merge`: they do the same, one is enough. `difference-first`: they read alike for so long that a model may stop
   * before the difference. `none`: their first words tell them apart.
   */
  readonly suggestion: 'merge' | 'difference-first' | 'none';
}

export interface DistinguishedTool {
  readonly tool: Tool;
  /** What none of the others in the group has. */
  readonly differs: string;
}

/** Texts that share this part of their terms, under one name, say the same. */
const MERGE_TEXT = 0.8;
/** Vectors this near say the same in other words. */
const MERGE_COSINE = 0.95;
/** A model that skims a list reads about so many words of each description. */
const FIRST_WORDS = 8;
/** A word of so many names pairs nothing by itself when looking for the same meaning. */
const MAX_SHARED_NAMES = 64;
/** Tools under one name that are compared with each other. */
const MAX_SAME_NAME = 100;
const BATCH_SIZE = 96;

/**
 * Finds groups of near-duplicates among the tools, most similar first. Every pair whose texts share enough terms is
 * found; with an embedder also pairs that say the same in other words.
 */
export async function findNearDuplicates(
  tools: readonly Tool[],
  embedder?: Embedder,
): Promise<readonly DuplicateGroup[]> {
  const profiles = tools.map(twinProfile);
  const pairs = new Map<number, Map<number, number>>();
  const link = (a: number, b: number, similarity: number) => {
    for (const [from, to] of [
      [a, b],
      [b, a],
    ] as const) {
      const neighbours = pairs.get(from) ?? new Map<number, number>();
      pairs.set(from, neighbours);
      neighbours.set(to, Math.max(similarity, neighbours.get(to) ?? 0));
    }
  };
  for (const [a, b] of [
    ...sameNames(profiles),
    ...similarSets(
      profiles.map(({ terms }) => terms),
      SAME_TEXT,
    ),
  ]) {
    if (areTwins(profiles[a]!, profiles[b]!)) link(a, b, textSimilarity(profiles[a]!, profiles[b]!));
  }
  if (embedder !== undefined) for (const [a, b, cosine] of await sameMeanings(profiles, embedder)) link(a, b, cosine);
  return group(profiles, pairs);
}

/** Around each tool not yet taken, those of its neighbours that are not: no chain ever joins what is not alike. */
function group(
  profiles: readonly TwinProfile[],
  pairs: ReadonlyMap<number, ReadonlyMap<number, number>>,
): DuplicateGroup[] {
  const taken = new Set<number>();
  const groups: DuplicateGroup[] = [];
  const byDegree = [...pairs.keys()].sort((a, b) => pairs.get(b)!.size - pairs.get(a)!.size || a - b);
  for (const centre of byDegree) {
    if (taken.has(centre)) continue;
    const near = [...pairs.get(centre)!].filter(([other]) => !taken.has(other));
    if (near.length === 0) continue;
    const members = [centre, ...near.map(([other]) => other)];
    for (const member of members) taken.add(member);
    const inOrder = members.sort((a, b) => a - b).map((member) => profiles[member]!);
    groups.push({
      tools: inOrder.map(({ tool }) => ({
        tool,
        differs: differenceOf(
          tool,
          inOrder.filter((other) => other.tool !== tool).map((other) => other.tool),
        ),
      })),
      similarity: Math.min(...near.map(([, similarity]) => similarity)),
      suggestion: suggest(inOrder, near),
    });
  }
  return groups.sort((a, b) => b.similarity - a.similarity || (a.tools[0]!.tool.id < b.tools[0]!.tool.id ? -1 : 1));
}

function suggest(
  members: readonly TwinProfile[],
  near: readonly (readonly [number, number])[],
): DuplicateGroup['suggestion'] {
  const [first, ...rest] = members;
  // One server has reasons for both of `get_note` and `get_notes`.
  const servers = new Set(members.map(({ tool }) => tool.source.name));
  const one =
    servers.size === members.length &&
    rest.every((other) => haveOneName(first!, other) && takeTheSame(first!.tool, other.tool));
  if (one && near.every(([, similarity]) => similarity >= MERGE_TEXT)) return 'merge';
  const openings = members.map(({ tool }) => analyzeText(tool.description).slice(0, FIRST_WORDS).join(' '));
  const apart = new Set(openings).size === openings.length && openings.every((opening) => opening !== '');
  return apart ? 'none' : 'difference-first';
}

function takeTheSame(a: Tool, b: Tool): boolean {
  const [some, others] = [argumentNames(a), argumentNames(b)];
  return some.size === others.size && [...some].every((name) => others.has(name));
}

/** Pairs under one name. */
function* sameNames(profiles: readonly TwinProfile[]): Generator<readonly [number, number]> {
  const owners = new Map<string, number[]>();
  for (const [index, { core }] of profiles.entries()) push(owners, core.join(' '), index);
  for (const list of owners.values()) yield* pairsOf(list.slice(0, MAX_SAME_NAME));
}

/** Pairs that share a word of the name and whose vectors are almost one. */
async function sameMeanings(
  profiles: readonly TwinProfile[],
  embedder: Embedder,
): Promise<readonly (readonly [number, number, number])[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < profiles.length; start += BATCH_SIZE) {
    const texts = profiles.slice(start, start + BATCH_SIZE).map(({ tool }) => toolEmbeddingText(tool));
    vectors.push(...(await embedder.embed(texts, 'document')));
  }
  const owners = new Map<string, number[]>();
  for (const [index, { core }] of profiles.entries()) for (const term of new Set(core)) push(owners, term, index);
  const found: (readonly [number, number, number])[] = [];
  for (const list of owners.values()) {
    if (list.length > MAX_SHARED_NAMES) continue;
    for (const [a, b] of pairsOf(list)) {
      const cosine = dot(vectors[a]!, vectors[b]!);
      if (cosine >= MERGE_COSINE) found.push([a, b, cosine]);
    }
  }
  return found;
}

function* pairsOf(list: readonly number[]): Generator<readonly [number, number]> {
  for (const [position, a] of list.entries()) for (const b of list.slice(position + 1)) yield [a, b];
}

function push(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
