import { resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../run.ts';
import { createTestMachine, type TestMachine } from '../test-machine.ts';
import { registerDoctor } from './doctor.ts';

const SERVERS = resolve(import.meta.dirname, '../../../test/cases/servers');
const node = (...args: string[]) => ({ command: process.execPath, args });
const file = (name: string) => node(resolve(SERVERS, name));

describe('toolscout doctor', () => {
  let machine: TestMachine;
  beforeEach(async () => {
    machine = await createTestMachine();
  });
  afterEach(() => machine.remove());

  const doctor = async (mcpServers: Record<string, unknown>, ...argv: string[]): Promise<number> => {
    await machine.write('project/toolscout.json', JSON.stringify({ mcpServers }));
    return runCommandLine(['doctor', ...argv], machine.io, [registerDoctor]);
  };
  type Answer = {
    readonly sound: boolean;
    readonly servers: { name: string; verdict: string; findings: { step: string; message: string; fix: string }[] }[];
  };
  const answer = (): Answer => JSON.parse(machine.stdout()) as Answer;

  it('is content with servers that work', async () => {
    expect(await doctor({ plain: file('well-behaved.mjs') })).toBe(0);
    expect(machine.stdout()).toMatch(/^plain: sound \(\d+ tools, protocol [\d-]+, ready after [\d.]+ s\)\n/);
    expect(machine.stdout()).toContain('1 server checked, none with a fault\n');
  });

  it.each([
    ['command', { command: 'no-such-command-5f2', args: [] }, 'no-such-command-5f2', 'Install the command'],
    ['start', node('-e', 'console.error("Error: DB_URL is wrong"); process.exit(3)'), 'exited with code 3', ''],
    ['handshake', file('wrong-protocol-version.mjs'), 'protocol version', 'Update the server'],
    ['configuration', { command: ['$', '{env:NEVER_SET_77}'].join('') }, 'NEVER_SET_77', 'variables'],
    ['command', { ...file('well-behaved.mjs'), cwd: '/nowhere/at/all' }, '/nowhere/at/all', 'Create the folder'],
  ])('names a fault in the %s of %j with what to do', async (step, server, message, fix) => {
    expect(await doctor({ broken: server, plain: file('well-behaved.mjs') }, '--json')).toBe(1);
    const [broken, plain] = answer().servers;
    expect(broken).toMatchObject({
      name: 'broken',
      verdict: 'faulty',
      findings: [{ step, message: expect.stringContaining(message), fix: expect.stringContaining(fix) }],
    });
    expect(broken?.findings[0]?.fix).not.toBe('');
    expect(plain).toMatchObject({ verdict: 'sound' });
  });

  const configured = async (more: Record<string, unknown>, server: Record<string, unknown> = {}): Promise<string[]> => {
    const mcpServers = { plain: { ...file('well-behaved.mjs'), ...server } };
    await machine.write('project/toolscout.json', JSON.stringify({ mcpServers, ...more }));
    expect(await runCommandLine(['doctor', '--json'], machine.io, [registerDoctor])).toBe(0);
    const { warnings } = JSON.parse(machine.stdout()) as { warnings: { path: string; message: string }[] };
    return warnings.map(({ path, message }) => `${path}: ${message}`);
  };

  it('warns of names and rules in the configuration that no tool has', async () => {
    const found = await configured(
      {
        gateway: { pinned: ['plain/add', 'plain/ad'], toolTimeoutsMs: { plain__echoo: 5 } },
        approvals: {
          rules: [
            { id: 'plain/fail_sofly', decide: 'prompt' },
            { server: 'plan', decide: 'deny' },
          ],
        },
        policy: { profiles: { guest: { deny: ['plian/*'] } }, use: { profile: 'guest' } },
        overrides: { 'plain/adds': { name: 'x' } },
      },
      { examples: { ecko: ['say it again'] } },
    );
    expect(found).toEqual([
      'gateway.pinned[1]: no tool is "plain/ad"; did you mean plain/add?',
      'gateway.toolTimeoutsMs: no tool is "plain__echoo"; did you mean plain__echo?',
      'overrides: no tool is "plain/adds"; did you mean plain/add?',
      'mcpServers.plain.examples: no tool is "ecko"; did you mean echo?',
      'approvals.rules[0]: no tool is "plain/fail_sofly"; did you mean plain/fail_softly?',
      'approvals.rules[1]: this rule is about no tool that there is: plan/*',
      'policy.profiles.guest.deny[0]: this rule is about no tool that there is: plian/*',
    ]);
  });

  it('does not warn of names that are right, and of rules about kinds of tools', async () => {
    const found = await configured({
      gateway: { pinned: ['add', 'plain__echo'], toolTimeoutsMs: { 'mcp:plain:add': 5 } },
      approvals: {
        rules: [
          { id: 'echo', decide: 'prompt' },
          { annotations: { readOnlyHint: true }, decide: 'deny' },
        ],
      },
      policy: { all: { allow: ['plain/*'] } },
    });
    expect(found).toEqual([]);
  });

  it('tells of a server that nothing was heard of in time', async () => {
    expect(await doctor({ hung: file('hang-on-initialize.mjs') }, '--json', '--wait', '0.3')).toBe(1);
    expect(answer().servers[0]?.findings[0]).toMatchObject({
      step: 'handshake',
      fix: expect.stringContaining('--wait'),
    });
  });

  it('shows the end of stderr of what failed, and the faults of what works as warnings', async () => {
    const dying = node('-e', 'console.error("first line"); console.error("last words"); process.exit(1)');
    expect(await doctor({ dying, twice: file('duplicate-names.mjs') })).toBe(1);
    expect(machine.stdout()).toMatch(/dying: fault in start\n/);
    expect(machine.stdout()).toContain('    | last words\n');
    expect(machine.stdout()).toMatch(/twice: sound .*\n {2}warning: /);
    expect(machine.stdout()).toContain('2 servers checked, 1 with a fault\n');
  });

  it('looks at HTTP APIs as well', async () => {
    const openapi = { shop: { document: 'missing.json', baseUrl: 'http://127.0.0.1:9' } };
    await machine.write('project/toolscout.json', JSON.stringify({ mcpServers: {}, openapi }));
    expect(await runCommandLine(['doctor', '--json'], machine.io, [registerDoctor])).toBe(1);
    expect(answer().servers).toMatchObject([{ name: 'shop', verdict: 'faulty', findings: [{ severity: 'fault' }] }]);
  });

  it('looks at servers that the policy hides, and not at those that are switched off', async () => {
    await machine.write(
      'project/toolscout.json',
      JSON.stringify({
        mcpServers: { plain: file('well-behaved.mjs'), off: { ...file('well-behaved.mjs'), disabled: true } },
        policy: { all: { allow: [] } },
      }),
    );
    expect(await runCommandLine(['doctor', '--json'], machine.io, [registerDoctor])).toBe(0);
    expect(answer().servers).toMatchObject([
      { name: 'off', verdict: 'off' },
      { name: 'plain', verdict: 'sound' },
    ]);
  });
});
