import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { buildToolIndex } from '../../backends/index.ts';
import {
  type Grant,
  httpCallers,
  KeyBook,
  type LoadedConfig,
  loadConfig,
  serveGatewayHttp,
} from '../../gateway/index.ts';
import { silentLogger } from '../../gateway/log.ts';
import { createRemoteBackend } from '../../retrieval/index.ts';
import { createTestRemoteIndex } from '../../retrieval/indexed/test-remote-index.ts';
import type { ToolEntry } from '../../tools/index.ts';
import type { CliIo } from '../io.ts';
import { createTestMachine, type TestMachine } from '../test-machine.ts';
import { openIndexDoors } from './index-doors.ts';
import { serveRemoteIndex } from './serve-cluster.ts';
import { openServedIndex } from './serve-index.ts';
import type { ServedToolIndex } from './serve-parts.ts';

const openThings: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of openThings.splice(0).reverse()) await one.close();
});

const entry = (server: string, name: string, tenant: string): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description: `${name.replaceAll('_', ' ')} of ${server}.`, inputSchema: { type: 'object' } },
  tags: { tenant: [tenant] },
});
/** More than a catalog of an index holds in memory. */
const ENTRIES = [
  ...Array.from({ length: 250 }, (_, i) => entry('archive', `open_volume_${i}`, 'blue')),
  entry('zoo', 'feed_the_lion', 'red'),
  entry('zoo', 'weigh_the_whale', 'red'),
];

type Serve = (machine: TestMachine, io: CliIo, config: LoadedConfig) => Promise<ServedToolIndex>;

/** The index as `toolscout serve --index` serves it: on this machine, or elsewhere. */
const KEPT: readonly (readonly [string, Serve])[] = [
  [
    'on disk',
    async (machine, io) => {
      await buildToolIndex(
        join(machine.at('project'), 'ix'),
        (async function* () {
          for (const one of ENTRIES) yield { entry: one };
        })(),
        {},
      );
      return openServedIndex({ index: 'ix', config: 'toolscout.json' }, io);
    },
  ],
  [
    'elsewhere',
    async (_machine, io, config) => {
      const whole = createRemoteBackend(createTestRemoteIndex(ENTRIES));
      return serveRemoteIndex({ whole, embedder: undefined, filter: undefined }, config, io);
    },
  ],
];

/** An index as `toolscout serve --index --http` serves it. */
async function serveKept(open: Serve, grants: Readonly<Record<string, Grant>> = {}, more: object = {}) {
  const machine = await createTestMachine();
  openThings.push({ close: () => machine.remove() });
  const hasAuth = Object.keys(grants).length > 0;
  const keys = machine.at('home/keys.json');
  const book = new KeyBook(keys);
  const keyOf = Object.fromEntries(
    Object.entries(grants).map(([name, grant]) => [name, book.create({ name, grant }).key]),
  );
  const auth = hasAuth ? { auth: { keys: { file: keys } } } : {};
  await machine.write('project/toolscout.json', JSON.stringify({ mcpServers: {}, ...auth, ...more }));
  const io = {
    ...machine.io,
    environment: { ...machine.io.environment, env: { TOOLSCOUT_LOG: 'silent' } },
    stderr: () => {},
  };
  const config = await loadConfig(machine.at('project/toolscout.json'), io.environment);
  const served = await open(machine, io, config);
  const log = silentLogger();
  const http = await serveGatewayHttp(
    served.session,
    {
      port: 0,
      operations: served.operations.over(served.session),
      ...(await openIndexDoors(served.doors, config, io)),
      ...(hasAuth ? httpCallers(served.callers, { auth: config.auth, session: config.policy.session, log }) : {}),
    },
    log,
  );
  openThings.push(served, http);
  const ask = async (path: string, body?: object, who?: string): Promise<{ status: number; json: never }> => {
    const response = await fetch(new URL(path, http.url), {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headers: {
        'content-type': 'application/json',
        'toolscout-session': 'main',
        ...(who === undefined ? {} : { authorization: `Bearer ${keyOf[who]}` }),
      },
    });
    const isText = response.headers.get('content-type')?.startsWith('text/plain') === true;
    return { status: response.status, json: (isText ? await response.text() : await response.json()) as never };
  };
  return Object.assign(ask, { drain: () => served.operations.drain(0) });
}

describe.each(KEPT)('the HTTP API over an index %s', (_kept, open) => {
  const serve = serveKept.bind(undefined, open);
  it('finds, describes, and says that no server is there for a call', async () => {
    const ask = await serve();
    expect((await ask('/v1/search', { query: 'weigh the whale' })).json).toMatchObject({
      hits: [{ name: 'zoo__weigh_the_whale' }],
    });
    expect((await ask('/v1/describe', { name: 'zoo__feed_the_lion' })).json).toMatchObject({
      id: 'mcp:zoo:feed_the_lion',
    });
    const call = await ask('/v1/call', { name: 'zoo__feed_the_lion', arguments: {} });
    expect(call).toMatchObject({ status: 503, json: { error: { code: 'SERVER_UNAVAILABLE' } } });
    expect((await ask('/v1/approvals')).json).toEqual({ approvals: [] });
  });

  it('assembles the bridge to all of it, with what the request names, however large the window is', async () => {
    const ask = await serve();
    const body = { window: 10_000_000, settings: { enabled: 'off' }, pinned: ['zoo__weigh_the_whale'] };
    const { json } = await ask('/v1/assemble', body);
    expect(json).toMatchObject({ bridged: true, mode: 'tools', deferred: 251 });
    const { tools } = json as { tools: { name: string; description: string }[] };
    expect(tools.map(({ name }) => name)).toEqual([
      'zoo__weigh_the_whale',
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
    expect(tools[1]!.description).toContain('252 tools');
  });

  it('preselects from all of it', async () => {
    const ask = await serve();
    const { status, json } = await ask('/v1/preselect', { message: 'Please weigh the whale.' });
    expect(status).toBe(200);
    expect((json as { tools: { name: string }[] }).tools.map(({ name }) => name)).toContain('zoo__weigh_the_whale');
  });
});

describe.each(KEPT)('the dashboard over an index %s', (_kept, open) => {
  const serve = serveKept.bind(undefined, open);
  it('shows its tools, its figures and what sessions did', async () => {
    const ask = await serve();
    await ask('/v1/search', { query: 'feed the lion' });
    expect((await ask('/dashboard/api/overview')).json).toMatchObject({
      tools: 252,
      servers: [],
      activity: { totals: { searches: 1 } },
    });
    const page = await ask('/dashboard/api/tools?q=whale');
    expect(page.json).toMatchObject({ total: 1, rows: [{ id: 'mcp:zoo:weigh_the_whale' }] });
    expect((await ask('/dashboard/api/tools?limit=1')).json).toMatchObject({ total: 252 });
    expect((await ask('/dashboard/api/tool?id=mcp:zoo:weigh_the_whale')).json).toMatchObject({
      tags: { tenant: ['red'] },
    });
    const search = await ask('/dashboard/api/search', { query: 'weigh the whale', expect: 'zoo__feed_the_lion' });
    expect(search).toMatchObject({ status: 200 });
    await ask('/v1/call', { name: 'zoo__feed_the_lion', arguments: {} });
    const { sessions } = (await ask('/dashboard/api/sessions')).json as { sessions: { session: string }[] };
    expect(sessions).toMatchObject([{ searches: 1, calls: 1 }]);
    const trace = await ask(`/dashboard/api/session?id=${sessions[0]!.session}`);
    expect(JSON.stringify(trace.json)).toContain('"entrance":"http"');
    expect((await ask('/dashboard/api/confusables')).status).toBe(200);
  });

  it('may be switched off', async () => {
    const ask = await serve({}, { dashboard: { enabled: false } });
    expect((await ask('/dashboard/api/overview')).status).toBe(404);
    expect((await ask('/v1/search', { query: 'lion' })).status).toBe(200);
  });
});

describe.each(KEPT)('an index %s as an operator sees it', (_kept, open) => {
  const serve = serveKept.bind(undefined, open);
  it('is ready until it is about to end', async () => {
    const ask = await serve();
    expect(await ask('/readyz')).toEqual({ status: 200, json: { ready: true, servers: {}, draining: false } });
    await ask.drain();
    expect(await ask('/readyz')).toMatchObject({ status: 503, json: { ready: false, draining: true } });
  });

  it('counts its tools, searches and calls', async () => {
    const ask = await serve();
    await ask('/v1/search', { query: 'feed the lion' });
    await ask('/v1/call', { name: 'zoo__feed_the_lion', arguments: {} });
    const { json } = await ask('/metrics');
    expect(json).toContain('toolscout_tools 252\n');
    expect(json).toContain('toolscout_searches_total{outcome="ok"} 1\n');
    expect(json).toContain('toolscout_call_errors_total{code="SERVER_UNAVAILABLE"} 1\n');
  });

  it('holds each caller to the limits of the configuration', async () => {
    const ask = await serve(
      { one: { may: ['use', 'observe'] }, other: { may: ['use'] } },
      { limits: { searches: { perMinute: 1, burst: 1 } } },
    );
    const search = (who: string) => ask('/v1/search', { query: 'lion' }, who);
    expect([(await search('one')).status, (await search('one')).status, (await search('other')).status]).toEqual([
      200, 429, 200,
    ]);
    expect((await ask('/metrics', undefined, 'one')).json).toContain('toolscout_rate_limited_total 1\n');
  });
});

describe.each(KEPT)('callers of an index %s with rights', (_kept, open) => {
  const serve = serveKept.bind(undefined, open);
  const may = ['use', 'observe', 'approve'] as const;

  it('read figures of their own part alone', async () => {
    const ask = await serve({ red: { may, filter: { tenant: 'red' } }, blue: { may, filter: { tenant: 'blue' } } });
    const before = (await ask('/metrics', undefined, 'blue')).json as string;
    await ask('/v1/search', { query: 'feed the lion' }, 'red');
    const red = (await ask('/metrics', undefined, 'red')).json;
    expect(red).toContain('toolscout_tools 2\n');
    expect(red).toContain('toolscout_searches_total{outcome="ok"} 1\n');
    const withoutTime = (text: string) => text.replace(/uptime_seconds \d+/, '');
    expect(withoutTime((await ask('/metrics', undefined, 'blue')).json)).toBe(withoutTime(before));
    expect((await ask('/readyz')).json).toEqual({ ready: true, draining: false });
  });

  it('are shown the part that is theirs through either door', async () => {
    const ask = await serve({ red: { may, filter: { tenant: 'red' } }, blue: { may, filter: { tenant: 'blue' } } });
    await ask('/v1/search', { query: 'feed the lion' }, 'red');
    expect((await ask('/v1/search', { query: 'feed the lion' }, 'blue')).json).toMatchObject({ hits: [] });
    expect((await ask('/v1/describe', { name: 'zoo__feed_the_lion' }, 'blue')).status).toBe(404);
    expect((await ask('/v1/preselect', { message: 'feed the lion' }, 'blue')).json).not.toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ server: 'zoo' })]),
    });
    expect((await ask('/dashboard/api/overview', undefined, 'red')).json).toMatchObject({
      tools: 2,
      activity: { totals: { searches: 1 } },
    });
    expect((await ask('/dashboard/api/tools', undefined, 'red')).json).toMatchObject({
      total: 2,
      servers: [{ name: 'zoo', tools: 2 }],
    });
    expect(JSON.stringify((await ask('/dashboard/api/sessions', undefined, 'blue')).json)).not.toContain('lion');
  });

  it('are told of the servers that have tools for them, with the number of those', async () => {
    // Nobody listens there: the servers are known, and down.
    const mcpServers = Object.fromEntries(
      ['archive', 'zoo', 'attic'].map((name) => [name, { url: 'http://127.0.0.1:9/mcp' }]),
    );
    const ask = await serve({ red: { may, filter: { tenant: 'red' } }, all: { may } }, { mcpServers });
    const told = async (who: string) => {
      const { json } = await ask('/dashboard/api/overview', undefined, who);
      const { servers } = json as { servers: { name: string; tools: number }[] };
      return servers.map(({ name, tools }) => [name, tools]);
    };
    expect(await told('red')).toEqual([['zoo', 2]]);
    expect(await told('all')).toEqual([
      ['archive', 250],
      ['attic', 0],
      ['zoo', 2],
    ]);
  });

  it('get in with a key alone, and look at the dashboard with the right for it', async () => {
    const ask = await serve({ user: { may: ['use'], filter: { tenant: 'red' } } });
    expect((await ask('/v1/search', { query: 'lion' })).status).toBe(401);
    expect((await ask('/dashboard/api/overview')).status).toBe(401);
    expect((await ask('/dashboard/api/overview', undefined, 'user')).status).toBe(403);
    expect((await ask('/v1/search', { query: 'lion' }, 'user')).status).toBe(200);
  });
});

describe('the doors over an index elsewhere', () => {
  it('tell what is there now, and say so where that cannot be known', async () => {
    const index = createTestRemoteIndex(ENTRIES);
    const ask = await serveKept((_machine, io, config) => {
      const whole = createRemoteBackend(index);
      return serveRemoteIndex({ whole, embedder: undefined, filter: undefined }, config, io);
    });
    expect((await ask('/dashboard/api/tools?limit=1')).json).toMatchObject({ total: 252 });
    index.hold(ENTRIES.slice(1));
    expect((await ask('/dashboard/api/tool?id=mcp:archive:open_volume_0')).status).toBe(404);
    index.come('short');
    const unavailable = { status: 503, json: { error: { code: 'INDEX_UNAVAILABLE' } } };
    expect(await ask('/v1/describe', { name: 'weigh_the_lion' })).toMatchObject(unavailable);
    expect((await ask('/v1/search', { query: 'feed the lion' })).json).toMatchObject({ degraded: true });
    index.come('not at all');
    expect((await ask('/v1/search', { query: 'feed the lion' })).status).toBe(500);
  });
});
