import type { ToolscoutError } from '../errors.ts';
import { own } from '../shared/json.ts';
import { ExamplePack, mergeExamples, type ServerExamples, type ServerSpec, type Upstream } from '../sources/index.ts';
import type { ToolDefinition, ToolEntry } from '../tools/index.ts';

/** What entries need to know of a server. */
export type ListingServer = Pick<Upstream, 'name' | 'tools' | 'status'>;

export interface ServerEntriesOptions {
  readonly servers: readonly ServerSpec[];
  /** Use the example requests that come with the package. */
  readonly pack: boolean;
  /** Told once of each configured example whose tool the server does not list. */
  readonly onUnknownTool: (server: string, tool: string) => void;
  readonly onPackError: (error: ToolscoutError) => void;
}

/** Makes the catalog's entries of what servers list, with the examples of the configuration and of the pack. */
export class ServerEntries {
  readonly #specs: ReadonlyMap<string, ServerSpec>;
  readonly #pack: ExamplePack | undefined;
  readonly #onUnknownTool: ServerEntriesOptions['onUnknownTool'];
  readonly #known = new WeakMap<ToolDefinition, ToolEntry>();
  readonly #unknownTools = new Set<string>();

  constructor({ servers, pack, onUnknownTool, onPackError }: ServerEntriesOptions) {
    this.#specs = new Map(servers.map((spec) => [spec.name, spec]));
    this.#pack = pack ? new ExamplePack({ onError: onPackError }) : undefined;
    this.#onUnknownTool = onUnknownTool;
  }

  /** The same entry object for the same definition, so that reading an unchanged tool again is a look-up. */
  *of(upstream: ListingServer): Generator<ToolEntry> {
    const spec = this.#specs.get(upstream.name);
    const tools = upstream.tools();
    if (tools.length > 0 && spec !== undefined) this.#checkExamples(spec, tools);
    let fromPack: ServerExamples | undefined;
    for (const definition of tools) {
      let entry = this.#known.get(definition);
      if (entry === undefined) {
        fromPack ??= this.#examplesOf(upstream, spec);
        const configured = own(spec?.examples ?? {}, definition.name) as readonly string[] | undefined;
        const examples = mergeExamples(configured, fromPack(definition));
        const source = { kind: 'mcp', name: upstream.name } as const;
        entry = { source, definition, ...(examples === undefined ? {} : { examples }) };
        this.#known.set(definition, entry);
      }
      yield entry;
    }
  }

  #examplesOf(upstream: ListingServer, spec: ServerSpec | undefined): ServerExamples {
    if (this.#pack === undefined) return () => undefined;
    const serverInfo = upstream.status().serverInfo?.name;
    return this.#pack.server({
      name: upstream.name,
      ...(spec === undefined ? {} : { transport: spec.transport }),
      ...(serverInfo === undefined ? {} : { serverInfo }),
    });
  }

  #checkExamples(
    { name, examples = {}, allowTools, denyTools = [] }: ServerSpec,
    tools: readonly ToolDefinition[],
  ): void {
    const listed = new Set(tools.map((tool) => tool.name));
    for (const tool of Object.keys(examples)) {
      // Switched off on purpose is not mistyped.
      const off = denyTools.includes(tool) || allowTools?.includes(tool) === false;
      const key = `${name}\n${tool}`;
      if (off || listed.has(tool) || this.#unknownTools.has(key)) continue;
      this.#unknownTools.add(key);
      this.#onUnknownTool(name, tool);
    }
  }
}
