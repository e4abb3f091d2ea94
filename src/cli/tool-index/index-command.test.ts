import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerCall } from '../call.ts';
import { registerDescribe } from '../describe.ts';
import { registerEval } from '../eval.ts';
import { registerList } from '../list.ts';
import { runCommandLine } from '../run.ts';
import { registerSearch } from '../search.ts';
import { createTestMachine, type TestMachine } from '../test-machine.ts';
import { registerIndex } from './index-command.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  await machine.write(
    'project/tools.jsonl',
    [
      '{"id":"crm/get_deal","name":"get_deal","description":"Read one deal.","server":"crm","acl":{"tenant":"t1"}}',
      'no json',
      '{"id":"mail/send","name":"send_mail","description":"Send an e-mail.","server":"mail","acl":{"tenant":"*"}}',
      '{"id":"mail/send","name":"again"}',
    ].join('\n'),
  );
});
afterEach(() => machine.remove());

/** Runs a command line and gives what it has printed since the one before. */
async function run(...argv: string[]): Promise<{ code: number; out: string }> {
  const before = machine.stdout().length;
  const code = await runCommandLine(argv, machine.io, [
    registerIndex,
    registerSearch,
    registerEval,
    registerList,
    registerDescribe,
    registerCall,
  ]);
  return { code, out: machine.stdout().slice(before) };
}

async function json(...argv: string[]): Promise<{ code: number; value: Record<string, unknown> }> {
  const { code, out } = await run(...argv, '--json');
  return { code, value: JSON.parse(out) as Record<string, unknown> };
}

describe('toolscout index', () => {
  it('lists and describes tools as far as a filter shows them', async () => {
    await run('index', 'build', '--out', 'ix', 'tools.jsonl');
    expect((await json('list', '--index', 'ix', '--limit', '1')).value).toMatchObject({
      tools: [{ id: 'crm/get_deal' }],
      shown: 1,
      total: 2,
    });
    const mine = await json('list', '--index', 'ix', '--filter', 'tenant=t2');
    expect(mine.value).toMatchObject({ tools: [{ id: 'mail/send' }], total: 1 });
    expect((await json('describe', 'send_mail', '--index', 'ix')).value).toMatchObject({
      id: 'mail/send',
      server: 'mail',
    });
    expect((await run('describe', 'get_deal', '--index', 'ix', '--filter', 'tenant=t2')).code).toBe(1);
    expect(machine.stderr()).not.toContain('Read one deal');
  });

  it('says that an empty filter grants nothing', async () => {
    await run('index', 'build', '--out', 'ix', 'tools.jsonl');
    expect((await json('list', '--index', 'ix', '--filter', '')).value).toMatchObject({ tools: [], total: 0 });
    expect(machine.stderr()).toContain('--filter is empty, which grants nothing.');
  });

  it('needs servers for calls, and says when one has none', async () => {
    await run('index', 'build', '--out', 'ix', 'tools.jsonl');
    expect((await run('call', 'send_mail', '--index', 'ix')).code).toBe(2);
    expect(machine.stderr()).toContain('Add --config FILE with the servers');
    await machine.write('project/servers.json', '{"mcpServers":{}}');
    expect((await run('call', 'send_mail', '--index', 'ix', '--config', 'servers.json')).code).toBe(1);
  });

  it('does not fill a folder of other files', async () => {
    await machine.write('project/letters/mine.txt', 'keep');
    expect((await run('index', 'build', '--out', 'letters', 'tools.jsonl')).code).toBe(1);
    expect(machine.stderr()).toContain('holds other files (mine.txt) and no index');
  });

  it('builds, searches under a filter, updates, counts and verifies', async () => {
    expect(await json('index', 'build', '--out', 'ix', 'tools.jsonl')).toMatchObject({
      code: 0,
      value: { tools: 2, skipped: 2 },
    });
    expect(machine.stderr()).toContain('tools.jsonl:2 is not JSON');
    expect(machine.stderr()).toContain('mail/send was there before');

    const found = await json('search', 'read a deal', '--index', 'ix');
    expect(found.value).toMatchObject({ hits: [{ id: 'crm/get_deal', server: 'crm' }], tools: 2 });
    const hidden = await json('search', 'crm/get_deal', '--index', 'ix', '--filter', 'tenant=t2');
    expect(hidden.value).toMatchObject({ tools: 1 });
    expect(JSON.stringify(hidden.value)).not.toContain('get_deal');

    await machine.write('project/more.jsonl', '{"id":"files/read","name":"read_file","server":"files"}\n');
    expect((await json('index', 'update', 'ix', 'more.jsonl', '--remove', 'mail/send')).value).toMatchObject({
      added: 1,
      removed: 1,
      tools: 2,
    });
    expect((await json('index', 'stats', 'ix')).value).toMatchObject({ tools: 2, tags: ['tenant'] });
    expect(await json('index', 'verify', 'ix')).toMatchObject({ code: 0, value: { ok: true, problems: [] } });
    expect((await run('index', 'repair', 'ix')).out).toBe('nothing to repair; 2 tools\n');
    expect((await run('index', 'migrate', 'ix')).code).toBe(0);
  });

  it('measures an index as it measures a catalog', async () => {
    await machine.write('project/set/tools.jsonl', '{"id":"a","name":"send_mail"}\n{"id":"b","name":"read_file"}\n');
    await machine.write('project/set/queries.jsonl', '{"id":"q1","text":"send mail"}\n');
    await machine.write('project/set/qrels.tsv', 'q1\ta\t1\n');
    await run('index', 'build', '--out', 'ix', 'set/tools.jsonl', '--tier', 'lexical');
    const { value } = await json('eval', '--set', 'set', '--index', 'ix', '--tier', 'lexical');
    expect(value).toMatchObject({ tools: 2, queries: 1, recall: { 1: 1 }, config: { backend: 'local' } });
  });

  it.each([
    ['nothing to index', ['index', 'build', '--out', 'ix'], 2, 'USAGE'],
    ['a missing file', ['index', 'build', '--out', 'ix', 'none.jsonl'], 1, 'FILE_UNREADABLE'],
    ['a file as the folder', ['index', 'build', '--out', 'tools.jsonl', 'tools.jsonl'], 1, 'FILE_NOT_WRITTEN'],
    ['no change', ['index', 'update', 'ix'], 2, 'USAGE'],
    ['a folder without an index', ['index', 'stats', '.'], 1, 'INDEX_FOREIGN'],
    ['two sources', ['search', 'x', '--index', 'ix', '--tools', 'tools.jsonl'], 2, 'USAGE'],
  ])('refuses %s with a code', async (_, argv, code, errorCode) => {
    expect(await json(...argv)).toMatchObject({ code, value: { error: { code: errorCode } } });
  });

  it('keeps the index that is there where not one tool was read', async () => {
    await machine.write('project/empty.jsonl', '');
    await run('index', 'build', '--out', 'ix', 'tools.jsonl');
    expect(await json('index', 'build', '--out', 'ix', 'empty.jsonl')).toMatchObject({ code: 1, value: { tools: 0 } });
    expect((await json('index', 'stats', 'ix')).value).toMatchObject({ tools: 2 });
  });

  it('says which ids to take out there are not, such as a file that --remove has swallowed', async () => {
    await run('index', 'build', '--out', 'ix', 'tools.jsonl');
    const { value } = await json('index', 'update', 'ix', '--remove', 'mail/send', 'tools.jsonl');
    expect(value).toMatchObject({ removed: 1, tools: 1 });
    expect(machine.stderr()).toContain('no tool has the id "tools.jsonl"');
    expect(machine.stderr()).not.toContain('no tool has the id "mail/send"');
  });

  it('refuses to find by meaning in an index of words', async () => {
    await run('index', 'build', '--out', 'ix', 'tools.jsonl', '--tier', 'lexical');
    expect(await json('search', 'deal', '--index', 'ix', '--tier', 'static')).toMatchObject({
      code: 1,
      value: { error: { code: 'CONFIG_INVALID' } },
    });
    expect(await json('search', 'deal', '--index', 'ix')).toMatchObject({ code: 0, value: { tier: 'lexical' } });
  });

  it('takes a folder whose manifest is gone for a damaged index, not for none', async () => {
    await run('index', 'build', '--out', 'ix', 'tools.jsonl');
    await rm(machine.at('project/ix/manifest.json'));
    expect(await json('index', 'stats', 'ix')).toMatchObject({ code: 1, value: { error: { code: 'INDEX_DAMAGED' } } });
    expect((await run('index', 'repair', 'ix')).code).toBe(0);
    expect((await json('index', 'stats', 'ix')).value).toMatchObject({ tools: 2 });
  });

  it('fails where not one tool was read', async () => {
    await machine.write('project/bad.jsonl', 'no json\n');
    expect(await json('index', 'build', '--out', 'ix', 'bad.jsonl')).toMatchObject({ code: 1, value: { tools: 0 } });
  });
});
