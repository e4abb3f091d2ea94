import { describe, expect, it } from 'vitest';
import { createMemoryStateStore, type StateStore } from '../../state/index.ts';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import type { ApprovalRequest } from './approval.ts';
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

  it('do not wait any longer when the call was cancelled while the store was asked', async () => {
    const state = createMemoryStateStore();
    const controller = new AbortController();
    const watched: StateStore = {
      ...state,
      get: (key) => {
        controller.abort();
        return state.get(key);
      },
    };
    const { approver } = createStoredApprovals(watched, { pollMs: 600_000 });
    expect(await approver(request({}), controller.signal)).toBe(false);
    expect(await state.list('')).toEqual([]);
  });

  it('lie where other versions of the product look for them', async () => {
    const state = createMemoryStateStore();
    const end = new AbortController();
    const answer = createStoredApprovals(state, { pollMs: 1 }).approver(request({}), end.signal);
    let keys = await state.list('');
    while (keys.length === 0) keys = await state.list('');
    expect(keys).toEqual(['approvals/all/r']);
    end.abort();
    await answer;
  });

  const request = (change: Partial<ApprovalRequest>): ApprovalRequest => ({
    id: 'r',
    callId: 'c',
    tool: CATALOG.tools[0]!,
    arguments: {},
    text: 'text',
    reason: 'reason',
    session: undefined,
    entrance: 'direct',
    mayRemember: false,
    repairs: [],
    askedAt: 1,
    expiresAt: Date.now() + 600_000,
    ...change,
  });
  /** Requests that nobody answers, and the end of them. */
  const open = async (...changes: readonly Partial<ApprovalRequest>[]) => {
    const approvals = createStoredApprovals(createMemoryStateStore(), { pollMs: 1 });
    const end = new AbortController();
    const answers = changes.map((change) => approvals.approver(request(change), end.signal));
    while ((await approvals.all()).length < changes.length) await new Promise((resolve) => setImmediate(resolve));
    return { approvals, answers, end };
  };

  it('are shown oldest first, to each session its own, and all of them to the operator', async () => {
    const { approvals, answers, end } = await open(
      { id: 'c', askedAt: 2 },
      { id: 'b', askedAt: 2, caller: 'alice' },
      { id: 'a', askedAt: 3, session: 'mine', mayRemember: true },
      { id: 'd', askedAt: 1, session: 'mine' },
    );
    const ids = (requests: readonly StoredApproval[]) => requests.map(({ id }) => id);
    expect(ids(await approvals.all())).toEqual(['d', 'b', 'c', 'a']);
    expect(ids(await approvals.pending('mine'))).toEqual(['d', 'a']);
    expect(ids(await approvals.pending())).toEqual(['b', 'c']);
    const [d, b] = await approvals.all();
    const about = { tool: CATALOG.tools[0]!.id, text: 'text', reason: 'reason', mayRemember: false };
    expect(d).toStrictEqual({ id: 'd', ...about, session: 'mine', askedAt: 1, expiresAt: expect.any(Number) });
    expect(b).toStrictEqual({ id: 'b', ...about, caller: 'alice', askedAt: 2, expiresAt: expect.any(Number) });
    expect((await approvals.pending('mine'))[1]?.mayRemember).toBe(true);
    expect(await approvals.decide('a', true)).toBe(false);
    expect(await approvals.decideAny('a', { approved: true, always: true, reason: 'go' })).toBe(true);
    expect(await approvals.decideAny('nobody', true)).toBe(false);
    expect(await answers[2]).toEqual({ approved: true, always: true, reason: 'go' });
    end.abort();
    expect(await Promise.all([answers[0], answers[1], answers[3]])).toEqual([false, false, false]);
    expect(await approvals.all()).toEqual([]);
  });

  it('keep of an answer what an answer has', async () => {
    const odd = [{ approved: 'yes', always: 1, reason: 7 }, { approved: false, reason: 'no' }, true, false];
    const plain = [{ approved: false }, { approved: false, reason: 'no' }, { approved: true }, { approved: false }];
    for (const [index, answer] of odd.entries()) {
      const { approvals, answers } = await open({});
      await approvals.decideAny('r', answer as boolean);
      expect(await answers[0]).toStrictEqual(plain[index]);
    }
  });

  it('are over when their time is, and lost where the store holds something else', async () => {
    const late = createStoredApprovals(createMemoryStateStore(), { pollMs: 1 });
    const end = new AbortController();
    const answer = late.approver(request({ expiresAt: Date.now() - 1 }), end.signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await late.all()).toEqual([]);
    expect(await late.decideAny('r', true)).toBe(false);
    end.abort();
    expect(await answer).toBe(false);

    const sound = JSON.parse(JSON.stringify({ ...request({ session: 's', caller: 'c' }), tool: 'id' }));
    for (const member of ['tool', 'text', 'reason', 'askedAt', 'expiresAt', 'session', 'caller']) {
      const state = createMemoryStateStore();
      const approvals = createStoredApprovals(state, { pollMs: 1 });
      const waits = approvals.approver(request({ session: 's', caller: 'c' }), new AbortController().signal);
      let [key] = await state.list('');
      while (key === undefined) [key] = await state.list('');
      await state.set(key, { ...sound, [member]: ['x'] });
      expect([member, await waits]).toEqual([member, { approved: false, reason: expect.stringContaining('lost') }]);
    }
  });
});
