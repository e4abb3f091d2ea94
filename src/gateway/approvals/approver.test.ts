import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalRule, CallClient } from '../../calling/index.ts';
import { Gateway } from '../gateway.ts';
import type { ApprovalSettings } from './settings.ts';

let open: Gateway[] = [];
afterEach(async () => {
  await Promise.all(open.map((gateway) => gateway.close()));
  open = [];
});

const RULES: readonly ApprovalRule[] = [
  { id: 'shell/run', arguments: [{ path: '/command', glob: 'rm *' }], decide: 'prompt' },
];
const gatewayOf = (settings: Partial<ApprovalSettings> = {}) => {
  const ran: unknown[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: [{ source: { kind: 'plugin', name: 'shell' }, definition: { name: 'run' } }],
    execute: async (_tool, args) => {
      ran.push(args);
      return { content: [] };
    },
    approvals: { rules: RULES, ...settings },
  });
  open.push(gateway);
  const call = (command: string, client?: CallClient) =>
    gateway
      .call(
        { name: 'shell__run', arguments: { command } },
        { session: 's', ...(client === undefined ? {} : { client }) },
      )
      .then(
        () => 'ran',
        (error: { code: string }) => error.code,
      );
  const pending = async () => {
    while (gateway.pendingApprovals().length === 0) await new Promise((resolve) => setImmediate(resolve));
    return gateway.pendingApprovals()[0]!;
  };
  return { gateway, ran, call, pending };
};
const clientOf = (answer: Record<string, unknown> | undefined): CallClient => ({
  capabilities: { elicitation: {} },
  takesInputRequired: false,
  request: () => (answer === undefined ? new Promise(() => {}) : Promise.resolve(answer)),
  notify: () => {},
});

describe('a gateway with rules for approvals', () => {
  it('asks about the calls that they are about, and about no others', async () => {
    const { gateway, ran, call, pending } = gatewayOf();
    expect(await call('ls')).toBe('ran');
    const running = call('rm -rf /');
    const { id, text } = await pending();
    expect(text).toBe('shell/run {"command":"rm -rf /"}');
    expect(gateway.decideApproval(id, true)).toBe(true);
    expect(await running).toBe('ran');
    expect(ran).toHaveLength(2);
  });

  it('asks the user of the client where it can, and remembers the session there', async () => {
    const { ran, call } = gatewayOf();
    expect(await call('rm a', clientOf({ action: 'accept', content: { always: true } }))).toBe('ran');
    expect(await call('rm b', clientOf({ action: 'decline' }))).toBe('ran');
    expect(ran).toHaveLength(2);
  });

  it('lets an operator decide while the client is asked', async () => {
    const { gateway, call, pending } = gatewayOf();
    const running = call('rm a', clientOf(undefined));
    gateway.decideApproval((await pending()).id, { approved: false, reason: 'no' });
    expect(await running).toBe('APPROVAL_DENIED');
  });

  it('asks nobody but whom it was told to', async () => {
    expect(await gatewayOf({ ask: 'client' }).call('rm a')).toBe('APPROVAL_DENIED');
    const { gateway, call, pending } = gatewayOf({ ask: 'operator' });
    const running = call('rm a', clientOf({ action: 'accept' }));
    gateway.decideApproval((await pending()).id, false);
    expect(await running).toBe('APPROVAL_DENIED');
  });

  it('follows other rules from the next call on, and refuses those that it cannot read', async () => {
    const { gateway, call } = gatewayOf();
    gateway.update({ servers: [], approvals: { rules: [{ server: 'shell', decide: 'deny' }] } });
    expect(await call('ls')).toBe('NOT_ALLOWED');
    const mistyped = { rules: [{ tags: { teir: 'a' }, decide: 'deny' as const }] };
    expect(() => gateway.update({ servers: [], approvals: mistyped })).toThrow('teir');
    expect(await call('ls')).toBe('NOT_ALLOWED');
  });
});
