import { afterEach, describe, expect, it } from 'vitest';
import type { RemoteTransportSpec, ServerSpec, Upstream, UpstreamLogEntry } from '../../src/sources/index.ts';
import {
  type Listening,
  Shop,
  serveBroken,
  serveModern,
  serveSessions,
  serveSse,
  serveStatus,
} from './fixtures/http-servers.ts';
import { closeAfterEach, openUpstream, textOf, toolNames, until } from './harness.ts';

const servers: Listening[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
closeAfterEach();

async function serving<T extends Listening>(starting: Promise<T>): Promise<T> {
  const server = await starting;
  servers.push(server);
  return server;
}

interface RemoteOptions extends Pick<ServerSpec, 'callTimeoutMs' | 'startTimeoutMs'> {
  readonly kind?: RemoteTransportSpec['kind'];
  readonly headers?: Readonly<Record<string, string>>;
  readonly log?: (entry: UpstreamLogEntry) => void;
}

async function connect(
  url: string,
  { kind = 'http', headers = {}, log, ...limits }: RemoteOptions = {},
): Promise<Upstream> {
  const upstream = openUpstream({ name: 'remote', transport: { kind, url, headers }, ...limits }, log);
  await upstream.start();
  return upstream;
}

const SHOP_TOOLS = ['greet', 'by_region', 'hang'];

describe('Streamable HTTP in the modern era', () => {
  it('is found out, listed and called, with the headers that a schema asks for', async () => {
    const shop = new Shop();
    const { url } = await serving(serveModern(shop));
    const upstream = await connect(url);
    expect(upstream.status()).toMatchObject({ state: 'ready', era: 'modern', protocolVersion: '2026-07-28' });
    expect(toolNames(upstream)).toEqual(SHOP_TOOLS);
    expect(textOf(await upstream.callTool('greet', { name: 'Zoë' }))).toBe('greet {"name":"Zoë"}');
    // The server refuses this one unless the argument is repeated in an Mcp-Param-Region header.
    expect(textOf(await upstream.callTool('by_region', { region: 'eu' }))).toBe('by_region {"region":"eu"}');
  });

  it('sends large whole numbers as numbers', async () => {
    const { url } = await serving(serveModern(new Shop()));
    const upstream = await connect(url);
    // What the server's own JavaScript makes of 864691128455135233.
    expect(textOf(await upstream.callTool('greet', { id: 864691128455135233n }))).toBe(
      'greet {"id":864691128455135200}',
    );
  });

  it('tells of new tools on a stream of its own', async () => {
    const shop = new Shop();
    const server = await serving(serveModern(shop));
    const upstream = await connect(server.url);
    const grown = until(upstream, () => toolNames(upstream).includes('late'));
    shop.grow('late');
    const announcing = setInterval(() => server.announce(), 50);
    await grown;
    clearInterval(announcing);
  });

  it('ends a call by closing its stream', async () => {
    const shop = new Shop();
    const { url } = await serving(serveModern(shop));
    const upstream = await connect(url, { callTimeoutMs: 300 });
    await expect(upstream.callTool('hang', {})).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
    while (shop.cancelled.length === 0) await upstream.callTool('greet', {});
    expect(shop.cancelled).toEqual(['hang']);
  });
});

describe('Streamable HTTP in the legacy era', () => {
  it('keeps a session, hears notices, and ends the session at the end', async () => {
    const shop = new Shop();
    const server = await serving(serveSessions(shop));
    const upstream = await connect(server.url);
    expect(upstream.status()).toMatchObject({ state: 'ready', era: 'legacy', protocolVersion: '2025-11-25' });
    expect(textOf(await upstream.callTool('greet', { name: 'A' }))).toBe('greet {"name":"A"}');
    expect(server.sessions()).toBe(1);
    const grown = until(upstream, () => toolNames(upstream).includes('late'));
    shop.grow('late');
    const announcing = setInterval(() => server.announce(), 50);
    await grown;
    clearInterval(announcing);
    await upstream.close();
    expect(server.sessions()).toBe(0);
  });

  it('opens a new session when the server forgot the old one, and the call runs once', async () => {
    const shop = new Shop();
    const server = await serving(serveSessions(shop));
    const upstream = await connect(server.url);
    server.forget();
    expect(textOf(await upstream.callTool('greet', { name: 'B' }))).toBe('greet {"name":"B"}');
    expect(shop.calls).toEqual(['greet']);
    expect(upstream.status()).toMatchObject({ state: 'ready', restarts: 1 });
  });

  it('works after the server was away, keeps the list, and says meanwhile what is wrong', async () => {
    const first = await serveSessions(new Shop());
    const upstream = await connect(first.url);
    await first.close();
    // Over the old keep-alive connection nobody can tell whether the request was read; then it is plain.
    await expect(upstream.callTool('greet', {})).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
    await expect(upstream.callTool('greet', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('ECONNREFUSED'),
      details: { ran: false },
    });
    expect(upstream.status().state).toBe('failed');
    expect(toolNames(upstream)).toEqual(SHOP_TOOLS);
    await serving(serveSessions(new Shop(), Number(new URL(first.url).port)));
    await until(upstream, () => upstream.status().state === 'ready');
    expect(textOf(await upstream.callTool('greet', {}))).toBe('greet {}');
  });

  it('fails a call at once, whichever way the answer is broken', async () => {
    const { url } = await serving(serveBroken());
    const upstream = await connect(url, { callTimeoutMs: 20_000 });
    expect(upstream.status()).toMatchObject({ state: 'ready', era: 'legacy' });
    expect(await upstream.callTool('odd', {})).toEqual({ content: null, vendor: [1] });
    await expect(upstream.callTool('no_result', {})).rejects.toMatchObject({
      code: 'SERVER_PROTOCOL',
      details: { ran: 'unknown' },
    });
    await expect(upstream.callTool('silent_stream', {})).rejects.toMatchObject({ code: 'SERVER_PROTOCOL' });
    await expect(upstream.callTool('overloaded', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('HTTP 503'),
      details: { ran: 'unknown' },
    });
    await expect(upstream.callTool('reset', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      details: { ran: 'unknown' },
    });
    expect(await upstream.callTool('odd', {})).toEqual({ content: null, vendor: [1] });
  });
});

describe('SSE', () => {
  it.each(['sse', 'auto'] as const)('is spoken when the configuration says %s', async (kind) => {
    const authorization: string[] = [];
    const { url } = await serving(serveSse(authorization));
    const upstream = await connect(url, { kind, headers: { Authorization: 'Bearer abc123' } });
    expect(upstream.status()).toMatchObject({ state: 'ready', era: 'legacy', protocolVersion: '2024-11-05' });
    expect(upstream.tools()).toEqual([{ name: 'echo', description: null }]);
    expect(await upstream.callTool('echo', { a: 1 })).toEqual({ content: null, echoed: { a: 1 } });
    expect(new Set(authorization)).toEqual(new Set(['Bearer abc123']));
  });

  it('loses its open calls with its stream, and is opened again', async () => {
    const server = await serving(serveSse());
    const upstream = await connect(server.url, { kind: 'sse', callTimeoutMs: 20_000 });
    const hanging = upstream.callTool('hang', {});
    hanging.catch(() => {});
    await upstream.callTool('echo', {});
    server.drop();
    await expect(hanging).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE', details: { ran: 'unknown' } });
    expect(await upstream.callTool('echo', { a: 2 })).toEqual({ content: null, echoed: { a: 2 } });
  });

  it('is not tried when the configuration says http', async () => {
    const { url } = await serving(serveSse());
    const upstream = await connect(url, { kind: 'http' });
    expect(upstream.status()).toMatchObject({ state: 'failed', message: expect.stringContaining('HTTP 405') });
  });
});

describe('a remote server that refuses', () => {
  it.each([401, 403])('with %i is said to want authentication, and no header value shows anywhere', async (status) => {
    const seen: string[] = [];
    const log: UpstreamLogEntry[] = [];
    const { url } = await serving(serveStatus(status, seen));
    const headers = { Authorization: 'Bearer hidden-value-77' };
    const upstream = await connect(`${url}?key=hidden-query-55`, {
      kind: 'auto',
      headers,
      log: (entry) => log.push(entry),
    });
    expect(upstream.status()).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('authentication is required'),
    });
    expect(seen).toContain('POST Bearer hidden-value-77');
    await expect(upstream.callTool('x', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      details: { auth: true, ran: false },
    });
    expect(JSON.stringify([upstream.status(), log])).not.toMatch(/hidden-(value|query)/);
  });

  it('with a server error is tried with a plain handshake before it is given up', async () => {
    const seen: string[] = [];
    const { url } = await serving(serveStatus(500, seen));
    const upstream = await connect(url);
    expect(upstream.status().message).toContain('HTTP 500');
    expect(seen).toHaveLength(2);
  });

  it('to be reached at all is named with its address', async () => {
    const { url, close } = await serveStatus(200);
    await close();
    const upstream = await connect(url);
    expect(upstream.status().message).toMatch(/127\.0\.0\.1.*ECONNREFUSED/);
    const nonsense = await connect('not a url');
    expect(nonsense.status().message).toContain('not a URL');
  });
});
