import { describe, expect, it } from 'vitest';
import { toCallFailure } from '../failure.ts';
import { catalogOf, toolOf, watchedPath } from '../test-calls.ts';
import type { CallPolicy } from '../types.ts';
import type { ApprovalRequest, Approver } from './approval.ts';
import { type ApprovalDesk, createApprovalDesk } from './desk.ts';

const CATALOG = catalogOf(toolOf('delete_file', { path: { type: 'string' } }, { required: ['path'] }));
const ASK: CallPolicy = () => ({ ask: 'deletes files' });
const call = { reference: 'delete_file', arguments: { path: '/srv/a' } };

const deskOf = () => {
  const desk = createApprovalDesk();
  return { desk, ...watchedPath({ policy: ASK, approval: { approver: desk.approver } }) };
};
const asked = (desk: ApprovalDesk) =>
  new Promise<ApprovalRequest>((resolve) => {
    const stop = desk.onChange(() => {
      const [first] = desk.pending();
      if (first === undefined) return;
      stop();
      resolve(first);
    });
  });
const withApprover = (approver: Approver, timeoutMs?: number) =>
  watchedPath({ policy: ASK, approval: { approver, ...(timeoutMs === undefined ? {} : { timeoutMs }) } });

describe('a call that needs consent', () => {
  it('waits, is visible meanwhile with its real name and arguments, and runs once it is approved', async () => {
    const { desk, path, sent, events } = deskOf();
    const running = path.call(
      CATALOG,
      { ...call, arguments: '{"path":"/srv/a"}' },
      { session: 'me', entrance: 'bridge' },
    );
    const request = await asked(desk);
    expect(request).toMatchObject({
      tool: { id: 'mcp:s1:delete_file' },
      arguments: { path: '/srv/a' },
      text: 's1/delete_file {"path":"/srv/a"}',
      reason: 'deletes files',
      session: 'me',
      entrance: 'bridge',
      repairs: [{ kind: 'parsed-json', path: '' }],
    });
    expect(path.pendingApprovals()).toEqual([request]);
    expect(sent).toEqual([]);
    expect(desk.decide(request.id, true)).toBe(true);
    await running;
    expect(sent[0]!.args).toEqual({ path: '/srv/a' });
    expect(path.pendingApprovals()).toEqual([]);
    expect(desk.decide(request.id, true)).toBe(false);
    expect(events.map((event) => event.stage)).toEqual([
      'received',
      'resolved',
      'policy',
      'validated',
      'approval-asked',
      'approval-decided',
      'hooked',
      'started',
      'finished',
    ]);
  });

  it('shows a person what only a model would read', async () => {
    let text = '';
    const { path } = withApprover((request) => {
      text = request.text;
      return false;
    });
    await path.call(CATALOG, { reference: 'delete_file', arguments: { path: 'a\u202e\u{e0041}b' } }).catch(() => {});
    expect(text).toMatch(/^s1\/delete_file \{"path":"a[ -~]+b"\}$/);
  });

  it('runs with what was approved, whatever the caller does to its object meanwhile', async () => {
    const { desk, path, sent } = deskOf();
    const args = { path: '/srv/a' };
    const running = path.call(CATALOG, { reference: 'delete_file', arguments: args });
    const request = await asked(desk);
    args.path = '/etc';
    expect(() => Object.assign(request.arguments, { path: '/etc' })).toThrow(TypeError);
    desk.decide(request.id, true);
    await running;
    expect(sent[0]!.args).toEqual({ path: '/srv/a' });
  });

  it('does not run when it is denied, and says why', async () => {
    const { desk, path, sent } = deskOf();
    const running = path.call(CATALOG, call).catch(toCallFailure);
    desk.decide((await asked(desk)).id, { approved: false, reason: 'not that one' });
    expect(await running).toMatchObject({
      code: 'APPROVAL_DENIED',
      tool: 's1__delete_file',
      message: expect.stringContaining('not that one'),
      ran: false,
    });
    expect(sent).toEqual([]);
  });

  it('does not run where the right is gone by the time of the yes', async () => {
    let isAllowed = true;
    const desk = createApprovalDesk();
    const policy: CallPolicy = (event) => (isAllowed ? ASK(event) : 'it is not allowed any more');
    const { path, sent } = watchedPath({ policy, approval: { approver: desk.approver } });
    const running = path.call(CATALOG, call).catch(toCallFailure);
    const { id } = await asked(desk);
    isAllowed = false;
    desk.decide(id, true);
    expect(await running).toMatchObject({ code: 'NOT_ALLOWED', ran: false });
    expect(sent).toEqual([]);
  });

  it('can be cancelled while it waits', async () => {
    const { desk, path, sent } = deskOf();
    const controller = new AbortController();
    const running = path.call(CATALOG, call, { signal: controller.signal }).catch(toCallFailure);
    await asked(desk);
    controller.abort();
    expect(await running).toMatchObject({ code: 'CALL_CANCELLED', ran: false });
    expect([path.pendingApprovals(), desk.pending(), sent]).toEqual([[], [], []]);
  });

  it('is not even asked about when it was cancelled before', async () => {
    const { path } = withApprover(() => {
      throw new Error('asked');
    });
    const failure = await path.call(CATALOG, call, { signal: AbortSignal.abort() }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'CALL_CANCELLED', ran: false });
  });

  it('waits no longer than its time', async () => {
    let told: AbortSignal | undefined;
    const { path, sent } = withApprover((_request, signal) => {
      told = signal;
      return new Promise(() => {});
    }, 5);
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'APPROVAL_TIMEOUT', ran: false });
    expect(told?.aborted).toBe(true);
    expect(sent).toEqual([]);
  });

  it.each<[string, Approver]>([
    ['fails', () => Promise.reject(new Error('no window'))],
    [
      'throws',
      () => {
        throw new Error('no window');
      },
    ],
    ['says nothing', (() => undefined) as unknown as Approver],
    ['says yes in its own words', (() => 'yes') as unknown as Approver],
  ])('does not run where the approver %s', async (_how, approver) => {
    const { path, sent } = withApprover(approver);
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'APPROVAL_DENIED', ran: false });
    expect(sent).toEqual([]);
  });

  it('does not run where there is nobody to ask', async () => {
    const { path, sent } = watchedPath({ policy: ASK });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'APPROVAL_DENIED', ran: false });
    expect(sent).toEqual([]);
  });

  it('is not asked about when it is denied or does not fit', async () => {
    const asked: unknown[] = [];
    const approval = {
      approver: (request: ApprovalRequest) => {
        asked.push(request);
        return true;
      },
    };
    const denying = watchedPath({ policy: [ASK, () => 'never'], approval });
    expect(await denying.path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'NOT_ALLOWED' });
    const wrong = watchedPath({ policy: ASK, approval });
    expect(
      await wrong.path.call(CATALOG, { reference: 'delete_file', arguments: { path: 7 } }).catch(toCallFailure),
    ).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(asked).toEqual([]);
  });

  it('is asked about again when a hook changes its arguments', async () => {
    const seen: unknown[] = [];
    const answers = [true, false];
    const { path, sent } = watchedPath({
      policy: ASK,
      approval: {
        approver: (request) => {
          seen.push(request.arguments);
          return answers.shift()!;
        },
      },
      hooks: [{ before: () => ({ arguments: { path: '/etc/passwd' } }) }],
    });
    expect(await path.call(CATALOG, call).catch(toCallFailure)).toMatchObject({ code: 'APPROVAL_DENIED' });
    expect(seen).toEqual([{ path: '/srv/a' }, { path: '/etc/passwd' }]);
    expect(sent).toEqual([]);
  });
});

describe('a host that asks before it calls', () => {
  it('learns whether a person would be asked, and nothing runs', async () => {
    const { path, sent, events } = withApprover(() => true);
    expect(await path.asks(CATALOG, call)).toBe('deletes files');
    expect(await path.asks(CATALOG, { ...call, arguments: { path: 3 } })).toBeUndefined();
    expect(await path.asks(CATALOG, { reference: 'nothing', arguments: {} })).toBeUndefined();
    expect(await watchedPath({ policy: () => true }).path.asks(CATALOG, call)).toBeUndefined();
    expect(await watchedPath({ policy: () => 'never' }).path.asks(CATALOG, call)).toBeUndefined();
    expect([sent, events]).toEqual([[], []]);
  });

  it('brings its answer along, which counts instead of that of the path', async () => {
    const { path, sent } = withApprover(() => false);
    await path.call(CATALOG, call, { approver: () => true });
    expect(sent).toHaveLength(1);
    await expect(path.call(CATALOG, call, { approver: () => false })).rejects.toMatchObject({
      code: 'APPROVAL_DENIED',
    });
    const nobody = watchedPath({ policy: ASK });
    await nobody.path.call(CATALOG, call, { approver: () => true });
    expect(nobody.sent).toHaveLength(1);
  });
});
