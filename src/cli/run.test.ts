import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerInstall } from './install.ts';
import { OVERWRITE } from './io.ts';
import { registerList } from './list.ts';
import { createProgressLine } from './progress.ts';
import { runCommandLine } from './run.ts';
import { registerSearch } from './search.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

const run = (...argv: string[]): Promise<number> =>
  runCommandLine(argv, machine.io, [registerSearch, registerList, registerInstall]);

describe('wrong usage', () => {
  it.each([
    [['search', 'x', '--frob', '--json'], "unknown option '--frob'", 'toolscout search --help'],
    [['search', '--json'], "missing required argument 'query'", 'toolscout search --help'],
    [['search', 'x', '--json', '--limit'], "option '--limit <n>' argument missing", 'toolscout search --help'],
    [['lits', '--json'], "unknown command 'lits'", 'Did you mean list?'],
    [['install', '--json'], "missing required argument 'client'", 'toolscout install --help'],
    [['--json'], "unknown option '--json'", 'toolscout --help'],
  ])('%j with --json is one error on stdout and nothing on stderr', async (argv, message, next) => {
    expect(await run(...argv)).toBe(2);
    expect(machine.stderr()).toBe('');
    expect(machine.stdout().split('\n')).toHaveLength(2);
    expect(JSON.parse(machine.stdout())).toEqual({
      error: { code: 'USAGE', message, next: expect.stringContaining(next) },
    });
  });

  it('without --json is explained on stderr', async () => {
    expect(await run('search', 'x', '--frob')).toBe(2);
    expect(machine.stdout()).toBe('');
    expect(machine.stderr()).toContain("unknown option '--frob'");
  });

  it('is not asking for help, with or without --json', async () => {
    expect(await run('search', '--help', '--json')).toBe(0);
    expect(machine.stdout()).toContain('Usage: toolscout search');
  });
});

describe('a line that shows progress', () => {
  it('is gone before anything else is written, also where the work failed', async () => {
    const terminal = await createTestMachine(true);
    const code = await runCommandLine(['work'], terminal.io, [
      (program, io) =>
        program.command('work').action(() => {
          createProgressLine(io).update('Working 1/2');
          throw new Error('lost');
        }),
    ]);
    expect(code).toBe(1);
    expect(terminal.stderr()).toBe(`${OVERWRITE}Working 1/2${OVERWRITE}error: lost\n`);
    await terminal.remove();
  });
});
