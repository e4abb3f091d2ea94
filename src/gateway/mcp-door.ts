import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { isObject } from '../shared/json.ts';
import { withExactArguments } from './exact-arguments.ts';
import { withExactResults } from './exact-results.ts';
import type { Logger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';
import { LegacySessions } from './mcp-sessions/legacy-sessions.ts';
import type { SessionRoom } from './mcp-sessions/session-room.ts';
import type { SessionShelf } from './mcp-sessions/session-shelf.ts';
import type { GatewaySession } from './session-view.ts';

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

  /**
   * @param room that the sessions of all callers share
   * @param shelf shares the sessions with the doors of other gateways for the same caller
   */
  constructor(gateway: GatewaySession, log: Logger, room: SessionRoom, shelf?: SessionShelf) {
    this.#gateway = gateway;
    const modern = createMcpHandler(() => createMcpServer(gateway), {
      legacy: 'reject',
      onerror: (error) => log.debug({ err: error }, 'http client'),
    });
    const sessions = new LegacySessions(gateway, log, room, shelf);
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
    if (await isLegacyRequest(request)) return withExactResults(await this.#sessions.fetch(request));
    await subscribeFor(this.#gateway, request);
    return withExactResults(await this.#modern.fetch(request));
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
