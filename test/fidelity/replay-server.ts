import { serve } from '@hono/node-server';

type Members = Readonly<Record<string, unknown>>;

export interface Replay {
  /** Where the server of this name answers. */
  url(name: string): string;
  close(): Promise<void>;
}

/** Answers as recorded servers did, one path for each: revision 2025-11-25, without sessions, in plain JSON. */
export function startReplay(toolsOf: (name: string) => readonly unknown[]): Promise<Replay> {
  const fetch = async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405 });
    const { id, method } = (await request.json()) as { id?: unknown; method: string };
    if (id === undefined) return new Response(null, { status: 202 });
    const name = decodeURIComponent(new URL(request.url).pathname.slice(1));
    const result: Members | undefined =
      method === 'initialize'
        ? { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name, version: '1.0.0' } }
        : method === 'tools/list'
          ? { tools: toolsOf(name) }
          : undefined;
    if (result !== undefined) return Response.json({ jsonrpc: '2.0', id, result });
    return Response.json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } });
  };
  return new Promise((resolve) => {
    const listening = serve({ fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => {
      resolve({
        url: (name) => `http://127.0.0.1:${port}/${encodeURIComponent(name)}`,
        close: () =>
          new Promise((done) => {
            listening.close(() => done());
            if ('closeAllConnections' in listening) listening.closeAllConnections();
          }),
      });
    });
  });
}
