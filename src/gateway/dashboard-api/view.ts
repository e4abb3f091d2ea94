import type { ApprovalAnswer, ApprovalRequest } from '../../calling/index.ts';
import type { Embedder } from '../../engine/index.ts';
import { ToolscoutError } from '../../errors.ts';
import type { ActivityLog } from '../activity/index.ts';
import { isObserved, type ObservedSession, type SizedCatalog } from '../observed-session.ts';
import type { GatewaySession } from '../session-view.ts';
import { shortIndexError } from '../short-index.ts';

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
 * @throws ToolscoutError where the session cannot be shown.
 */
export function viewOf(session: GatewaySession): ObservedSession {
  if (isObserved(session)) return session;
  throw new ToolscoutError('INVALID_ARGUMENTS', 'The dashboard cannot show what is served here.', {
    next: 'Start "toolscout serve --http" with a configuration, or with an index.',
  });
}

/**
 * What is told of all tools, as numbers or as a list: none of it is true where some of them could not be asked for.
 * @throws ToolscoutError `INDEX_UNAVAILABLE`
 */
export async function wholeCatalog(of: SizedCatalog | Promise<SizedCatalog>): Promise<SizedCatalog> {
  const catalog = await of;
  if (catalog.short !== true) return catalog;
  throw shortIndexError();
}
