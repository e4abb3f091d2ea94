import type { Tool } from '../../tools/index.ts';
import { cardSample, makeCard, type NamespaceCard } from './namespace-card.ts';

/** A source and how many of its tools a caller may see. */
export interface NamespaceSize {
  readonly server: string;
  readonly count: number;
}

/**
 * The sources behind what a caller may see: the seam between groups and a backend. Each answer comes from that view alone.
 * A backend without it has no groups in its answers.
 */
export interface Namespaces {
  /** Every source, in code-unit order of name; undefined where there are too many tools to go through. */
  list(): Promise<readonly NamespaceSize[] | undefined>;
  /** The card of a source; undefined where none of its tools may be seen. */
  card(server: string): Promise<NamespaceCard | undefined>;
}

/** Cards of a catalog in memory, each made when it is first asked for. */
export function createNamespaces(tools: readonly Tool[]): Namespaces {
  let grouped: ReadonlyMap<string, readonly Tool[]> | undefined;
  const bySource = (): ReadonlyMap<string, readonly Tool[]> => {
    grouped ??= groupBySource(tools);
    return grouped;
  };
  return {
    list: async () =>
      [...bySource()]
        .map(([server, own]) => ({ server, count: own.length }))
        .sort((a, b) => (a.server < b.server ? -1 : 1)),
    card: async (server) => {
      const own = bySource().get(server);
      return own === undefined ? undefined : cardOf(server, own);
    },
  };
}

function groupBySource(tools: readonly Tool[]): ReadonlyMap<string, readonly Tool[]> {
  const grouped = new Map<string, Tool[]>();
  for (const tool of tools) {
    const own = grouped.get(tool.source.name);
    if (own === undefined) grouped.set(tool.source.name, [tool]);
    else own.push(tool);
  }
  return grouped;
}

interface KnownCard {
  readonly tools: readonly Tool[];
  readonly card: NamespaceCard;
}

/**
 * Cards by the first tool that they were made of. A rebuilt catalog shares the tools that did not change, so a change at
 * one source costs that source's card; and a card is only taken up again for exactly the tools that it was made of.
 */
const memory = new WeakMap<Tool, KnownCard>();

function cardOf(server: string, tools: readonly Tool[]): NamespaceCard {
  const known = memory.get(tools[0]!);
  if (known !== undefined && isSame(known.tools, tools)) return known.card;
  const card = makeCard(server, tools.length, cardSample(tools));
  memory.set(tools[0]!, { tools, card });
  return card;
}

function isSame(some: readonly Tool[], others: readonly Tool[]): boolean {
  return some.length === others.length && some.every((tool, position) => tool === others[position]);
}
