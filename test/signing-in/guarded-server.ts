// An MCP server that wants a token with every request, and another scope for one of its tools.

import type { IncomingMessage } from 'node:http';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import type { AuthorizationServer } from './authorization-server.ts';
import { bodyOf, json, type Listening, listen } from './http.ts';

export class GuardedServer {
  /** Requests to the MCP endpoint are sent on to this origin. */
  redirectsTo: string | undefined;
  /** Only calls need a token. */
  isOpen = false;
  readonly calls: string[] = [];
  readonly authorizations: (string | undefined)[] = [];
  /** The one that it describes and whose tokens it takes. */
  authorizationServer: AuthorizationServer;
  readonly #mcp = createMcpHandler(() => this.#build(), { legacy: 'stateless' });
  #listening: Listening | undefined;

  constructor(authorizationServer: AuthorizationServer) {
    this.authorizationServer = authorizationServer;
  }

  static async start(authorizationServer: AuthorizationServer): Promise<GuardedServer> {
    const server = new GuardedServer(authorizationServer);
    server.#listening = await listen(async (request, response, url) => {
      if (url.pathname.startsWith('/.well-known/oauth-protected-resource')) {
        const { origin } = server.authorizationServer;
        return json(response, 200, {
          resource: server.url,
          authorization_servers: [origin],
          scopes_supported: ['read'],
        });
      }
      if (url.pathname !== '/mcp') return json(response, 404, {});
      const answer = await server.#answer(request);
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    });
    return server;
  }

  get url(): string {
    return `${this.#listening!.origin}/mcp`;
  }

  async close(): Promise<void> {
    await this.#listening!.close();
    await this.#mcp.close();
  }

  async #answer(request: IncomingMessage): Promise<Response> {
    const { authorization } = request.headers;
    this.authorizations.push(authorization);
    if (this.redirectsTo !== undefined) {
      return new Response(null, { status: 307, headers: { location: `${this.redirectsTo}/mcp` } });
    }
    const body = await bodyOf(request);
    const scopes = this.authorizationServer.check(/^Bearer (.+)$/.exec(authorization ?? '')?.[1], this.url);
    const described = `resource_metadata="${this.#listening!.origin}/.well-known/oauth-protected-resource"`;
    const isFree = this.isOpen && !body.includes('"erase"');
    if (scopes === undefined && !isFree) return refuse(401, `Bearer ${described}, scope="read"`);
    if (body.includes('"erase"') && scopes?.includes('write') !== true) {
      return refuse(403, `Bearer error="insufficient_scope", scope="write", ${described}`);
    }
    const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
    const isPost = request.method === 'POST';
    return this.#mcp.fetch(
      new Request(this.url, { method: request.method ?? 'GET', headers, ...(isPost ? { body } : {}) }),
    );
  }

  #build(): Server {
    const server = new Server({ name: 'guarded', version: '1.0.0' }, { capabilities: { tools: {}, prompts: {} } });
    const tools = ['show', 'erase'].map((name) => ({
      name,
      description: `${name} a page of the wiki`,
      inputSchema: { type: 'object' as const },
    }));
    server.setRequestHandler('tools/list', () => ({ tools }));
    server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'secret_plan' }] }));
    server.setRequestHandler('tools/call', ({ params }) => {
      this.calls.push(params.name);
      return { content: [{ type: 'text', text: `${params.name} done` }] };
    });
    return server;
  }
}

function refuse(status: 401 | 403, challenge: string): Response {
  return new Response('no', { status, headers: { 'www-authenticate': challenge } });
}
