import { describe, expect, it } from 'vitest';
import { ADAPTERS } from '../adapters/contract/adapters.ts';
import { OFFICE, testAccess } from '../adapters/test-access.ts';

/**
 * Probes 32, 33, 34, 37 and 48 of the list that search.test.ts tells of, over every adapter. Probe 35, proxies that lose
 * what they do not know, is test/adapters/official-sdks.test.ts; 36 is in activation.test.ts as well.
 */
const FIND = { id: 'find', search: 'create an invoice' } as const;
const BILL = { id: 'bill', tool: 'office__create_invoice', arguments: { customer: 'ACME', amount: 10 } } as const;
const LETTER = { id: 'letter', tool: 'office__send_letter', arguments: { to: 'ACME' } } as const;

describe.each(ADAPTERS)('through $name', ({ bridged, start }) => {
  const startOffice = async () => {
    const tested = await testAccess(OFFICE, ['office__clock']);
    return { ...tested, conversation: await start(tested.access) };
  };

  it('probe 32 and 36: a summary, title or retry over the history of a turn carries what the turn did, and is taken', async () => {
    const { conversation } = await startOffice();
    await conversation.step(FIND);
    const turn = await conversation.step();
    for (const _kind of ['compaction', 'title', 'retry']) {
      const request = await conversation.step();
      expect([request.problems, request.bytes]).toEqual([[], turn.bytes]);
    }
  });

  it('probe 33: two searches that find the same, in one turn and over the history, leave it valid', async () => {
    const { conversation } = await startOffice();
    await conversation.step({ id: 'a', search: 'invoice' }, { id: 'b', search: 'invoice for a customer' });
    await conversation.step({ id: 'c', search: 'create an invoice' });
    const { problems, names } = await conversation.step();
    expect(problems).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('probe 34: a reference to a tool that is gone spoils no later request, and others can be found and run', async () => {
    const { conversation, calls, remove } = await startOffice();
    await conversation.step(FIND);
    remove('create_invoice');
    expect((await conversation.step()).problems).toEqual([]);
    await conversation.step({ id: 'other', search: 'send a letter by post' });
    const step = await conversation.step(LETTER);
    expect(step.problems).toEqual([]);
    expect(calls).toEqual([{ name: 'send_letter', arguments: { to: 'ACME' } }]);
  });

  it('probe 37: what is hidden is not sent, and nothing is sent twice', async () => {
    const { conversation, access } = await startOffice();
    const { names } = await conversation.step();
    const hidden = access.catalog().tools.filter(({ name }) => name !== 'office__clock');
    expect(hidden).toHaveLength(3);
    expect(hidden.filter(({ name }) => names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('probe 48: what was found is in the next request or resolved by it, and runs', async () => {
    const { conversation, calls } = await startOffice();
    await conversation.step(FIND);
    const { names, answers } = await conversation.step(BILL);
    expect(names).toContain(bridged ? 'tool_call' : BILL.tool);
    expect(answers.map(({ id }) => id)).toEqual(['bill']);
    expect(calls).toEqual([{ name: 'create_invoice', arguments: BILL.arguments }]);
  });
});
