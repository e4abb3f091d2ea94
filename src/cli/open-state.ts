import { createRedisStateStore } from '../backends/index.ts';
import type { LoadedConfig, Logger } from '../gateway/index.ts';
import type { HostEnvironment } from '../sources/index.ts';
import type { StateStore } from '../state/index.ts';
import { approvalStore } from './approvals-folder.ts';

/** What a gateway keeps beyond one operation, and how to let go of it. */
export interface OpenState {
  /** Shared with other gateways. Absent: everything is kept in the process. */
  readonly shared?: StateStore;
  /** Where calls wait for consent. */
  readonly approvals: StateStore;
  close(): Promise<void>;
}

/** The stores that the configuration asks for; nothing is connected before it is needed. */
export function openState(config: LoadedConfig, environment: HostEnvironment, log?: Logger): OpenState {
  if (config.state === undefined) return { approvals: approvalStore(config, environment), close: async () => {} };
  const store = createRedisStateStore({
    ...config.state,
    onChange: (isThere, error) => {
      if (isThere) log?.info('the state store is there again');
      else log?.warn({ err: error }, 'the state store is away: sessions are not shared, and calls that ask are denied');
    },
  });
  return { shared: store, approvals: store, close: () => store.close() };
}
