import type { ApprovalAnswer, ApprovalRequest } from '../../calling/index.ts';
import type { Embedder } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import type { ActivityLog } from '../activity/index.ts';
import { type GatewaySession, SessionView } from '../session-view.ts';

/** What the dashboard is told of the gateway; everything else it asks of the caller's own view. */
export interface DashboardOptions {
  readonly activity: ActivityLog;
  /** Compares tools with each other, and draws the map. */
  readonly embedder: Embedder;
  /** Folder of evaluation reports, as `toolscout eval --json` writes them. */
  readonly reports?: string | undefined;
  readonly approvals?: DashboardApprovals | undefined;
  /** Calls the listener when tools or servers have changed. Returns the way to stop. */
  readonly onChange: (listener: () => void) => () => void;
}

/** Calls that wait for consent, of all sessions: the dashboard shows each caller what concerns it. */
export interface DashboardApprovals {
  /** @param viewer with one, only what it may know of. */
  pending(viewer?: GatewaySession): readonly ApprovalRequest[];
  /** Absent where decisions are made somewhere else. Tells whether the request was still there. */
  readonly decide?: ((id: string, answer: ApprovalAnswer) => boolean | Promise<boolean>) | undefined;
  onChange(listener: () => void): () => void;
}

/**
 * The caller's view of the gateway.
 * @throws ToolscoutError where the session is none, such as that of a served index.
 */
export function viewOf(session: GatewaySession): SessionView {
  if (session instanceof SessionView) return session;
  throw new ToolscoutError('INVALID_ARGUMENTS', 'The dashboard shows gateways over servers, not an index.', {
    next: 'Start "toolscout serve --http" with a configuration.',
  });
}
