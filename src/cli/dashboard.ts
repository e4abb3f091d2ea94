import { createBuiltInEmbedder } from '../backends/index.ts';
import {
  type ActivityLog,
  createDashboardDoor,
  createDashboardPages,
  type HttpApiOptions,
  type HttpOptions,
  type LoadedConfig,
} from '../gateway/index.ts';

/** What the dashboard is of, beside the sessions that it shows. */
export interface DashboardSource {
  /** Absent where nothing ever waits. */
  readonly approvals: HttpApiOptions['approvals'];
  /** Calls the listener whenever a server changes its state or its tools. Returns the way to stop. */
  readonly onStatusChange: (listener: () => void) => () => void;
}

/** The page for people, and its data, for what is served over HTTP. */
export function openDashboard(
  { approvals, onStatusChange }: DashboardSource,
  activity: ActivityLog,
  { dashboard }: Pick<LoadedConfig, 'dashboard'>,
): Required<Pick<HttpOptions, 'doors' | 'pages'>> {
  const door = createDashboardDoor({
    activity,
    embedder: createBuiltInEmbedder(),
    reports: dashboard.reports,
    ...(approvals === undefined
      ? {}
      : {
          approvals: {
            pending: (viewer) => approvals.pending(viewer),
            decide: (id, answer) => approvals.decide(id, answer),
            onChange: (listener) => activity.onEvent(listener),
          },
        }),
    onChange: onStatusChange,
  });
  return { doors: [door], pages: createDashboardPages() };
}
