import { openToolIndex } from '../../backends/index.ts';
import type { ToolExecutor } from '../../calling/index.ts';
import { checkFilterTags, type Embedder, type FilterExpression } from '../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import {
  ActivityLog,
  AuditLog,
  createIndexCallers,
  DEFAULT_SEARCH,
  type Gateway,
  type GatewaySession,
  type IndexCallers,
  type IndexPart,
  type SessionOptions,
  SessionWatch,
} from '../../gateway/index.ts';
import { createIndexCatalog, type RetrievalBackend, serverCondition } from '../../retrieval/index.ts';
import { resolvePath } from '../../sources/index.ts';
import { toolId } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { createGateway, openConfig, openLog } from '../open-tools.ts';
import { openSearchModels } from '../search-models.ts';
import { printWarning } from '../warnings.ts';
import { readFilterOption } from './index-tools.ts';

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
  /** Parts of it, for callers with rights. Absent where it cannot be divided. */
  readonly callers?: IndexCallers;
  /** What the doors beside MCP need to know of it. */
  readonly doors?: IndexBehindDoors;
  close(): Promise<void>;
}

export interface IndexBehindDoors {
  readonly activity: ActivityLog;
  readonly embedder: Embedder | undefined;
  /** Runs the calls, where a configuration has servers for them. */
  readonly gateway: Gateway | undefined;
}

/** Tools that people can leaf through. */
const LEAFED = 5_000;
/** How often the files of the index are looked at for changes, at most. */
const LOOK_EVERY_MS = 1_000;

/**
 * Opens an index for serving: changes to it are taken in while it is served.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION`, `INDEX_DAMAGED`, `FILTER_INVALID`; `CONFIG_INVALID` for another
 * embedder than that of the index
 */
export async function openServedIndex(options: ServeIndexOptions, io: CliIo): Promise<ServedToolIndex> {
  const config = options.config === undefined ? undefined : await openConfig({ config: options.config }, io);
  const open = openToolIndex(resolvePath(options.index, io.environment.cwd, io.environment));
  const models = openSearchModels(config?.search ?? DEFAULT_SEARCH, io);
  let gateway: Gateway | undefined;
  const close = async (): Promise<void> => {
    await gateway?.close();
    models.close();
    open.close();
  };
  try {
    const filter = readFilterOption(options.filter, io);
    const { embedder } = models;
    const readWhole = () => open.backend(open.embedder === undefined || embedder === undefined ? {} : { embedder });
    let whole = readWhole();
    if (filter !== undefined) checkFilterTags(filter, whole.tagKeys);
    let lookedAt = Date.now();
    const look = (): void => {
      if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
      lookedAt = Date.now();
      try {
        if (open.refresh()) whole = readWhole();
      } catch (error) {
        printWarning(io, `the index is served as it was: ${errorMessage(error)}`);
      }
    };
    /** What passes both filters, made anew when the index has changed. */
    const part = (rights: FilterExpression | undefined): (() => IndexPart) => {
      const scope = bothOf(filter, rights);
      const read = (from: RetrievalBackend) => {
        let leafed: ReturnType<typeof createIndexCatalog> | undefined;
        return {
          from,
          backend: scope === undefined ? from : from.partition(scope),
          catalog: createIndexCatalog(open.index, scope),
          leafed: () => {
            leafed ??= createIndexCatalog(open.index, scope, LEAFED);
            return leafed;
          },
          countOf: (server: string) => open.index.view(bothOf(scope, serverCondition(server))).count,
        };
      };
      let served = read(whole);
      return () => {
        look();
        if (served.from !== whole) served = read(whole);
        return served;
      };
    };
    if (config !== undefined) {
      gateway = createGateway(
        config,
        io,
        'error',
        config.audit === undefined ? {} : { audit: new AuditLog(config.audit) },
      );
      gateway.start();
    }
    const own = gateway;
    const activity = new ActivityLog({ content: config?.telemetry.content ?? false });
    const log = openLog(io, 'error');
    const callers = createIndexCallers({
      watch: new SessionWatch({
        activity,
        onError: (error) => log.warn({ err: error }, 'what a session did could not be kept or told'),
      }),
      statuses: () => own?.statuses() ?? [],
      part,
      tagKeys: () => whole.tagKeys,
      book: config?.policy.book ?? {},
      ...(own === undefined ? {} : { executeFor: (scope: SessionOptions) => executeBy(ofCaller(own, scope)) }),
    });
    return { session: callers.own(), callers, doors: { activity, embedder, gateway: own }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Who calls, at the gateway that runs the calls. What tags the tool has is known from the index, where it passed the
 * caller's filter; servers know of no tags.
 */
export function ofCaller(
  gateway: Gateway,
  { filter: _filter, rules: _rules, ...names }: SessionOptions,
): CallingSession {
  return names.caller === undefined ? gateway : gateway.session(names);
}

function bothOf(a: FilterExpression | undefined, b: FilterExpression): FilterExpression;
function bothOf(a: FilterExpression | undefined, b: FilterExpression | undefined): FilterExpression | undefined;
function bothOf(a: FilterExpression | undefined, b: FilterExpression | undefined): FilterExpression | undefined {
  const parts = [a, b].filter((one) => one !== undefined);
  return parts.length === 0 ? undefined : { op: 'and', parts };
}

type CallingSession = Pick<GatewaySession, 'call'>;

/** By the id that the tool has at the gateway, whatever id its catalogue gave it. */
export function executeBy(gateway: CallingSession): ToolExecutor {
  return async ({ source, originalName }, args, context) => {
    try {
      return await gateway.call({ name: toolId(source, originalName), arguments: args }, context);
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
