import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OAuth2Server } from 'oauth2-mock-server';
import {
  AuditLog,
  Gateway,
  type GatewayOptions,
  type HttpGateway,
  httpCallers,
  KeyBook,
  parseConfig,
  serveGatewayHttp,
} from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import type { ToolEntry } from '../../src/tools/index.ts';

/** The URL under which clients of these tests know the gateway; tokens are for it. */
export const RESOURCE = 'https://tools.example.com/mcp';

export const openThings: { close(): Promise<unknown> }[] = [];

export async function closeAll(): Promise<void> {
  for (const one of openThings.splice(0).reverse()) await one.close();
}

/** A tool of a tenant. */
export function tool(name: string, tenant: string, server = 'shop'): ToolEntry {
  return {
    source: { kind: 'plugin', name: server },
    definition: {
      name,
      description: `${name.replaceAll('_', ' ')} of the tenant ${tenant}`,
      inputSchema: { type: 'object', properties: {} },
    },
    tags: { tenant: [tenant] },
  };
}

/** A real authorization server on this machine. */
export class AuthorizationServer {
  readonly #server = new OAuth2Server();
  #kid = '';

  static async start(): Promise<AuthorizationServer> {
    const made = new AuthorizationServer();
    await made.rotate();
    await made.#server.start(undefined, '127.0.0.1');
    made.#server.issuer.url = `http://127.0.0.1:${made.#server.address().port}`;
    openThings.push({ close: () => made.#server.stop() });
    return made;
  }

  get issuer(): string {
    return this.#server.issuer.url!;
  }

  /** From now on tokens are signed with another key, which its key set has beside the older ones. */
  async rotate(): Promise<void> {
    this.#kid = (await this.#server.issuer.keys.generate('RS256')).kid;
  }

  token(claims: Readonly<Record<string, unknown>>, header: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return this.#server.issuer.buildToken({
      kid: this.#kid,
      scopesOrTransform: (head, payload) => {
        Object.assign(head, header);
        Object.assign(payload, { sub: 'alice', aud: RESOURCE, ...claims });
      },
    });
  }

  /** The key set as anybody may fetch it. */
  async publicKeys(): Promise<{ readonly keys: readonly Record<string, unknown>[] }> {
    return (await fetch(`${this.issuer}/jwks`)).json() as never;
  }
}

export interface Served {
  readonly gateway: Gateway;
  readonly http: HttpGateway;
  readonly keys: KeyBook;
  /** Real names of the tools that ran. */
  readonly ran: string[];
  readonly auditFile: string;
}

/** A gateway over HTTP, with `auth` as a configuration says it. */
export async function serve(
  auth: Readonly<Record<string, unknown>> | undefined,
  options: Partial<GatewayOptions> & { readonly config?: Readonly<Record<string, unknown>> } = {},
): Promise<Served> {
  const { config = {}, ...more } = options;
  const folder = mkdtempSync(join(tmpdir(), 'auth-'));
  const text = JSON.stringify({ ...config, ...(auth === undefined ? {} : { auth }) });
  const environment = { platform: process.platform, cwd: folder, home: folder, env: {} } as never;
  const loaded = await parseConfig(text, { path: join(folder, 'toolscout.json'), environment });
  const ran: string[] = [];
  const auditFile = join(folder, 'audit.jsonl');
  const gateway = new Gateway({
    servers: [],
    entries: [tool('list_orders', 'red'), tool('list_invoices', 'blue')],
    execute: async ({ originalName }) => {
      ran.push(originalName);
      return { content: [{ type: 'text', text: `ran ${originalName}` }] };
    },
    policy: loaded.policy.book,
    ...(loaded.policy.tagged === undefined ? {} : { tagged: loaded.policy.tagged }),
    views: loaded.views,
    limits: loaded.limits,
    overrides: loaded.overrides,
    audit: new AuditLog({ file: auditFile }),
    startGrace: false,
    ...more,
  });
  const settings = loaded.auth;
  const log = silentLogger();
  const callers = httpCallers(gateway, { auth: settings, session: loaded.policy.session, log });
  const operations = { readiness: () => gateway.readiness(), metrics: () => gateway.metrics() };
  const http = await serveGatewayHttp(gateway, { port: 0, operations, ...callers }, log);
  openThings.push(gateway, http);
  gateway.start();
  return { gateway, http, keys: new KeyBook(settings?.keys?.file ?? join(folder, 'keys.json')), ran, auditFile };
}

export type Era = 'legacy' | 'modern';

/** The SDK's own client, with a bearer token. */
export async function connect(
  url: string | URL,
  token: string | undefined,
  era: Era = 'legacy',
  more: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '0' },
    era === 'legacy' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const headers = { ...more, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  openThings.push({ close: () => client.close().catch(() => {}) });
  return client;
}

/** One request of an MCP session, as bytes on the wire. */
export function post(
  url: string | URL,
  token: string | undefined,
  body: object = INITIALIZE,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
}

const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
};

/** Everything that a caller can get told of the tools. */
export async function everythingTold(client: Client, names: readonly string[]): Promise<string> {
  const call = (name: string, args: Record<string, unknown>) =>
    client.callTool({ name, arguments: args }).catch((error: unknown) => String(error));
  return JSON.stringify([
    await client.listTools(),
    client.getInstructions(),
    await call('tool_search', { query: 'list everything of the tenant' }),
    ...(await Promise.all(
      names.flatMap((name) => [
        call('tool_search', { query: name.replaceAll('_', ' ') }),
        call('tool_describe', { name }),
        call('tool_call', { name, arguments: {} }),
        call(name, {}),
      ]),
    )),
  ]);
}
