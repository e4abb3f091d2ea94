import { afterEach, describe, expect, it } from 'vitest';
import { Gateway } from '../../src/gateway/index.ts';
import { caseFile, nodeServer, textOf } from '../upstreams/harness.ts';

const open: Gateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

describe('a tool that is shown under another name', () => {
  const spec = nodeServer('plain', caseFile('well-behaved'));
  const overrides = { 'plain/echo': { name: 'repeat_after_me', description: 'Says the same thing once more.' } };

  async function start(): Promise<Gateway> {
    const gateway = new Gateway({ servers: [spec], overrides });
    open.push(gateway);
    gateway.start();
    await gateway.settled();
    return gateway;
  }

  it('is found, described and called by it, and called at its server by its own', async () => {
    const gateway = await start();
    const answer = await gateway.search({ query: 'repeat after me' });
    expect(JSON.stringify(answer)).toContain('plain__repeat_after_me');
    expect(await gateway.describe({ name: 'plain__repeat_after_me' })).toMatchObject({
      id: 'mcp:plain:echo',
      description: 'Says the same thing once more.',
    });
    const result = await gateway.call({ name: 'plain__repeat_after_me', arguments: { message: 'hello' } });
    expect(textOf(result)).toContain('hello');
    expect(gateway.catalog().tools.map(({ name }) => name)).not.toContain('plain__echo');
  });

  it('follows the configuration', async () => {
    const gateway = await start();
    gateway.update({ servers: [spec] });
    expect(gateway.catalog().byName('plain__echo')?.description).not.toContain('once more');
    gateway.update({ servers: [spec], overrides: { 'plain/echo': { name: 'other' } } });
    expect(gateway.catalog().byName('plain__other')).toBeDefined();
  });
});
