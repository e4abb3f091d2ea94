import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server';
import type { CallContext, CallProgress, RawToolResult } from '../calling/index.ts';
import { CODE_TOOL_NAME, calledTool, callInFormat, describeInFormat, searchInFormat } from '../disclosure/index.ts';
import { ToolscoutError } from '../errors.ts';
import { packIntegers, stringifyExact, unpackIntegers } from '../shared/exact-json.ts';
import { foreignText, isObject, own } from '../shared/json.ts';
import { answersOf, forwardedMeta, isModern, legacyClient, modernClient } from './forward/client-link.ts';
import { toProtocolError } from './forward/forwarding.ts';
import { LogLevels } from './forward/log-levels.ts';
import { type ParkedRequests, parkedRequests } from './forward/parked-requests.ts';
import { RawServer } from './forward/raw-server.ts';
import type { ClientListener } from './sampled-examples.ts';
import { sessionOf } from './session-name.ts';
import type { GatewaySession } from './session-view.ts';
import { PACKAGE_VERSION } from './version.ts';

type Members = Readonly<Record<string, unknown>>;
type PlainContext = Pick<CallContext, 'signal' | 'session' | 'onProgress' | 'client' | 'meta'>;

const TOOL_METHODS = ['tools/list', 'tools/call'];
const FEATURE_METHODS = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
];
/** Methods whose result may ask for input first. */
const MAY_ASK = new Set(['tools/call', 'resources/read', 'prompts/get']);
const SAVED_TOKENS_KEY = 'toolscout/tokens';
const URL_ELICITATION_REQUIRED = -32042;

/**
 * One MCP server instance for one connection (stdio), session (HTTP, 2025 era) or request (HTTP, 2026 era). What
 * outlives it is in the gateway.
 * @param session which session this is, where the connection is one; otherwise each request says so.
 * @param onClient told when a 2025-era client has initialized, which it may ask something from then on.
 */
export function createMcpServer(gateway: GatewaySession, onClient?: ClientListener, session?: string): Server {
  const { features } = gateway;
  const server = new RawServer(
    { ...introduction(gateway.face.name), version: PACKAGE_VERSION },
    {
      capabilities: {
        tools: { listChanged: true },
        ...(features === undefined
          ? {}
          : {
              resources: { subscribe: true, listChanged: true },
              prompts: { listChanged: true },
              completions: {},
              logging: {},
            }),
      },
      ...(gateway.face.passesThrough ? {} : { instructions: gateway.instructions() }),
    },
  );
  const served = new ServedConnection(gateway, server, session);
  server.oninitialized = () => {
    served.listen();
    onClient?.(server, () => gateway.catalog().tools);
  };
  server.onclose = () => served.end();
  server.serve(
    features === undefined ? TOOL_METHODS : [...TOOL_METHODS, ...FEATURE_METHODS],
    (method, params, context) => served.handle(method, params, context),
  );
  return server;
}

/** What one server instance knows of the client it serves. */
class ServedConnection {
  readonly #gateway: GatewaySession;
  readonly #server: Server;
  readonly #session: string | undefined;
  readonly #parked: ParkedRequests;
  readonly #levels = new LogLevels();
  readonly #subscribed = new Set<string>();
  readonly #operations: ReadonlyMap<unknown, 'search' | 'describe' | 'call'>;
  #stop: (() => void) | undefined;

  constructor(gateway: GatewaySession, server: Server, session: string | undefined) {
    this.#gateway = gateway;
    this.#server = server;
    this.#session = session;
    this.#parked = parkedRequests(gateway);
    const { bridgeNames } = gateway;
    this.#operations = new Map(
      (['search', 'describe', 'call'] as const).map((operation) => [bridgeNames[operation], operation] as const),
    );
  }

  /** From now on the client hears what servers tell everybody. */
  listen(): void {
    this.#stop ??= this.#gateway.features?.onNotice(({ method, params }) => {
      if (method === 'notifications/resources/updated' && !this.#subscribed.has(foreignText(own(params, 'uri'))))
        return;
      if (!this.#levels.admits(method, params)) return;
      this.#server.notification({ method, params }).catch(() => {});
    });
  }

  end(): void {
    this.#stop?.();
    const { features } = this.#gateway;
    features?.setLevel(this, undefined);
    for (const uri of this.#subscribed) features?.unsubscribe(uri).catch(() => {});
    this.#subscribed.clear();
  }

  async handle(method: string, params: Members, context: ServerContext): Promise<Members> {
    const { features } = this.#gateway;
    if (method === 'tools/list') {
      const tools = await this.#gateway.bridgeTools({ session: this.#session ?? sessionOf(context) });
      return { tools, ...savedMeta(this.#gateway) };
    }
    if (method === 'tools/call') {
      // Whole numbers that a server sent stay what they are, down to the wire (see `exact-results.ts`).
      return packIntegers(await this.#ask(method, params, context, (call) => this.#callTool(params, call)));
    }
    if (features === undefined) throw methodNotFound();
    switch (method) {
      case 'resources/list':
      case 'resources/templates/list':
      case 'prompts/list':
        return features.list(method);
      case 'resources/read':
      case 'prompts/get':
      case 'completion/complete':
        return this.#ask(method, params, context, (call) => features.request(method, withoutMeta(params), call));
      case 'resources/subscribe':
        await this.#subscribe(foreignText(own(params, 'uri')));
        return {};
      case 'resources/unsubscribe':
        await this.#unsubscribe(foreignText(own(params, 'uri')));
        return {};
      case 'logging/setLevel':
        return this.#setLevel(params.level);
      default:
        throw methodNotFound();
    }
  }

  /** Runs a request on behalf of the client, whom it may ask something in the way of the client's era. */
  async #ask(
    method: string,
    params: Members,
    context: ServerContext,
    run: (call: PlainContext) => Promise<Members>,
  ): Promise<Members> {
    const session = this.#session ?? sessionOf(context);
    const about = { ...(session === undefined ? {} : { session }), ...progressOf(context) };
    if (!isModern(context)) {
      const client = legacyClient(this.#server, context, session, this.#levels);
      const meta = forwardedMeta(context, client.capabilities, this.#levels.level);
      return run({ ...about, client, meta, signal: context.mcpReq.signal });
    }
    if (!MAY_ASK.has(method)) return run({ ...about, signal: context.mcpReq.signal });
    const purpose = JSON.stringify([session ?? null, method, params.name ?? params.uri]);
    return this.#parked.run(purpose, answersOf(context), context.mcpReq.signal, (work) => {
      const client = modernClient(context, session, work);
      return run({ ...about, client, meta: forwardedMeta(context, client.capabilities), signal: work.signal });
    });
  }

  async #callTool(params: Members, call: PlainContext): Promise<Members> {
    const gateway = this.#gateway;
    const { name } = params;
    if (typeof name !== 'string') throw new ProtocolError(ProtocolErrorCode.InvalidParams, '"name" is missing');
    const input = unpackIntegers(params.arguments);
    const caller = { session: call.session };
    const { profile, hasCode, passesThrough } = gateway.face;
    const isCode = hasCode && name === CODE_TOOL_NAME;
    const operation = passesThrough ? undefined : isCode ? 'code' : this.#operations.get(name);
    try {
      switch (operation) {
        case 'search':
          return {
            ...structured(
              await searchInFormat(profile, gateway.catalog(), input, (one) => gateway.search(one, caller)),
            ),
            ...savedMeta(gateway),
          };
        case 'describe':
          return structured(
            await describeInFormat(profile, gateway.catalog(), input, (one) => gateway.describe(one, caller)),
          );
        case 'call': {
          const result = await callInFormat(profile, gateway.catalog(), input, (one) => gateway.call(one, call));
          return profile.callsAreUntouched || asksForInput(result) ? this.#toWire(result) : structured(result);
        }
        case 'code': {
          const answer = await gateway.code(input, call);
          return answer.ok ? structured(answer) : { ...structured(answer), isError: true };
        }
        default:
          // A host may send a hidden tool's own name; it runs under the same rules.
          return this.#toWire(await gateway.call({ name, arguments: input }, { ...call, entrance: 'direct' }));
      }
    } catch (error) {
      if (error instanceof ProtocolError || isServersOwn(error, passesThrough)) throw toProtocolError(error);
      const tool = operation === 'call' ? calledTool(gateway.catalog(), input, profile) : undefined;
      return { ...structured(profile.failure(error, tool)), isError: true };
    }
  }

  /**
   * A tool's own result on its way out: as it is, but for `content`, which both revisions demand. Towards a 2025-era
   * client a structured value that is no object is wrapped, as the schema is that was listed for it.
   */
  #toWire(result: RawToolResult): Members {
    if (asksForInput(result)) return result;
    const whole = Array.isArray(result.content) ? result : { ...result, content: [] };
    if (isObject(result.structuredContent) || result.structuredContent === undefined) return whole;
    return this.#server.projectCallToolResult(whole as never, undefined) as Members;
  }

  async #subscribe(uri: string): Promise<void> {
    if (this.#subscribed.has(uri)) return;
    await this.#gateway.features?.subscribe(uri);
    this.#subscribed.add(uri);
  }

  async #unsubscribe(uri: string): Promise<void> {
    if (this.#subscribed.delete(uri)) await this.#gateway.features?.unsubscribe(uri);
  }

  #setLevel(level: unknown): Members {
    if (typeof level !== 'string' || !this.#levels.set(level)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `"${String(level)}" is no log level`);
    }
    this.#gateway.features?.setLevel(this, level);
    return {};
  }
}

function introduction(name: string | undefined): { readonly name: string; readonly title: string } {
  return { name: name ?? 'toolscout', title: name ?? 'Toolscout' };
}

function methodNotFound(): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
}

function withoutMeta(params: Members): Members {
  const { _meta: _, ...rest } = params;
  return rest;
}

function asksForInput(result: RawToolResult): boolean {
  return own(result, 'resultType') === 'input_required';
}

/** A server's own protocol error goes through as it came where tools do, and where only the client can act on it. */
function isServersOwn(error: unknown, passesThrough: boolean): boolean {
  if (!(error instanceof ToolscoutError)) return false;
  const { rpcCode } = error.details;
  return rpcCode === URL_ELICITATION_REQUIRED || (passesThrough && Number.isInteger(rpcCode));
}

/** Progress goes out under the client's own token, and only where it gave one. */
function progressOf({ mcpReq }: ServerContext): { onProgress?: (progress: CallProgress) => void } {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return {};
  return {
    onProgress: (progress) => {
      // A progress report that cannot be delivered is not worth failing a call for.
      mcpReq.notify({ method: 'notifications/progress', params: { ...progress, progressToken } }).catch(() => {});
    },
  };
}

/** For people and dashboards: `_meta` goes to the client, and costs its model nothing. */
function savedMeta(gateway: GatewaySession): Members {
  const tokens = gateway.savedTokens?.();
  return tokens === undefined ? {} : { _meta: { [SAVED_TOKENS_KEY]: tokens } };
}

/** An answer of ours: structured where it is an object, and mirrored as text for clients that read only that. */
function structured(answer: unknown): Members {
  return {
    content: [{ type: 'text', text: stringifyExact(answer) }],
    ...(isObject(answer) ? { structuredContent: answer } : {}),
  };
}
