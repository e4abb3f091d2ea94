import {
  type DocRef,
  type EngineIndex,
  type FilterExpression,
  filterKey,
  type IndexView,
  xxh32,
} from '../../engine/index.ts';
import type { Tool } from '../../tools/index.ts';
import { cardSample, makeCard, type NamespaceCard } from './namespace-card.ts';
import type { NamespaceSize, Namespaces } from './namespaces.ts';

/** Where the sources of an index are written, and how its documents become tools. */
export interface IndexedSources {
  /** Name of the source of a document. */
  readonly serverOf: (doc: DocRef) => string;
  /** What the caller may see; undefined: everything. */
  readonly scope: FilterExpression | undefined;
  /** The same, of one source only. */
  readonly scopeOf: (server: string) => FilterExpression;
  readonly toolOf: (doc: DocRef) => Tool;
}

/** The sources of an index, and documents that stand for one of them. */
export interface IndexNamespaces extends Namespaces {
  /** Documents of a source that may be seen, all or some at even distances: good until the index changes. */
  sample(server: string): readonly DocRef[];
}

/** Up to so many documents, the sources are counted by going through them: some tenths of a second. */
const MAX_LISTED = 200_000;
/** Documents of one source that a card chooses its sample from. */
const MAX_OF_ONE = 20_000;
/** Cards and lists kept for each index, those last used; a card takes some hundred bytes. */
const MAX_CARDS = 2_000;
const MAX_LISTS = 32;
/** Samples kept for each index, of at most 200 numbers each. */
const MAX_SAMPLES = 2_000;

interface KnownCard {
  readonly version: number;
  readonly count: number;
  /** Over the payloads that the card was made of. */
  readonly sum: number;
  readonly card: NamespaceCard;
}

interface KnownList {
  readonly version: number;
  readonly sizes: readonly NamespaceSize[];
}

interface Known {
  readonly cards: Map<string, KnownCard>;
  readonly lists: Map<string, KnownList>;
  readonly samples: Map<string, { readonly version: number; readonly docs: readonly DocRef[] }>;
}

/** By index, then by exactly what may be seen: whoever has other rights has other cards. */
const memory = new WeakMap<EngineIndex, Known>();

/**
 * The sources of an index that may change at any time. A card is made when it is asked for, from a view of its source that
 * holds nothing else; after a change it is made anew where its own tools changed.
 */
export function createIndexNamespaces(index: EngineIndex, sources: IndexedSources): IndexNamespaces {
  const known = knownOf(index);
  const sample = (server: string): readonly DocRef[] => {
    const scope = sources.scopeOf(server);
    const key = filterKey(scope);
    const { version } = index;
    const last = known.samples.get(key);
    const docs = last?.version === version ? last.docs : cardSample(index.list(index.view(scope), MAX_OF_ONE));
    keep(known.samples, key, { version, docs }, MAX_SAMPLES);
    return docs;
  };
  return {
    sample,
    list: async () => {
      const { scope } = sources;
      const view = index.view(scope);
      if (view.count > MAX_LISTED) return undefined;
      const key = scope === undefined ? '' : filterKey(scope);
      const last = known.lists.get(key);
      const { version } = index;
      const sizes = last?.version === version ? last.sizes : countSources(index, view, sources);
      keep(known.lists, key, { version, sizes }, MAX_LISTS);
      return sizes;
    },
    card: async (server) => {
      const scope = sources.scopeOf(server);
      const view = index.view(scope);
      const { count } = view;
      if (count === 0) return undefined;
      const key = filterKey(scope);
      const last = known.cards.get(key);
      const { version } = index;
      if (last?.version === version) {
        keep(known.cards, key, last, MAX_CARDS);
        return last.card;
      }
      const docs = sample(server);
      const sum = sumOf(index, docs);
      const isSame = last !== undefined && last.count === count && last.sum === sum;
      const card = isSame ? last.card : makeCard(server, count, docs.map(sources.toolOf));
      keep(known.cards, key, { version, count, sum, card }, MAX_CARDS);
      return card;
    },
  };
}

function knownOf(index: EngineIndex): Known {
  let known = memory.get(index);
  if (known === undefined) {
    known = { cards: new Map(), lists: new Map(), samples: new Map() };
    memory.set(index, known);
  }
  return known;
}

function countSources(index: EngineIndex, view: IndexView, { serverOf }: IndexedSources): readonly NamespaceSize[] {
  const counts = new Map<string, number>();
  for (const doc of index.list(view, view.count)) {
    const server = serverOf(doc);
    counts.set(server, (counts.get(server) ?? 0) + 1);
  }
  return [...counts].map(([server, count]) => ({ server, count })).sort((a, b) => (a.server < b.server ? -1 : 1));
}

/** Changes with every change of the documents, but for one in four thousand million. */
function sumOf(index: EngineIndex, docs: readonly DocRef[]): number {
  let sum = 0;
  for (const doc of docs) sum = (Math.imul(sum, 0x01000193) ^ xxh32(index.payload(doc))) >>> 0;
  return sum;
}

/** Kept in the order of use, so that the least recently used is the first. */
function keep<Value>(kept: Map<string, Value>, key: string, value: Value, most: number): void {
  kept.delete(key);
  kept.set(key, value);
  if (kept.size > most) kept.delete(kept.keys().next().value!);
}
