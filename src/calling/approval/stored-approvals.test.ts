import { describe, expect, it } from 'vitest';
import { createMemoryStateStore, type StateStore } from '../../state/index.ts';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import { createStoredApprovals, type StoredApproval } from './stored-approvals.ts';

const CATALOG = catalogOf(toolOf('delete_file', { path: { type: 'string' } }));
const call = { reference: 'delete_file', arguments: { path: 'a' } };

/** A path that asks through the store, and what another process over the same store has. */
const twoProcesses = (state: StateStore = createMemoryStateStore()) => {
  const here = createStoredApprovals(state, { pollMs: 1 });
  const watched = watchedPath({ policy: () => ({ ask: 'it deletes' }), approval: { approver: here.approver } });
  return { ...watched, state, there: createStoredApprovals(state) };
};
const waiting = async (there: ReturnType<typeof createStoredApprovals>, session?: string): Promise<StoredApproval> => {
  for (;;) {
    const [first] = await there.pending(session);
    if (first !== undefined) return first;
    await new Promise((resolve) => setImmediate(resolve));
  }
};

describe('approvals behind the store', () => {
  it('are asked in one process and decided in another', async () => {
    const { path, sent, there } = twoProcesses();
    const running = path.call(CATALOG, call, { session: 'mine' });
    const request = await waiting(there, 'mine');
    expect(request).toMatchObject({
      tool: 'mcp:s1:delete_file',
      text: 's1/delete_file {"path":"a"}',
      reason: 'it deletes',
    });
    expect(await there.pending('yours')).toEqual([]);
    expect(await there.decide(request.id, true, 'yours')).toBe(false);
    expect(await there.decide(request.id, true, 'mine')).toBe(true);
    expect(await there.decide(request.id, false, 'mine')).toBe(false);
    await running;
    expect(sent).toHaveLength(1);
    expect(await there.pending('mine')).toEqual([]);
  });

  it('pass a denial and its reason on', async () => {
    const { path, sent, there } = twoProcesses();
    const running = path.call(CATALOG, call).catch(toCallFailure);
    await there.decide((await waiting(there)).id, { approved: false, reason: 'keep it' });
    expect(await running).toMatchObject({ code: 'APPROVAL_DENIED', message: expect.stringContaining('keep it') });
    expect(sent).toEqual([]);
  });

  it('deny what the store loses or does not take', async () => {
    const losing = twoProcesses();
    const running = losing.path.call(CATALOG, call).catch(toCallFailure);
    await waiting(losing.there);
    for (const key of await losing.state.list('')) await losing.state.delete(key);
    expect(await running).toMatchObject({ code: 'APPROVAL_DENIED', ran: false });
    const full = twoProcesses(createMemoryStateStore({ maxCharacters: 1 }));
    expect(await full.path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'APPROVAL_DENIED' });
    expect([losing.sent, full.sent]).toEqual([[], []]);
  });

  it('take a request back when the call is cancelled', async () => {
    const { path, there } = twoProcesses();
    const controller = new AbortController();
    const running = path.call(CATALOG, call, { signal: controller.signal }).catch(toCallFailure);
    const { id } = await waiting(there);
    controller.abort();
    expect(await running).toMatchObject({ code: 'CALL_CANCELLED', ran: false });
    while ((await there.pending()).length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await there.decide(id, true)).toBe(false);
  });
});
