import { serve } from '@hono/node-server';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { Hono, type MiddlewareHandler } from 'hono';
import { ToolscoutError } from '../errors.ts';
import type { StateStore } from '../state/index.ts';
import {
  ANYONE,
  AuthError,
  type Authenticate,
  type Caller,
  CallerSessions,
  type Door,
  type DoorEnv,
  type DoorHost,
  demandRight,
  isNarrowed,
  METADATA_PATH,
  refusalOf,
} from './auth/index.ts';
import type { Readiness } from './gateway-options.ts';
import type { Logger } from './log.ts';
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
  /** Who requests are from. Without it everybody is {@link ANYONE}. */
  readonly authenticate?: Authenticate;
  /** Where callers get their tokens from, as RFC 9728 has it told. */
  readonly resourceMetadata?: Readonly<Record<string, unknown>>;
  /** The view of a caller. Without it everybody has the gateway's own. */
  readonly sessionOf?: (caller: Caller) => GatewaySession;
  /** Is there a view of this name, to be served at `/mcp/NAME`? Without it there is none. */
  readonly hasView?: (name: string) => boolean;
  /** Where other gateways find the open MCP sessions. Default: they are known here alone. */
  readonly state?: StateStore | undefined;
  /** Ways in beside MCP. */
  readonly doors?: readonly Door[];
  /** The dashboard's page, which holds no data: anybody may have it. */
  readonly pages?: Hono;
}

/** What an operator's tools ask a gateway. */
export interface HttpOperations {
  readiness(): Readiness;
  /**
   * Text for Prometheus.
   * @param viewer whose rights bound what it may tell; absent for operators
   */
  metrics(viewer?: GatewaySession): string | Promise<string>;
}

export interface HttpGateway {
  /** Where clients connect, for example `http://127.0.0.1:8420/mcp`. */
  readonly url: string;
  close(): Promise<void>;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Is this an address that only this machine reaches? */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host);
}

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
  const allowedHosts = [...(options.allowedHosts ?? []), ...(isLoopback(host) ? localhostAllowedHostnames() : [])];
  if (allowedHosts.length === 0) {
    throw new ToolscoutError('CONFIG_INVALID', `Serving on ${host} needs to know the host names that clients use.`, {
      next: 'List them under http.allowedHosts in the configuration, or serve on 127.0.0.1.',
    });
  }
  const allowedOrigins = [...(options.allowedHosts ?? []), ...localhostAllowedOrigins()];

  const { resourceMetadata, hasView = () => false, sessionOf = () => gateway, doors = [] } = options;
  // Where others may reach it, nobody who is not known operates it.
  const anyone = isLoopback(host) ? ANYONE : { ...ANYONE, may: new Set(['use'] as const) };
  const { authenticate = async () => anyone } = options;
  const sessions = new CallerSessions({ open: sessionOf, log, state: options.state });
  const doorHost: DoorHost = { callerOf: authenticate, sessionOf: (caller) => sessions.of(caller).session };
  /** Who comes, before any route behind it runs. */
  const admit =
    (right: Door['right']): MiddlewareHandler<DoorEnv> =>
    async (context, next) => {
      const caller = await authenticate(context.req.raw);
      demandRight(caller, right);
      context.set('caller', caller);
      context.set('session', sessions.of(caller).session);
      await next();
    };

  const app = new Hono<DoorEnv>();
  const { operations } = options;
  // Probes come under the address of a container, which is no host name of ours; they are told nothing worth a secret.
  app.get('/healthz', (context) => context.json({ ok: true }));
  if (operations !== undefined) {
    app.get('/readyz', (context) => {
      const readiness = operations.readiness();
      // Where callers are told apart, how many servers there are is not for everybody.
      const { servers: _, ...told } = readiness;
      return context.json(options.authenticate === undefined ? readiness : told, readiness.ready ? 200 : 503);
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
  if (resourceMetadata !== undefined) {
    app.get(METADATA_PATH, (context) => context.json(resourceMetadata));
    app.get(`${METADATA_PATH}/*`, (context) => context.json(resourceMetadata));
  }
  if (operations !== undefined) {
    app.get('/metrics', admit('observe'), async (context) => {
      const text = await operations.metrics(isNarrowed(context.get('caller')) ? context.get('session') : undefined);
      return context.body(text, 200, { 'content-type': PROMETHEUS_CONTENT_TYPE });
    });
  }
  app.all('/mcp', admit('use'), (context) => sessions.of(context.get('caller')).mcp.fetch(context.req.raw));
  app.all('/mcp/:view', admit('use'), async (context, next) => {
    const { caller, view } = { caller: context.get('caller'), view: context.req.param('view') };
    // A view that is another's looks like one that is not there.
    if (!hasView(view) || caller.views?.includes(view) === false) return next();
    return sessions.of({ ...caller, view }).mcp.fetch(context.req.raw);
  });
  for (const { path, right, open } of doors) {
    app.use(`${path}/*`, admit(right));
    app.route(path, open(doorHost));
  }
  if (options.pages !== undefined) {
    app.route('/dashboard', options.pages);
    app.get('/', (context) => context.redirect('/dashboard'));
    app.get('/dashboard/', (context) => context.redirect('/dashboard'));
  }
  app.notFound((context) =>
    context.json(
      {
        error: {
          code: 'NOT_FOUND',
          message: 'There is nothing at this path.',
          next: 'MCP is served at /mcp, plain HTTP at /v1.',
        },
      },
      404,
    ),
  );
  app.onError((error) => {
    if (error instanceof AuthError) return refusalOf(error);
    log.error({ err: error }, 'a request failed');
    return Response.json({ error: { code: 'INTERNAL', message: 'The request failed here.' } }, { status: 500 });
  });

  const listening = await listen(app, host, options.port);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}/mcp`,
    close: async () => {
      await sessions.close();
      await listening.close();
    },
  };
}

/**
 * How long a connection may be idle. Proxies keep theirs for 60 s, as a rule: one that this side ended before could be just
 * the one that the next request is sent over, and lost with.
 */
const KEEP_ALIVE_MS = 75_000;

function listen(app: Hono<DoorEnv>, hostname: string, port: number): Promise<{ port: number; close(): Promise<void> }> {
  return new Promise((resolve, reject) => {
    const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS };
    const server = serve({ fetch: app.fetch, hostname, port, serverOptions }, (info) => {
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
