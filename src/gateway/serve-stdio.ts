import type { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { ExactLines } from './exact-arguments.ts';
import type { Gateway } from './gateway.ts';
import type { Logger } from './log.ts';
import { createMcpServer } from './mcp-server.ts';

/** Serves one client over this process's stdin and stdout, in whichever protocol era it opens with. */
export function serveGatewayStdio(gateway: Gateway, log: Logger): { close(): Promise<void> } {
  let current: Server | undefined;
  const input = process.stdin.pipe(new ExactLines());
  const handle = serveStdio(
    () => {
      current = createMcpServer(gateway);
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
