import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Gateway } from '../gateway/index.ts';
import { createMemoryStateStore } from '../state/index.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';
import { type Ask, watchCall } from './watch-call.ts';

const open: Gateway[] = [];
let machine: TestMachine | undefined;
beforeEach(() => {
  machine = undefined;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
  await machine?.remove();
});

const gatewayOf = (timeoutMs = 60_000): { gateway: Gateway; ran: unknown[] } => {
  const ran: unknown[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: [{ source: { kind: 'plugin', name: 'files' }, definition: { name: 'delete' } }],
    execute: async (_tool, args, { onProgress }) => {
      ran.push(args);
      onProgress?.({ progress: 3, total: 5, message: 'third\u001b[2J file' });
      return { content: [] };
    },
    approvals: { rules: [{ id: 'files/delete', decide: 'prompt', reason: 'it deletes' }], timeoutMs } as never,
    approvalStore: createMemoryStateStore(),
  });
  open.push(gateway);
  return { gateway, ran };
};
const call = (gateway: Gateway, { io }: TestMachine, ask?: Ask): Promise<unknown> => {
  const watch = watchCall('files__delete', gateway, io, ask);
  return gateway
    .call({ name: 'files__delete', arguments: { path: '/a' } }, { entrance: 'cli', ...watch.context })
    .finally(watch.end);
};

describe('a call from the command line', () => {
  it('shows on a terminal what its server says of it, which cannot move the cursor', async () => {
    machine = await createTestMachine(true);
    await call(gatewayOf().gateway, machine, async () => true);
    expect(machine.stderr()).toMatch(/Running files__delete, \d+ s: 3 of 5, third/);
    expect(machine.stderr()).not.toContain('\u001b[2J');
  });

  it('asks whoever sits at the terminal where it needs consent, and runs after a yes', async () => {
    machine = await createTestMachine(true);
    const { gateway, ran } = gatewayOf();
    const asked: string[] = [];
    await call(gateway, machine, async (question) => {
      asked.push(question);
      expect(ran).toEqual([]);
      return true;
    });
    expect(asked).toEqual([expect.stringMatching(/^files\/delete \{"path":"\/a"\}\n.*it deletes/)]);
    expect(ran).toEqual([{ path: '/a' }]);
  });

  it('does not run after a no, nor where nobody answers in time', async () => {
    machine = await createTestMachine(true);
    const denied = gatewayOf();
    await expect(call(denied.gateway, machine, async () => false)).rejects.toMatchObject({ code: 'APPROVAL_DENIED' });
    const late = gatewayOf(20);
    const ended = call(late.gateway, machine, (_question, signal) => {
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(true)));
    });
    await expect(ended).rejects.toMatchObject({ code: 'APPROVAL_TIMEOUT' });
    expect([...denied.ran, ...late.ran]).toEqual([]);
  });

  it('says without a terminal that it waits, and how to decide', async () => {
    machine = await createTestMachine(false);
    const { gateway, ran } = gatewayOf();
    const said = new Promise<string>((resolve) => {
      machine = { ...machine!, io: { ...machine!.io, stderr: resolve } };
    });
    const running = call(gateway, machine);
    const [, id] = /toolscout approvals approve (\S+)/.exec(await said) ?? [];
    const [waiting] = gateway.pendingApprovals();
    expect(waiting?.id.startsWith(id!)).toBe(true);
    gateway.decideApproval(waiting!.id, true);
    await running;
    expect(ran).toEqual([{ path: '/a' }]);
  });
});
