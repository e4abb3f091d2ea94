import { describe, expect, it } from 'vitest';
import { ANYONE, type Caller } from '../auth/index.ts';
import { Gateway } from '../gateway.ts';
import { type ApiApprovals, decideApproval } from './approval-routes.ts';

/** A request that waits at another gateway, and how often it was decided on from here. */
function elsewhere(): { approvals: ApiApprovals; decided: () => number } {
  let count = 0;
  return {
    approvals: {
      pending: () => [],
      decide: () => false,
      decideElsewhere: async (id) => id === 'there' && ++count > 0,
    },
    decided: () => count,
  };
}
const session = new Gateway({ servers: [] }).own();

describe('a call that waits at another gateway', () => {
  it('is decided on by who may know of all calls', async () => {
    const { approvals, decided } = elsewhere();
    const from = { caller: ANYONE, session };
    expect(await decideApproval(from, approvals, 'there', { approved: true })).toEqual({ id: 'there', approved: true });
    expect(decided()).toBe(1);
    await expect(decideApproval(from, approvals, 'nowhere', { approved: true })).rejects.toMatchObject({
      code: 'APPROVAL_NOT_FOUND',
    });
  });

  it.each<[string, Partial<Caller>]>([
    ['may not see the calls of others', { may: new Set(['use', 'approve'] as const) }],
    ['has rights of a part only', { scope: { filter: { tenant: 't1' } } }],
  ])('is not there for a caller that %s', async (_who, part) => {
    const { approvals, decided } = elsewhere();
    const from = { caller: { ...ANYONE, ...part }, session };
    await expect(decideApproval(from, approvals, 'there', { approved: true })).rejects.toMatchObject({
      code: 'APPROVAL_NOT_FOUND',
    });
    expect(decided()).toBe(0);
  });
});
