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
import { sessionOfCaller } from './session-name.ts';
import type { GatewaySession } from './session-view.ts';
import type { SessionWatch } from './session-watch.ts';

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
  /** Whose session it is: its sessions are its own, whatever it calls them. */
  readonly caller?: string | undefined;
  /** Remembers what sessions do, and tells of it to those with these rights. Default: nobody does. */
  readonly watch?: { readonly by: SessionWatch; readonly rights: string } | undefined;
}

/**
 * What a client is served of an index of tools: the bridge over it. Searching and describing need nothing but the index;
 * a call needs the server that the tool came from, and says so where it is not there.
 */
export function createIndexSession(options: IndexSessionOptions): GatewaySession {
  const { current, execute = refuse, caller, watch } = options;
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
  const telemetry = watch?.by.telemetry(() => watch.rights);
  const bridge: Bridge = createBridge({
    index: () => served.backend,
    ...(watch === undefined ? {} : { sessions: watch.by.sessions }),
    ...(telemetry === undefined ? {} : { telemetry }),
    defaultLimit: options.searchDefaultLimit ?? 5,
    maxLimit: options.maxSearchLimit ?? 20,
    callPath: createCallPath({
      execute,
      bridgeNames: Object.values(names),
      ...(watch === undefined ? {} : { observers: watch.by.observers(telemetry) }),
    }),
  });
  const knowing = async (input: unknown): Promise<Catalog> => {
    const { catalog, knowing: lookUp } = now();
    return lookUp === undefined ? catalog : lookUp(possibleReferences(input));
  };
  /** Two callers may give their sessions the same name, and share nothing for it. */
  const named = <Context extends BridgeCaller>(context: Context): Context => {
    const { session } = context;
    return session === undefined || caller === undefined
      ? context
      : { ...context, session: sessionOfCaller(caller, session) };
  };
  return {
    bridgeNames: names,
    face,
    catalog: () => now().catalog,
    bridgeTools: async (by: BridgeCaller = {}): Promise<readonly ListedTool[]> => {
      const { catalog } = now();
      const tools = bridgeTools(catalog, names);
      if (watch !== undefined) {
        const { size: deferred } = catalog;
        const shown = { mode: 'tools', catalog, tools, deferred, instructions: bridgeInstructions(names) } as const;
        void watch.by.shown(named(by), { ...shown, rights: watch.rights });
      }
      return tools;
    },
    instructions: () => bridgeInstructions(names),
    search: (input: unknown, by: BridgeCaller = {}) => bridge.search(now().catalog, input, named(by)),
    describe: async (input: unknown, by: BridgeCaller = {}) => bridge.describe(await knowing(input), input, named(by)),
    call: async (input: unknown, context: CallContext = {}) =>
      bridge.call(await knowing(input), input, {
        ...named(context),
        ...(caller === undefined ? {} : { caller }),
      }),
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
