import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStoredApprovals, type StoredApprovals } from '../calling/index.ts';
import { Gateway, loadConfig } from '../gateway/index.ts';
import { registerApprovals } from './approvals.ts';
import { approvalStore } from './approvals-folder.ts';
import { createTestMachine, type TestMachine } from './test-machine.ts';

let machine: TestMachine;
let open: Gateway[] = [];
beforeEach(async () => {
  machine = await createTestMachine();
  await machine.write(
    'project/toolscout.json',
    JSON.stringify({ approvals: { rules: [{ id: 'files/delete', decide: 'prompt', reason: 'it deletes' }] } }),
  );
});
afterEach(async () => {
  await Promise.all(open.map((gateway) => gateway.close()));
  open = [];
  await machine.remove();
});

const approvals = async (...options: string[]): Promise<number> => {
  let code = -1;
  const program = new Command().exitOverride();
  registerApprovals(program, machine.io, (result) => {
    code = result;
  });
  await program.parseAsync(['approvals', ...options], { from: 'user' });
  return code;
};

/** A gateway as `serve` makes it, and what its tools were called with. */
const gatewayOf = async (): Promise<{ gateway: Gateway; ran: unknown[]; stored: StoredApprovals }> => {
  const config = await loadConfig(machine.at('project/toolscout.json'), machine.io.environment);
  const store = approvalStore(config, machine.io.environment);
  const ran: unknown[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: [{ source: { kind: 'plugin', name: 'files' }, definition: { name: 'delete' } }],
    execute: async (_tool, args) => {
      ran.push(args);
      return { content: [] };
    },
    approvals: config.approvals,
    approvalStore: store,
  });
  open.push(gateway);
  return { gateway, ran, stored: createStoredApprovals(store) };
};
const waiting = async (stored: StoredApprovals): Promise<string> => {
  for (;;) {
    const [first] = await stored.all();
    if (first !== undefined) return first.id;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const call = (gateway: Gateway, session = 's') =>
  gateway.call({ name: 'files__delete', arguments: { path: 'a\u202e' } }, { session });

describe('toolscout approvals', () => {
  it('lists what waits, and approves it by the beginning of its id', async () => {
    const { gateway, ran, stored } = await gatewayOf();
    const running = call(gateway);
    const id = await waiting(stored);
    expect(await approvals('list', '--json')).toBe(0);
    expect(JSON.parse(machine.stdout())).toEqual({
      approvals: [
        {
          id,
          tool: 'plugin:files:delete',
          text: 'files/delete {"path":"a\\u202e"}',
          reason: 'it deletes',
          session: 's',
          mayRemember: true,
          askedAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      ],
    });
    expect(await approvals('approve', id.slice(0, 8))).toBe(0);
    expect(machine.stdout()).toContain('Approved: files/delete {"path":"a\\u202e"}');
    await running;
    expect(ran).toEqual([{ path: 'a\u202e' }]);
    expect(await approvals('list')).toBe(0);
    expect(machine.stdout()).toContain('No call waits for consent.');
  });

  it('denies with a reason', async () => {
    const { gateway, ran, stored } = await gatewayOf();
    const running = call(gateway);
    const failed = expect(running).rejects.toMatchObject({
      code: 'APPROVAL_DENIED',
      message: expect.stringContaining('not today'),
    });
    expect(await approvals('deny', await waiting(stored), '--reason', 'not today', '--json')).toBe(0);
    await failed;
    expect(ran).toEqual([]);
  });

  it('remembers consent for the session, and for no other', async () => {
    const { gateway, ran, stored } = await gatewayOf();
    const running = call(gateway);
    await approvals('approve', await waiting(stored), '--always-session');
    await running;
    await call(gateway);
    expect(ran).toHaveLength(2);
    const other = call(gateway, 'other');
    await approvals('deny', await waiting(stored));
    await expect(other).rejects.toMatchObject({ code: 'APPROVAL_DENIED' });
  });

  it('says what does not wait', async () => {
    await expect(approvals('approve', 'abcd')).rejects.toMatchObject({ code: 'APPROVAL_NOT_FOUND' });
  });

  it('watches, and tells each call once', async () => {
    const { gateway, stored } = await gatewayOf();
    const end = new AbortController();
    const running = gateway
      .call({ name: 'files__delete', arguments: {} }, { signal: end.signal })
      .catch((error: { code: string }) => error.code);
    const id = await waiting(stored);
    expect(await approvals('watch', '--json', '--for', '0.6')).toBe(0);
    expect(
      machine
        .stdout()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual([id]);
    end.abort();
    expect(await running).toBe('CALL_CANCELLED');
  });
});
