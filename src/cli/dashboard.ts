import { createBuiltInEmbedder } from '../backends/index.ts';
import {
  type ActivityLog,
  createDashboardDoor,
  createDashboardPages,
  type Gateway,
  type HttpOptions,
  type LoadedConfig,
} from '../gateway/index.ts';

/** The page for people, and its data, for a gateway over HTTP. */
export function openDashboard(
  gateway: Gateway,
  activity: ActivityLog,
  { dashboard }: LoadedConfig,
): Required<Pick<HttpOptions, 'doors' | 'pages'>> {
  const door = createDashboardDoor({
    activity,
    embedder: createBuiltInEmbedder(),
    reports: dashboard.reports,
    approvals: {
      pending: (viewer) => gateway.pendingApprovals(viewer),
      decide: (id, answer) => gateway.decideApproval(id, answer),
      onChange: (listener) => activity.onEvent(listener),
    },
    onChange: (listener) => gateway.onStatusChange(listener),
  });
  return { doors: [door], pages: createDashboardPages() };
}
