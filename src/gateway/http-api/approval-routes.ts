import type { ApprovalAnswer, ApprovalRequest } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { type DoorEnv, demandRight, isNarrowed } from '../auth/index.ts';
import type { GatewaySession } from '../session-view.ts';

/** Calls that wait for consent, of everybody or as far as a session may know of them. */
export interface ApiApprovals {
  pending(viewer?: GatewaySession): readonly ApprovalRequest[];
  /** Tells whether the request was still there to be decided. */
  decide(id: string, answer: ApprovalAnswer): boolean;
  /** The same of a request that waits at another gateway over the same store. */
  decideElsewhere?(id: string, answer: ApprovalAnswer): Promise<boolean>;
}

/**
 * What a caller may know of: its own calls. Who may approve and observe operates the gateway, as far as its rights go, and
 * knows of all; with the right to approve alone nobody reads the arguments of others.
 */
export function visibleTo(
  { caller, session }: DoorEnv['Variables'],
  approvals: ApiApprovals,
): readonly ApprovalRequest[] {
  const operates = caller.may.has('approve') && caller.may.has('observe');
  return approvals
    .pending(isNarrowed(caller) ? session : undefined)
    .filter((request) => operates || request.caller === caller.id);
}

/** @throws ToolscoutError `APPROVAL_NOT_FOUND`, or AuthError */
export async function decideApproval(
  from: DoorEnv['Variables'],
  approvals: ApiApprovals,
  id: string,
  answer: ApprovalAnswer,
): Promise<{ readonly id: string; readonly approved: boolean }> {
  const { caller } = from;
  demandRight(caller, 'approve');
  const isThere = visibleTo(from, approvals).some((request) => request.id === id);
  const operates = caller.may.has('observe') && !isNarrowed(caller);
  const isDecided = isThere
    ? approvals.decide(id, answer)
    : // Under which rights it was asked is known there alone, so that only who may know of all decides on it here.
      operates && ((await approvals.decideElsewhere?.(id, answer)) ?? false);
  if (!isDecided) {
    throw new ToolscoutError('APPROVAL_NOT_FOUND', 'No call waits for consent under this id.', {
      next: 'It may be decided or over already; GET /v1/approvals shows what waits.',
    });
  }
  return { id, approved: answer.approved };
}

/** As the API shows it. */
export function toApproval(request: ApprovalRequest): Readonly<Record<string, unknown>> {
  const { id, tool, arguments: args, text, reason, session, mayRemember, askedAt, expiresAt } = request;
  return {
    id,
    tool: tool.id,
    server: tool.source.name,
    name: tool.originalName,
    arguments: args,
    text,
    reason,
    ...(session === undefined ? {} : { session }),
    mayRemember,
    askedAt: new Date(askedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}
