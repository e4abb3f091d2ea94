import { constants } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { cacheFolder, createBuiltInDeepEmbedder } from '../backends/index.ts';
import { ToolscoutError } from '../errors.ts';
import {
  ActivityLog,
  ConfigReload,
  createLogger,
  type Gateway,
  type GatewaySession,
  type HttpOptions,
  httpCallers,
  isLoopback,
  type LoadedConfig,
  loadConfig,
  SampledExamples,
  serveGatewayHttp,
  serveGatewayStdio,
} from '../gateway/index.ts';
import { createToolListCache } from '../sources/index.ts';
import { type DashboardSource, openDashboard } from './dashboard.ts';
import { approvalsOf, openHttpApi } from './http-api.ts';
import { type CliIo, EXIT } from './io.ts';
import { plural } from './layout.ts';
import { readNumber } from './numbers.ts';
import { auditOf, createGateway, openConfig, openLog } from './open-tools.ts';
import { createProgressLine } from './progress.ts';
import { deepToolLimit, openSearchModels } from './search-models.ts';
import { openSessionTelemetry } from './session-telemetry.ts';
import { type ClusterOptions, isInCluster, withClusterOptions } from './tool-index/cluster.ts';
import { openIndexDoors } from './tool-index/index-doors.ts';
import { openServedCluster } from './tool-index/serve-cluster.ts';
import { openServedIndex } from './tool-index/serve-index.ts';
import type { ServedToolIndex } from './tool-index/serve-parts.ts';

interface ServeOptions extends ClusterOptions {
  readonly config?: string;
  readonly index?: string;
  readonly filter?: string;
  readonly http?: string | true;
  readonly host?: string;
}

/** `toolscout serve`: the gateway itself, for one client on stdio or many on HTTP. */
export function registerServe(program: Command, io: CliIo, finish: (code: number) => void): void {
  withClusterOptions(program.command('serve'))
    .description('run the gateway: MCP on stdin and stdout, or over HTTP')
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--index <dir>', 'serve an index made by "toolscout index build"; --config then names servers for calls')
    .option('--filter <expr>', 'with --index: only tools whose tags pass, such as "tenant=t1", or JSON')
    .option('--http [port]', 'serve Streamable HTTP at /mcp instead of stdio; 0 picks a free port')
    .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
    .addHelpText(
      'after',
      '\nOn stdio nothing but MCP goes to stdout; log lines go to stderr (TOOLSCOUT_LOG=silent|error|warn|info|debug).\nPut it into a client with "toolscout install CLIENT".',
    )
    .action(async (options: ServeOptions) => finish(await runServe(options, io)));
}

/** Port used when neither the command line nor the configuration names one. */
const DEFAULT_PORT = 8420;
/** How long calls may still take once the gateway is asked to end. Asked again, it ends at once. */
const DRAIN_MS = 10_000;

async function runServe(options: ServeOptions, io: CliIo): Promise<number> {
  // Looked at first: nothing is read or started for a command line that cannot be followed.
  const port = readHttpPort(options);
  const { index, filter } = options;
  if (index !== undefined) return serveIndex({ ...options, index, port }, io);
  if (isInCluster(options)) {
    throw new ToolscoutError('USAGE', '--backend opensearch does not say which index.', { next: 'Add --index NAME.' });
  }
  if (filter !== undefined) {
    throw new ToolscoutError('USAGE', '--filter means nothing without --index.', {
      next: 'Rights of sessions over servers are in the configuration, under "policy".',
    });
  }
  const config = await openConfig(options, io);
  const progress = createProgressLine(io);
  const models = openSearchModels(config.search, io);
  const { embedder, reranking } = models;
  const deepEmbedder =
    models.deep === false
      ? undefined
      : createBuiltInDeepEmbedder({
          machine: io.environment,
          warn: (message) => io.stderr(`warning: ${message}\n`),
        });
  const telemetry = openSessionTelemetry(config, io);
  const activity =
    port !== undefined && config.dashboard.enabled ? new ActivityLog({ content: config.telemetry.content }) : undefined;
  const lists = config.gateway.cacheToolLists === false ? undefined : cacheFolder(io.environment);
  const gateway = createGateway(config, io, 'info', {
    ...(embedder === undefined ? {} : { embedder, embedAhead: models.slow }),
    ...(deepEmbedder === undefined ? {} : { deepEmbedder, deepToolLimit: deepToolLimit(models.deep) }),
    ...(reranking === undefined ? {} : { reranking }),
    ...(telemetry === undefined ? {} : { telemetry }),
    ...(activity === undefined ? {} : { activity }),
    ...auditOf(config),
    ...(lists === undefined ? {} : { listCache: createToolListCache(join(lists, 'tool-lists')) }),
    onEmbedding: ({ state, embedded, total }) => {
      if (state === 'embedding') progress.update(`Preparing the deep model ${embedded}/${total}`);
      else progress.clear();
    },
  });
  const log = createLogger('error');
  const reload = new ConfigReload({
    gateway,
    config,
    load: () => loadConfig(config.path, io.environment),
    log: openLog(io, 'info'),
  });
  // Listened for before the first server starts: from then on a signal must not simply end this process.
  const ended = clientGoneOrSignal(
    port === undefined,
    reloadsOnHangup(port, io) ? () => void reload.reload() : undefined,
  );
  // What the gateway tells a client first says which tools there are.
  await gateway.decided();
  if (port === undefined) {
    const examples = openSampledExamples(gateway, config, io);
    gateway.start();
    reload.watch();
    sayWhoIsServed(io);
    const serving = serveGatewayStdio(gateway, log, (server, tools) => void examples?.offer(server, tools));
    if ((await ended) === 'signal') await gateway.drain(DRAIN_MS);
    await examples?.stop();
    await serving.close();
  } else {
    const dashboard: Pick<HttpOptions, 'doors' | 'pages'> =
      activity === undefined ? {} : openDashboard(sourceOf(gateway), activity, config);
    const doors = [await openHttpApi(approvalsOf(gateway), config, embedder, io), ...(dashboard.doors ?? [])];
    const serving = await serveHttp(gateway, reload, { ...options, ...dashboard, doors, port }, io);
    reload.watch();
    await ended;
    await gateway.drain(DRAIN_MS);
    await serving.close();
  }
  reload.stop();
  await gateway.close();
  models.close();
  await deepEmbedder?.close();
  return EXIT.done;
}

async function serveIndex(
  options: ServeOptions & { readonly index: string; readonly port: number | 'configured' | undefined },
  io: CliIo,
): Promise<number> {
  const { port, host } = options;
  const config = port === undefined || options.config === undefined ? undefined : await openConfig(options, io);
  const ended = clientGoneOrSignal(port === undefined);
  const served = await (isInCluster(options) ? openServedCluster(options, io) : openServedIndex(options, io));
  try {
    const log = createLogger('error');
    const behind: Pick<HttpOptions, 'doors' | 'pages'> =
      port === undefined ? {} : await openIndexDoors(served.doors, config, io);
    if (port === undefined) sayWhoIsServed(io);
    const serving =
      port === undefined
        ? serveGatewayStdio(served.session, log)
        : await serveGatewayHttp(
            served.session,
            {
              port: port === 'configured' ? (config?.http.port ?? DEFAULT_PORT) : port,
              ...indexAddress(host ?? config?.http.host, config),
              ...(config?.auth === undefined ? {} : indexCallers(served, config, io)),
              ...behind,
              operations: served.operations.over(served.session),
              state: served.doors.gateway?.state,
            },
            log,
          );
    if ('url' in serving) {
      io.stderr(`Toolscout serves ${serving.url}\n`);
      if (behind.pages !== undefined) io.stderr(`Dashboard: ${new URL('/dashboard', String(serving.url)).href}\n`);
    }
    if ((await ended) === 'signal') await served.operations.drain(DRAIN_MS);
    await serving.close();
    return EXIT.done;
  } finally {
    await served.close();
  }
}

/** Whoever types the command at a terminal sees nothing happen: on stdio a client speaks, not a person. */
export function sayWhoIsServed(io: CliIo): void {
  if (!io.isOutputTty) return;
  io.stderr(
    'Speaking MCP on stdin and stdout, as a client expects that starts this command ("toolscout install CLIENT").\nWith --http it serves many clients, and a dashboard. Ctrl-C ends it.\n',
  );
}

function sourceOf(gateway: Gateway): DashboardSource {
  return { approvals: approvalsOf(gateway), onStatusChange: (listener) => gateway.onStatusChange(listener) };
}

function indexCallers({ callers }: ServedToolIndex, config: LoadedConfig, io: CliIo): ReturnType<typeof httpCallers> {
  return httpCallers(callers, { auth: config.auth, session: config.policy.session, log: openLog(io, 'info') });
}

function indexAddress(
  host: string | undefined,
  config: LoadedConfig | undefined,
): Pick<HttpOptions, 'host' | 'allowedHosts'> {
  const allowedHosts = config?.http.allowedHosts;
  return { ...(host === undefined ? {} : { host }), ...(allowedHosts === undefined ? {} : { allowedHosts }) };
}

/** On stdio the client is the user's own; over HTTP nobody else's model is asked, and nobody else writes drafts. */
function openSampledExamples(gateway: Gateway, config: LoadedConfig, io: CliIo): SampledExamples | undefined {
  const { enrich, file } = config.examples;
  if (enrich !== 'sampling' || file === undefined) return undefined;
  return new SampledExamples({ file, settled: () => gateway.settled(), log: openLog(io, 'info') });
}

async function serveHttp(
  gateway: Gateway,
  reload: ConfigReload,
  options: { readonly port: number | 'configured'; readonly host?: string } & Pick<HttpOptions, 'doors' | 'pages'>,
  io: CliIo,
): Promise<{ close(): Promise<void> }> {
  try {
    const config = reload.current;
    const { http: section } = config;
    const { allowedHosts } = section;
    const port = options.port === 'configured' ? (section.port ?? DEFAULT_PORT) : options.port;
    const host = options.host ?? section.host;
    const { doors, pages } = options;
    const http = {
      port,
      ...(host === undefined ? {} : { host }),
      ...(allowedHosts === undefined ? {} : { allowedHosts }),
      ...httpCallers(gateway, { auth: config.auth, session: config.policy.session, log: openLog(io, 'info') }),
      state: gateway.state,
      ...(doors === undefined ? {} : { doors }),
      ...(pages === undefined ? {} : { pages }),
      operations: {
        readiness: () => gateway.readiness(),
        metrics: (viewer?: GatewaySession) => gateway.metrics({ reloads: reload.counts }, viewer),
      },
    };
    // The port first: where it is taken, no server need be started to find that out.
    const serving = await serveGatewayHttp(gateway, http, createLogger('error'));
    gateway.start();
    if (config.auth === undefined && host !== undefined && !isLoopback(host)) {
      io.stderr('warning: whoever can reach this address may use every tool: the configuration has no "auth"\n');
    }
    io.stderr(`Toolscout serves ${serving.url}\n`);
    if (pages !== undefined) io.stderr(`Dashboard: ${new URL('/dashboard', serving.url).href}\n`);
    void gateway.settled().then(() => {
      const statuses = gateway.statuses();
      const ready = statuses.filter((status) => status.state === 'ready').length;
      io.stderr(
        `${plural(gateway.catalog().tools.length, 'tool')} from ${ready} of ${plural(statuses.length, 'server')}\n`,
      );
    });
    return serving;
  } catch (error) {
    await gateway.close();
    throw error;
  }
}

/** Undefined: stdio. `configured`: HTTP, with the port left to the configuration. */
function readHttpPort({ http, host }: ServeOptions): number | 'configured' | undefined {
  if (host?.trim() === '') throw new ToolscoutError('USAGE', '--host is empty.', { next: 'Name an address.' });
  if (http === undefined && host !== undefined) {
    throw new ToolscoutError('USAGE', '--host means nothing on stdio.', { next: 'Add --http to serve over HTTP.' });
  }
  if (http === undefined) return undefined;
  return http === true ? 'configured' : readNumber(http, { flag: '--http', min: 0, max: 65_535 });
}

/** A service is told of a new configuration by SIGHUP; in a terminal the signal says that the terminal is gone. */
function reloadsOnHangup(port: number | 'configured' | undefined, io: CliIo): boolean {
  return port !== undefined && !io.isTty;
}

/**
 * Resolves when the process is asked to end, or when the client on stdio has closed its side.
 * @param onHangup called for SIGHUP, which asks to end where it is not given.
 */
function clientGoneOrSignal(stdio: boolean, onHangup?: () => void): Promise<'gone' | 'signal'> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        if (signal === 'SIGHUP' && onHangup !== undefined) {
          onHangup();
          return;
        }
        // Asked twice it ends at once; left to the system, that would leave servers behind.
        if (asked) process.exit(128 + constants.signals[signal]);
        asked = true;
        resolve('signal');
      });
    }
    if (stdio) {
      process.stdin.once('end', () => resolve('gone'));
      process.stdin.once('close', () => resolve('gone'));
    }
  });
}
