import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IssuedKey, KeyInfo } from '../gateway/index.ts';
import { registerKeys } from './keys.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

/** Runs one command; its output as JSON, or what it threw. */
const keys = async (...options: string[]): Promise<unknown> => {
  let out = '';
  const io = {
    ...machine.io,
    stdout: (text: string) => {
      out += text;
    },
  };
  const program = new Command().exitOverride();
  registerKeys(program, io, () => {});
  await program.parseAsync(['keys', ...options, '--json'], { from: 'user' });
  return JSON.parse(out);
};
const configure = (config: object) => machine.write('project/toolscout.json', JSON.stringify(config));

describe('toolscout keys', () => {
  it('makes a key, shows it once, and lists what it was given', async () => {
    await configure({ auth: { keys: { file: 'secret/keys.json' } }, policy: { agents: { a: {} } } });
    const made = (await keys(
      ...['create', 'ci', '--agent', 'a', '--filter', 'tenant=t1', '--may', 'use,observe', '--expires', '2d'],
    )) as IssuedKey;
    expect(made.key).toMatch(/^tsk_[0-9a-f]{12}_.{43}$/);
    const { file, keys: listed } = (await keys('list')) as { file: string; keys: KeyInfo[] };
    expect(file).toBe(machine.at('project/secret/keys.json'));
    expect(listed).toMatchObject([
      { name: 'ci', state: 'active', grant: { agent: 'a', filter: 'tenant=t1', may: ['use', 'observe'] } },
    ]);
    expect(Date.parse(listed[0]!.expiresAt!) - Date.parse(listed[0]!.createdAt)).toBeGreaterThan(2 * 86_000_000);
    expect(JSON.stringify(listed)).not.toContain(made.key.slice(-43));
  });

  it('names the rules that there are, where a key is made for others', async () => {
    await configure({ auth: { keys: true }, policy: { profiles: { guest: {} }, use: { profile: 'guest' } } });
    await keys('create', 'ci', '--profile', 'gest');
    expect(machine.stderr()).toContain('no rules for --profile gest, only for guest: nothing may be used');
  });

  it('rotates and revokes by name', async () => {
    await configure({ auth: { keys: true } });
    const { key, id } = (await keys('create', 'ci', '--expires', 'never')) as IssuedKey;
    const next = (await keys('rotate', 'ci', '--overlap', '1h')) as IssuedKey;
    expect([next.id, next.key === key, next.overlapUntil !== undefined]).toEqual([id, false, true]);
    expect(await keys('revoke', 'ci')).toMatchObject({ id, state: 'revoked' });
  });

  it.each<[string, string[]]>([
    ['a time that is none', ['create', 'ci', '--expires', 'soon']],
    ['a time that is over', ['create', 'ci', '--expires', '2001-01-01']],
    ['a right that is none', ['create', 'ci', '--may', 'root']],
    ['a name that is none', ['create', 'c i']],
    ['an overlap that is none', ['rotate', 'ci', '--overlap', '-1']],
  ])('refuses %s', async (_what, options) => {
    await configure({ auth: { keys: true } });
    await expect(keys(...options)).rejects.toThrowError(expect.objectContaining({ code: 'USAGE' }));
  });

  it('fails, as every command that was asked well, where the key is not the one that is needed', async () => {
    await configure({ auth: { keys: true } });
    await expect(keys('revoke', 'ci')).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    await keys('create', 'ci');
    await expect(keys('create', 'ci')).rejects.toMatchObject({ code: 'KEY_EXISTS' });
    await keys('revoke', 'ci');
    await expect(keys('rotate', 'ci')).rejects.toMatchObject({ code: expect.stringMatching(/^KEY_/) });
  });

  it('lists within the width of the terminal, and in one line for each key elsewhere', async () => {
    await configure({ auth: { keys: true } });
    const allow = Array.from({ length: 9 }, (_, i) => `some-server/tool_number_${i}`);
    await keys('create', 'continuous-integration', '--allow', ...allow);
    const list = async (isOutputTty: boolean): Promise<readonly string[]> => {
      let out = '';
      const stdout = (text: string): void => {
        out += text;
      };
      const program = new Command().exitOverride();
      registerKeys(program, { ...machine.io, isOutputTty, columns: 80, stdout }, () => {});
      await program.parseAsync(['keys', 'list'], { from: 'user' });
      return out.trimEnd().split('\n');
    };
    const lines = await list(true);
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.join(' ')).toContain('some-server/tool_number_8');
    expect(await list(false)).toHaveLength(1);
  });
});
