import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { registerCall } from '../../src/cli/call.ts';
import { registerDescribe } from '../../src/cli/describe.ts';
import { registerExplain } from '../../src/cli/explain.ts';
import { registerList } from '../../src/cli/list.ts';
import { runCommandLine } from '../../src/cli/run.ts';
import { registerSearch } from '../../src/cli/search.ts';
import { createTestMachine, type TestMachine } from '../../src/cli/test-machine.ts';
import { toText } from './observe.ts';

const SERVER = resolve(import.meta.dirname, '../cases/servers/well-behaved.mjs');
const machines: TestMachine[] = [];
afterEach(async () => {
  await Promise.all(machines.splice(0).map((machine) => machine.remove()));
});

const tool = (name: string, description: string) => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});
const server = (...tools: readonly object[]) => ({
  command: process.execPath,
  args: [SERVER],
  env: { TOOLS_JSON: JSON.stringify(tools) },
});
const INVOICES = [tool('create_invoice', 'Create an invoice.'), tool('list_orders', 'List the orders of a month.')];
const SECRETS = [tool('secret_export', 'Export salaries as CSV.'), tool('secret_create_invoice', 'Create an invoice.')];
const POLICY = { all: { deny: ['hr*/*', '*:secret_*', { server: 'ghost' }] } };

/** A machine with real servers: with the hidden ones and the hidden tools among others, or without all of them. */
async function machineWith(hidden: boolean): Promise<TestMachine> {
  const machine = await createTestMachine();
  machines.push(machine);
  const mcpServers = {
    ...(hidden ? { hr: server(tool('export_salaries', 'Export all salaries.'), ...INVOICES) } : {}),
    shop: server(...(hidden ? SECRETS : []), ...INVOICES),
    ...(hidden ? { ghost: { command: 'no-such-command-4c2' } } : {}),
  };
  await machine.write('project/toolscout.json', JSON.stringify({ mcpServers, policy: POLICY }));
  return machine;
}

const COMMANDS: readonly (readonly string[])[] = [
  ['list', '--json'],
  ['list'],
  ['search', 'export salaries', '--json'],
  ['search', 'create invoice', '--json', '--limit', '20'],
  ['search', '/./', '--limit', '50'],
  ['search', 'select:export_salaries,create_invoic', '--json'],
  ['describe', 'export_salaries', '--json'],
  ['describe', 'create_invoice', '--json'],
  ['call', 'hr/export_salaries', '--json'],
  ['call', 'secret_export', '--json'],
  ['call', 'ghost/boo', '--json'],
  ['call', 'create_invoice', '--json'],
];

async function transcript(machine: TestMachine): Promise<string> {
  const lines: unknown[] = [];
  for (const argv of COMMANDS) {
    const before = [machine.stdout().length, machine.stderr().length] as const;
    const commands = [registerList, registerSearch, registerDescribe, registerCall];
    const code = await runCommandLine(argv, machine.io, commands);
    const out = machine.stdout().slice(before[0]);
    lines.push([argv, code, argv.includes('--json') ? JSON.parse(out) : out, machine.stderr().slice(before[1])]);
  }
  // The server tells its own process id in what it returns.
  return toText(lines).replaceAll(/pid\D+\d+/g, 'pid');
}

describe('the commands over a configuration with a policy', () => {
  it('print, byte for byte, what they print without the hidden tools and servers', { timeout: 120_000 }, async () => {
    const [whole, alone] = [await machineWith(true), await machineWith(false)];
    const seen = await transcript(whole);
    expect(seen).toBe(await transcript(alone));
    expect(seen).toContain('create_invoice');
    expect(seen).not.toContain('ghost is');
  });

  it('explain to the owner what they hide', { timeout: 60_000 }, async () => {
    const machine = await machineWith(true);
    expect(
      await runCommandLine(['explain', '--tool', 'export_salaries', '--json'], machine.io, [registerExplain]),
    ).toBe(0);
    expect(JSON.parse(machine.stdout())).toEqual({
      tool: 'mcp:hr:export_salaries',
      allowed: false,
      layer: 'all',
      rule: 'deny hr*/*',
    });
  });
});
