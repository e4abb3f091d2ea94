import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { displayWidth } from './layout.ts';
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
/** A manual in ordinary sentences. */
const MANUAL = [
  'invoices',
  'letters',
  'orders',
  'stamps',
  'parcels',
  'tickets',
  'badges',
  'boxes',
  'keys',
  'rooms',
  'lamps',
  'chairs',
  'cables',
  'clocks',
]
  .map(
    (thing) => `The chapter on ${thing} explains how they are stored, who may take them, and when they are returned.`,
  )
  .join(' ');
const BAD = [
  { id: 'a', name: 'fetch_invoice', description: `${OPENING} reads one invoice.` },
  { id: 'b', name: 'fetch_receipt', description: `${OPENING} reads one receipt.` },
  { id: 'c', name: 'read_note', description: 'Read a note of yesterday.\u200b\u{e0041}' },
  { id: 'd', name: 'mystery', description: '' },
  { id: 'e', name: 'manual', description: MANUAL },
];

describe('toolscout lint', () => {
  it('finds what makes tools hard to find or to tell apart', async () => {
    expect(await lint(BAD, '--json')).toBe(0);
    const { tools, findings, counts } = JSON.parse(machine.stdout());
    expect(tools).toBe(5);
    expect(findings).toMatchObject([
      { check: 'hidden-characters', severity: 'error', tools: ['c'] },
      { check: 'near-duplicates', tools: ['a', 'b'], differs: ['about invoice', 'about receipt'] },
      { check: 'missing-description', tools: ['d'] },
      { check: 'long-description', severity: 'note', tools: ['e'] },
    ]);
    expect(counts).toEqual({ error: 1, warning: 2, note: 1 });
    for (const { message, suggestion } of findings) expect([message, suggestion]).not.toContain('');
  });

  it('shows a person the same within 80 columns, with first words and overrides', async () => {
    await lint(BAD);
    for (const text of [
      'warning: near-duplicates (1)',
      'about invoice',
      'could begin with “Invoice:”',
      '2 hidden character',
      'd has no description',
      '"overrides"',
      '4 findings in 5 tools: 1 error, 2 warnings, 1 note',
    ])
      expect(machine.stdout()).toContain(text);
    for (const line of machine.stdout().split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(80);
  });

  it('prints the section of the configuration alone, as it is read there', async () => {
    await lint(BAD, '--overrides');
    const { overrides } = JSON.parse(machine.stdout());
    expect(overrides['/fetch_invoice'].description).toBe(`Invoice: ${OPENING} reads one invoice.`);
  });

  it('fails only when told to, and on what it is told to', async () => {
    const good = [{ id: 'x', name: 'get_time', description: 'Says how late it is in a city.' }];
    expect(await lint(BAD, '--strict')).toBe(1);
    expect(await lint(good, '--strict')).toBe(0);
    expect(await lint(BAD.slice(4), '--fail-on', 'warning')).toBe(0);
    expect(await lint(BAD.slice(4), '--fail-on', 'note')).toBe(1);
    expect(await lint(BAD.slice(2, 3), '--fail-on', 'error')).toBe(1);
  });
});
