import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemoryStateStore, type StateStore } from '../../state/index.ts';
import { ANYONE, type Caller, CallerSessions } from '../auth/index.ts';
import { Gateway } from '../gateway.ts';
import { silentLogger } from '../log.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A store that can be taken away. */
function lossy(): { store: StateStore; lose: (isLost: boolean) => void } {
  const store = createMemoryStateStore();
  let lost = false;
  const guarded = Object.fromEntries(
    Object.entries(store).map(([name, operation]) => [
      name,
      async (...args: unknown[]) => {
        if (lost) throw new Error('away');
        return (operation as (...args: unknown[]) => Promise<unknown>)(...args);
      },
    ]),
  ) as unknown as StateStore;
  return { store: guarded, lose: (isLost) => (lost = isLost) };
}

/** One gateway behind a door of its own, over a store that others have, too. */
function replica(state: StateStore): { fetch: (request: Request, caller?: Caller) => Promise<Response> } {
  const gateway = new Gateway({
    servers: [],
    state,
    entries: [{ source: { kind: 'plugin', name: 'files' }, definition: { name: 'delete' } }],
    execute: async (_tool, _args, { client }) => {
      const answer = await client?.request('elicitation/create', {
        message: 'Sure?',
        requestedSchema: { type: 'object', properties: {} },
      });
      return { content: [{ type: 'text', text: String(answer?.action) }] };
    },
  });
  const sessions = new CallerSessions({ open: () => gateway.own(), log: silentLogger(), state });
  open.push(sessions, gateway);
  gateway.start();
  return { fetch: (request, caller = ANYONE) => sessions.of(caller).mcp.fetch(request) };
}

const URL_OF_DOOR = 'http://localhost/mcp';
const post = (body: object, session?: string): Request =>
  new Request(URL_OF_DOOR, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  });
const INITIALIZE = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const LIST = { id: 1, method: 'tools/list' };
const openSession = async (door: ReturnType<typeof replica>, caller?: Caller): Promise<string> => {
  const answer = await door.fetch(post(INITIALIZE), caller);
  await answer.text();
  return answer.headers.get('mcp-session-id')!;
};
const end = (session: string): Request =>
  new Request(URL_OF_DOOR, { method: 'DELETE', headers: { 'mcp-session-id': session } });

describe('sessions of several gateways over one store', () => {
  it('are opened at one and used at the others, also by requests that come at once', async () => {
    const store = createMemoryStateStore();
    const [first, second] = [replica(store), replica(store)];
    const session = await openSession(first);
    const answers = await Promise.all([1, 2, 3].map((id) => second.fetch(post({ ...LIST, id }, session))));
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('tool_search');
    }
  });

  it('belong to their caller at every gateway', async () => {
    const store = createMemoryStateStore();
    const [first, second] = [replica(store), replica(store)];
    const [jane, joe] = ['jane', 'joe'].map((id): Caller => ({ ...ANYONE, id }));
    const session = await openSession(first, jane);
    expect((await second.fetch(post(LIST, session), joe)).status).toBe(404);
    expect((await second.fetch(end(session), joe)).status).toBe(404);
    const answer = await second.fetch(post(LIST, session), jane);
    expect(answer.status).toBe(200);
    await answer.text();
  });

  it('are over everywhere once the client has ended them anywhere', async () => {
    const store = createMemoryStateStore();
    const [first, second, third] = [replica(store), replica(store), replica(store)];
    const session = await openSession(first);
    await (await second.fetch(post(LIST, session))).text();
    expect((await third.fetch(end(session))).status).toBe(200);
    for (const one of [first, second, third]) {
      expect((await one.fetch(post(LIST, session))).status).toBe(404);
      expect((await one.fetch(end(session))).status).toBe(404);
    }
  });

  it('go on where they are live while the store is away; elsewhere nobody says that there is none', async () => {
    const { store, lose } = lossy();
    const [first, second] = [replica(store), replica(store)];
    const session = await openSession(first);
    lose(true);
    const here = await first.fetch(post(LIST, session));
    expect(here.status).toBe(200);
    await here.text();
    const elsewhere = await second.fetch(post(LIST, session));
    expect(elsewhere.status).toBe(503);
    expect(elsewhere.headers.get('retry-after')).not.toBeNull();
    const unshared = await openSession(first);
    lose(false);
    // Opened while nobody could be told; known to all from its next request on.
    await (await first.fetch(post(LIST, unshared))).text();
    const shared = await second.fetch(post(LIST, unshared));
    expect(shared.status).toBe(200);
    await shared.text();
  });

  it('are not kept by the id that opens them', async () => {
    const store = createMemoryStateStore();
    const session = await openSession(replica(store));
    for (const key of await store.list('')) {
      expect(key).not.toContain(session);
      expect(JSON.stringify(await store.get(key))).not.toContain(session);
    }
    expect((await store.list('mcp-sessions/')).length).toBe(1);
  });

  it('bring the answer of a client to the gateway that asked, whichever gets it', async () => {
    const store = createMemoryStateStore();
    const replicas = [replica(store), replica(store)];
    let turn = 0;
    const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    const asked: string[] = [];
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: {} };
    });
    const transport = new StreamableHTTPClientTransport(new URL(URL_OF_DOOR), {
      // Round and round, but for the stream of notifications, which nobody writes to here.
      fetch: async (input, init) => {
        const request = new Request(input, init);
        if (request.method === 'GET') return new Response(null, { status: 405 });
        return replicas[turn++ % 2]!.fetch(request);
      },
    });
    await client.connect(transport);
    for (let i = 0; i < 3; i++) {
      const result = await client.callTool({
        name: 'tool_call',
        arguments: { name: 'files__delete', arguments: {} },
      });
      expect(JSON.stringify(result)).toContain('accept');
    }
    expect(asked).toEqual(['Sure?', 'Sure?', 'Sure?']);
    await client.close();
  });
});
