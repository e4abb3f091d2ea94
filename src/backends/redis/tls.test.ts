import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificate.ts';
import { REDIS_SERVER, startRedis, type TestRedis } from '../../../test/replicas/redis-server.ts';

const certificate = REDIS_SERVER === undefined ? undefined : makeCertificate();
const store = join(import.meta.dirname, 'redis-state-store.ts');

/** A process of its own, since Node reads which authorities it trusts when it starts. */
const SCRIPT = `
const { createRedisStateStore } = await import(process.argv[1]);
const store = createRedisStateStore({ url: process.argv[2] });
try {
  await store.set('k', { n: 1 });
  console.log(JSON.stringify(await store.get('k')));
} catch (error) {
  console.log(error.code, error.message);
}
await store.close();
`;

describe.skipIf(certificate === undefined)('a state store over TLS', { timeout: 60_000 }, () => {
  let server: TestRedis | undefined;
  beforeAll(async () => {
    server = await startRedis({ password: 'geheim', certificate: certificate! }).catch(() => undefined);
  });
  afterAll(() => server?.stop());

  const ask = async (url: string, authority?: string): Promise<string> => {
    const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
    const env = authority === undefined ? environment : { ...environment, NODE_EXTRA_CA_CERTS: authority };
    const args = ['--input-type=module', '-e', SCRIPT, store, url];
    return (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
  };

  it('trusts the authorities of NODE_EXTRA_CA_CERTS and no others', async ({ skip }) => {
    const url = server?.url ?? skip('the server was built without TLS');
    expect(url).toMatch(/^rediss:/);
    expect(await ask(url, certificate!.certFile)).toBe('{"n":1}');
    const untrusted = await ask(url);
    expect(untrusted).toMatch(/^STATE_UNAVAILABLE .*self-signed/);
    expect(untrusted).not.toContain('geheim');
  });

  it('does not speak in the clear where it is asked for TLS', async ({ skip }) => {
    const url = server?.url ?? skip('the server was built without TLS');
    expect(await ask(url.replace('rediss:', 'redis:'))).toMatch(/^STATE_UNAVAILABLE/);
  });
});
