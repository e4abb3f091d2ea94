import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogger, Gateway } from '../../src/gateway/index.ts';
import { serveGatewayOver } from '../../src/gateway/serve-stdio.ts';
import { startFixture } from '../conformance/fixture-server.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A client of revision 2026-07-28 over one connection, before a server of this era. */
async function open(era: 'legacy' | 'both') {
  const fixture = await startFixture(era);
  closing.push(() => fixture.close());
  const log = createLogger('silent');
  const gateway = new Gateway({
    servers: [{ name: 'fixture', transport: { kind: 'http', url: fixture.url, headers: {} } }],
    examples: { pack: false },
    expose: 'tools',
    log,
  });
  closing.push(() => gateway.close());
  gateway.start();
  await gateway.settled();
  const [near, far] = InMemoryTransport.createLinkedPair();
  const serving = serveGatewayOver(far, gateway, log);
  closing.push(() => serving.close());
  const client = new Client(
    { name: 'listener', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const heard: string[] = [];
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler('notifications/prompts/list_changed', () => void heard.push('prompts'));
  client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'));
  await client.connect(near);
  closing.push(() => client.close());
  const touch = () => client.callTool({ name: 'test_touch_resource', arguments: {} });
  return { client, heard, touch };
}

const WATCHED = 'test://watched-resource';
const OTHER = 'test://static-text';

describe.each(['legacy', 'both'] as const)(
  'a client of revision 2026-07-28 over stdio, before a server "%s"',
  (era) => {
    it('hears of a resource for as long as it listens to it, and of no other', async () => {
      const { client, heard, touch } = await open(era);
      const other = await client.listen({ resourceSubscriptions: [OTHER] });
      await touch();
      const listening = await client.listen({ resourceSubscriptions: [WATCHED, 'test://not-there'] });
      await touch();
      await expect.poll(() => heard).toEqual([WATCHED]);
      await listening.close();
      await touch();
      // The news of a resource that is listened to comes after that of the one that is not.
      const again = await client.listen({ resourceSubscriptions: [WATCHED] });
      await touch();
      await expect.poll(() => heard).toEqual([WATCHED, WATCHED]);
      await again.close();
      await other.close();
    });

    it('hears that prompts and tools have changed', async () => {
      const { client, heard } = await open(era);
      await client.listen({ promptsListChanged: true, toolsListChanged: true });
      await client.callTool({ name: 'test_trigger_prompt_change', arguments: {} });
      await client.callTool({ name: 'test_trigger_tool_change', arguments: {} });
      await expect.poll(() => [...new Set(heard)].sort(), { timeout: 5_000 }).toEqual(['prompts', 'tools']);
    });
  },
);
