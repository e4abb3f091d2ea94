import {
  type CallContext,
  createCallPath,
  type RawToolResult,
  READ_BACK_NAME,
  type ResultOptions,
  type ToolExecutor,
} from '../calling/index.ts';
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
import type { IndexOperations } from './index-operations.ts';
import type { GatewayFace, ListedTool } from './listing.ts';
import { sessionOfCaller } from './session-name.ts';
import type { GatewaySession } from './session-view.ts';
import type { SessionWatch } from './session-watch.ts';

/** An index as it is at one moment. */
export interface ServedIndex {
  /** Nothing is known of it yet: that it is empty is no news to anybody. */
  readonly unread?: boolean;
  /** The same object as long as the index has not changed. */
  readonly catalog: Catalog & { readonly size: number };
  readonly backend: RetrievalBackend;
  /** For a catalog that has to look names up elsewhere beforehand: the one that knows what these texts name. */
  readonly knowing?: (texts: readonly string[]) => Promise<Catalog & { readonly size: number }>;
}

/** An index that changes while it is served. One on this machine is looked at at once, one elsewhere has to be asked. */
export interface LiveIndex<Part extends ServedIndex = ServedIndex> {
  /** As it was when it was last looked at; asked with each operation. */
  current(): Part;
  /**
   * As it was within the last minute, or where it cannot be asked now, before. Absent: as `current` has it.
   * @throws ToolscoutError `INDEX_UNAVAILABLE` where nothing is known of it
   */
  lately?(): Promise<Part>;
  /**
   * As it is. Absent: as `current` has it.
   * @throws ToolscoutError `INDEX_UNAVAILABLE`
   */
  read?(): Promise<Part>;
}

export interface IndexSessionOptions extends LiveIndex {
  /** How much of a result a call brings at once, and where the rest is kept. */
  readonly results?: ResultOptions | undefined;
  /** Runs a tool whose server is there; without it every call says that none is. */
  readonly execute?: ToolExecutor;
  readonly searchDefaultLimit?: number;
  readonly maxSearchLimit?: number;
  /** Whose session it is: its sessions are its own, whatever it calls them. */
  readonly caller?: string | undefined;
  /** Fingerprint of the rights that the session has. */
  readonly rights: string;
  /** Remembers what sessions do, and tells of it to those with these rights. Default: nobody does. */
  readonly watch?: SessionWatch | undefined;
  /** Counts what sessions do, and holds them to their limits. Default: nobody does. */
  readonly operations?: IndexOperations | undefined;
}

/**
 * What a client is served of an index of tools: the bridge over it. Searching and describing need nothing but the index;
 * a call needs the server that the tool came from, and says so where it is not there.
 */
export function createIndexSession(options: IndexSessionOptions): GatewaySession {
  const { execute = refuse, caller, rights, watch, operations, results } = options;
  const names = DEFAULT_BRIDGE_NAMES;
  const face: GatewayFace = { name: undefined, passesThrough: false, hasCode: false, profile: PROFILES.toolscout };
  const listeners = new Set<() => void>();
  const backends = new WeakMap<Catalog, RetrievalBackend>();
  let served = options.current();
  const take = (next: ServedIndex): ServedIndex => {
    backends.set(next.catalog, next.backend);
    // Another part of the index may have changed: that is nothing to those who are served this one.
    const isOther = served.unread !== true && next.catalog.epoch !== served.catalog.epoch;
    served = next;
    if (isOther) for (const listener of listeners) listener();
    return next;
  };
  const now = (): ServedIndex => take(options.current());
  const lately = async (): Promise<ServedIndex> =>
    options.lately === undefined ? now() : take(await options.lately());
  const telemetry = watch?.telemetry(() => rights);
  const bridge: Bridge = createBridge({
    index: (catalog) => backends.get(catalog) ?? served.backend,
    ...(watch === undefined ? {} : { sessions: watch.sessions }),
    ...(telemetry === undefined ? {} : { telemetry }),
    defaultLimit: options.searchDefaultLimit ?? 5,
    maxLimit: options.maxSearchLimit ?? 20,
    callPath: createCallPath({
      execute,
      bridgeNames: Object.values(names),
      results: {
        ...results,
        readBack: (handle, offset) =>
          `${names.call} ${JSON.stringify({ name: READ_BACK_NAME, arguments: { handle, offset } })}`,
      },
      observers: [...(watch?.observers(telemetry) ?? []), ...(operations?.counts.observers(() => rights) ?? [])],
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
      const { catalog } = await lately();
      const tools = bridgeTools(catalog, names);
      if (watch !== undefined) {
        const { size: deferred } = catalog;
        const shown = { mode: 'tools', catalog, tools, deferred, instructions: bridgeInstructions(names) } as const;
        void watch.shown(named(by), { ...shown, rights });
      }
      return tools;
    },
    instructions: () => bridgeInstructions(names),
    search: async (input: unknown, by: BridgeCaller = {}) => {
      const ended = operations?.searching(caller ?? by.session, rights);
      try {
        // Where nobody answers, the search says so itself, and is told of.
        const { catalog } = await lately().catch(now);
        const answer = await bridge.search(catalog, input, named(by));
        ended?.('ok');
        return answer;
      } catch (error) {
        ended?.('failed');
        throw error;
      }
    },
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
    knowing: async (texts) => {
      const { catalog, knowing: lookUp } = options.read === undefined ? now() : await options.read();
      return lookUp === undefined || texts.length === 0 ? catalog : lookUp(texts);
    },
  };
}

const refuse: ToolExecutor = async ({ source }): Promise<RawToolResult> => {
  throw new ToolscoutError('SERVER_UNAVAILABLE', `The server "${source.name}" of this tool is not connected.`, {
    next: 'Tell the user: the tool is known from an index, and serving that index with --config connects servers.',
    details: { server: source.name, ran: false },
  });
};
