import { type CallContext, createCallPath, type RawToolResult, type ToolExecutor } from '../calling/index.ts';
import {
  type Bridge,
  type BridgeCaller,
  bridgeInstructions,
  bridgeTools,
  createBridge,
  DEFAULT_BRIDGE_NAMES,
  PROFILES,
  possibleReferences,
} from '../disclosure/index.ts';
import { ToolscoutError } from '../errors.ts';
import type { RetrievalBackend } from '../retrieval/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { GatewayFace, ListedTool } from './listing.ts';
import type { GatewaySession } from './session-view.ts';

/** An index as it is at one moment. */
export interface ServedIndex {
  /** The same object as long as the index has not changed. */
  readonly catalog: Catalog & { readonly size: number };
  readonly backend: RetrievalBackend;
  /** For a catalog that has to look names up elsewhere beforehand: the one that knows what these texts name. */
  readonly knowing?: (texts: readonly string[]) => Promise<Catalog>;
}

export interface IndexSessionOptions {
  /** The index of this moment; asked with each operation. */
  readonly current: () => ServedIndex;
  /** Runs a tool whose server is there; without it every call says that none is. */
  readonly execute?: ToolExecutor;
  readonly searchDefaultLimit?: number;
  readonly maxSearchLimit?: number;
}

/**
 * What a client is served of an index of tools: the bridge over it. Searching and describing need nothing but the index;
 * a call needs the server that the tool came from, and says so where it is not there.
 */
export function createIndexSession(options: IndexSessionOptions): GatewaySession {
  const { current, execute = refuse } = options;
  const names = DEFAULT_BRIDGE_NAMES;
  const face: GatewayFace = { name: undefined, passesThrough: false, hasCode: false, profile: PROFILES.toolscout };
  const listeners = new Set<() => void>();
  let served = current();
  const now = (): ServedIndex => {
    const next = current();
    // Another part of the index may have changed: that is nothing to those who are served this one.
    const isOther = next.catalog.epoch !== served.catalog.epoch;
    served = next;
    if (isOther) for (const listener of listeners) listener();
    return served;
  };
  const bridge: Bridge = createBridge({
    index: () => served.backend,
    defaultLimit: options.searchDefaultLimit ?? 5,
    maxLimit: options.maxSearchLimit ?? 20,
    callPath: createCallPath({ execute, bridgeNames: Object.values(names) }),
  });
  const knowing = async (input: unknown): Promise<Catalog> => {
    const { catalog, knowing: lookUp } = now();
    return lookUp === undefined ? catalog : lookUp(possibleReferences(input));
  };
  return {
    bridgeNames: names,
    face,
    catalog: () => now().catalog,
    bridgeTools: async (): Promise<readonly ListedTool[]> => bridgeTools(now().catalog, names),
    instructions: () => bridgeInstructions(names),
    search: (input: unknown, caller?: BridgeCaller) => bridge.search(now().catalog, input, caller),
    describe: async (input: unknown, caller?: BridgeCaller) => bridge.describe(await knowing(input), input, caller),
    call: async (input: unknown, context?: CallContext) => bridge.call(await knowing(input), input, context),
    code: async () => {
      throw new ToolscoutError('SANDBOX_UNAVAILABLE', 'An index is not served in the mode code.');
    },
    onCatalogChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const refuse: ToolExecutor = async ({ source }): Promise<RawToolResult> => {
  throw new ToolscoutError('SERVER_UNAVAILABLE', `The server "${source.name}" of this tool is not connected.`, {
    next: 'Tell the user: the tool is known from an index, and serving that index with --config connects servers.',
    details: { server: source.name, ran: false },
  });
};
