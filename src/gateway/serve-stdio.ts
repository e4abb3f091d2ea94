import { randomUUID } from 'node:crypto';
import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ExactLines } from './exact-arguments.ts';
import type { Logger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';
import type { ClientListener } from './sampled-examples.ts';
import type { GatewaySession } from './session-view.ts';

/** Serves one client over this process's stdin and stdout, in whichever protocol era it opens with. */
export function serveGatewayStdio(
  gateway: GatewaySession,
  log: Logger,
  onClient?: ClientListener,
): { close(): Promise<void> } {
  let current: Server | undefined;
  // One client, one session, whatever it opens with.
  const session = `stdio-${randomUUID().slice(0, 8)}`;
  const input = process.stdin.pipe(new ExactLines());
  const handle = serveStdio(
    () => {
      current = createMcpServer(gateway, onClient, session);
      return current;
    },
    {
      transport: new StdioServerTransport(input),
      onerror: (error) => log.debug({ err: error }, 'client connection'),
    },
  );
  const stop = gateway.onCatalogChange(() => {
    // Before the client has opened the connection there is nobody to tell.
    current?.sendToolListChanged().catch(() => {});
  });
  return {
    close: async () => {
      stop();
      process.stdin.unpipe(input).pause();
      await handle.close();
    },
  };
}
