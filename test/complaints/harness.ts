import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach } from 'vitest';
import { createLogger, Gateway, type GatewayOptions, serveGatewayHttp } from '../../src/gateway/index.ts';
import type { ServerSpec } from '../../src/sources/index.ts';
import type { ToolDefinition, ToolEntry } from '../../src/tools/index.ts';
import { type Era, negotiation } from '../e2e/gateway-process.ts';
import { nodeServer, type SpecOptions } from '../upstreams/harness.ts';

export const ERAS: readonly Era[] = ['legacy', 'modern'];
export const STEERED: string = fileURLToPath(new URL('./fixtures/steered-server.mjs', import.meta.url));

const log = createLogger('silent');
const closing: (() => unknown)[] = [];

/** Everything opened through this module is closed after each test, the last first. */
export function closeAfterEach(): void {
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
}

/** Has this done at the end of the test. */
export function later(close: () => unknown): void {
  closing.push(close);
}

export interface Steering {
  readonly gate?: string;
  readonly tools?: readonly ToolDefinition[];
  /** Texts of results, by tool. */
  readonly results?: Readonly<Record<string, string>>;
  readonly deaf?: boolean;
}

/** The server of this folder. */
export function steered(name: string, steering: Steering = {}, options: SpecOptions = {}): ServerSpec {
  const { gate, tools, results, deaf = false } = steering;
  const env = {
    ...(gate === undefined ? {} : { GATE: gate }),
    ...(tools === undefined ? {} : { TOOLS: JSON.stringify(tools) }),
    ...(results === undefined ? {} : { RESULTS: JSON.stringify(results) }),
    ...(deaf ? { DEAF: '1' } : {}),
  };
  return nodeServer(name, STEERED, { ...options, env });
}

/** A started gateway whose servers are still on their way. */
export function startGateway(options: Partial<GatewayOptions>): Gateway {
  const gateway = new Gateway({ servers: [], examples: { pack: false }, log, ...options });
  closing.push(() => gateway.close());
  gateway.start();
  return gateway;
}

export async function openGateway(options: Partial<GatewayOptions>): Promise<Gateway> {
  const gateway = startGateway(options);
  await gateway.settled();
  return gateway;
}

/** Serves a gateway over HTTP; gives the address for clients. */
export async function serve(gateway: Gateway): Promise<string> {
  const http = await serveGatewayHttp(gateway, { port: 0 }, log);
  closing.push(() => http.close());
  return http.url;
}

export interface Listener {
  readonly client: Client;
  /** How often it was told that the list of tools has changed. */
  told(): number;
}

/** A client that listens for changes in the way of its era. */
export async function connect(url: string, era: Era = 'legacy'): Promise<Listener> {
  const client = new Client({ name: 'complaints', version: '1.0.0' }, negotiation(era));
  let told = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => void told++);
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  closing.push(() => client.close());
  if (era === 'modern') {
    const listening = await client.listen({ toolsListChanged: true });
    closing.push(() => listening.close());
  }
  return { client, told: () => told };
}

export const entry = (server: string, name: string, description: string): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description, inputSchema: { type: 'object', properties: {} } },
});

/** What the server of this folder counted, asked through the gateway. */
export async function seenBy(
  gateway: Gateway,
  server: string,
): Promise<{ pid: number; ids: Record<string, unknown>; cancelled: unknown[]; pings: number; tokens: number }> {
  const result = await gateway.call({ name: `${server}__seen`, arguments: {} });
  return JSON.parse((result.content as { text: string }[])[0]!.text);
}
