import { type CallContext, type CallPathOptions, createCallPath, type RawToolResult } from '../../calling/index.ts';
import {
  type Assembly,
  type AssemblyContext,
  assemble,
  type BridgeCaller,
  type BridgeNames,
  createBridge,
} from '../../disclosure/index.ts';
import type { RetrievalBackend } from '../../retrieval/index.ts';
import type { Catalog, ToolEntry } from '../../tools/index.ts';

/** A definition that a request carries, as MCP lists it. */
export interface ListedDefinition {
  readonly name: string;
  readonly description?: string | null;
  readonly inputSchema?: unknown;
}

/**
 * What an adapter needs to know of the tools of one conversation. A session of the gateway is one as it is; without a
 * gateway, {@link createToolAccess} makes one.
 */
export interface ToolAccess {
  readonly bridgeNames: BridgeNames;
  /** What is searched and called at this moment. */
  catalog(): Catalog;
  /** The bridge and the tools that are never hidden; every tool where nothing is hidden. */
  bridgeTools(): Promise<readonly ListedDefinition[]>;
  search(input: unknown, caller?: BridgeCaller): Promise<unknown>;
  describe(input: unknown): Promise<unknown>;
  /**
   * Runs a tool under its real name, after rights, validation and consent.
   * @throws ToolscoutError when it did not run or what became of it is unknown.
   */
  call(input: unknown, context?: CallContext): Promise<RawToolResult>;
  /** Why a person would be asked before this call runs, for frameworks that ask themselves. Nothing runs. */
  asks?(input: unknown, context?: CallContext): Promise<string | undefined>;
}

export interface ToolAccessOptions extends Omit<CallPathOptions, 'bridgeNames'> {
  /** The tools of this moment; asked again for each request. */
  readonly entries: readonly ToolEntry[] | (() => readonly ToolEntry[]);
  /** What {@link assemble} is told: window, pinned and frequent tools, settings. */
  readonly context?: Omit<AssemblyContext, 'previous'>;
  /** How a catalog is searched. Default: in memory, by words. */
  readonly index?: (catalog: Catalog) => RetrievalBackend;
  readonly defaultLimit?: number;
  readonly maxLimit?: number;
}

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;

/** The tools of one conversation from a list of entries and a way to run them. */
export async function createToolAccess(options: ToolAccessOptions): Promise<ToolAccess> {
  const { entries, context = {}, index, defaultLimit = DEFAULT_LIMIT, maxLimit = MAX_LIMIT, ...calls } = options;
  const list = typeof entries === 'function' ? entries : () => entries;
  let assembly: Assembly = await assemble(list(), context);
  const { names } = assembly;
  const callPath = createCallPath({ ...calls, bridgeNames: Object.values(names) });
  const bridge = createBridge({ defaultLimit, maxLimit, callPath, ...(index === undefined ? {} : { index }) });
  return {
    bridgeNames: names,
    catalog: () => assembly.authorized,
    bridgeTools: async () => {
      assembly = await assemble(list(), { ...context, previous: assembly });
      return assembly.tools.map(({ definition }) => definition);
    },
    search: (input, caller) =>
      bridge.search(assembly.catalog, input, {
        isExposed: assembly.bridged ? assembly.isExposed : () => false,
        ...caller,
      }),
    describe: async (input) => bridge.describe(assembly.catalog, input),
    call: (input, callContext) => bridge.call(assembly.authorized, input, callContext),
    asks: (input, callContext) => bridge.asks(assembly.authorized, input, callContext),
  };
}
