import { describe, expect, it } from 'vitest';
import { manyTools, OFFICE, testAccess } from '../test-access.ts';
import { ADAPTERS } from './adapters.ts';
import type { Step } from './conversation.ts';

const FREQUENT = ['office__clock'];
const invoice = 'office__create_invoice';
const bill = { customer: 'ACME', amount: 10 };
const FIND = { id: 'find', search: 'create an invoice' } as const;
const BILL = { id: 'bill', tool: invoice, arguments: bill } as const;

const idsOf = ({ answers }: Step) => answers.map(({ id }) => id);
const textOf = ({ answers }: Step, id: string) => answers.find((one) => one.id === id)?.text;

/** A request that the provider takes, and in which nothing comes twice. */
function expectValid({ problems, names }: Step): void {
  expect(problems).toEqual([]);
  expect(names).toEqual([...new Set(names)]);
}

// What users of other products met, and what every adapter owes them: found but never callable, drifted histories, tools
// sent twice.
describe.each(ADAPTERS)('the contract of adapters: $name', ({ bridged, start }) => {
  const startWith = async (definitions = OFFICE) => {
    const tested = await testAccess(definitions, FREQUENT);
    return { ...tested, conversation: await start(tested.access) };
  };

  it('a tool that was found is in the next request or resolved by it, runs under its real name, and answers its call', async () => {
    const { conversation, calls } = await startWith();
    const first = await conversation.step(FIND);
    expectValid(first);
    expect(idsOf(first)).toEqual(['find']);
    const second = await conversation.step(BILL);
    expectValid(second);
    expect(second.names).toContain(bridged ? 'tool_call' : invoice);
    expect(calls).toEqual([{ name: 'create_invoice', arguments: bill }]);
    expect(idsOf(second)).toEqual(['bill']);
    expect(textOf(second, 'bill')).toContain('create_invoice {"customer":"ACME","amount":10}');
    expectValid(await conversation.step());
  });

  it('hides what is hidden, and shows what is not once', async () => {
    const { conversation, access } = await startWith();
    const { names } = await conversation.step();
    const hidden = access.catalog().tools.filter(({ name }) => !FREQUENT.includes(name));
    expect(hidden.map(({ name }) => name).filter((name) => names.includes(name))).toEqual([]);
    expect(names.filter((name) => name === 'office__clock')).toHaveLength(1);
  });

  it('answers calls side by side each under its own id, whatever becomes of them', async () => {
    const { conversation, calls } = await startWith();
    await conversation.step(FIND);
    const step = await conversation.step(
      { id: 'one', tool: invoice, arguments: { customer: 'One', amount: 1 } },
      { id: 'wrong', tool: invoice, arguments: { amount: 'much' } },
      { id: 'two', tool: invoice, arguments: { customer: 'Two', amount: 2 } },
      { id: 'none', tool: 'office__nothing_like_it', arguments: {} },
    );
    expect(idsOf(step).sort()).toEqual(['none', 'one', 'two', 'wrong']);
    expect(textOf(step, 'one')).toContain('"One"');
    expect(textOf(step, 'two')).toContain('"Two"');
    expect(textOf(step, 'wrong')).toMatch(/customer/);
    expect(calls.map(({ arguments: args }) => (args as typeof bill).amount).sort()).toEqual([1, 2]);
    expectValid(await conversation.step());
  });

  it('takes searches that overlap, and a search beside a call', async () => {
    const { conversation, calls } = await startWith();
    await conversation.step({ id: 'a', search: 'invoice' }, { id: 'b', search: 'an invoice for a customer' });
    const next = await conversation.step({ id: 'c', search: 'create an invoice' }, BILL);
    expectValid(next);
    expect(idsOf(next).sort()).toEqual(['bill', 'c']);
    expect(calls).toHaveLength(1);
    expectValid(await conversation.step());
  });

  it('sends the same tools for the same history, and goes on after a compaction', async () => {
    const { conversation, calls } = await startWith();
    await conversation.step(FIND);
    const turn = await conversation.step();
    expect((await conversation.step()).bytes).toBe(turn.bytes);
    conversation.compact();
    const fresh = await conversation.step({ ...FIND, id: 'again' });
    expectValid(fresh);
    const next = await conversation.step(BILL);
    expectValid(next);
    expect(next.names).toContain(bridged ? 'tool_call' : invoice);
    expect(calls).toHaveLength(1);
  });

  it('keeps a history valid whose tool is gone, and says so to a call', async () => {
    const { conversation, calls, remove } = await startWith();
    await conversation.step(FIND);
    remove('create_invoice');
    const step = await conversation.step(BILL);
    expectValid(step);
    expect(idsOf(step)).toEqual(['bill']);
    expect(textOf(step, 'bill')).toMatch(/UNKNOWN_TOOL|REMOVED|unavailable/i);
    expect(calls).toEqual([]);
    expectValid(await conversation.step());
  });

  it('finds one of 12,000 tools with few in each request', async () => {
    const { conversation, calls } = await startWith(manyTools(12_000));
    const first = await conversation.step({ id: 'find', search: 'tool_11987' });
    const second = await conversation.step({ id: 'run', tool: 'office__tool_11987', arguments: {} });
    for (const step of [first, second]) {
      expectValid(step);
      expect(step.names.length).toBeLessThan(15);
    }
    expect(calls).toEqual([{ name: 'tool_11987', arguments: {} }]);
  });
});
