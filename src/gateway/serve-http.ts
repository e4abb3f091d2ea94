import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import { ToolscoutError } from '../errors.ts';
import { isObject } from '../shared/json.ts';
import { withExactArguments } from './exact-arguments.ts';
import type { Readiness } from './gateway.ts';
import type { Logger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';
import { PROMETHEUS_CONTENT_TYPE } from './metrics/index.ts';
import type { GatewaySession } from './session-view.ts';

export interface HttpOptions {
  /** Loopback by default. Any other address must come with `allowedHosts`. */
  readonly host?: string;
  /** 0 picks a free port. */
  readonly port: number;
  /** Host names, without port, that requests may be addressed to; loopback names are always allowed on loopback. */
  readonly allowedHosts?: readonly string[];
  /** Without it there is `/healthz` only. */
  readonly operations?: HttpOperations;
}

/** What an operator's tools ask a gateway. */
export interface HttpOperations {
  readiness(): Readiness;
  /** Text for Prometheus. */
  metrics(): string;
}

export interface HttpGateway {
  /** Where clients connect, for example `http://127.0.0.1:8420/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);
/** A client that vanished without DELETE must not hold a session for ever. */
const MAX_SESSIONS = 1_000;

/**
 * Serves many clients over Streamable HTTP at `/mcp`: 2026-era requests one by one, 2025-era clients in sessions with
 * their notification stream. Host and Origin are checked against DNS rebinding before anything else.
 */
export async function serveGatewayHttp(
  gateway: GatewaySession,
  options: HttpOptions,
  log: Logger,
): Promise<HttpGateway> {
  const host = options.host ?? '127.0.0.1';
  const allowedHosts = [...(options.allowedHosts ?? []), ...(LOOPBACK.has(host) ? localhostAllowedHostnames() : [])];
  if (allowedHosts.length === 0) {
    throw new ToolscoutError('CONFIG_INVALID', `Serving on ${host} needs to know the host names that clients use.`, {
      next: 'List them under http.allowedHosts in the configuration, or serve on 127.0.0.1.',
    });
  }
  const allowedOrigins = [...(options.allowedHosts ?? []), ...localhostAllowedOrigins()];

  const modern = createMcpHandler(() => createMcpServer(gateway), {
    legacy: 'reject',
    onerror: (error) => log.debug({ err: error }, 'http client'),
  });
  const sessions = new LegacySessions(gateway, log);
  const stopCatalog = gateway.onCatalogChange(() => {
    modern.notify.toolsChanged();
    sessions.toolsChanged();
  });
  // Sessions of the older revisions hear by themselves.
  const stopNotices = gateway.features?.onNotice(({ method, params }) => {
    if (method === 'notifications/resources/updated') modern.notify.resourceUpdated(String(params.uri));
    else if (method === 'notifications/resources/list_changed') modern.notify.resourcesChanged();
    else if (method === 'notifications/prompts/list_changed') modern.notify.promptsChanged();
  });
  const stop = (): void => {
    stopCatalog();
    stopNotices?.();
  };

  const app = new Hono();
  const { operations } = options;
  // Probes come under the address of a container, which is no host name of ours; they are told nothing worth a secret.
  app.get('/healthz', (context) => context.json({ ok: true }));
  if (operations !== undefined) {
    app.get('/readyz', (context) => {
      const readiness = operations.readiness();
      return context.json(readiness, readiness.ready ? 200 : 503);
    });
  }
  app.use(async (context, next) => {
    const refused =
      hostHeaderValidationResponse(context.req.raw, allowedHosts) ??
      originValidationResponse(context.req.raw, allowedOrigins);
    if (refused !== undefined) return refused;
    await next();
    return undefined;
  });
  if (operations !== undefined) {
    app.get('/metrics', (context) =>
      context.body(operations.metrics(), 200, { 'content-type': PROMETHEUS_CONTENT_TYPE }),
    );
  }
  app.all('/mcp', async (context) => {
    const request = await withExactArguments(context.req.raw);
    if (await isLegacyRequest(request)) return sessions.fetch(request);
    await subscribeFor(gateway, request);
    return modern.fetch(request);
  });
  app.notFound((context) => context.json({ error: 'Not found. MCP is served at /mcp.' }, 404));

  const listening = await listen(app, host, options.port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}/mcp`,
    close: async () => {
      stop();
      await sessions.close();
      await modern.close();
      await listening.close();
    },
  };
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

function listen(app: Hono, hostname: string, port: number): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname, port }, (info) => {
      resolve({
        port: info.port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            // Open notification streams would keep the server from closing.
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      });
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new ToolscoutError('CONFIG_INVALID', `Cannot listen on ${hostname}:${port}: ${error.code ?? error.message}.`, {
          next:
            error.code === 'EADDRINUSE'
              ? 'Choose another port with --http PORT, or 0 for a free one.'
              : 'Choose another address.',
          cause: error,
        }),
      );
    });
  });
}
