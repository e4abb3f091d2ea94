import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { openDashboard } from '../../src/cli/dashboard.ts';
import { approvalsOf, openHttpApi } from '../../src/cli/http-api.ts';
import { createGateway } from '../../src/cli/open-tools.ts';
import { createTestMachine } from '../../src/cli/test-machine.ts';
import {
  ActivityLog,
  type Gateway,
  type HttpGateway,
  httpCallers,
  loadConfig,
  serveGatewayHttp,
  updateOf,
} from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import { openThings } from '../auth/harness.ts';
import { apiOf, configOf, TENANTS } from './tenants.ts';

const embedder = createBuiltInEmbedder();

/** A gateway over HTTP as `toolscout serve` makes it, for some of the tenants. */
export interface TenantGateway {
  readonly gateway: Gateway;
  readonly http: HttpGateway;
  /** From now on it holds these tenants. */
  hold(tenants: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

export async function openTenants(
  tenants: readonly string[],
  upstreams: string,
  keys: string,
  lost: boolean,
): Promise<TenantGateway> {
  const machine = await createTestMachine();
  const io = {
    ...machine.io,
    environment: { ...machine.io.environment, env: { TOOLSCOUT_LOG: 'silent' } },
    stderr: () => {},
  };
  for (const tenant of TENANTS) await machine.write(`project/${tenant}.json`, JSON.stringify(apiOf(tenant)));
  const load = async (some: readonly string[]) => {
    await machine.write(
      'project/toolscout.json',
      JSON.stringify(configOf(some, upstreams, keys, { listed: tenants, lost })),
    );
    return loadConfig(machine.at('project/toolscout.json'), io.environment);
  };
  const config = await load(tenants);
  const activity = new ActivityLog({});
  const gateway = createGateway(config, io, 'error', { embedder, activity, startGrace: false });
  const callers = httpCallers(gateway, { auth: config.auth, session: config.policy.session, log: silentLogger() });
  const approvals = approvalsOf(gateway);
  const onStatusChange = (listener: () => void) => gateway.onStatusChange(listener);
  const dashboard = openDashboard({ approvals, onStatusChange }, activity, config);
  const http = await serveGatewayHttp(
    gateway,
    {
      port: 0,
      ...callers,
      doors: [await openHttpApi(approvals, config, embedder, io), ...dashboard.doors],
      pages: dashboard.pages,
      operations: {
        readiness: () => gateway.readiness(),
        metrics: (viewer) => gateway.metrics({ reloads: { accepted: 1, refused: 0 } }, viewer),
      },
    },
    silentLogger(),
  );
  openThings.push({ close: () => machine.remove() }, gateway, http);
  gateway.start();
  await gateway.decided();
  await gateway.settled();
  return {
    gateway,
    http,
    hold: async (some) => {
      gateway.update(updateOf(await load(some)));
      await gateway.settled();
    },
    close: async () => {
      await http.close();
      await gateway.close();
    },
  };
}
