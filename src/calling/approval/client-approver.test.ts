import { describe, expect, it } from 'vitest';
import { catalogOf, toolOf } from '../test-calls.ts';
import type { CallClient } from '../types.ts';
import type { ApprovalRequest } from './approval.ts';
import { askClient, takesForms } from './client-approver.ts';

const [tool] = catalogOf(toolOf('delete_file', {})).tools;

async function asked(answer: unknown, change: Partial<ApprovalRequest> = {}) {
  const sent: unknown[] = [];
  const client: CallClient = {
    capabilities: {},
    takesInputRequired: false,
    request: async (...request) => {
      sent.push(request);
      return answer as never;
    },
    notify: () => {},
  };
  const request = { tool: tool!, text: 'delete_file {}', reason: 'It deletes.', mayRemember: true, ...change };
  const { signal } = new AbortController();
  return { answer: await askClient(client, request as ApprovalRequest, signal), sent, signal };
}

describe('the user of a client', () => {
  it('is asked by a form that every client can show', async () => {
    const { sent, signal } = await asked({ action: 'accept' });
    const always = {
      type: 'boolean',
      title: 'Always in this session',
      description: 'Do not ask again about this tool, for the same reason, in this session.',
      default: false,
    };
    const message = 'May this tool run? It deletes.\n\ndelete_file {}';
    const requestedSchema = { type: 'object', properties: { always } };
    expect(sent).toEqual([['elicitation/create', { message, requestedSchema }, signal]]);
    const once = await asked({ action: 'accept' }, { mayRemember: false });
    expect(once.sent).toEqual([
      ['elicitation/create', { message, requestedSchema: { type: 'object', properties: {} } }, once.signal],
    ]);
  });

  it.each<[unknown, object]>([
    [{ action: 'accept' }, { approved: true, always: false }],
    [
      { action: 'accept', content: {} },
      { approved: true, always: false },
    ],
    [
      { action: 'accept', content: { always: true } },
      { approved: true, always: true },
    ],
    [
      { action: 'accept', content: { always: 'true' } },
      { approved: true, always: false },
    ],
    [
      { action: 'accept', content: { other: true } },
      { approved: true, always: false },
    ],
    [
      { action: 'accept', content: Object.create({ always: true }) },
      { approved: true, always: false },
    ],
    [
      { action: 'accept', content: 'always' },
      { approved: true, always: false },
    ],
    [{ action: 'decline' }, { approved: false, reason: 'the user declined' }],
    [{ action: 'cancel' }, { approved: false, reason: 'the user closed the question' }],
    [
      { action: 'accepted', content: { always: true } },
      { approved: false, reason: 'the user closed the question' },
    ],
    [{}, { approved: false, reason: 'the user closed the question' }],
  ])('who answers %j has decided', async (given, decision) => {
    expect((await asked(given)).answer).toEqual(decision);
  });

  it('has decided for once where it may not be remembered', async () => {
    const { answer } = await asked({ action: 'accept', content: { always: true } }, { mayRemember: false });
    expect(answer).toEqual({ approved: true, always: false });
  });

  it('sees that something is left out of a long call, and how much', async () => {
    const shown = async (text: string) => {
      const [[, params]] = (await asked({}, { text })).sent as [[string, { message: string }]];
      return params.message.slice('May this tool run? It deletes.\n\n'.length);
    };
    const whole = 'x'.repeat(8_000);
    expect(await shown(whole)).toBe(whole);
    expect(await shown(`${'a'.repeat(4_000)}bcd${'e'.repeat(4_000)}`)).toBe(
      `${'a'.repeat(4_000)}\n\n[… 3 characters are NOT SHOWN here …]\n\n${'e'.repeat(4_000)}`,
    );
  });

  it.each<[unknown, boolean]>([
    [{}, false],
    [{ elicitation: {} }, true],
    [{ elicitation: { form: {} } }, true],
    [{ elicitation: { form: {}, url: {} } }, true],
    [{ elicitation: { url: {} } }, false],
    [{ elicitation: { form: true, url: {} } }, false],
    [{ elicitation: true }, false],
    [{ sampling: {} }, false],
    [Object.create({ elicitation: {} }), false],
  ])('can be asked where the client declares %j: %s', (capabilities, can) => {
    expect(takesForms({ capabilities } as CallClient)).toBe(can);
  });
});
