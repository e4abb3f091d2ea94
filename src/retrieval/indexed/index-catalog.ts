import type { EngineIndex, FilterExpression } from '../../engine/index.ts';
import { contentHash } from '../../shared/hash.ts';
import type { Catalog, Resolution } from '../../tools/index.ts';
import { isCallersTag } from './index-document.ts';
import { ownersOf } from './owners.ts';
import { storedToolsOf } from './stored-tools.ts';

/** Tools that stand for all of an index where somebody wants to see some. */
const FIRST = 200;

/**
 * An index as a catalog, for whatever resolves names and describes tools: `tools` holds the first by id only, `size` says
 * how many there are. Names are looked up in the index, and a name that is unknown gets no suggestions.
 * @param scope what may be seen; the catalog is that of an index which never held the rest
 * @param first how many tools `tools` holds at most
 */
export function createIndexCatalog(
  index: EngineIndex,
  scope?: FilterExpression,
  first: number = FIRST,
): Catalog & { readonly size: number } {
  const view = index.view(scope);
  const stored = storedToolsOf(index);
  const tools = Object.freeze(index.list(view, first).map((doc) => stored.get(doc)));
  const size = view.count;
  // Views are made anew: the index may have changed since.
  const owners = (text: string) => ownersOf(index, index.view(scope), text);
  const resolve = (reference: string): Resolution => {
    const text = reference.trim();
    return owners(text).resolve(text);
  };
  return Object.freeze({
    // The version counts changes beside the scope as well, and nobody within it may learn of them.
    epoch: contentHash(JSON.stringify([scope === undefined ? index.version : 0, size, tools.map(({ hash }) => hash)])),
    tools,
    size,
    warnings: [],
    byId: (id: string) =>
      owners(id)
        .named(id)
        .find((tool) => tool.id === id),
    byName: (name: string) =>
      owners(name)
        .named(name)
        .find((tool) => tool.name === name),
    resolve,
    references: { resolve, named: (text: string) => owners(text).named(text) },
    tagKeys: new Set(tools.flatMap((tool) => Object.keys(tool.tags).filter(isCallersTag))),
    narrow: () => {
      throw new RangeError('The catalog of an index is narrowed by its scope.');
    },
  });
}
