import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger, Gateway, type GatewayOptions, serveGatewayHttp } from '../../src/gateway/index.ts';
import { startFixture } from '../conformance/fixture-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Two servers that list the same, behind one gateway. */
async function twoServers(options: Partial<GatewayOptions> = {}, era: 'legacy' | 'modern' = 'legacy') {
  const fixtures = await Promise.all([startFixture('legacy'), startFixture()]);
  for (const one of fixtures) closing.push(() => one.close());
  const log = createLogger('silent');
  const [a, b] = fixtures.map(({ url }) => ({ kind: 'http' as const, url, headers: {} }));
  const gateway = new Gateway({
    servers: [
      { name: 'a', transport: a! },
      { name: 'b', transport: b! },
    ],
    examples: { pack: false },
    log,
    ...options,
  });
  closing.push(() => gateway.close());
  gateway.start();
  await gateway.settled();
  const http = await serveGatewayHttp(gateway, { port: 0 }, log);
  closing.push(() => http.close());
  const client = new Client(
    { name: 'both', version: '1.0.0' },
    era === 'legacy' ? {} : { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(http.url)));
  closing.push(() => client.close());
  return { client, gateway };
}

describe('two servers with the same resources and prompts', () => {
  it('are both reached, the second under URIs of the gateway', async () => {
    const { client } = await twoServers();
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toHaveLength(6);
    expect(new Set(uris).size).toBe(6);
    for (const uri of uris.filter((one) => one.includes('static-text'))) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0]).toMatchObject({ text: 'This is the content of the static text resource.' });
    }
    await expect(client.readResource({ uri: 'test://nowhere' })).rejects.toMatchObject({ code: -32602 });
  });

  it('have prompts under names that say whose they are', async () => {
    const { client } = await twoServers();
    const names = (await client.listPrompts()).prompts.map(({ name }) => name);
    expect(names).toContain('a__test_simple_prompt');
    expect(names).toContain('b__test_simple_prompt');
    const { messages } = await client.getPrompt({ name: 'b__test_simple_prompt' });
    expect(JSON.stringify(messages)).toContain('This is a simple prompt for testing.');
    await expect(client.getPrompt({ name: 'test_simple_prompt' })).rejects.toMatchObject({ code: -32602 });
  });

  it('show nothing of the one that the session may not use', async () => {
    const { client } = await twoServers({ policy: { all: { deny: [{ server: 'b' }] } } });
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toHaveLength(3);
    expect((await client.listPrompts()).prompts.filter(({ name }) => name.startsWith('b'))).toEqual([]);
    await expect(client.getPrompt({ name: 'b__test_simple_prompt' })).rejects.toMatchObject({ code: -32602 });
    const alias = `toolscout://b/${encodeURIComponent('test://static-text')}`;
    await expect(client.readResource({ uri: alias })).rejects.toMatchObject({ code: -32602 });
  });
});
