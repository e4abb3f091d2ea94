import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isLegacyRequest,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isObject } from '../shared/json.ts';
import { withExactArguments } from './exact-arguments.ts';
import type { Logger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';
import type { GatewaySession } from './session-view.ts';

/** A client that vanished without DELETE must not hold a session for ever. */
const MAX_SESSIONS = 1_000;

/**
 * MCP over HTTP for everybody who shares one view of the tools: requests of the 2026 era one by one, clients of the
 * 2025 era in sessions with their notification stream. A session id opens a session of this door and of no other, so
 * that it is worth nothing to another caller.
 */
export class McpDoor {
  readonly #gateway: GatewaySession;
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #sessions: LegacySessions;
  readonly #stops: readonly ((() => void) | undefined)[];

  constructor(gateway: GatewaySession, log: Logger) {
    this.#gateway = gateway;
    const modern = createMcpHandler(() => createMcpServer(gateway), {
      legacy: 'reject',
      onerror: (error) => log.debug({ err: error }, 'http client'),
    });
    const sessions = new LegacySessions(gateway, log);
    this.#modern = modern;
    this.#sessions = sessions;
    this.#stops = [
      gateway.onCatalogChange(() => {
        modern.notify.toolsChanged();
        sessions.toolsChanged();
      }),
      // Sessions of the older revisions hear by themselves.
      gateway.features?.onNotice(({ method, params }) => {
        if (method === 'notifications/resources/updated') modern.notify.resourceUpdated(String(params.uri));
        else if (method === 'notifications/resources/list_changed') modern.notify.resourcesChanged();
        else if (method === 'notifications/prompts/list_changed') modern.notify.promptsChanged();
      }),
    ];
  }

  async fetch(given: Request): Promise<Response> {
    const request = await withExactArguments(given);
    if (await isLegacyRequest(request)) return this.#sessions.fetch(request);
    await subscribeFor(this.#gateway, request);
    return this.#modern.fetch(request);
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop?.();
    await this.#sessions.close();
    await this.#modern.close();
  }
}

/** Subscribes to the resources that a listen request of revision 2026-07-28 names, for as long as its stream is open. */
async function subscribeFor({ features }: GatewaySession, request: Request): Promise<void> {
  if (features === undefined || request.headers.get('mcp-method') !== 'subscriptions/listen') return;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  const params = isObject(body) ? body.params : undefined;
  const filter = isObject(params) ? params.notifications : undefined;
  const uris = isObject(filter) && Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions : [];
  for (const uri of uris.filter((one) => typeof one === 'string')) {
    await features.subscribe(uri).then(
      () => request.signal.addEventListener('abort', () => features.unsubscribe(uri).catch(() => {}), { once: true }),
      // The listener gets what there is; the rest of its filter is not worth less for it.
      () => {},
    );
  }
}

/** 2025-era sessions: one transport and one server instance each, found by the session header. */
class LegacySessions {
  readonly #gateway: GatewaySession;
  readonly #log: Logger;
  readonly #live = new Map<string, { transport: WebStandardStreamableHTTPServerTransport; server: Server }>();

  constructor(gateway: GatewaySession, log: Logger) {
    this.#gateway = gateway;
    this.#log = log;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id !== null) {
      const session = this.#live.get(id);
      // 404 is how a client learns that it must open a new session.
      if (session === undefined) return rpcError(404, -32_001, 'Session not found');
      // Most recently used last, so that the oldest idle session goes first when room is needed.
      this.#live.delete(id);
      this.#live.set(id, session);
      return session.transport.handleRequest(request);
    }
    return this.#open(request);
  }

  toolsChanged(): void {
    for (const { server } of this.#live.values()) server.sendToolListChanged().catch(() => {});
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#live.values()].map(({ transport }) => transport.close()));
    this.#live.clear();
  }

  async #open(request: Request): Promise<Response> {
    const server = createMcpServer(this.#gateway);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.#live.set(id, { transport, server });
        const oldest = this.#live.keys().next().value;
        if (this.#live.size > MAX_SESSIONS && oldest !== undefined) void this.#end(oldest);
      },
    });
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#live.delete(transport.sessionId);
    };
    transport.onerror = (error) => this.#log.debug({ err: error }, 'http client');
    await server.connect(transport);
    // Anything but `initialize` is answered by the transport itself, with 400, and leaves no session behind.
    return transport.handleRequest(request);
  }

  async #end(id: string): Promise<void> {
    const session = this.#live.get(id);
    this.#live.delete(id);
    await session?.transport.close();
  }
}

function rpcError(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
