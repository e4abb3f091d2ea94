import { editDistance } from '../shared/edit-distance.ts';
import type { Tool } from './definition.ts';

/** What a written reference stands for in one catalog. */
export type Resolution =
  | { readonly kind: 'found'; readonly tool: Tool }
  | { readonly kind: 'ambiguous'; readonly tools: readonly Tool[] }
  | { readonly kind: 'unknown'; readonly similar: readonly Tool[] };

/** All ways to name the tools of one catalog exactly. */
export interface References {
  resolve(reference: string): Resolution;
  /** Every tool that the text names, strongest kind of name first; letter case is ignored. Empty if it names none. */
  named(text: string): readonly Tool[];
}

const MAX_SIMILAR = 3;

/**
 * Builds the tables. Kinds of names, strongest first: id, model-safe name, original name, suffix of the id or name at
 * a separator (`:` `/` `.` `__`). A weaker kind is asked only where no stronger one answers, so a tool called `search`
 * cannot be shadowed by one called `web.search`.
 */
export function createReferences(tools: readonly Tool[]): References {
  const tables = Array.from({ length: 4 }, () => new Map<string, Tool[]>());
  const [ids, names, originals, suffixes] = tables as [Table, Table, Table, Table];
  const folded = new Map<string, Tool[]>();
  for (const tool of tools) {
    add(ids, tool.id, tool);
    add(names, tool.name, tool);
    add(originals, tool.originalName, tool);
    for (const suffix of separatedSuffixes(tool)) add(suffixes, suffix, tool);
  }
  for (const table of tables) {
    for (const [key, owners] of table) for (const tool of owners) add(folded, key.toLowerCase(), tool);
  }

  const resolve = (reference: string): Resolution => {
    const text = reference.trim();
    for (const table of tables) {
      const owners = table.get(text);
      if (owners === undefined) continue;
      return owners.length === 1 ? { kind: 'found', tool: owners[0]! } : { kind: 'ambiguous', tools: owners };
    }
    return { kind: 'unknown', similar: similar(tools, text) };
  };

  const named = (text: string): readonly Tool[] => {
    for (const table of tables) {
      const owners = table.get(text);
      if (owners !== undefined) return owners;
    }
    return folded.get(text.toLowerCase()) ?? [];
  };

  return { resolve, named };
}

type Table = Map<string, Tool[]>;

function add(table: Table, key: string, tool: Tool): void {
  const owners = table.get(key);
  if (owners === undefined) table.set(key, [tool]);
  else if (owners.at(-1) !== tool) owners.push(tool);
}

/** Every text that names the tool, strongest kind of name first. */
export function spellingsOf(tool: Tool): readonly string[] {
  return [...new Set([tool.id, tool.name, tool.originalName, ...separatedSuffixes(tool)])];
}

/** Where a suffix of a name that stands for the whole may begin. */
export const NAME_SEPARATOR: RegExp = /[:/.]|__/g;

/** What stands after each separator of the id, the name and the original name, longest first. */
function separatedSuffixes(tool: Tool): Set<string> {
  const suffixes = new Set<string>();
  for (const whole of [tool.id, tool.name, `${tool.source.name}:${tool.originalName}`]) {
    for (const match of whole.matchAll(NAME_SEPARATOR)) {
      const suffix = whole.slice(match.index + match[0].length);
      if (suffix !== '' && suffix !== tool.originalName) suffixes.add(suffix);
    }
  }
  // Spellings that hosts use for the same pair.
  const { name } = tool.source;
  if (name !== '') {
    for (const joint of [':', '/', '.', '__', '_', '-']) suffixes.add(`${name}${joint}${tool.originalName}`);
    if (tool.source.kind === 'mcp') {
      suffixes.add(`mcp__${name}__${tool.originalName}`);
      suffixes.add(`mcp_${name}_${tool.originalName}`);
    }
  }
  return suffixes;
}

/** Names within a small edit distance of what was asked for: help after a miss, never a substitute. */
function similar(tools: readonly Tool[], reference: string): Tool[] {
  const wanted = reference.toLowerCase().slice(0, 128);
  if (wanted === '') return [];
  const limit = Math.max(1, Math.floor(wanted.length / 4));
  const close: { tool: Tool; distance: number }[] = [];
  for (const tool of tools) {
    let distance = Number.POSITIVE_INFINITY;
    for (const name of [tool.name, tool.originalName]) {
      if (Math.abs(name.length - wanted.length) > limit) continue;
      distance = Math.min(distance, editDistance(wanted, name.toLowerCase()));
    }
    if (distance <= limit) close.push({ tool, distance });
  }
  close.sort((a, b) => a.distance - b.distance || (a.tool.id < b.tool.id ? -1 : 1));
  return close.slice(0, MAX_SIMILAR).map((one) => one.tool);
}
