import { type Catalog, createCatalog, type Tool, type ToolEntry } from '../../tools/index.ts';
import { canonicalEntry } from './canonical.ts';
import type { Plan } from './plan.ts';

/** What one list of entries comes to, whoever hands it in and however often. */
export interface Snapshot {
  /** The list in its order; equal entries are one object. */
  readonly entries: readonly ToolEntry[];
  /** Every tool of the session: what calls are resolved in. */
  readonly authorized: Catalog;
  /** Without the direct-only tools: what is searched. */
  readonly catalog: Catalog;
  /** The entry that a tool was read from, under the name that a model calls the tool by. */
  exposedEntry(tool: Tool): ToolEntry;
  /** Ways to expose these tools that were worked out before, by their rules. */
  readonly plans: Map<string, Plan>;
}

/** First entry → snapshots of the lists that start with it; equal lists find theirs by comparing objects. */
const memory = new WeakMap<ToolEntry, Snapshot[]>();
/** Sessions with different tools may share the first; older lists are worked out again. */
const MAX_REMEMBERED = 8;

const EMPTY: Snapshot = toSnapshot([]);

/** Reads a list of entries, or recognises it: a list of the same objects costs one look-up each. */
export function snapshotOf(list: readonly ToolEntry[]): Snapshot {
  const entries = list.map(canonicalEntry);
  const first = entries[0];
  if (first === undefined) return EMPTY;
  const known = memory.get(first) ?? [];
  const same = known.find((one) => isSameList(one.entries, entries));
  if (same !== undefined) return same;
  const snapshot = toSnapshot(entries);
  memory.set(first, [snapshot, ...known].slice(0, MAX_REMEMBERED));
  return snapshot;
}

function toSnapshot(entries: readonly ToolEntry[]): Snapshot {
  const authorized = createCatalog(entries);
  const exposed = new Map<Tool, ToolEntry>();
  let catalog: Catalog | undefined;
  return {
    entries,
    authorized,
    get catalog() {
      catalog ??= authorized.tools.some(({ directOnly }) => directOnly)
        ? authorized.narrow((tool) => !tool.directOnly)
        : authorized;
      return catalog;
    },
    exposedEntry: (tool) => {
      let entry = exposed.get(tool);
      if (entry === undefined) {
        entry = underItsName(entries.find((one) => isOf(one, tool))!, tool);
        exposed.set(tool, entry);
      }
      return entry;
    },
    plans: new Map(),
  };
}

function isSameList(a: readonly ToolEntry[], b: readonly ToolEntry[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

function isOf({ definition, source, id }: ToolEntry, tool: Tool): boolean {
  return (
    definition === tool.raw &&
    source.kind === tool.source.kind &&
    source.name === tool.source.name &&
    (id === undefined || id === tool.id)
  );
}

/** A tool of a server may be called what another one's is called; beside the bridge it bears its unique name. */
function underItsName(entry: ToolEntry, tool: Tool): ToolEntry {
  if (entry.definition.name === tool.name) return entry;
  return canonicalEntry({ ...entry, id: tool.id, definition: { ...entry.definition, name: tool.name } });
}
