import { afterEach, describe, expect, it } from 'vitest';
import { stringifyExact } from '../shared/exact-json.ts';
import { Gateway } from './gateway.ts';
import { silentLogger } from './log.ts';
import { type HttpGateway, serveGatewayHttp } from './serve-http.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(): Promise<{ http: HttpGateway; received: unknown[] }> {
  const received: unknown[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: [{ source: { kind: 'plugin', name: 'ads' }, definition: { name: 'delete_ad' } }],
    execute: async (_tool, args) => {
      received.push(args);
      return { content: [{ type: 'text', text: 'done' }], structuredContent: { deleted: args } };
    },
  });
  const http = await serveGatewayHttp(gateway, { port: 0 }, silentLogger());
  open.push(http, gateway);
  gateway.start();
  return { http, received };
}

describe('a client over HTTP', () => {
  it('has the digits of its large whole numbers arrive, and come back', async () => {
    const { http, received } = await serve();
    const post = (body: object, headers: Record<string, string> = {}) =>
      fetch(http.url, {
        method: 'POST',
        body: stringifyExact({ jsonrpc: '2.0', ...body }),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
      });
    const opened = await post({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
    });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id')!, 'mcp-protocol-version': '2025-11-25' };
    await opened.text();
    const answer = await post(
      {
        id: 2,
        method: 'tools/call',
        params: {
          name: 'tool_call',
          arguments: { name: 'ads__delete_ad', arguments: { id: 864691128455135233n } },
        },
      },
      session,
    );
    expect(await answer.text()).toContain('"structuredContent":{"deleted":{"id":864691128455135233}}');
    expect(received).toEqual([{ id: 864691128455135233n }]);
  });
});
