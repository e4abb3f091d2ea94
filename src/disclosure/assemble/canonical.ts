import type { ToolEntry } from '../../tools/index.ts';
import { isEqualJson } from './equal.ts';
import { seal } from './seal.ts';

/**
 * The one object that stands for all entries of equal content, so that everything remembered per object (reading,
 * analysis, token counts) holds for equal fresh objects too. Entries are frozen on the way in.
 *
 * A memory of content and of nothing else: it holds its objects weakly, belongs to no session, and gives the same
 * answers when it is empty. Equality is compared in full, so that no tool can pass for another by a made-up hash.
 */
export function canonicalEntry(entry: ToolEntry): ToolEntry {
  const known = canonicalOf.get(entry);
  if (known !== undefined) return known;
  const isConstant = seal(entry);
  // What may change behind our back is copied each time and recognised by content, so that a change is seen.
  const canonical = recognise(isConstant ? entry : frozenCopy(entry));
  if (isConstant) canonicalOf.set(entry, canonical);
  return canonical;
}

const canonicalOf = new WeakMap<ToolEntry, ToolEntry>();

/** Source and name → the entries of that name, latest first. Several sessions may see several versions of a tool. */
const byName = new Map<string, WeakRef<ToolEntry>[]>();
const MAX_VERSIONS = 8;

const forgotten = new FinalizationRegistry<string>((key) => {
  const alive = byName.get(key)?.filter((reference) => reference.deref() !== undefined) ?? [];
  if (alive.length === 0) byName.delete(key);
  else byName.set(key, alive);
});

function recognise(entry: ToolEntry): ToolEntry {
  const { source, definition } = entry;
  const key = `${source.kind}\u0000${source.name}\u0000${String(definition.name)}`;
  const versions = byName.get(key) ?? [];
  for (const version of versions) {
    const known = version.deref();
    if (known !== undefined && isEqualJson(known, entry)) return known;
  }
  byName.set(key, [new WeakRef(entry), ...versions].slice(0, MAX_VERSIONS));
  forgotten.register(entry, key);
  return entry;
}

function frozenCopy(entry: ToolEntry): ToolEntry {
  const copy = JSON.parse(JSON.stringify(entry)) as ToolEntry;
  seal(copy);
  return copy;
}
