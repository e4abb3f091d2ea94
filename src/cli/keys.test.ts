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
    ['a key that is not there', ['revoke', 'ci']],
    ['an overlap that is none', ['rotate', 'ci', '--overlap', '-1']],
  ])('refuses %s', async (_what, options) => {
    await configure({ auth: { keys: true } });
    await expect(keys(...options)).rejects.toThrowError(expect.objectContaining({ code: 'USAGE' }));
  });
});
