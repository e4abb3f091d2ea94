import {
  type BridgeNames,
  type BridgeProfile,
  codeTool,
  type DisclosureMode,
  directoryBridgeTools,
  splitExposure,
  type ToolSearchFamily,
} from '../disclosure/index.ts';
import { isObject, own } from '../shared/json.ts';
import { type Catalog, sanitizeText, type Tool } from '../tools/index.ts';

/** A tool as the gateway lists it: of the bridge, or one that runs behind it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What a client sees of the gateway itself. */
export interface GatewayFace {
  /** What it calls itself; undefined: by its own name. */
  readonly name: string | undefined;
  /** The tools themselves are listed, and there is no bridge. */
  readonly passesThrough: boolean;
  /** The mode `code` was asked for: its tool is there, or says why not. */
  readonly hasCode: boolean;
  /** How answers of the bridge are written. */
  readonly profile: BridgeProfile;
}

/** What the gateway shows of a catalog. */
export interface Listing {
  readonly tools: readonly ListedTool[];
  readonly isExposed: (tool: Tool) => boolean;
}

export interface ListingOptions {
  /** `tools` lists every tool itself, without a bridge. */
  readonly expose: 'bridge' | 'tools';
  readonly mode: DisclosureMode;
  readonly family: ToolSearchFamily;
  readonly profile: BridgeProfile;
  readonly names: BridgeNames;
  /** Ids or names of tools that stay visible beside the bridge. */
  readonly pinned: readonly string[];
  /** Passed through, tools keep the names that their server gave them. */
  readonly ownNames?: boolean;
  /** Most characters of the search tool's description in directory mode. */
  readonly maxLength?: number;
}

/** Makes listings, one for each catalog object: equal catalogs give equal bytes. */
export function createListing(options: ListingOptions): (catalog: Catalog) => Listing {
  const known = new WeakMap<Catalog, Listing>();
  return (catalog) => {
    let listing = known.get(catalog);
    if (listing === undefined) {
      listing =
        options.expose === 'tools' ? listTools(catalog, options.ownNames ?? false) : listBridge(catalog, options);
      known.set(catalog, listing);
    }
    return listing;
  };
}

function listTools(catalog: Catalog, ownNames: boolean): Listing {
  return { tools: catalog.tools.map((tool) => toPassed(tool, ownNames)), isExposed: () => true };
}

function listBridge(catalog: Catalog, options: ListingOptions): Listing {
  const { family, mode, pinned, profile, names, maxLength } = options;
  const { visible, deferred } = splitExposure(catalog.tools, {
    family,
    mode,
    pinned,
    bridgeTools: mode === 'code' ? 1 : 3,
  });
  const bridge =
    mode === 'code'
      ? [codeTool(deferred, profile)]
      : mode === 'directory' && profile.id === 'toolscout'
        ? directoryBridgeTools({ tools: deferred }, { names, ...(maxLength === undefined ? {} : { maxLength }) })
        : profile.definitions(deferred, names);
  const shown = new Set(visible);
  return { tools: [...visible.map(toListed), ...bridge], isExposed: (tool) => shown.has(tool) };
}

/** Beside a bridge: under its model-safe name, with the texts and schemas as they were read: what is validated is shown. */
function toListed({ name, title, description, inputSchema, outputSchema, annotations, raw }: Tool): ListedTool {
  return {
    ...raw,
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(annotations === undefined ? {} : { annotations }),
  } as ListedTool;
}

/**
 * Passed through: the server's own JSON with every member, known or not. Only what no client could use, or what hides
 * something from its reader, is as it was read.
 */
function toPassed({ name, originalName, title, description, inputSchema, raw }: Tool, ownName: boolean): ListedTool {
  return {
    ...raw,
    name: ownName ? originalName : name,
    ...(raw.title === undefined || isClean(raw.title) ? {} : { title: title ?? '' }),
    ...(raw.description === undefined || isClean(raw.description) ? {} : { description }),
    ...(isObjectSchema(raw.inputSchema) && isClean(JSON.stringify(raw.inputSchema)) ? {} : { inputSchema }),
  } as ListedTool;
}

function isClean(text: unknown): boolean {
  return typeof text === 'string' && sanitizeText(text, Number.POSITIVE_INFINITY).hidden === 0;
}

/** A root that says it is anything else is refused by clients, and the whole list with it. */
function isObjectSchema(schema: unknown): boolean {
  return isObject(schema) && own(schema, 'type') === 'object';
}

const forModels = new WeakMap<Catalog, Catalog>();

/** The catalog as a model may know it: without tools that only a server's own user interface calls (MCP Apps). */
export function withoutAppOnly(catalog: Catalog): Catalog {
  let known = forModels.get(catalog);
  if (known === undefined) {
    known = catalog.tools.some(isAppOnly) ? catalog.narrow((tool) => !isAppOnly(tool)) : catalog;
    forModels.set(catalog, known);
  }
  return known;
}

function isAppOnly({ raw }: Tool): boolean {
  const meta = own(raw, '_meta');
  const ui = isObject(meta) ? own(meta, 'ui') : undefined;
  const visibility = isObject(ui) ? own(ui, 'visibility') : undefined;
  return Array.isArray(visibility) && visibility.includes('app') && !visibility.includes('model');
}
