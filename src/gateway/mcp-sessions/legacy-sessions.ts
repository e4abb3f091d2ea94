import { randomUUID } from 'node:crypto';
import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { isObject, type JsonObject } from '../../shared/json.ts';
import type { Logger } from '../log.ts';
import { createMcpServer } from '../mcp-server.ts';
import type { GatewaySession } from '../session-view.ts';
import { keepQuestionsApart } from './own-questions.ts';
import type { SessionHolder, SessionRoom } from './session-room.ts';
import type { KeptSession, SessionShelf } from './session-shelf.ts';

/** A session in use is kept anew this often, long before its time in the store is over. */
const KEEP_EVERY_MS = 30 * 60_000;
const RETRY_AFTER_S = '2';

interface LiveSession {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: Server;
  readonly initialize: JsonObject;
  keptAt: number;
}

/**
 * 2025-era sessions: one transport and one server instance each, found by the session header. With a shelf, one that
 * another gateway has opened is made anew here when it is first asked for.
 */
export class LegacySessions implements SessionHolder {
  readonly #gateway: GatewaySession;
  readonly #log: Logger;
  readonly #room: SessionRoom;
  readonly #shelf: SessionShelf | undefined;
  readonly #live = new Map<string, LiveSession>();
  readonly #coming = new Map<string, Promise<LiveSession | undefined>>();

  constructor(gateway: GatewaySession, log: Logger, room: SessionRoom, shelf?: SessionShelf) {
    this.#gateway = gateway;
    this.#log = log;
    this.#room = room;
    this.#shelf = shelf;
  }

  async fetch(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return this.#open(request);
    if (this.#shelf !== undefined) {
      const refusal = await this.#settle(id, request, this.#shelf);
      if (refusal !== undefined) return refusal;
    }
    const session = this.#live.get(id);
    // 404 is how a client learns that it must open a new session.
    if (session === undefined) return notFound();
    // Most recently used last, so that the oldest idle session goes first when room is needed.
    this.#live.delete(id);
    this.#live.set(id, session);
    return session.transport.handleRequest(request);
  }

  toolsChanged(): void {
    for (const { server } of this.#live.values()) server.sendToolListChanged().catch(() => {});
  }

  get size(): number {
    return this.#live.size;
  }

  endOldest(): void {
    const oldest = this.#live.keys().next().value;
    if (oldest !== undefined) void this.#end(oldest).catch(() => {});
  }

  /** Streams end here; with a shelf, the sessions themselves do not. */
  async close(): Promise<void> {
    this.#room.left(this);
    await Promise.allSettled([...this.#live.values()].map(({ transport }) => transport.close()));
    this.#live.clear();
  }

  async #open(request: Request): Promise<Response> {
    const initialize = this.#shelf === undefined ? {} : await initializeOf(request);
    const { transport } = await this.#create(randomUUID(), initialize);
    // Anything but `initialize` is answered by the transport itself, with 400, and leaves no session behind.
    return transport.handleRequest(request);
  }

  async #create(id: string, initialize: JsonObject): Promise<LiveSession> {
    const server = createMcpServer(this.#gateway);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => id,
      onsessioninitialized: async () => {
        this.#live.set(id, session);
        this.#room.taken(this);
        // Before the client knows the session: its next request may go to another gateway.
        await this.#keep(id, session);
      },
    });
    transport.onclose = () => {
      if (this.#live.get(id) === session) this.#live.delete(id);
    };
    transport.onerror = (error) => this.#log.debug({ err: error }, 'http client');
    const session: LiveSession = { transport, server, initialize, keptAt: 0 };
    await server.connect(transport);
    if (this.#shelf !== undefined) {
      keepQuestionsApart(transport, this.#shelf, (error) => this.#log.debug({ err: error }, 'an answer is lost'));
    }
    return session;
  }

  /** Sees to it that the session is live here if it may be used. Otherwise gives the answer that says why not. */
  async #settle(id: string, request: Request, shelf: SessionShelf): Promise<Response | undefined> {
    let kept: KeptSession | undefined;
    try {
      kept = await shelf.find(id);
    } catch (error) {
      if (this.#live.has(id)) return undefined;
      this.#log.warn({ err: error }, 'a session cannot be looked up');
      return rpcError(503, -32_000, 'Sessions cannot be looked up at the moment', { 'retry-after': RETRY_AFTER_S });
    }
    if (kept?.ended === true) {
      await this.#end(id);
      return notFound();
    }
    const live = this.#live.get(id);
    if (live === undefined && kept === undefined) return notFound();
    if (request.method === 'DELETE') {
      await shelf.end(id).catch((error) => this.#log.warn({ err: error }, 'other replicas may go on with a session'));
      return live === undefined ? new Response(null, { status: 200 }) : undefined;
    }
    if (live !== undefined) {
      // What the store has forgotten is not over.
      if (kept === undefined || performance.now() - live.keptAt > KEEP_EVERY_MS) await this.#keep(id, live);
      return undefined;
    }
    let coming = this.#coming.get(id);
    if (coming === undefined) {
      coming = this.#restore(id, kept!.initialize, request.url).finally(() => this.#coming.delete(id));
      this.#coming.set(id, coming);
    }
    return (await coming) === undefined ? notFound() : undefined;
  }

  /** Goes through the handshake that the client has been through elsewhere. */
  async #restore(id: string, params: JsonObject, url: string): Promise<LiveSession | undefined> {
    const session = await this.#create(id, params);
    const { transport } = session;
    const post = (message: object): Promise<Response> =>
      transport.handleRequest(
        new Request(url, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-session-id': id,
          },
          body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        }),
      );
    const answer = await post({ id: 'restored', method: 'initialize', params });
    await answer.text();
    await post({ method: 'notifications/initialized' });
    if (this.#live.has(id)) return session;
    await transport.close();
    return undefined;
  }

  async #keep(id: string, session: LiveSession): Promise<void> {
    try {
      await this.#shelf?.keep(id, session.initialize);
      session.keptAt = performance.now();
    } catch (error) {
      this.#log.warn({ err: error }, 'a session is known to this replica alone');
    }
  }

  async #end(id: string): Promise<void> {
    const session = this.#live.get(id);
    this.#live.delete(id);
    await session?.transport.close();
  }
}

/** The parameters of an `initialize`; whatever else it is gets none. */
async function initializeOf(request: Request): Promise<JsonObject> {
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  return isObject(body) && isObject(body.params) ? (body.params as JsonObject) : {};
}

function notFound(): Response {
  return rpcError(404, -32_001, 'Session not found');
}

function rpcError(status: number, code: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status, headers });
}
