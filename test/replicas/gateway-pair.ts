import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { BINARY, caseServer, startHttp, writeConfig } from '../e2e/gateway-process.ts';
import { startRedis, type TestRedis } from './redis-server.ts';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

type Running = Awaited<ReturnType<typeof startHttp>>;

/** Two gateways over one store, and a proxy before them that sends each request to the other one. */
export interface GatewayPair {
  readonly redis: TestRedis;
  readonly gateways: readonly [Running, Running];
  readonly proxy: RoundRobin;
  readonly config: string;
  /** Runs `toolscout approvals` beside them. */
  approvals(...args: string[]): Promise<Record<string, unknown>>;
  /** The id of a call that waits for a person, as soon as one does. */
  waiting(): Promise<string>;
  close(): Promise<void>;
}

export interface GatewayPairOptions {
  /** Of the configuration, beside its servers `notes` and `texts`. */
  readonly settings?: object;
  /** Further arguments of `toolscout serve`. */
  readonly args?: readonly string[];
  /** Called with the path of the configuration before a gateway is started. */
  readonly prepare?: (config: string) => void;
}

export async function startGatewayPair(options: GatewayPairOptions = {}): Promise<GatewayPair> {
  const { settings = {}, args = [], prepare } = options;
  const redis = await startRedis({ password: 'for-tests' });
  // The address comes from the environment, as it does where it holds a password.
  process.env.REPLICAS_STATE = redis.url;
  const { path, remove } = writeConfig(
    { notes: caseServer('well-behaved.mjs'), texts: caseServer('huge-result.mjs', { BYTES: '300000' }) },
    {
      state: { url: `\${REPLICAS_STATE}` },
      gateway: { maxResultBytes: 20_000 },
      approvals: { ask: 'operator', rules: [{ id: 'notes/fail_softly', decide: 'prompt' }] },
      ...settings,
    },
  );
  prepare?.(path);
  const start = (): Promise<Running> =>
    startHttp(path, [...args]).catch(async (error: unknown) => {
      await redis.stop();
      throw error;
    });
  const gateways = [await start(), await start()] as const;
  const proxy = await startRoundRobin(gateways.map(({ url }) => new URL(url).origin));
  const approvals = async (...words: string[]): Promise<Record<string, unknown>> => {
    const command = [BINARY, 'approvals', ...words, '--config', path, '--json'];
    return JSON.parse((await promisify(execFile)(process.execPath, command)).stdout) as Record<string, unknown>;
  };
  return {
    redis,
    gateways,
    proxy,
    config: path,
    approvals,
    waiting: async () => {
      for (;;) {
        const { approvals: pending } = (await approvals('list')) as { approvals: { id: string }[] };
        if (pending[0] !== undefined) return pending[0].id;
      }
    },
    close: async () => {
      await proxy.close();
      for (const { child } of gateways) child.kill('SIGKILL');
      await redis.stop();
      remove();
    },
  };
}
