import { type Assembly, type AssemblyContext, assemble } from '../../disclosure/index.ts';
import { isObject } from '../../shared/json.ts';
import { type Catalog, createCatalog, type Tool, type ToolEntry } from '../../tools/index.ts';
import type { ListedTool } from '../listing.ts';
import { catalogKnowing, sizeOf } from '../observed-session.ts';
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
    const catalog = await catalogKnowing(session);
    const isPart = sizeOf(catalog) > catalog.tools.length;
    const named = isPart ? await namedBy(context, session) : [];
    const known = withNamed(entriesOf(catalog), named);
    const toolOf = (id: string): Tool | undefined => named.find((tool) => tool.id === id) ?? catalog.byId(id);
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
    if (!isPart) return toAnswer(assembly, toolOf);
    const deferred = assembly.deferred + sizeOf(catalog) - known.length;
    return { ...toAnswer(assembly, toolOf, await session.bridgeTools()), deferred };
  }
}

/** Of a large index only the first tools are at hand: whatever the size of the window, the bridge leads to the rest. */
function onlyBridged({ settings }: AssemblyContext): AssemblyContext {
  return { settings: { ...settings, enabled: 'on', mode: 'tools' }, allNeeded: false };
}

/** The tools that the request names, which need not be among the first. */
async function namedBy(
  { pinned = [], frequent = [] }: AssemblyContext,
  session: GatewaySession,
): Promise<readonly Tool[]> {
  const references = [...pinned, ...frequent];
  const catalog = await catalogKnowing(session, references);
  const found = references.flatMap((reference) => {
    const resolution = catalog.resolve(reference);
    return resolution.kind === 'found' ? [resolution.tool] : [];
  });
  return [...new Set(found)];
}

function withNamed(entries: readonly ToolEntry[], named: readonly Tool[]): readonly ToolEntry[] {
  const known = new Set(entries.map(({ id }) => id));
  const further = named.filter(({ id }) => !known.has(id));
  return further.length === 0 ? entries : [...entries, ...further.map(toEntry)];
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
  toolOf: (id: string) => Tool | undefined,
  bridge: readonly ListedTool[] = [],
): Readonly<Record<string, unknown>> {
  const { bridged, mode, prompt, deferred, hydrated, frequent, activation, changes, warnings, hash } = assembly;
  return {
    tools: assembly.tools.map((entry) => toDefinition(sized(entry, bridge), toolOf)),
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
function toDefinition(
  { id, definition }: ToolEntry,
  toolOf: (id: string) => Tool | undefined,
): Readonly<Record<string, unknown>> {
  const tool = id === undefined ? undefined : toolOf(id);
  const { name, description, inputSchema } = definition;
  return {
    ...(tool === undefined ? { name } : { id, server: tool.source.name, name: tool.name }),
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object', properties: {} },
  };
}
