import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registerLint } from './lint.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
beforeEach(async () => {
  machine = await createTestMachine();
});
afterEach(() => machine.remove());

const lint = async (tools: readonly object[], ...options: string[]): Promise<number> => {
  await machine.write('project/tools.json', JSON.stringify(tools));
  let code = -1;
  const program = new Command().exitOverride();
  registerLint(program, machine.io, (result) => {
    code = result;
  });
  await program.parseAsync(['lint', '--tools', 'tools.json', ...options], { from: 'user' });
  return code;
};

const OPENING = 'This endpoint is one of many in the public interface of our platform and';
const BAD = [
  { id: 'a', name: 'fetch_invoice', description: `${OPENING} reads one invoice.` },
  { id: 'b', name: 'fetch_receipt', description: `${OPENING} reads one receipt.` },
  { id: 'c', name: 'read_note', description: 'Read a note.\u200b\u{e0041}' },
  { id: 'd', name: 'mystery', description: '' },
  { id: 'e', name: 'manual', description: 'Chapter and verse of everything. '.repeat(40) },
];

describe('toolscout lint', () => {
  it('finds what makes tools hard to find or to tell apart', async () => {
    expect(await lint(BAD, '--json')).toBe(0);
    const { tools, findings } = JSON.parse(machine.stdout());
    expect(tools).toBe(5);
    expect(findings).toMatchObject([
      { check: 'near-duplicates', tools: ['a', 'b'], differs: ['about invoice', 'about receipt'] },
      { check: 'hidden-characters', tools: ['c'] },
      { check: 'missing-description', tools: ['d'] },
      { check: 'long-description', tools: ['e'] },
    ]);
    for (const { message, suggestion } of findings) expect([message, suggestion]).not.toContain('');
  });

  it('shows a person the same', async () => {
    await lint(BAD);
    for (const text of [
      'near-duplicates (1)',
      'about invoice',
      '2 hidden character',
      'd has no description',
      '4 findings in 5 tools',
    ])
      expect(machine.stdout()).toContain(text);
  });

  it('fails only when told to', async () => {
    expect(await lint(BAD, '--strict')).toBe(1);
    expect(await lint([{ id: 'x', name: 'get_time', description: 'Time of day.' }], '--strict')).toBe(0);
  });
});
