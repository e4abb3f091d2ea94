import type { TokenCounter } from '../../tokens/index.ts';
import type { Catalog, Tool } from '../../tools/index.ts';
import { definitionTokens } from '../activation/count.ts';
import type { PreselectedTool, PreselectTurn } from './types.ts';

/** What a turn has before anything is chosen: it stays whatever fails. */
export interface BaseSet {
  readonly entries: readonly PreselectedTool[];
  readonly gone: readonly string[];
  readonly has: (tool: Tool) => boolean;
}

/** Resolves residents, manual choices and what is left of earlier turns in the catalogs of now. */
export function baseSet(turn: PreselectTurn, catalogs: readonly Catalog[], counter: TokenCounter): BaseSet {
  const { resident = [], earlier = [], manual } = turn;
  const entries = new Map<string, PreselectedTool>();
  const add = (tool: Tool, source: PreselectedTool['source'], added: boolean): void => {
    if (entries.has(tool.id)) return;
    entries.set(tool.id, { tool, source, tokens: definitionTokens(tool.raw, counter), added });
  };
  const find = (reference: string): Tool | undefined => {
    for (const catalog of catalogs) {
      const resolution = catalog.resolve(reference);
      if (resolution.kind === 'found') return resolution.tool;
    }
    return undefined;
  };
  for (const catalog of catalogs) for (const tool of catalog.tools) if (tool.directOnly) add(tool, 'resident', false);
  for (const reference of resident) {
    const tool = find(reference);
    if (tool !== undefined) add(tool, 'resident', false);
  }
  const gone: string[] = [];
  // A choice by hand takes the place of whatever was chosen for the user before.
  if (manual === undefined) {
    for (const reference of earlier) {
      const tool = find(reference);
      if (tool === undefined) gone.push(reference);
      else add(tool, 'earlier', false);
    }
  } else if (manual === 'all') {
    for (const catalog of catalogs) for (const tool of catalog.tools) add(tool, 'manual', true);
  } else if (manual !== 'none') {
    for (const reference of manual) {
      const tool = find(reference);
      if (tool === undefined) gone.push(reference);
      else add(tool, 'manual', true);
    }
  }
  return { entries: [...entries.values()], gone, has: (tool) => entries.has(tool.id) };
}
