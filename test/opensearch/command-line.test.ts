import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { registerEval } from '../../src/cli/eval.ts';
import { registerExplain } from '../../src/cli/explain.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { registerSearch } from '../../src/cli/search.ts';
import { createTestMachine, type TestMachine } from '../../src/cli/test-machine.ts';
import { registerIndex } from '../../src/cli/tool-index/index-command.ts';
import { openServedCluster } from '../../src/cli/tool-index/serve-cluster.ts';
import { clusterUrls, openTestCluster, PATIENCE_MS, type TestCluster } from './cluster.ts';

describe.skipIf(clusterUrls === undefined)('the command line with a cluster', { timeout: PATIENCE_MS }, () => {
  let machine: TestMachine;
  let cluster: TestCluster;
  let name: string;
  const at = ['--backend', 'opensearch', '--url', (clusterUrls ?? []).join(',')];
  beforeAll(async () => {
    machine = await createTestMachine();
    cluster = await openTestCluster();
    name = cluster.newName();
    await machine.write(
      'project/tools.jsonl',
      [
        '{"id":"crm/get_deal","name":"get_deal","description":"Read one deal.","server":"crm","acl":{"tenant":"t1"}}',
        'no json',
        '{"id":"mail/send","name":"send_mail","description":"Send an e-mail.","server":"mail","acl":{"tenant":"*"}}',
      ].join('\n'),
    );
  });
  afterAll(async () => {
    await cluster.close();
    await machine.remove();
  });

  async function json(...argv: string[]): Promise<{ code: number; value: unknown }> {
    const before = machine.stdout().length;
    const code = await runCommandLine([...argv, ...at, '--json'], machine.io, [
      registerIndex,
      registerSearch,
      registerEval,
      registerExplain,
    ]);
    return { code, value: JSON.parse(machine.stdout().slice(before)) as unknown };
  }

  it('builds, searches under a filter, updates, counts and verifies', async () => {
    expect(await json('index', 'build', '--out', name, '--replicas', '0', 'tools.jsonl')).toMatchObject({
      code: 0,
      value: { out: name, tools: 2, skipped: 1 },
    });
    expect((await json('search', 'read a deal', '--index', name)).value).toMatchObject({
      hits: [{ id: 'crm/get_deal', server: 'crm' }],
      tools: 2,
      degraded: false,
    });
    expect(await json('explain', 'read a deal', '--index', name, '--expect', 'crm/get_deal')).toMatchObject({
      code: 0,
      value: { ranked: [{ id: 'crm/get_deal', rank: 1 }, {}], expected: { outcome: 'first' } },
    });
    const hidden = await json('search', 'crm/get_deal', '--index', name, '--filter', 'tenant=t2');
    expect(hidden.value).toMatchObject({ tools: 1 });
    expect(JSON.stringify(hidden.value)).not.toContain('get_deal');
    await machine.write('project/more.jsonl', '{"id":"files/read","name":"read_file","server":"files"}\n');
    expect((await json('index', 'update', name, 'more.jsonl', '--remove', 'mail/send')).value).toMatchObject({
      added: 1,
      removed: 1,
      tools: 2,
    });
    expect((await json('index', 'stats', name)).value).toMatchObject({ tools: 2, tags: ['tenant'], shards: 1 });
    expect(await json('index', 'verify', name)).toMatchObject({ code: 0, value: { ok: true, documents: 2 } });
  });

  it('measures a set in an index of its own, which is gone afterwards', async () => {
    await machine.write('project/set/tools.jsonl', '{"id":"a","name":"send_mail"}\n{"id":"b","name":"read_file"}\n');
    await machine.write('project/set/queries.jsonl', '{"id":"q1","text":"send mail"}\n');
    await machine.write('project/set/qrels.tsv', 'q1\ta\t1\n');
    expect((await json('eval', '--set', 'set')).value).toMatchObject({
      tools: 2,
      recall: { 1: 1 },
      config: { backend: 'opensearch' },
    });
    const left = await cluster.http.send({
      method: 'GET',
      path: '/_cat/indices/toolscout-*',
      query: { format: 'json' },
    });
    expect(left).toEqual([]);
  });

  it('serves: a client finds, reads and names tools', async () => {
    const { session, close } = await openServedCluster(
      { index: name, backend: 'opensearch', url: (clusterUrls ?? []).join(','), filter: 'tenant=t1' },
      machine.io,
    );
    expect(await session.search({ query: 'read a deal' })).toMatchObject({ hits: [{ id: 'crm/get_deal' }] });
    expect(await session.describe({ name: 'get_deal' })).toMatchObject({ id: 'crm/get_deal' });
    // Not shown by the filter: it carries no tenant.
    await expect(session.describe({ name: 'read_file' })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await expect(session.call({ name: 'get_deal', arguments: {} })).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
    });
    await close();
  });

  it('serves each caller the part that its rights leave', async () => {
    const { callers, close } = await openServedCluster(
      { index: name, backend: 'opensearch', url: (clusterUrls ?? []).join(',') },
      machine.io,
    );
    const [own, other] = ['t1', 't2'].map((tenant) => callers!.session({ caller: tenant, filter: `tenant=${tenant}` }));
    expect(await own!.search({ query: 'read a deal' })).toMatchObject({ hits: [{ id: 'crm/get_deal' }] });
    expect(await own!.describe({ name: 'get_deal' })).toMatchObject({ id: 'crm/get_deal' });
    expect(JSON.stringify(await other!.search({ query: 'read a deal' }))).not.toContain('get_deal');
    await expect(other!.describe({ name: 'crm/get_deal' })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await expect(other!.call({ name: 'get_deal', arguments: {} })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await vi.waitFor(() => expect(own!.catalog().tools.map(({ id }) => id)).toEqual(['crm/get_deal']));
    expect(other!.catalog().tools).toEqual([]);
    await close();
  });

  it.each([
    ['an address without a backend', ['search', 'x', '--url', 'http://a:1'], 'USAGE'],
    ['a backend without an index', ['search', 'x', '--backend', 'opensearch'], 'USAGE'],
    ['to explain without an index', ['explain', 'x', '--backend', 'opensearch'], 'USAGE'],
    ['a shard of a folder', ['index', 'build', '--out', 'ix', '--shards', '2', 'tools.jsonl'], 'USAGE'],
    ['a name that is none', ['index', 'stats', 'No Name', ...at], 'CONFIG_INVALID'],
    ['an index that is not there', ['search', 'x', '--index', 'nowhere', ...at], 'INDEX_FOREIGN'],
  ])('refuses %s', async (_, argv, code) => {
    const before = machine.stdout().length;
    expect(
      await runCommandLine([...argv, '--json'], machine.io, [registerIndex, registerSearch, registerExplain]),
    ).not.toBe(0);
    expect(JSON.parse(machine.stdout().slice(before))).toMatchObject({ error: { code } });
  });
});
