import { randomUUID } from 'node:crypto';
import type { Server, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ExactLines } from './exact-arguments.ts';
import { exactOutput } from './exact-results.ts';
import type { Logger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ClientListener } from './sampled-examples.ts';
import type { GatewaySession } from './session-view.ts';
import { StdioListens } from './stdio-listens.ts';

/** What a client of revision 2026-07-28 can listen for beside the tools; the SDK leaves out what it did not ask for. */
const CHANGES: ReadonlySet<string> = new Set([
  'notifications/resources/updated',
  'notifications/resources/list_changed',
  'notifications/prompts/list_changed',
]);

/** Serves one client over this process's stdin and stdout, in whichever protocol era it opens with. */
export function serveGatewayStdio(
  gateway: GatewaySession,
  log: Logger,
  onClient?: ClientListener,
): { close(): Promise<void> } {
  const input = process.stdin.pipe(new ExactLines());
  const serving = serveGatewayOver(
    new StdioServerTransport(input, exactOutput(process.stdout)),
    gateway,
    log,
    onClient,
  );
  return {
    close: async () => {
      process.stdin.unpipe(input).pause();
      await serving.close();
    },
  };
}

/** The same over any transport that carries one client. */
export function serveGatewayOver(
  transport: Transport,
  gateway: GatewaySession,
  log: Logger,
  onClient?: ClientListener,
): { close(): Promise<void> } {
  let current: { readonly server: Server; readonly era: string } | undefined;
  // One client, one session, whatever it opens with.
  const session = `stdio-${randomUUID().slice(0, 8)}`;
  const { features } = gateway;
  const handle = serveStdio(
    ({ era }) => {
      const server = createMcpServer(gateway, onClient, session);
      current = { server, era };
      return server;
    },
    {
      transport: features === undefined ? transport : new StdioListens(transport, features),
      onerror: (error) => log.debug({ err: error }, 'client connection'),
    },
  );
  const stops = [
    gateway.onCatalogChange(() => {
      // Before the client has opened the connection there is nobody to tell.
      current?.server.sendToolListChanged().catch(() => {});
    }),
    // Clients of the older revisions hear by themselves.
    features?.onNotice(({ method, params }) => {
      if (current?.era === 'modern' && CHANGES.has(method))
        current.server.notification({ method, params }).catch(() => {});
    }),
  ];
  return {
    close: async () => {
      for (const stop of stops) stop?.();
      await handle.close();
    },
  };
}
