import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** An MCP client as any host would be one: nothing but the official SDK, for trying a gateway out from the outside. */
export interface PlainClient {
  /** The protocol revision agreed on. */
  readonly protocolVersion: string;
  listTools(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  callTool(name: string, args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

/** Connects to a Streamable HTTP endpoint in the newest protocol era that both sides speak. */
export async function connectPlainClient(url: string, name: string): Promise<PlainClient> {
  const client = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return {
    protocolVersion: client.getNegotiatedProtocolVersion() ?? 'unknown',
    listTools: async () => (await client.listTools()).tools as unknown as Readonly<Record<string, unknown>>[],
    callTool: (tool, args) => client.callTool({ name: tool, arguments: { ...args } }, { timeout: CALL_TIMEOUT_MS }),
    close: () => client.close(),
  };
}

const CALL_TIMEOUT_MS = 120_000;
