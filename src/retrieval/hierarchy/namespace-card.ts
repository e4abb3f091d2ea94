import type { Tool } from '../../tools/index.ts';
import { purposeOf } from './purpose.ts';

/**
 * What is known of one source of tools, from nothing but those of its tools that a caller may see: two callers with other
 * rights hold other cards.
 */
export interface NamespaceCard {
  /** Name of the source, as `server:` takes it. */
  readonly server: string;
  /** How many of its tools the caller may see. */
  readonly count: number;
  /** The words that most of its tools speak of, for a reader; empty where it has none. */
  readonly purpose: string;
}

/** Tools of one source that its card reads: more of them say the same again. */
const CARD_TOOLS = 200;

/** The members of a list that a card reads: all, or so many at even distances. */
export function cardSample<Item>(items: readonly Item[]): readonly Item[] {
  if (items.length <= CARD_TOOLS) return items;
  return Array.from({ length: CARD_TOOLS }, (_, i) => items[Math.floor((i * items.length) / CARD_TOOLS)]!);
}

/**
 * The card of one source.
 * @param tools those that {@link cardSample} chose, in order of id
 */
export function makeCard(server: string, count: number, tools: readonly Tool[]): NamespaceCard {
  return { server, count, purpose: purposeOf(server, tools) };
}
