import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type LoadedConfig, parseConfig } from './config/index.ts';
import { Gateway } from './gateway.ts';
import { updateOf } from './reload/index.ts';

const PETS = `
swagger: '2.0'
info: {title: Pets, version: '3'}
paths:
  /pets/{id}:
    get: {operationId: find_pet, summary: Finds a pet by its number, tags: [pets], parameters: [{name: id, in: path, required: true, type: integer}], security: [{key: []}]}
    delete: {operationId: remove_pet, summary: Removes a pet for good, tags: [pets]}
  /orders:
    get: {summary: Lists the orders of the shop, tags: [shop]}
securityDefinitions:
  key: {type: apiKey, in: header, name: X-Key}
`;

describe('a gateway with an HTTP API in its configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolscout-openapi-'));
  const keys: unknown[] = [];
  let server: Server;
  let gateway: Gateway | undefined;

  beforeAll(async () => {
    writeFileSync(join(folder, 'pets.yaml'), PETS);
    server = createServer((request, response) => {
      keys.push(request.headers['x-key']);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ url: request.url }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => gateway?.close());
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const load = (openapi: unknown, more: object = {}): Promise<LoadedConfig> =>
    parseConfig(JSON.stringify({ openapi, ...more }), {
      path: join(folder, 'toolscout.json'),
      environment: { platform: 'linux', home: '/home/ada', cwd: folder, env: { PETS_KEY: 's3cret' } },
    });
  const pets = (): object => ({
    file: 'pets.yaml',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the configuration.
    auth: { key: '${PETS_KEY}' },
    allowPrivateHosts: ['127.0.0.1'],
  });
  const open = async (config: LoadedConfig): Promise<Gateway> => {
    gateway = new Gateway({ ...updateOf(config), session: config.policy.session });
    gateway.start();
    await gateway.settled();
    return gateway;
  };

  it('finds its operations and calls them with the key of the environment', async () => {
    const opened = await open(await load({ pets: pets() }));
    expect(opened.statuses()).toMatchObject([{ name: 'pets', kind: 'openapi', state: 'ready', tools: 3 }]);
    const answer = (await opened.search({ query: 'find a pet by number' })) as unknown as { hits: { name: string }[] };
    expect(answer.hits[0]!.name).toBe('pets__find_pet');
    const result = await opened.call({ name: 'pets__find_pet', arguments: { id: 7 } });
    expect(result.structuredContent).toEqual({ url: '/api/pets/7' });
    expect(keys.at(-1)).toBe('s3cret');
    await expect(opened.call({ name: 'pets__find_pet', arguments: {} })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    });
  });

  it('has rules over its annotations and namespaces', async () => {
    const rules = {
      policy: { all: { deny: [{ annotations: { destructiveHint: true } }, { tags: 'namespace=shop' }] } },
    };
    const opened = await open(await load({ pets: pets() }, rules));
    expect(opened.catalog().tools.map(({ originalName }) => originalName)).toEqual(['find_pet']);
  });

  it('has the examples that were written for its tools', async () => {
    const line = { tool: 'openapi:pets:get_orders', examples: ['what did people buy'] };
    writeFileSync(join(folder, 'toolscout.examples.jsonl'), `${JSON.stringify(line)}\n`);
    const opened = await open(await load({ pets: pets() }));
    expect(opened.catalog().byId('openapi:pets:get_orders')?.examples).toEqual(['what did people buy']);
    rmSync(join(folder, 'toolscout.examples.jsonl'));
  });

  it('takes chosen operations only', async () => {
    const opened = await open(await load({ pets: { ...pets(), tags: ['pets'], denyTools: ['remove_pet'] } }));
    expect(opened.catalog().tools.map(({ id }) => id)).toEqual(['openapi:pets:find_pet']);
  });

  it('follows its configuration while it runs', async () => {
    const opened = await open(await load({ pets: pets() }));
    const config = await load({ shop: { ...pets(), tags: ['shop'] } });
    expect(opened.update(updateOf(config))).toEqual({ added: ['shop'], removed: ['pets'], replaced: [] });
    await opened.settled();
    expect(opened.catalog().tools.map(({ id }) => id)).toEqual(['openapi:shop:get_orders']);
  });

  it('says why a document gives no tools, and a call says it, too', async () => {
    const opened = await open(await load({ gone: { file: 'gone.yaml' } }));
    expect(opened.statuses()).toMatchObject([{ name: 'gone', state: 'failed', tools: 0 }]);
    for (const name of ['gone__list', 'openapi:gone:list']) {
      await expect(opened.call({ name, arguments: {} })).rejects.toMatchObject({
        code: 'SERVER_UNAVAILABLE',
        message: expect.stringContaining('gone.yaml'),
      });
    }
  });

  it.each([
    ['has no document', {}, 'must have either "file" or "url"'],
    ['has two', { file: 'a', url: 'https://b.test' }, 'must have either "file" or "url"'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the configuration.
    ['needs a variable that is not set', { file: 'a', auth: { key: '${NONE}' } }, 'NONE, which is not set'],
    ['has an address that is none', { url: 'ftp://a.test' }, 'must be an address'],
    ['has a port where a host belongs', { file: 'a', allowPrivateHosts: ['localhost:80'] }, 'without scheme and port'],
  ])('leaves out a service that %s, and no other', async (_what, entry, message) => {
    const config = await load({ bad: entry, pets: pets() });
    expect(config.openapi.map(({ name }) => name)).toEqual(['pets']);
    expect(config.failed).toMatchObject([{ name: 'bad', message: expect.stringContaining(message) }]);
  });

  it('gives services the time-outs of the gateway where they have none of their own', async () => {
    const more = { gateway: { callTimeoutMs: 5_000, startTimeoutMs: 6_000 } };
    const { openapi } = await load({ pets: pets(), quick: { ...pets(), callTimeoutMs: 70 } }, more);
    expect(openapi.map((one) => [one.callTimeoutMs, one.startTimeoutMs])).toEqual([
      [5_000, 6_000],
      [70, 6_000],
    ]);
  });

  it('wants names of its own for services', async () => {
    const config = await load({ pets: pets() }, { mcpServers: { pets: { command: 'pets-mcp' } } });
    expect(config.failed).toMatchObject([{ name: 'pets', message: expect.stringContaining('mcpServers') }]);
  });

  it('warns of a key in the file itself, without repeating it', async () => {
    const { warnings } = await load({ pets: { ...pets(), auth: { key: 'plain-s3cret' } } });
    expect(warnings).toMatchObject([{ path: 'openapi.pets.auth.key' }]);
    expect(JSON.stringify(warnings)).not.toContain('plain-s3cret');
  });
});
