import type { DocRef, EngineIndex, IndexView } from '../../engine/index.ts';
import { createReferences, type References } from '../../tools/index.ts';
import { termsOfName } from './lookup-terms.ts';
import { storedToolsOf } from './stored-tools.ts';

/** Owners of one name that are given; a name with more is no name but a word. */
export const MAX_OWNERS = 1_000;

/** The references of those tools of a view that a text may name: what it names among them, it names in the whole view. */
export function ownersOf(index: EngineIndex, view: IndexView, text: string): References {
  const docs = new Set<DocRef>();
  for (const term of termsOfName(text)) {
    // All score alike in a field of look-ups, so these are the first by id.
    for (const { doc } of index.lexical({ terms: [term], limit: MAX_OWNERS, view }).candidates) docs.add(doc);
  }
  const stored = storedToolsOf(index);
  return createReferences([...docs].map((doc) => stored.get(doc)).sort((a, b) => (a.id < b.id ? -1 : 1)));
}
