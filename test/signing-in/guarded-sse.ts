// A server of revision 2024-11-05, one stream for all answers, that wants a token with every request.
import type { ServerResponse } from 'node:http';
import type { AuthorizationServer } from './authorization-server.ts';
import { bodyOf, listen } from './http.ts';

const RESULTS: Readonly<Record<string, unknown>> = {
  initialize: {
    protocolVersion: '2024-11-05',
    capabilities: { tools: {} },
    serverInfo: { name: 'old', version: '1' },
  },
  'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'echo done' }] },
};

/** @param resource what its tokens must be for */
export async function serveGuardedSse(
  authorizationServer: AuthorizationServer,
  resource: string,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const streams = new Set<ServerResponse>();
  const { origin, close } = await listen(async (request, response, { pathname }) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    if (authorizationServer.check(token, resource) === undefined) {
      response.writeHead(401, { 'www-authenticate': 'Bearer scope="read"' }).end('no');
    } else if (request.method === 'GET' && pathname === '/sse') {
      streams.add(response);
      response.on('close', () => streams.delete(response));
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: endpoint\ndata: /message\n\n');
    } else if (request.method === 'POST' && pathname === '/message') {
      const { id, method } = JSON.parse(await bodyOf(request)) as { id?: number; method: string };
      response.writeHead(202).end();
      if (id === undefined || RESULTS[method] === undefined) return;
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] });
      for (const stream of streams) stream.write(`data: ${answer}\n\n`);
    } else response.writeHead(405).end();
  });
  return { url: `${origin}/sse`, close };
}
