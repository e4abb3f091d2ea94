import { truncate } from '../shared/truncate.ts';
import { analyzeIdentifier, analyzeText } from '../text/index.ts';
import { listParameters, type Tool } from '../tools/index.ts';
import { areTwins, haveOneName, twinProfile } from './twins.ts';

/** Repeated with every hit, so few: what comes fourth tells nobody more. */
const MAX_NAMED = 3;
const MAX_LENGTH = 160;
/** Characters of a description in which distinguishing words are looked for. */
const MAX_READ = 600;
const MAX_WORD_LENGTH = 40;

/** What a tool has that none of some others has. */
export interface Differences {
  /** Its server, where the others are not all of the same. */
  readonly server: string | undefined;
  /** `takes a, b`, or `without a` where it only lacks what all others take. */
  readonly takes: string | undefined;
  /** The first words of its texts that none of the others has. */
  readonly words: readonly string[];
}

/**
 * For each tool with a near twin or a namesake among the others: what tells it from those, in a few words. Looks at
 * nothing but the tools handed in.
 */
export function tellApart(tools: readonly Tool[]): ReadonlyMap<Tool, string> {
  return new Map([...differencesAmong(tools)].map(([tool, differences]) => [tool, sayDifferences(differences)]));
}

/** As {@link tellApart}, part by part. */
export function differencesAmong(tools: readonly Tool[]): ReadonlyMap<Tool, Differences> {
  const profiles = tools.map(twinProfile);
  const found = new Map<Tool, Differences>();
  for (const profile of profiles) {
    const twins = profiles
      .filter((other) => other !== profile && (areTwins(profile, other) || haveOneName(profile, other)))
      .map((twin) => twin.tool);
    if (twins.length > 0) found.set(profile.tool, differencesOf(profile.tool, twins));
  }
  return found;
}

/** The differences as one short text, for example `server gitlab; also takes ref; about pipelines`. */
export function differenceOf(tool: Tool, others: readonly Tool[]): string {
  return sayDifferences(differencesOf(tool, others));
}

export function sayDifferences({ server, takes, words }: Differences): string {
  const parts = [
    ...(server === undefined ? [] : [`server ${server}`]),
    ...(takes === undefined ? [] : [takes.replace(/^takes/, 'also takes')]),
    ...(words.length === 0 ? [] : [`about ${words.join(', ')}`]),
  ];
  return parts.length === 0 ? 'nothing but its name' : truncate(parts.join('; '), MAX_LENGTH);
}

/** Compares a tool with others, of which there is at least one. */
export function differencesOf(tool: Tool, others: readonly Tool[]): Differences {
  const { name } = tool.source;
  const own = argumentNames(tool);
  const theirs = others.map(argumentNames);
  const more = [...own].filter((one) => theirs.every((names) => !names.has(one)));
  const less = [...theirs[0]!].filter((one) => !own.has(one) && theirs.every((names) => names.has(one)));
  const takes =
    more.length > 0 ? `takes ${shortList(more)}` : less.length > 0 ? `without ${shortList(less)}` : undefined;
  return {
    server: name !== '' && others.some((other) => other.source.name !== name) ? name : undefined,
    takes,
    words: distinguishingWords(tool, others),
  };
}

/** The first words of a tool's texts that none of the others has, as they are written. */
function distinguishingWords(tool: Tool, others: readonly Tool[]): readonly string[] {
  const theirs = others.map((other) => twinProfile(other).terms);
  const server = new Set(analyzeIdentifier(tool.source.name));
  const found = new Map<string, string>();
  const prose = [tool.title ?? '', tool.description];
  for (const [text, analyze] of [
    ...prose.map((text) => [text, analyzeText] as const),
    [tool.originalName, analyzeIdentifier] as const,
  ]) {
    for (const { 0: word, index } of text.matchAll(WORDS)) {
      if (index > MAX_READ) break;
      if (analyze(word.toLowerCase()).every((term) => server.has(term))) continue;
      const terms = analyze(word);
      const news = terms.filter((term) => !server.has(term) && theirs.every((known) => !known.has(term)));
      if (news.length === 0) continue;
      const [key] = news as [string];
      if (!found.has(key))
        found.set(key, news.length === terms.length ? truncate(word, MAX_WORD_LENGTH) : partOf(word, key));
      if (found.size >= MAX_NAMED) return [...found.values()];
    }
    if (found.size > 0) return [...found.values()];
  }
  return [];
}

/** The part of a joined word (`createAddress`) that a term (`creat`) stands for, or the term. */
function partOf(word: string, term: string): string {
  const start = word.toLowerCase().indexOf(term);
  if (start < 0) return term;
  const rest = /^\p{Ll}*/u.exec(word.slice(start + term.length))?.[0] ?? '';
  return word.slice(start, start + term.length) + rest;
}

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

const argumentMemory = new WeakMap<Tool, ReadonlySet<string>>();

/** Names of a tool's own arguments. */
export function argumentNames(tool: Tool): ReadonlySet<string> {
  let names = argumentMemory.get(tool);
  if (names === undefined) {
    names = new Set(listParameters(tool.inputSchema, { maxDepth: 1, maxCount: 64 }).map(({ path }) => path[0]!));
    argumentMemory.set(tool, names);
  }
  return names;
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMED).map((name) => truncate(name, MAX_WORD_LENGTH));
  return names.length > MAX_NAMED ? `${shown.join(', ')} and ${names.length - MAX_NAMED} more` : shown.join(', ');
}
