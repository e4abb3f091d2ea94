import { errorMessage, type ToolscoutError } from '../errors.ts';
import { deepFreeze } from '../shared/freeze.ts';
import { own } from '../shared/json.ts';
import {
  ExampleFile,
  ExamplePack,
  mergeExamples,
  readExampleFile,
  type ServerExamples,
  type ServerSpec,
  type Upstream,
} from '../sources/index.ts';
import { type ToolDefinition, type ToolEntry, toolId } from '../tools/index.ts';
import type { ToolOverride, ToolOverrides } from './config/index.ts';

/** What entries need to know of a server. */
export type ListingServer = Pick<Upstream, 'name' | 'tools' | 'status'>;

export interface ServerEntriesOptions {
  readonly servers: readonly ServerSpec[];
  /** Use the example requests that come with the package. */
  readonly pack: boolean;
  /** Examples file, absolute; one that is not there is empty. It is read once, when the first tools are there. */
  readonly file?: string;
  /** How tools are shown, by `server/tool`, where that differs from what servers say. */
  readonly overrides?: ToolOverrides;
  /** Told once of each configured example whose tool the server does not list. */
  readonly onUnknownTool: (server: string, tool: string) => void;
  readonly onPackError: (error: ToolscoutError) => void;
  /** Told of the file, or of each line, that cannot be used. */
  readonly onFileProblem: (message: string) => void;
}

/** Makes the catalog's entries of what servers list, with the examples of the configuration, its file, and the pack. */
export class ServerEntries {
  readonly #specs: ReadonlyMap<string, ServerSpec>;
  readonly #pack: ExamplePack | undefined;
  readonly #onUnknownTool: ServerEntriesOptions['onUnknownTool'];
  readonly #path: string | undefined;
  readonly #overrides: ToolOverrides;
  readonly #onFileProblem: ServerEntriesOptions['onFileProblem'];
  #file: ExampleFile | undefined;
  readonly #known = new WeakMap<ToolDefinition, ToolEntry>();
  readonly #unknownTools = new Set<string>();

  constructor({
    servers,
    pack,
    file,
    overrides = {},
    onUnknownTool,
    onPackError,
    onFileProblem,
  }: ServerEntriesOptions) {
    this.#path = file;
    this.#overrides = overrides;
    this.#onFileProblem = onFileProblem;
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
        const source = { kind: 'mcp', name: upstream.name } as const;
        const written = this.#written().examples(toolId(source, definition.name));
        const examples = mergeExamples(configured, written, fromPack(definition));
        entry = { source, ...this.#shown(upstream.name, definition), ...(examples === undefined ? {} : { examples }) };
        this.#known.set(definition, entry);
      }
      yield entry;
    }
  }

  /** The definition as it is to be shown. */
  #shown(server: string, definition: ToolDefinition): Pick<ToolEntry, 'definition' | 'alias'> {
    const override = own(this.#overrides, `${server}/${definition.name}`) as ToolOverride | undefined;
    return override === undefined ? { definition } : asShown(definition, override);
  }

  /** Entries that were made already, such as those of HTTP APIs, with the examples of the file. */
  *withFile(entries: Iterable<ToolEntry>): Generator<ToolEntry> {
    for (const entry of entries) {
      const { definition, source } = entry;
      let known = this.#known.get(definition);
      if (known === undefined) {
        const written = this.#written().examples(toolId(source, definition.name));
        known = written === undefined ? entry : { ...entry, examples: written };
        this.#known.set(definition, known);
      }
      yield known;
    }
  }

  #written(): ExampleFile {
    this.#file ??= this.#readFile();
    return this.#file;
  }

  /** A broken file costs its examples and nothing else. */
  #readFile(): ExampleFile {
    const path = this.#path;
    if (path === undefined) return new ExampleFile('');
    try {
      const file = readExampleFile(path);
      for (const { line, message } of file.problems) this.#onFileProblem(`${path}:${line} ${message}`);
      return file;
    } catch (error) {
      this.#onFileProblem(errorMessage(error));
      return new ExampleFile('');
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

/** A definition in other words. It keeps its own name at its server. */
export function asShown(definition: ToolDefinition, override: ToolOverride): Pick<ToolEntry, 'definition' | 'alias'> {
  const { name: alias, description = definition.description } = override;
  // A title is searched and shown: whoever looks for the new name finds it.
  const title = definition.title ?? alias;
  const shown: ToolDefinition = {
    ...definition,
    ...(description === undefined ? {} : { description }),
    ...(title === undefined ? {} : { title }),
  };
  return { definition: deepFreeze(shown), ...(alias === undefined ? {} : { alias }) };
}
