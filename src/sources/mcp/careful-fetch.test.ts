import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { packIntegers, unpackIntegers, unpackText } from '../../shared/exact-json.ts';
import { carefulFetch } from './careful-fetch.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Seen {
  readonly method: string | undefined;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A server that notes what reaches it, and says yes. */
async function noting(): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const url = await serving(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    seen.push({ method: request.method, body, headers: request.headers });
    response.end('yes');
  });
  return { url, seen };
}

const SENT = {
  method: 'POST',
  body: '{}',
  headers: { authorization: 'Bearer secret', 'x-api-key': 'secret', 'content-type': 'application/json' },
};

describe('a redirect', () => {
  it('takes nothing of the configuration to another origin', async () => {
    const other = await noting();
    const url = await serving((_request, response) => response.writeHead(307, { location: other.url }).end());
    expect(await (await carefulFetch(url, SENT)).text()).toBe('yes');
    const [{ method, body, headers }] = other.seen as [Seen];
    expect([method, body, headers['content-type']]).toEqual(['POST', '{}', 'application/json']);
    expect(JSON.stringify(headers)).not.toContain('secret');
  });

  it('within the origin takes everything along, and becomes a GET where the status says so', async () => {
    const seen: Seen[] = [];
    const url = await serving((request, response) => {
      const { method, headers, url: path } = request;
      if (path === '/there') {
        seen.push({ method, body: '', headers });
        response.end('yes');
      } else response.writeHead(Number(path?.slice(1)), { location: '/there' }).end();
    });
    for (const status of [308, 307, 303, 302, 301]) await carefulFetch(`${url}/${status}`, SENT);
    expect(seen.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET', 'GET']);
    expect(seen.every(({ headers }) => headers['x-api-key'] === 'secret')).toBe(true);
  });

  it.each([
    ['in a circle', '/', 'more than 5 redirects'],
    ['to a file', 'file:///etc/passwd', 'a redirect to file: is not followed'],
  ])('%s is an error', async (_what, location, message) => {
    const url = await serving((_request, response) => response.writeHead(302, { location }).end());
    await expect(carefulFetch(url)).rejects.toThrow(message);
  });

  it('without an address is the answer', async () => {
    const url = await serving((_request, response) => response.writeHead(304).end());
    expect((await carefulFetch(url)).status).toBe(304);
  });
});

it('large whole numbers come in with all their digits, ids of events as they are', async () => {
  const id = '864691128455135233';
  const json = `{"id":${id},"text":"${id}",\n"list":[-${id}]}`;
  const url = await serving((request, response) => {
    if (request.url === '/json') response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    else {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const stream = `id: ${id}\r\ndata: {"id":${id}}\r\n\r\n`;
      for (const part of stream.match(/.{1,9}/gs) ?? []) response.write(part);
      response.end();
    }
  });
  expect(unpackIntegers(await (await carefulFetch(`${url}/json`)).json())).toEqual({
    id: BigInt(id),
    text: id,
    list: [-BigInt(id)],
  });
  const events = await (await carefulFetch(`${url}/events`)).text();
  expect(events).toMatch(new RegExp(`^id: ${id}\r\ndata: `));
  expect(unpackText(events)).toContain(`data: {"id":${id}}`);
});

it('large whole numbers go out as numbers, and everything else as it is', async () => {
  const { url, seen } = await noting();
  const body = JSON.stringify(packIntegers({ id: 864_691_128_455_135_233n, text: 'x' }));
  await carefulFetch(url, { method: 'POST', body });
  expect(seen[0]!.body).toBe('{"id":864691128455135233,"text":"x"}');
});

it.each(['application/json', 'text/event-stream'])('an endless answer is not read to its end (%s)', async (type) => {
  const url = await serving((_request, response) => {
    response.writeHead(200, { 'content-type': type });
    const more = (): void => {
      while (!response.destroyed && response.write(' '.repeat(1024 * 1024)));
    };
    response.on('drain', more).on('error', () => {});
    more();
  });
  const response = await carefulFetch(url);
  await expect(response.text()).rejects.toThrow('more than 64 MiB');
});
