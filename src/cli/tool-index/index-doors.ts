import {
  type GatewaySession,
  type HttpApiOptions,
  type HttpOptions,
  isObserved,
  type LoadedConfig,
} from '../../gateway/index.ts';
import { openDashboard } from '../dashboard.ts';
import { approvalsOf, openHttpApi } from '../http-api.ts';
import type { CliIo } from '../io.ts';
import type { IndexBehindDoors } from './serve-parts.ts';

type DoorConfig = Pick<LoadedConfig, 'preselect' | 'llm' | 'dashboard'>;

/** What is not configured where an index is served without a configuration. */
const NOTHING: DoorConfig = {
  preselect: { enabled: false, settings: {}, skills: [] },
  dashboard: { enabled: true },
};

/** The HTTP API and the dashboard over an index. */
export async function openIndexDoors(
  { activity, embedder, gateway }: IndexBehindDoors,
  given: DoorConfig | undefined,
  io: CliIo,
): Promise<Pick<HttpOptions, 'doors' | 'pages'>> {
  const config = given ?? NOTHING;
  const approvals = gateway === undefined ? undefined : ofViewers(approvalsOf(gateway));
  const api = await openHttpApi(approvals, config, embedder, io);
  if (!config.dashboard.enabled) return { doors: [api] };
  const onStatusChange = (listener: () => void) => gateway?.onStatusChange(listener) ?? (() => {});
  const { doors, pages } = openDashboard({ approvals, onStatusChange }, activity, config);
  return { doors: [api, ...doors], pages };
}

/**
 * The gateway that runs the calls knows tools without the tags of the index, so that it cannot tell whose rights a call of
 * somebody else is within. Whoever is narrowed is shown its own calls.
 */
function ofViewers(all: NonNullable<HttpApiOptions['approvals']>): NonNullable<HttpApiOptions['approvals']> {
  const callerOf = (viewer: GatewaySession) => (isObserved(viewer) ? viewer.caller : undefined);
  return {
    ...all,
    pending: (viewer) => {
      if (viewer === undefined) return all.pending();
      const own = callerOf(viewer);
      return all.pending().filter(({ caller }) => caller !== undefined && caller === own);
    },
  };
}
