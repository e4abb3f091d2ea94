import type { UpstreamStatus } from '../../sources/index.ts';
import { type ActivityCounts, type ActivityLog, MINUTES } from '../activity/index.ts';
import { catalogKnowing, type ObservedSession, sizeOf } from '../observed-session.ts';
import { PACKAGE_VERSION } from '../version.ts';
import { tokenBill } from './token-bill.ts';
import type { Activity, ActivitySpan, Overview, ServerHealth } from './types.ts';
import { wholeCatalog } from './view.ts';

/** Spans of time that a chart shows, in minutes. */
const RANGES = {
  hour: { minutes: 60, span: 1 },
  day: { minutes: MINUTES, span: 30 },
} as const;
type Range = 'hour' | 'day';

export interface OverviewRequest {
  readonly range: Range;
  readonly approvals: number;
  readonly mayApprove: boolean;
}

/** What there is and what goes on, within the rights of the view. */
export async function overviewOf(view: ObservedSession, log: ActivityLog, request: OverviewRequest): Promise<Overview> {
  const { face } = view;
  const [catalog, servers] = await Promise.all([wholeCatalog(catalogKnowing(view)), view.statuses()]);
  return {
    gateway: {
      name: face.name ?? 'toolscout',
      version: PACKAGE_VERSION,
      startedAt: log.startedAt,
      mode: face.passesThrough ? 'tools' : face.hasCode ? 'code' : 'bridge',
    },
    may: { approve: request.mayApprove },
    // What a process wrote may be anything, secrets of its owner as well.
    servers: servers.map((status) => toHealth(status, view.policy().open)),
    tools: sizeOf(catalog),
    tokens: await tokenBill(view, catalog),
    activity: activityOf(view, log, request.range),
    approvals: request.approvals,
  };
}

function activityOf(view: ObservedSession, log: ActivityLog, range: Range): Activity {
  const { minutes, span } = RANGES[range];
  const viewer = view.policy();
  const each = log.minutes(viewer, minutes);
  const spans = Array.from({ length: Math.ceil(each.length / span) }, (_, i): ActivitySpan => {
    const [first, ...rest] = each.slice(i * span, (i + 1) * span);
    return { at: first!.at, ...rest.reduce(sum, counts(first!)) };
  });
  return { totals: log.totals(viewer), spans, spanMs: span * 60_000 };
}

function counts({ listings, searches, describes, calls, failedCalls, verdicts }: ActivityCounts): ActivityCounts {
  return { listings, searches, describes, calls, failedCalls, verdicts };
}

function sum(a: ActivityCounts, b: ActivityCounts): ActivityCounts {
  const verdicts = { ...a.verdicts };
  for (const [verdict, count] of Object.entries(b.verdicts)) verdicts[verdict] = (verdicts[verdict] ?? 0) + count;
  return {
    listings: a.listings + b.listings,
    searches: a.searches + b.searches,
    describes: a.describes + b.describes,
    calls: a.calls + b.calls,
    failedCalls: a.failedCalls + b.failedCalls,
    verdicts,
  };
}

function toHealth(status: UpstreamStatus, withStderr: boolean): ServerHealth {
  const { name, kind = 'mcp', state, reason, tools, cached, serverInfo, since, restarts, stderrTail } = status;
  return {
    name,
    kind,
    state,
    ...(reason === undefined ? {} : { reason }),
    tools,
    ...(cached === undefined ? {} : { cached }),
    ...(serverInfo === undefined ? {} : { version: `${serverInfo.name} ${serverInfo.version}` }),
    since,
    restarts,
    ...(stderrTail === undefined || stderrTail === '' || state === 'ready' || !withStderr ? {} : { stderrTail }),
  };
}
