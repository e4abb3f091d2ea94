import { afterEach, beforeEach, expect, it } from 'vitest';
import { runCommandLine } from './run.ts';
import { registerSearch } from './search.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  const tools = ['a', 'b'].map((server) => ({ server, name: 'create_issue', description: 'Create an issue.' }));
  await machine.write(
    'project/tools.json',
    JSON.stringify(tools.map((tool) => ({ ...tool, id: `${tool.server}:${tool.name}` }))),
  );
});
afterEach(() => machine.remove());

const search = (...argv: string[]): Promise<number> =>
  runCommandLine(['search', '--tools', 'tools.json', '--tier', 'lexical', ...argv], machine.io, [registerSearch]);

it('says which of the names asked for are missing, and what tells the found ones apart', async () => {
  expect(await search('select:create_issue,nope', '--json')).toBe(0);
  expect(JSON.parse(machine.stdout())).toMatchObject({
    verdict: 'ambiguous',
    hits: [{ differs: 'server a' }, { differs: 'server b' }],
    missing: ['nope'],
  });
});

it('tells a person too', async () => {
  await search('select:create_issue,nope');
  expect(machine.stdout()).toContain('no such tool: nope');
});

it('fails on a pattern that cannot be used, and says why', async () => {
  expect(await search('/(?=x)/', '--json')).toBe(1);
  expect(JSON.parse(machine.stdout())).toMatchObject({ error: { code: 'INVALID_ARGUMENTS' } });
});
