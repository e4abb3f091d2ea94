import { createResultStore, type ResultOptions, type ToolExecutor } from '../../calling/index.ts';
import type { Embedder, FilterExpression } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import {
  ActivityLog,
  createIndexCallers,
  type Gateway,
  type GatewaySession,
  type IndexCallers,
  IndexOperations,
  type IndexPart,
  type LiveIndex,
  type LoadedConfig,
  type SessionOptions,
  SessionWatch,
} from '../../gateway/index.ts';
import { createMemoryStateStore } from '../../state/index.ts';
import { toolId } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { auditOf, createGateway, openLog } from '../open-tools.ts';

export interface ServeIndexOptions {
  readonly index: string;
  readonly filter?: string;
  /** Its servers run the calls of tools that came from them. */
  readonly config?: string;
}

/** An index as it is served. */
export interface ServedToolIndex {
  /** All of it, for one caller. */
  readonly session: GatewaySession;
  /** Parts of it, for callers with rights. */
  readonly callers: IndexCallers;
  /** What is counted of it, and whether it is ready. */
  readonly operations: IndexOperations;
  /** What the doors beside MCP need to know of it. */
  readonly doors: IndexBehindDoors;
  close(): Promise<void>;
}

export interface IndexBehindDoors {
  readonly activity: ActivityLog;
  readonly embedder: Embedder | undefined;
  /** Runs the calls, where a configuration has servers for them. */
  readonly gateway: Gateway | undefined;
}

/** An index that is served in parts, wherever it is kept. */
export interface IndexInParts {
  readonly part: (rights: FilterExpression | undefined) => LiveIndex<IndexPart>;
  /** Tags that tools of it carry at this moment. */
  readonly tagKeys: () => ReadonlySet<string>;
  readonly embedder: Embedder | undefined;
}

/** Tools that people can leaf through. */
export const LEAFED = 5_000;

/** Serves an index in parts; the servers of the configuration run the calls, and its store is what sessions are kept in. */
export async function serveInParts(
  { part, tagKeys, embedder }: IndexInParts,
  config: LoadedConfig | undefined,
  io: CliIo,
): Promise<ServedToolIndex> {
  const gateway = config === undefined ? undefined : openGateway(config, io);
  try {
    const activity = new ActivityLog({ content: config?.telemetry.content ?? false });
    const log = openLog(io, 'error');
    const operations = new IndexOperations({ limits: config?.limits, servers: gateway });
    const callers = createIndexCallers({
      operations,
      watch: new SessionWatch({
        activity,
        state: gateway?.state,
        onError: (error) => log.warn({ err: error }, 'what a session did could not be kept or told'),
      }),
      statuses: () => gateway?.statuses() ?? [],
      part,
      tagKeys,
      book: config?.policy.book ?? {},
      results: resultsOf(gateway, config),
      ...(gateway === undefined ? {} : { executeFor: (scope: SessionOptions) => executeBy(ofCaller(gateway, scope)) }),
    });
    const session = callers.own();
    return {
      session,
      callers,
      operations,
      doors: { activity, embedder, gateway },
      close: async () => gateway?.close(),
    };
  } catch (error) {
    await gateway?.close();
    throw error;
  }
}

function openGateway(config: LoadedConfig, io: CliIo): Gateway {
  const gateway = createGateway(config, io, 'error', auditOf(config));
  gateway.start();
  return gateway;
}

/** The session over the index cuts long results and has them read on: nobody is told of the gateway behind it. */
function resultsOf(gateway: Gateway | undefined, config: LoadedConfig | undefined): ResultOptions {
  const maxBytes = config?.gateway.maxResultBytes;
  return {
    store: createResultStore(gateway?.state ?? createMemoryStateStore()),
    ...(maxBytes === undefined ? {} : { maxBytes }),
  };
}

/** All that pass each of these filters; undefined: everything. */
export function bothOf(a: FilterExpression | undefined, b: FilterExpression): FilterExpression;
export function bothOf(a: FilterExpression | undefined, b: FilterExpression | undefined): FilterExpression | undefined;
export function bothOf(a: FilterExpression | undefined, b: FilterExpression | undefined): FilterExpression | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return { op: 'and', parts: [a, b] };
}

/**
 * Who calls, at the gateway that runs the calls. What tags the tool has is known from the index, where it passed the
 * caller's filter; servers know of no tags.
 */
function ofCaller(gateway: Gateway, { filter: _filter, rules: _rules, ...names }: SessionOptions): CallingSession {
  return names.caller === undefined ? gateway : gateway.session(names);
}

type CallingSession = Pick<GatewaySession, 'call'>;

/** By the id that the tool has at the gateway, whatever id its catalogue gave it. Results come whole. */
function executeBy(gateway: CallingSession): ToolExecutor {
  return async ({ source, originalName }, args, context) => {
    try {
      const call = { name: toolId(source, originalName), arguments: args };
      return await gateway.call(call, { ...context, maxResultBytes: 0 });
    } catch (error) {
      // Close names and servers that are down are those of the gateway, which has other tools than the index shows.
      if (!(error instanceof ToolscoutError) || !NOT_THERE.has(error.code)) throw error;
      throw new ToolscoutError('SERVER_UNAVAILABLE', `The server "${source.name}" does not have this tool now.`, {
        next: 'Tell the user: the tool is known from an index, and its server is not connected or has changed.',
        details: { server: source.name, ran: false },
        cause: error,
      });
    }
  };
}

const NOT_THERE: ReadonlySet<string> = new Set(['UNKNOWN_TOOL', 'AMBIGUOUS_TOOL', 'TOOL_REMOVED']);
