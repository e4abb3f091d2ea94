import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { OpenApiService } from './service.ts';
import type { OpenApiSpec } from './service-spec.ts';
import { type SeenRequest, startTestApi, type TestApi } from './test-api.ts';

const open: TestApi[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.close()));
});

async function api(...args: Parameters<typeof startTestApi>): Promise<TestApi> {
  const started = await startTestApi(...args);
  open.push(started);
  return started;
}

/** A service with one operation `it`, at the address of the API. */
async function service(
  { origin }: TestApi,
  operation: object,
  { path = '/it', method = 'get', more = {}, root = {} }: OneOperation = {},
): Promise<OpenApiService> {
  const made = new OpenApiService({
    name: 'demo',
    baseUrl: origin,
    allowPrivateHosts: ['127.0.0.1'],
    document: {
      content: {
        openapi: '3.0.3',
        info: { title: 'Demo', version: '1' },
        paths: { [path]: { [method]: { operationId: 'it', responses: {}, ...operation } } },
        ...root,
      },
    },
    ...more,
  });
  await made.start();
  return made;
}

interface OneOperation {
  readonly path?: string;
  readonly method?: string;
  readonly more?: Partial<OpenApiSpec>;
  readonly root?: object;
}

const query = (name: string, more: object = {}): object => ({ name, in: 'query', schema: {}, ...more });

describe('a request', () => {
  it('has each value in its own place, whatever names they share', async () => {
    const server = await api();
    const made = await service(
      server,
      {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          query('id'),
          { name: 'X-Id', in: 'header', schema: { type: 'string' } },
          { name: 'id', in: 'cookie', schema: { type: 'string' } },
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      },
      { path: '/users/{id}', method: 'put' },
    );
    const schema = made.entries()[0]!.definition.inputSchema as { properties: object; required: string[] };
    expect(Object.keys(schema.properties)).toEqual(['id', 'id_query', 'X-Id', 'id_cookie', 'body']);
    expect(schema.required).toEqual(['id']);
    await made.call('it', { id: 7, id_query: 'q', 'X-Id': 'h', id_cookie: 'c', body: { id: 'b' } });
    const [seen] = server.seen;
    expect(seen).toMatchObject({ method: 'PUT', url: '/users/7?id=q', body: '{"id":"b"}' });
    expect(seen!.headers).toMatchObject({ 'x-id': 'h', cookie: 'id=c', 'content-type': 'application/json' });
  });

  it.each([
    ['form', {}, ['a b', 'c&d'], 'v=a%20b&v=c%26d'],
    ['form in one', { explode: false }, ['a', 'b'], 'v=a%2Cb'],
    ['pipes', { style: 'pipeDelimited' }, ['a', 'b'], 'v=a%7Cb'],
    ['spaces', { style: 'spaceDelimited' }, ['a', 'b'], 'v=a%20b'],
    ['an object', {}, { x: 1, y: true }, 'x=1&y=true'],
    ['an object in one', { explode: false }, { x: 1 }, 'v=x%2C1'],
    [
      'a deep object',
      { style: 'deepObject' },
      { a: { b: 1 }, c: ['x', 'y'] },
      'v%5Ba%5D%5Bb%5D=1&v%5Bc%5D=x&v%5Bc%5D=y',
    ],
    ['reserved characters', { allowReserved: true }, 'a/b?c&d', 'v=a/b?c%26d'],
    ['JSON', { schema: undefined, content: { 'application/json': {} } }, { a: [1] }, 'v=%7B%22a%22%3A%5B1%5D%7D'],
    ['a large number', {}, 9007199254740993n, 'v=9007199254740993'],
    ['half a character', {}, '\ud800', 'v=%EF%BF%BD'],
  ] as const)('writes the query as the document says: %s', async (_what, style, value, expected) => {
    const server = await api();
    await (await service(server, { parameters: [query('v', style)] })).call('it', { v: value });
    expect(server.seen[0]!.url).toBe(`/it?${expected}`);
  });

  it.each([
    ['simple', {}, ['a/b', 'c'], '/it/a%2Fb,c'],
    ['label', { style: 'label', explode: true }, ['a', 'b'], '/it/.a.b'],
    ['matrix', { style: 'matrix' }, ['a', 'b'], '/it/;v=a,b'],
    ['an exploded object', { explode: true }, { x: 1, y: 2 }, '/it/x=1,y=2'],
  ] as const)('writes the path as the document says: %s', async (_what, style, value, expected) => {
    const server = await api();
    const made = await service(server, { parameters: [{ ...query('v'), in: 'path', ...style }] }, { path: '/it/{v}' });
    await made.call('it', { v: value });
    expect(server.seen[0]!.url).toBe(expected);
  });

  it.each(['..', '.', ''])('does not let %j in the path lead to another operation', async (value) => {
    const server = await api();
    const made = await service(server, {}, { path: '/it/{v}/keys' });
    await expect(made.call('it', { v: value })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(server.seen).toEqual([]);
  });

  it('does not let a value end a header', async () => {
    const server = await api();
    const made = await service(server, { parameters: [{ ...query('X-A'), in: 'header' }] });
    await expect(made.call('it', { 'X-A': 'a\r\nX-B: c' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['application/x-www-form-urlencoded', { a: 'x y', b: [1, 2], c: { d: 1 } }, 'a=x+y&b=1&b=2&c=%7B%22d%22%3A1%7D'],
    ['text/csv', 'a,b', 'a,b'],
    ['application/octet-stream', 'aGk=', 'hi'],
    ['application/json', { id: 9007199254740993n }, '{"id":9007199254740993}'],
    ['application/vnd.api+json', [1], '[1]'],
  ])('writes a body of %s', async (type, value, expected) => {
    const server = await api();
    const made = await service(server, { requestBody: { content: { [type]: { schema: {} } } } }, { method: 'post' });
    await made.call('it', { body: value });
    expect(server.seen[0]).toMatchObject({ body: expected, headers: { 'content-type': type } });
  });

  it('sends files in parts of their own', async () => {
    const server = await api();
    const properties = { note: { type: 'string' }, file: { type: 'string', format: 'binary' } };
    const made = await service(
      server,
      { requestBody: { content: { 'multipart/form-data': { schema: { type: 'object', properties } } } } },
      { method: 'post' },
    );
    await made.call('it', { body: { note: 'n', file: 'aGk=' } });
    const { headers, body } = server.seen[0]!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="note"\r\n\r\nn\r\n/);
    expect(body).toMatch(/name="file"; filename="file"\r\nContent-Type: application\/octet-stream\r\n\r\nhi\r\n/);
    await expect(made.call('it', { body: { file: '***' } })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });
});

describe('an answer', () => {
  const answering = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
    api((_request, response) => response.writeHead(status, headers).end(body));
  const json = { 'content-type': 'application/json' };

  it('of JSON comes as text and as structure', async () => {
    const made = await service(await answering('{"id": 9007199254740993}', json), {});
    const result = await made.call('it', {});
    expect(result).toMatchObject({ content: [{ type: 'text', text: '{"id": 9007199254740993}' }] });
    expect(result.structuredContent).toBeTypeOf('object');
    expect(result.isError).toBeUndefined();
  });

  it('that is a list stands in an object, as structured content must', async () => {
    const made = await service(await answering('[1]', json), {});
    expect((await made.call('it', {})).structuredContent).toEqual({ result: [1] });
  });

  it('is unpacked', async () => {
    const made = await service(await answering(gzipSync('{"a":1}'), { ...json, 'content-encoding': 'gzip' }), {});
    expect((await made.call('it', {})).structuredContent).toEqual({ a: 1 });
  });

  it.each([204, 200])('without content says so, packed or not (%i)', async (status) => {
    const made = await service(await answering('', { 'content-encoding': 'gzip' }, status), {}, { method: 'head' });
    expect(JSON.stringify((await made.call('it', {})).content)).toContain(`HTTP ${status}`);
  });

  it('beyond the limit is cut, packed or not, and says so', async () => {
    const bomb = gzipSync(Buffer.alloc(20_000_000, 'a'));
    const made = await service(
      await answering(bomb, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }),
      {},
      { more: { maxResponseBytes: 2_000 } },
    );
    const { content } = (await made.call('it', {})) as { content: { text: string }[] };
    expect(content[0]!.text).toHaveLength(2_000);
    expect(content[1]!.text).toContain('longer than 2000 bytes');
  });

  it('with an image is an image', async () => {
    const made = await service(await answering(Buffer.from([1, 2, 3]), { 'content-type': 'image/png' }), {});
    expect((await made.call('it', {})).content).toEqual([{ type: 'image', data: 'AQID', mimeType: 'image/png' }]);
  });

  it('with an error is the tool’s own error, with what the API said', async () => {
    const made = await service(await answering('{"reason":"no such thing"}', json, 404), {}, { path: '/it/{id}' });
    const result = await made.call('it', { id: 1 });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('HTTP 404 Not Found for GET /it/{id}.');
    expect(JSON.stringify(result.content)).toContain('no such thing');
  });

  it('with a long error is bounded', async () => {
    const made = await service(await answering('x'.repeat(100_000), { 'content-type': 'text/html' }, 500), {});
    expect(JSON.stringify(await made.call('it', {})).length).toBeLessThan(9_000);
  });

  it('that never comes ends in time', async () => {
    const made = await service(await api(() => {}), {}, { more: { callTimeoutMs: 100 } });
    await expect(made.call('it', {})).rejects.toMatchObject({ code: 'CALL_TIMEOUT', details: { ran: 'unknown' } });
  });

  it('that stops in its middle ends in time', async () => {
    const server = await api((_request, response) => response.writeHead(200).write('{'));
    const made = await service(server, {}, { more: { callTimeoutMs: 200 } });
    await expect(made.call('it', {})).rejects.toMatchObject({ code: 'CALL_TIMEOUT' });
  });

  it('is not waited for once the caller gives up', async () => {
    const controller = new AbortController();
    const made = await service(await api(() => controller.abort()), {});
    const call = made.call('it', {}, { signal: controller.signal });
    await expect(call).rejects.toMatchObject({ code: 'CALL_CANCELLED' });
  });

  it('of nobody is a server that cannot be reached', async () => {
    const server = await startTestApi();
    const made = await service(server, {});
    await server.close();
    await expect(made.call('it', {})).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE', details: { ran: false } });
  });
});

describe('credentials', () => {
  const schemes = {
    key: { type: 'apiKey', in: 'query', name: 'api_key' },
    token: { type: 'http', scheme: 'bearer' },
    login: { type: 'http', scheme: 'basic' },
    oauth: { type: 'oauth2', flows: {} },
  };
  const root = { components: { securitySchemes: schemes } };

  it.each([
    ['key', 's3', (seen: SeenRequest) => seen.url, '/it?api_key=s3'],
    ['token', 's3', (seen: SeenRequest) => seen.headers.authorization, 'Bearer s3'],
    ['oauth', 's3', (seen: SeenRequest) => seen.headers.authorization, 'Bearer s3'],
    ['login', 'me:pw', (seen: SeenRequest) => seen.headers.authorization, 'Basic bWU6cHc='],
  ] as const)('of the scheme %s are sent where it says', async (name, secret, look, expected) => {
    const server = await api();
    const more = { auth: { [name]: secret } };
    await (await service(server, { security: [{ [name]: [] }] }, { root, more })).call('it', {});
    expect(look(server.seen[0]!)).toBe(expected);
  });

  it('are those of the first way in that is complete', async () => {
    const server = await api();
    const security = [{ key: [], login: [] }, { token: [] }];
    await (await service(server, { security }, { root, more: { auth: { key: 'k', token: 't' } } })).call('it', {});
    expect(server.seen[0]).toMatchObject({ url: '/it', headers: { authorization: 'Bearer t' } });
  });

  it('are not sent to an operation that wants none', async () => {
    const server = await api();
    await (await service(server, { security: [] }, { root, more: { auth: { token: 't' } } })).call('it', {});
    expect(server.seen[0]!.headers.authorization).toBeUndefined();
  });

  it('that are configured are no argument of the tool', async () => {
    const operation = { security: [{ key: [] }], parameters: [query('api_key'), query('q')] };
    const keysOf = (made: OpenApiService) =>
      Object.keys((made.entries()[0]!.definition.inputSchema as { properties: object }).properties);
    const server = await api();
    expect(keysOf(await service(server, operation, { root }))).toEqual(['api_key', 'q']);
    expect(keysOf(await service(server, operation, { root, more: { auth: { key: 'k' } } }))).toEqual(['q']);
  });

  it('that are missing make a 401 an outcome that says what to set', async () => {
    const server = await api((_request, response) => response.writeHead(401).end());
    const made = await service(server, { security: [{ token: [] }] }, { root });
    await expect(made.call('it', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      details: { auth: true, status: 401, schemes: ['token'] },
      next: expect.stringContaining('"auth.token"'),
    });
    expect(made.entries()).toHaveLength(1);
  });

  it('go to the address of the API alone, also where the document names another one', async () => {
    const server = await api();
    const other = await api();
    const { origin } = server;
    const made = new OpenApiService({
      name: 'demo',
      allowPrivateHosts: true,
      auth: { token: 't' },
      headers: { 'x-own': 'o' },
      document: {
        content: {
          openapi: '3.1.0',
          servers: [{ url: origin }],
          ...root,
          paths: {
            '/a': { servers: [{ url: other.origin }], get: { operationId: 'a' } },
            '/b': { get: { operationId: 'b' } },
          },
        },
      },
    });
    await made.call('a', {});
    await made.call('b', {});
    expect(other.seen[0]!.headers).not.toHaveProperty('authorization');
    expect(other.seen[0]!.headers).not.toHaveProperty('x-own');
    expect(server.seen[0]!.headers).toMatchObject({ authorization: 'Bearer t', 'x-own': 'o' });
  });
});

describe('an API whose document names no server', () => {
  it('gets no credentials from an operation that names one', async () => {
    const server = await api((_request, response) => response.writeHead(401).end());
    const made = new OpenApiService({
      name: 'demo',
      allowPrivateHosts: true,
      auth: { token: 't' },
      document: {
        content: {
          openapi: '3.1.0',
          components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
          paths: { '/a': { servers: [{ url: server.origin }], get: { operationId: 'a' } }, '/b': { get: {} } },
        },
      },
    });
    await expect(made.call('a', {})).rejects.toMatchObject({
      message: expect.stringContaining('no credential was sent'),
    });
    expect(server.seen[0]!.headers.authorization).toBeUndefined();
    await expect(made.call('get_b', {})).rejects.toMatchObject({
      code: 'CONFIG_INVALID',
      next: expect.stringContaining('baseUrl'),
    });
  });

  it('is where it is configured to be, with the variables of its address', async () => {
    const server = await api();
    const { port } = new URL(server.origin);
    const made = await service(
      server,
      {},
      {
        more: { baseUrl: undefined as never, serverVariables: { port, version: 'v2' } },
        root: {
          servers: [
            {
              url: 'http://127.0.0.1:{port}/{version}/{region}/',
              variables: { port: {}, version: { default: 'v1', enum: ['v1', 'v2'] }, region: { default: 'eu' } },
            },
          ],
        },
      },
    );
    await made.call('it', {});
    expect(server.seen[0]!.url).toBe('/v2/eu/it');
  });
});

describe('a redirect', () => {
  const to = (location: () => string, status = 302) =>
    api((request, response) =>
      request.url === '/it'
        ? response.writeHead(status, { location: location() }).end()
        : response.end('{"there":true}'),
    );
  const signed = { more: { auth: { token: 't' }, headers: { 'x-own': 'o' } } };
  const root = { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } };

  it('within the API is followed with credentials', async () => {
    const server = await to(() => '/there');
    expect((await (await service(server, {}, { ...signed, root })).call('it', {})).structuredContent).toEqual({
      there: true,
    });
    expect(server.seen[1]).toMatchObject({ url: '/there', headers: { authorization: 'Bearer t', 'x-own': 'o' } });
  });

  it('to another origin takes neither credentials nor headers along', async () => {
    const other = await api();
    const made = await service(
      await to(() => `${other.origin}/elsewhere`),
      { parameters: [{ ...query('X-Mine'), in: 'header' }] },
      { ...signed, root },
    );
    await made.call('it', { 'X-Mine': 'm' });
    const { headers } = other.seen[0]!;
    for (const name of ['authorization', 'x-own', 'x-mine']) expect(headers).not.toHaveProperty(name);
  });

  it('inside is refused', async () => {
    const other = await api();
    const elsewhere = other.origin.replace('127.0.0.1', '127.0.0.2');
    const made = await service(await to(() => `${elsewhere}/secrets`), {});
    await expect(made.call('it', {})).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(other.seen).toEqual([]);
  });

  it('does not carry a change to another origin', async () => {
    const other = await api();
    const made = await service(await to(() => other.origin, 307), {}, { method: 'post' });
    await expect(made.call('it', {})).rejects.toMatchObject({ code: 'CALL_FAILED' });
    expect(other.seen).toEqual([]);
  });

  it('after a change is a look at its outcome', async () => {
    const server = await to(() => '/there', 303);
    const requestBody = { content: { 'application/json': {} } };
    await (await service(server, { requestBody }, { method: 'post' })).call('it', { body: { a: 1 } });
    expect(server.seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"a":1}'],
      ['GET', ''],
    ]);
  });

  it('in a circle ends', async () => {
    const server = await to(() => '/it');
    await expect((await service(server, {})).call('it', {})).rejects.toMatchObject({ code: 'CALL_FAILED' });
    expect(server.seen).toHaveLength(6);
  });
});

describe('the inside of the network', () => {
  it('is not reached unless the configuration names the host', async () => {
    const server = await api();
    const made = await service(server, {}, { more: { allowPrivateHosts: [] } });
    await expect(made.call('it', {})).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
      next: expect.stringContaining('allowPrivateHosts'),
    });
    const byName = await service(
      server,
      {},
      {
        more: { baseUrl: server.origin.replace('127.0.0.1', 'localhost'), allowPrivateHosts: [] },
      },
    );
    await expect(byName.call('it', {})).rejects.toMatchObject({ code: 'NOT_ALLOWED' });
    expect(server.seen).toEqual([]);
  });

  it('is not where documents come from, either', async () => {
    const server = await api();
    const made = new OpenApiService({ name: 'demo', document: { url: `${server.origin}/openapi.json` } });
    await made.start();
    expect(made.failure()).toMatchObject({ code: 'NOT_ALLOWED' });
    expect(made.status().state).toBe('failed');
    expect(server.seen).toEqual([]);
  });
});

describe('a document from an address', () => {
  it('may be YAML, and its relative servers start there', async () => {
    const yaml = 'openapi: 3.1.0\nservers: [{url: /v2/}]\npaths: {/pets: {get: {operationId: pets}}}\n';
    const server = await api((request, response) => response.end(request.url === '/docs/api.yaml' ? yaml : '{}'));
    const made = new OpenApiService({
      name: 'demo',
      allowPrivateHosts: ['127.0.0.1'],
      document: { url: `${server.origin}/docs/api.yaml` },
    });
    await made.call('pets', {});
    expect(server.seen.map(({ url }) => url)).toEqual(['/docs/api.yaml', '/v2/pets']);
  });

  it('that cannot be had leaves a service without tools that says why', async () => {
    const server = await api((_request, response) => response.writeHead(503).end());
    const made = new OpenApiService({ name: 'demo', allowPrivateHosts: true, document: { url: server.origin } });
    await expect(made.call('pets', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('HTTP 503'),
    });
    expect(made.status()).toMatchObject({ state: 'failed', tools: 0 });
  });
});
