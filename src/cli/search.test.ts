import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerList } from './list.ts';
import { runCommandLine } from './run.ts';
import { registerSearch } from './search.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  const tools = ['create_issue', 'list_commits', 'merge_branch'].map((name) => ({
    name,
    description: name.replace('_', ' '),
    inputSchema: { type: 'object' },
  }));
  await machine.write('project/tools.json', JSON.stringify({ tools }));
});
afterEach(() => machine.remove());

const run = (...argv: string[]): Promise<number> => runCommandLine(argv, machine.io, [registerSearch, registerList]);
const search = (...argv: string[]): Promise<number> => run('search', '--tools', 'tools.json', ...argv);

describe('toolscout search', () => {
  it.each(['abc', '0', '51', '1.5', ''])('refuses --limit "%s"', async (limit) => {
    expect(await search('issue', '--limit', limit, '--json')).toBe(2);
    expect(JSON.parse(machine.stdout())).toMatchObject({ error: { code: 'USAGE' } });
  });

  it('takes as many hits as asked for', async () => {
    expect(await search('create issue', '--limit', '1', '--json')).toBe(0);
    expect(JSON.parse(machine.stdout())).toMatchObject({
      shown: 1,
      hits: [{ id: expect.stringContaining('create_issue') }],
    });
  });

  it('says why nothing was found and what to do', async () => {
    expect(await search('issue', '--server', 'nobody')).toBe(0);
    expect(machine.stdout()).toMatch(/^none: /);
    expect(machine.stdout()).toContain('There is no such server.');
  });

  it('speaks to a person, not to a model', async () => {
    expect(await search('wash the dishes by hand')).toBe(0);
    expect(machine.stdout()).toContain('Nothing here fits. Ask in other words or in English.');
    expect(machine.stdout()).not.toContain('tell the user');
  });
});

describe('a configuration without servers', () => {
  it.each(['list', 'search'])('is named by %s, whose output stays valid', async (command) => {
    await machine.write('project/toolscout.json', '{"mcpServers": {"off": {"command": "x", "enabled": false}}}');
    const words = command === 'search' ? ['anything'] : [];
    expect(await run(command, ...words, '--json')).toBe(0);
    expect(() => JSON.parse(machine.stdout())).not.toThrow();
    expect(machine.stderr()).toContain('No server is configured in toolscout.json; switched off there: off.');
    expect(machine.stderr()).toContain('toolscout init');
  });
});
