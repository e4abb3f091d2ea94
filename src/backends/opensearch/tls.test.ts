import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCertificate } from '../../../test/certificate.ts';
import { connectOpenSearch, type OpenSearchConnection } from './connection.ts';
import { openOpenSearchIndex } from './open-index.ts';

const certificate = makeCertificate();
const USER = { username: 'ada', password: 'ge:heim' };

/** A node behind TLS that lets one user in and says of every index that it is not there. */
describe.skipIf(certificate === undefined)('a cluster behind TLS and a password', () => {
  const { cert, key } = certificate ?? { cert: '', key: '' };
  const server = createServer({ cert, key }, (request, response) => {
    const wanted = `Basic ${Buffer.from(`${USER.username}:${USER.password}`).toString('base64')}`;
    const status = request.headers.authorization !== wanted ? 401 : request.url === '/' ? 200 : 404;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(status === 200 ? { version: {} } : { error: { type: 'x', reason: 'because' } }));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  const connect = (more: Omit<OpenSearchConnection, 'nodes'>) =>
    connectOpenSearch({
      nodes: [`https://127.0.0.1:${(server.address() as AddressInfo).port}`],
      attempts: 1,
      ...more,
    });
  const asked = async (more: Omit<OpenSearchConnection, 'nodes'>): Promise<unknown> => {
    const http = await connect(more);
    try {
      return await http.send({ method: 'GET', path: '/' }).catch((error: unknown) => error);
    } finally {
      await http.close();
    }
  };

  it('answers whoever trusts its authority and has the password', async () => {
    expect(await asked({ auth: USER, tls: { ca: cert } })).toEqual({ version: {} });
    expect(await asked({ auth: USER, tls: { verify: false } })).toEqual({ version: {} });
    const http = await connect({ auth: USER, tls: { ca: cert } });
    await expect(openOpenSearchIndex(http, 'tools')).rejects.toMatchObject({ code: 'INDEX_FOREIGN' });
    await http.close();
  });

  it('is told nothing by whoever does not trust it', async () => {
    const failure = await asked({ auth: USER });
    expect(failure).toMatchObject({ code: 'INDEX_UNAVAILABLE', message: expect.stringContaining('self-signed') });
  });

  it('refuses a wrong password, which no error holds', async () => {
    const failure = await asked({ auth: { ...USER, password: 'falsch' }, tls: { ca: cert } });
    expect(failure).toMatchObject({ code: 'INDEX_UNAVAILABLE', details: { status: 401 } });
    const text = inspect(failure, { depth: 12 });
    expect(text).not.toContain('falsch');
    expect(text).not.toContain(Buffer.from('ada:falsch').toString('base64'));
  });
});
