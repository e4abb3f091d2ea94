import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CliIo } from './io.ts';
import { registerList } from './list.ts';
import { runCommandLine } from './run.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

const SERVERS = resolve(import.meta.dirname, '../../test/cases/servers');
const LONG_REASON = `${'x'.repeat(40)} ${'y'.repeat(40)} ${'z'.repeat(40)}`;

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
  const node = (...args: string[]) => ({ command: process.execPath, args });
  await machine.write(
    'project/toolscout.json',
    JSON.stringify({
      mcpServers: {
        twice: node(resolve(SERVERS, 'duplicate-names.mjs')),
        lost: node('-e', `console.error('Error: ${LONG_REASON}'); process.exit(3)`),
      },
    }),
  );
});
afterEach(() => machine.remove());

const list = (io: Partial<CliIo>, ...argv: string[]): Promise<number> =>
  runCommandLine(['list', ...argv], { ...machine.io, ...io }, [registerList]);

describe('toolscout list', () => {
  it('gives reasons whole and once, without the server’s name in them', async () => {
    expect(await list({})).toBe(1);
    expect(machine.stdout()).toContain(`lost   failed: exited with code 3: Error: ${LONG_REASON}\n`);
  });

  it('says that the rules leave nothing, where they do', async () => {
    const config = { mcpServers: { a: { command: 'x' } }, policy: { profiles: { guest: {} } } };
    await machine.write('project/toolscout.json', JSON.stringify(config));
    expect(await list({})).toBe(0);
    expect(machine.stderr()).toContain('The rules in toolscout.json leave this session no server.');
  });

  it('tells a server that is still starting from one that has failed', async () => {
    const hung = { command: process.execPath, args: [resolve(SERVERS, 'hang-on-initialize.mjs')] };
    await machine.write('project/toolscout.json', JSON.stringify({ mcpServers: { hung } }));
    expect(await list({}, '--wait', '0.2')).toBe(1);
    expect(machine.stdout()).toBe('hung  still starting after 0.2 s; --wait SECONDS waits longer\n');
  });

  it('wraps reasons for a terminal, under each other', async () => {
    await list({ isOutputTty: true, columns: 60 });
    const [first, ...rest] = machine.stdout().split('\n');
    expect(first).toBe('lost   failed: exited with code 3: Error:');
    expect(rest.slice(0, 3)).toEqual(['x', 'y', 'z'].map((letter) => `       ${letter.repeat(40)}`));
  });

  it('counts the tools that it shows, and says where a server listed more', async () => {
    await list({}, '--json');
    const { servers, tools } = JSON.parse(machine.stdout());
    expect(servers.find(({ name }: { name: string }) => name === 'twice')).toMatchObject({ tools: 4, listed: 5 });
    expect(tools).toHaveLength(4);
    await list({}, '--servers');
    expect(machine.stdout()).toContain('twice  4 tools (5 listed)\n');
  });

  it('sums warnings up, and shows each with --warnings', async () => {
    await list({});
    expect(machine.stderr()).toMatch(/^warning: tools listed more than once: 1.*--warnings shows each\.\n$/);
    await list({}, '--warnings');
    expect(machine.stderr()).toContain('warning: mcp:twice:lookup is listed more than once');
  });
});
