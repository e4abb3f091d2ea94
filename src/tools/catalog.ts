import { contentHash } from '../shared/hash.ts';
import type { Tool, ToolEntry, ToolWarning } from './definition.ts';
import { fallbackName } from './names.ts';
import { readTool } from './read-tool.ts';
import { createReferences, type References, type Resolution } from './references.ts';

/**
 * What one session may use, at one moment: immutable, ordered by id, versioned. A search or a call pins one catalog;
 * when the tools change there is a new one with another epoch.
 */
export interface Catalog {
  /** Equal for equal content, whatever order the entries came in. */
  readonly epoch: string;
  /** In code-unit order of id. */
  readonly tools: readonly Tool[];
  readonly warnings: readonly ToolWarning[];
  byId(id: string): Tool | undefined;
  /** By model-safe name, exactly. */
  byName(name: string): Tool | undefined;
  /**
   * Finds the tool that a model or user means by a full id, a model-safe name, an original name or a unique suffix
   * (`create_event` of `mcp:calendar:create_event`). Never the nearest name: an unknown one is unknown.
   */
  resolve(reference: string): Resolution;
  readonly references: References;
  /** Every tag that a tool of this catalog carries. */
  readonly tagKeys: ReadonlySet<string>;
  /**
   * The catalog that a registry would give which never held the tools that are not accepted: nothing in it, names,
   * epoch and warnings included, depends on them. Entries without a name are left out unsaid: nobody can tell who may
   * see those.
   */
  narrow(accepts: (tool: Tool) => boolean): Catalog;
}

/**
 * Reads entries and freezes them into a catalog. Entries without a usable name are left out with a warning; of two
 * entries with one id the first stays. Nothing one entry does can drop another.
 */
export function createCatalog(entries: Iterable<ToolEntry>): Catalog {
  const read: Tool[] = [];
  const nameless: ToolWarning[] = [];
  for (const entry of entries) {
    const tool = readTool(entry);
    if (tool === undefined) nameless.push(namelessWarning(entry));
    else read.push(tool);
  }
  return assemble(read, nameless);
}

/** A catalog of tools that were read already: for trying out a change to one of them. */
export function catalogOf(tools: readonly Tool[]): Catalog {
  return assemble(tools, []);
}

/** @param read every tool as it was read, doubles included: which of two is the first depends on who may see them. */
function assemble(read: readonly Tool[], nameless: readonly ToolWarning[]): Catalog {
  const warnings = [...nameless];
  const byId = new Map<string, Tool>();
  for (const tool of read) {
    if (byId.has(tool.id)) {
      warnings.push({
        tool: tool.id,
        code: 'NAME_DUPLICATE',
        message: `${tool.id} is listed more than once by its source; the first definition is used.`,
      });
    } else {
      byId.set(tool.id, tool);
      warnings.push(...tool.warnings);
    }
  }
  const ids = [...byId.keys()].sort();
  const tools = settleNames(ids.map((id) => byId.get(id)!));
  for (const tool of tools) byId.set(tool.id, tool);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));

  let tagKeys: ReadonlySet<string> | undefined;
  let references: References | undefined;
  const lazyReferences = () => {
    references ??= createReferences(tools);
    return references;
  };
  const catalog: Catalog = Object.freeze({
    epoch: contentHash(tools.map((tool) => `${tool.hash}${tool.name}`).join('\n')),
    tools: Object.freeze(tools),
    warnings: Object.freeze(warnings),
    byId: (id: string) => byId.get(id),
    byName: (name: string) => byName.get(name),
    resolve: (reference: string) => lazyReferences().resolve(reference),
    get references() {
      return lazyReferences();
    },
    get tagKeys() {
      tagKeys ??= new Set(tools.flatMap((tool) => Object.keys(tool.tags)));
      return tagKeys;
    },
    narrow: (accepts: (tool: Tool) => boolean) => {
      const kept = read.filter(accepts);
      return kept.length === read.length && nameless.length === 0 ? catalog : assemble(kept, []);
    },
  });
  return catalog;
}

/**
 * Makes names unique. Preferred names depend on their own tool only and hardly ever meet; where they do, tools that
 * the host knows by name keep it, then plain names win over hashed ones, and the rest take a longer hash.
 */
function settleNames(tools: readonly Tool[]): Tool[] {
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const group = groups.get(tool.name);
    if (group === undefined) groups.set(tool.name, [tool]);
    else group.push(tool);
  }
  if (groups.size === tools.length) return [...tools];
  const renamed = new Map<string, string>();
  for (const group of groups.values()) {
    if (group.length === 1) continue;
    // Of equal claims the one that is first by id: so the tools lie.
    const keeper = [...group].sort((a, b) => claim(b) - claim(a))[0]!;
    for (const tool of group) {
      if (tool === keeper) continue;
      let name = fallbackName(tool.source, tool.originalName);
      for (let n = 2; groups.has(name) || [...renamed.values()].includes(name); n++) {
        name = fallbackName(tool.source, `${tool.originalName}\u0000${tool.id}\u0000${n}`);
      }
      renamed.set(tool.id, name);
    }
  }
  return tools.map((tool) => {
    const name = renamed.get(tool.id);
    return name === undefined ? tool : { ...tool, name };
  });
}

/** How strong a tool's claim on its name is. */
function claim(tool: Tool): number {
  if (tool.source.kind === 'client') return 3;
  if (tool.source.kind === 'core') return 2;
  return tool.name.endsWith(tool.originalName) ? 1 : 0;
}

function namelessWarning(entry: ToolEntry): ToolWarning {
  return {
    tool: entry.id ?? `${entry.source.kind}:${entry.source.name}:?`,
    code: 'NAME_MISSING',
    message: `A tool of ${entry.source.kind} source "${entry.source.name}" has no usable name and was left out.`,
  };
}
