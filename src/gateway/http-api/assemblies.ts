import { type Assembly, type AssemblyContext, assemble } from '../../disclosure/index.ts';
import { isObject } from '../../shared/json.ts';
import { type Catalog, createCatalog, type Tool, type ToolEntry } from '../../tools/index.ts';
import type { ListedTool } from '../listing.ts';
import { type SizedCatalog, sizeOf } from '../observed-session.ts';
import type { GatewaySession } from '../session-view.ts';

/** Sessions of one caller whose last assembly is kept: without it a later one only knows less of what changed. */
const MAX_SESSIONS = 100;

/** What the model requests of callers carry, and what each carried before. */
export class Assemblies {
  readonly #previous = new WeakMap<GatewaySession, Map<string, Assembly>>();

  /** @throws ToolscoutError `CONFIG_INVALID` or `NAME_COLLISION` */
  async next(
    session: GatewaySession,
    name: string | undefined,
    body: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { tools: own = [], ...context } = body;
    const sessions = this.#previous.get(session) ?? new Map<string, Assembly>();
    this.#previous.set(session, sessions);
    const previous = name === undefined ? undefined : sessions.get(name);
    const catalog: SizedCatalog = session.catalog();
    const isPart = sizeOf(catalog) > catalog.tools.length;
    const known = isPart ? withNamed(entriesOf(catalog), catalog, context) : entriesOf(catalog);
    const assembly = await assemble([...known, ...(own as readonly HostTool[]).map(hostEntry)], {
      ...(context as AssemblyContext),
      ...(isPart ? onlyBridged(context) : {}),
      ...(previous === undefined ? {} : { previous }),
    });
    if (name !== undefined) {
      // Most recently used last.
      sessions.delete(name);
      sessions.set(name, assembly);
      const [oldest] = sessions.keys();
      if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    }
    if (!isPart) return toAnswer(assembly, catalog);
    const deferred = assembly.deferred + sizeOf(catalog) - known.length;
    return { ...toAnswer(assembly, catalog, await session.bridgeTools()), deferred };
  }
}

/** Of a large index only the first tools are at hand: whatever the size of the window, the bridge leads to the rest. */
function onlyBridged({ settings }: AssemblyContext): AssemblyContext {
  return { settings: { ...settings, enabled: 'on', mode: 'tools' }, allNeeded: false };
}

/** With those that the request names, which need not be among the first. */
function withNamed(
  entries: readonly ToolEntry[],
  catalog: Catalog,
  { pinned = [], frequent = [] }: AssemblyContext,
): readonly ToolEntry[] {
  const known = new Set(entries.map(({ id }) => id));
  const named = [...pinned, ...frequent].flatMap((reference) => {
    const found = catalog.resolve(reference);
    return found.kind === 'found' && !known.has(found.tool.id) ? [found.tool] : [];
  });
  return [...entries, ...[...new Set(named)].map(toEntry)];
}

interface HostTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema?: Readonly<Record<string, unknown>>;
}

const known = new WeakMap<Catalog, readonly ToolEntry[]>();

/** Tools as a model is told of them. One list for one catalog, so that the next assembly finds it worked out. */
function entriesOf(catalog: Catalog): readonly ToolEntry[] {
  let entries = known.get(catalog);
  if (entries === undefined) {
    entries = catalog.tools.map(toEntry);
    known.set(catalog, entries);
  }
  return entries;
}

function toEntry(tool: Tool): ToolEntry {
  const { id, name, originalName, source, kind, title = '', description, inputSchema, annotations, directOnly } = tool;
  const entry: ToolEntry = {
    id,
    source,
    kind,
    ...(directOnly ? { catalogMode: 'direct-only' as const } : {}),
    definition: {
      name: originalName,
      description: description === '' ? title : description,
      inputSchema,
      ...(annotations === undefined ? {} : { annotations }),
    },
  };
  const separator = name.indexOf('__');
  // A tool that the configuration calls otherwise keeps that name.
  if (createCatalog([entry]).tools[0]?.name === name || separator < 0) return entry;
  return { ...entry, alias: name.slice(separator + 2) };
}

function hostEntry({ name, description, inputSchema }: HostTool): ToolEntry {
  return {
    source: { kind: 'client', name: 'host' },
    // Whoever hides it behind the bridge sends calls here that only the host can make.
    catalogMode: 'direct-only',
    definition: {
      name,
      ...(description === undefined ? {} : { description }),
      inputSchema: inputSchema ?? { type: 'object', properties: {} },
    },
  };
}

/** @param bridge tools of the bridge that know the size of the whole */
function toAnswer(
  assembly: Assembly,
  catalog: Catalog,
  bridge: readonly ListedTool[] = [],
): Readonly<Record<string, unknown>> {
  const { bridged, mode, prompt, deferred, hydrated, frequent, activation, changes, warnings, hash } = assembly;
  return {
    tools: assembly.tools.map((entry) => toDefinition(sized(entry, bridge), catalog)),
    ...{ bridged, mode, prompt, deferred, hydrated, frequent, activation, changes, warnings, hash },
  };
}

function sized(entry: ToolEntry, bridge: readonly ListedTool[]): ToolEntry {
  const { id, source, definition } = entry;
  if (id !== undefined || source.kind === 'client') return entry;
  const description = bridge.find(({ name }) => name === definition.name)?.description;
  return description === undefined ? entry : { ...entry, definition: { ...definition, description } };
}

/** A tool of the catalog goes by the name that calls know; the bridge and the host's own tools by their own. */
function toDefinition({ id, definition }: ToolEntry, catalog: Catalog): Readonly<Record<string, unknown>> {
  const tool = id === undefined ? undefined : catalog.byId(id);
  const { name, description, inputSchema } = definition;
  return {
    ...(tool === undefined ? { name } : { id, server: tool.source.name, name: tool.name }),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object', properties: {} },
  };
}
