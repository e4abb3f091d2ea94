import { get } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { Gateway, type HttpGateway, serveGatewayHttp } from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import { caseFile, nodeServer } from '../upstreams/harness.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

async function serve(gateway: Gateway): Promise<HttpGateway> {
  const operations = { readiness: () => gateway.readiness(), metrics: () => gateway.metrics() };
  const http = await serveGatewayHttp(gateway, { port: 0, operations }, silentLogger());
  open.push(http, gateway);
  return http;
}

const gatewayOver = (...files: string[]): Gateway =>
  new Gateway({ servers: files.map((file) => nodeServer(file, caseFile(file))) });

/** Status of a request that is addressed to a host name of its own; `fetch` would not send that. */
const statusFor = (url: URL, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).once('error', reject);
  });

describe('what an operator asks over HTTP', () => {
  it('is ready when its servers are through their start, and not before or at its end', async () => {
    const gateway = gatewayOver('well-behaved');
    const http = await serve(gateway);
    const ask = () => fetch(new URL('/readyz', http.url));
    expect((await ask()).status).toBe(503);
    gateway.start();
    await gateway.settled();
    const ready = await ask();
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, servers: { ready: 1 }, draining: false }]);
    await gateway.drain(0);
    expect((await ask()).status).toBe(503);
    expect((await fetch(new URL('/healthz', http.url))).status).toBe(200);
  });

  it('is told by probes under any host name whether it lives, and nothing else', async () => {
    const gateway = gatewayOver();
    const http = await serve(gateway);
    gateway.start();
    expect(await statusFor(new URL('/healthz', http.url), '10.1.2.3:8420')).toBe(200);
    expect(await statusFor(new URL('/readyz', http.url), '10.1.2.3:8420')).toBe(200);
    expect(await statusFor(new URL('/metrics', http.url), '10.1.2.3:8420')).toBe(403);
    expect(await statusFor(new URL('/mcp', http.url), '10.1.2.3:8420')).toBe(403);
  });

  it('has metrics that name nothing that a caller may not know', async () => {
    const gateway = gatewayOver('well-behaved');
    const http = await serve(gateway);
    gateway.start();
    await gateway.settled();
    const [tool] = gateway.catalog().tools;
    await gateway.call({ name: tool!.name, arguments: {} }).catch(() => {});
    await gateway.search({ query: 'echo' });
    const response = await fetch(new URL('/metrics', http.url));
    expect(response.headers.get('content-type')).toContain('version=0.0.4');
    const text = await response.text();
    expect(text).toMatch(/^toolscout_calls_total\{.*\} 1$/m);
    expect(text).toContain('toolscout_searches_total{outcome="ok"} 1\n');
    expect(text).not.toContain('well-behaved');
    for (const { name } of gateway.catalog().tools) expect(text).not.toContain(name);
  });
});

describe('a gateway that is about to end', () => {
  it('lets calls that run end, and refuses new ones by name of the reason', async () => {
    const gateway = gatewayOver('progress-call');
    open.push(gateway);
    gateway.start();
    await gateway.settled();
    const name = gateway.catalog().tools.find((tool) => !tool.name.includes('probe'))!.name;
    let begun = (): void => {};
    const started = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const running = gateway.call({ name, arguments: {} }, { onProgress: () => begun() });
    await started;
    const drained = gateway.drain(60_000);
    const refused = await gateway.call({ name, arguments: {} }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'SERVER_UNAVAILABLE', details: { ran: false } });
    expect((await running).isError).not.toBe(true);
    await drained;
  });
});
