import type { ApprovalRequest } from '../../calling/index.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
import { truncate } from '../../shared/truncate.ts';
import { escapeHidden } from '../../tools/index.ts';
import { type Caller, isNarrowed } from '../auth/index.ts';
import type { ObservedSession } from '../observed-session.ts';
import { shortText } from './tools.ts';
import type { PendingApproval } from './types.ts';
import type { DashboardApprovals } from './view.ts';

const MAX_TEXT = 20_000;

/**
 * Requests that wait and that the view may know of, oldest first. Who may not decide reads the arguments of nobody else.
 */
export function pendingOf(
  view: ObservedSession,
  caller: Caller,
  approvals: DashboardApprovals | undefined,
): readonly ApprovalRequest[] {
  if (approvals === undefined) return [];
  const policy = view.policy();
  return approvals
    .pending(isNarrowed(caller) ? view : undefined)
    .filter((request) => request.caller === caller.id || (caller.may.has('approve') && policy.allows(request.tool)));
}

/** A request as a person sees it before deciding: everything that will run, and nothing hidden in it. */
export function toPending(request: ApprovalRequest): PendingApproval {
  const { id, tool, text, reason, session, mayRemember, askedAt, expiresAt } = request;
  return {
    id,
    tool: tool.id,
    name: tool.originalName,
    server: tool.source.name,
    description: shortText(tool),
    text: truncate(text, MAX_TEXT),
    arguments: argumentLines(request),
    reason,
    ...(session === undefined ? {} : { session }),
    mayRemember,
    askedAt,
    expiresAt,
  };
}

function argumentLines({ arguments: args }: ApprovalRequest): string {
  const lines = Object.entries(args).map(([name, value]) => `${JSON.stringify(name)}: ${stringifyExact(value)}`);
  return truncate(escapeHidden(lines.join('\n')), MAX_TEXT);
}
