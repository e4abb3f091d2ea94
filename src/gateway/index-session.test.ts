import { describe, expect, it } from 'vitest';
import { createResultStore } from '../calling/index.ts';
import {
  createIndexBackend,
  createIndexCatalog,
  createRemoteBackend,
  readRemoteCatalog,
  toIndexDocument,
} from '../retrieval/index.ts';
import { createPlainIndex } from '../retrieval/indexed/test-engine-index.ts';
import { createTestRemoteIndex } from '../retrieval/indexed/test-remote-index.ts';
import { createMemoryStateStore } from '../state/index.ts';
import { createCatalog, type ToolEntry } from '../tools/index.ts';
import { createIndexSession, type ServedIndex } from './index-session.ts';
import { SessionWatch } from './session-watch.ts';

const entry = (server: string, name: string, tenant: string): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, description: `Tool ${name} of ${server}.` },
  tags: { tenant: [tenant] },
});

function serve(entries: readonly ToolEntry[], tenant?: string): ServedIndex {
  const index = createPlainIndex(createCatalog(entries).tools.map((tool) => toIndexDocument(tool)));
  const scope = tenant === undefined ? undefined : ({ op: 'in', tag: 'tenant', values: [tenant] } as const);
  const whole = createIndexBackend(index);
  return {
    backend: scope === undefined ? whole : whole.partition(scope),
    catalog: createIndexCatalog(index, scope),
  };
}

const ENTRIES = [
  entry('crm', 'get_deal', 't1'),
  entry('crm', 'list_deals', 't1'),
  entry('mail', 'send_mail', 't2'),
  ...Array.from({ length: 300 }, (_, i) => entry('shop', `export_invoice_${i}`, 't1')),
];

describe('a session over an index', () => {
  it('searches, describes and says how many tools there are', async () => {
    const served = serve(ENTRIES);
    const session = createIndexSession({ rights: '', current: () => served });
    const [search] = await session.bridgeTools();
    expect(search!.description).toContain('303 tools from: crm, mail, shop and others.');
    expect(await session.search({ query: 'send mail' })).toMatchObject({
      hits: [{ id: 'mcp:mail:send_mail', server: 'mail' }],
    });
    expect(await session.describe({ name: 'crm__get_deal' })).toMatchObject({ id: 'mcp:crm:get_deal' });
  });

  it('answers a call of a tool without a live server with an outcome of its own', async () => {
    const served = serve(ENTRIES);
    const session = createIndexSession({ rights: '', current: () => served });
    await expect(session.call({ name: 'mail__send_mail', arguments: {} })).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      details: { server: 'mail', ran: false },
    });
    await expect(session.call({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
  });

  it('runs a call where somebody can', async () => {
    const served = serve(ENTRIES);
    const session = createIndexSession({
      rights: '',
      current: () => served,
      execute: async (tool) => ({ content: [{ type: 'text', text: `ran ${tool.id}` }] }),
    });
    expect(await session.call({ name: 'crm:get_deal', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'ran mcp:crm:get_deal' }],
    });
  });

  it('has a long result read on by whoever serves the same session over the same store', async () => {
    const served = serve(ENTRIES);
    const text = 'A long story. '.repeat(2_000);
    const results = { store: createResultStore(createMemoryStateStore()), maxBytes: 10_000 };
    const open = () =>
      createIndexSession({
        rights: '',
        current: () => served,
        results,
        execute: async () => ({ content: [{ type: 'text', text }] }),
      });
    const cut = JSON.stringify(await open().call({ name: 'mail__send_mail', arguments: {} }, { session: 's' }));
    expect(cut).toContain('tool_call');
    const handle = /handle\W+([0-9a-f]{16})/.exec(cut)?.[1];
    const read = { name: 'tool_result_read', arguments: { handle, offset: 14_000, limit: 14 } };
    expect(JSON.stringify(await open().call(read, { session: 's' }))).toContain('A long story. ');
    await expect(open().call(read, { session: 'other' })).rejects.toMatchObject({ code: 'RESULT_NOT_FOUND' });
  });

  it('remembers what it found, also what its catalog does not hold in memory', async () => {
    const backend = createRemoteBackend(createTestRemoteIndex(ENTRIES));
    const served = { backend, catalog: await readRemoteCatalog(backend) };
    const watch = new SessionWatch({ onError: (error) => expect(error).toBeUndefined() });
    const session = createIndexSession({ rights: '', current: () => served, watch });
    expect(served.catalog.tools.some(({ originalName }) => originalName === 'export_invoice_99')).toBe(false);
    await session.search({ query: 'export_invoice_99' }, { session: 's' });
    const { tools } = await watch.sessions.read('s');
    expect(tools).toMatchObject([{ id: 'mcp:shop:export_invoice_99', found: 1 }]);
  });

  it('knows nothing outside of its scope', async () => {
    const served = serve(ENTRIES, 't2');
    const session = createIndexSession({ rights: '', current: () => served });
    expect((await session.bridgeTools())[0]!.description).toContain('1 tool from: mail.');
    await expect(session.describe({ name: 'get_deal' })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    expect(await session.search({ query: 'get_deal' })).toMatchObject({ hits: [] });
  });

  it('follows the index, and tells who listens', async () => {
    let served = serve(ENTRIES);
    const session = createIndexSession({ rights: '', current: () => served });
    let told = 0;
    const stop = session.onCatalogChange(() => told++);
    served = serve([entry('new', 'fresh_tool', 't1')]);
    expect(await session.describe({ name: 'fresh_tool' })).toMatchObject({ server: 'new' });
    expect(told).toBe(1);
    stop();
  });
});
