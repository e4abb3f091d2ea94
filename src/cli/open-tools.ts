import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { ToolscoutError } from '../errors.ts';
import {
  AuditLog,
  createLogger,
  faceSettings,
  Gateway,
  type GatewayOptions,
  LOG_LEVELS,
  type LoadedConfig,
  type Logger,
  type LogLevel,
  loadConfig,
  type ServerStatus,
  updateOf,
} from '../gateway/index.ts';
import { readCatalogFile, readExampleFile, resolvePath, shortPath, withFileExamples } from '../sources/index.ts';
import { type Catalog, createCatalog } from '../tools/index.ts';
import { closeOnInterrupt } from './interrupt.ts';
import type { CliIo } from './io.ts';
import { plural } from './layout.ts';
import { readNumber } from './numbers.ts';
import { openState } from './open-state.ts';
import { openSignIns } from './sign-ins.ts';
import { isDecided, waitForServers } from './wait-for-servers.ts';
import { printWarning } from './warnings.ts';

/** Options that say which tools a command works on. */
export interface ToolsOptions {
  readonly tools?: string;
  readonly config?: string;
  /** Seconds. */
  readonly wait?: string;
  /** Open the tools as they are without their examples file. */
  readonly withoutExamplesFile?: boolean;
}

/** Adds `--tools`, `--config` and `--wait` to a command. */
export function withToolsOptions(command: Command): Command {
  return command
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--tools <file>', 'a catalogue instead of servers: JSONL (also .gz), JSON array or {"tools":[…]}')
    .option('--wait <seconds>', 'longest wait for servers that are still starting', DEFAULT_WAIT_SECONDS);
}

/** Longer than most starts, shorter than anybody's patience with one server that hangs. */
const DEFAULT_WAIT_SECONDS = '15';
const MAX_WAIT_SECONDS = 3_600;

/** Tools to search, and what must be closed afterwards. */
export interface OpenTools {
  readonly catalog: Catalog;
  /** Present when servers were started; calls need it. */
  readonly gateway: Gateway | undefined;
  readonly config: LoadedConfig | undefined;
  readonly statuses: readonly ServerStatus[];
  close(): Promise<void>;
}

/**
 * Opens a catalogue file, or starts the configured servers and waits until each is ready or has failed, until the time
 * is over, or, where a tool is asked for by `reference`, until that tool is known.
 */
export async function openTools(options: ToolsOptions, io: CliIo, reference?: string): Promise<OpenTools> {
  const seconds = readNumber(options.wait ?? DEFAULT_WAIT_SECONDS, {
    flag: '--wait',
    min: 0,
    max: MAX_WAIT_SECONDS,
    fractions: true,
  });
  if (options.tools !== undefined) {
    if (options.config !== undefined) {
      throw new ToolscoutError('USAGE', '--tools and --config exclude each other.', { next: 'Give one of them.' });
    }
    const file = resolvePath(options.tools, io.environment.cwd, io.environment);
    const entries = await readCatalogFile(file);
    const written = options.withoutExamplesFile === true ? undefined : readExampleFile(examplesBeside(file));
    for (const { line, message } of written?.problems ?? []) {
      printWarning(io, `${shortPath(examplesBeside(file), io.environment.cwd, io.environment)}:${line} ${message}`);
    }
    const catalog = createCatalog(written === undefined ? entries : withFileExamples(entries, written));
    return { catalog, gateway: undefined, config: undefined, statuses: [], close: async () => {} };
  }
  const config = await openConfig(options, io);
  const { file: _file, ...examples } = config.examples;
  const used = options.withoutExamplesFile === true ? { ...config, examples } : config;
  const gateway = createGateway(used, io, 'error', { startGrace: false, maxResultBytes: 0, ...auditOf(config) });
  reportNoServers(config, io);
  const stopListening = closeOnInterrupt(() => gateway.close());
  gateway.start();
  const enough = reference === undefined ? {} : { enough: () => isDecided(gateway, reference) };
  await waitForServers(gateway, { waitMs: seconds * 1000, ...enough }, io);
  const statuses = gateway.statuses().map((status) => withWait(status, seconds));
  const close = async (): Promise<void> => {
    await gateway.close();
    stopListening();
  };
  if (statuses.length === 0) reportNothingAllowed(config, io);
  return { catalog: gateway.catalog(), gateway, config, statuses, close };
}

/** Where the examples of a catalogue file are: `tools.jsonl.gz` → `tools.examples.jsonl`, beside it. */
export function examplesBeside(file: string): string {
  return `${file.replace(/\.(?:jsonl?|ndjson|ya?ml)(?:\.gz)?$/i, '')}.examples.jsonl`;
}

/** A server that was waited for and is not through gets a reason, so that every list can show one. */
function withWait(status: ServerStatus, seconds: number): ServerStatus {
  if (status.state !== 'starting' || status.message !== undefined) return status;
  const message = `still starting after ${seconds} s; --wait SECONDS waits longer`;
  return { ...status, message, reason: message };
}

/** Nothing to list or find is easily taken for nothing that fits. */
function reportNoServers(config: LoadedConfig, io: CliIo): void {
  if (config.servers.length + config.openapi.length + config.failed.length > 0) return;
  const file = shortPath(config.path, io.environment.cwd, io.environment);
  const off = config.disabled.map(({ name }) => name).join(', ');
  const why = off === '' ? '' : `; switched off there: ${off}`;
  io.stderr(`No server is configured in ${file}${why}.\n  Add one under "mcpServers", or run "toolscout init".\n`);
}

/** Servers whose every tool is denied are not started, and named nowhere: an empty list would look like a fault. */
function reportNothingAllowed(config: LoadedConfig, io: CliIo): void {
  if (config.servers.length + config.openapi.length === 0) return;
  const file = shortPath(config.path, io.environment.cwd, io.environment);
  io.stderr(`The rules in ${file} leave this session no server.\n  Look at "policy" there, at "use" above all.\n`);
}

/** Loads the named configuration, or `toolscout.json` in the working folder. Warnings go to stderr. */
export async function openConfig(options: Pick<ToolsOptions, 'config'>, io: CliIo): Promise<LoadedConfig> {
  const { environment } = io;
  const named = options.config ?? environment.env.TOOLSCOUT_CONFIG;
  const path = resolvePath(named ?? 'toolscout.json', environment.cwd, environment);
  if (named === undefined && !existsSync(path)) {
    throw new ToolscoutError('CONFIG_NOT_FOUND', 'There is no toolscout.json in this folder.', {
      next: 'Run "toolscout init" to make one from the MCP clients on this machine, or give --config FILE.',
    });
  }
  const config = await loadConfig(path, environment);
  for (const { path, message } of config.warnings) {
    printWarning(io, message.includes(path) ? message : `${path}: ${message}`);
  }
  return config;
}

/** The record of calls that a configuration asks for. */
export function auditOf({ audit }: LoadedConfig): { readonly audit?: AuditLog } {
  return audit === undefined ? {} : { audit: new AuditLog(audit) };
}

/**
 * A gateway over a loaded configuration, logging to stderr at the level of `TOOLSCOUT_LOG` (default: errors only). It
 * searches by the models that it is handed, without one by words.
 */
export function createGateway(
  config: LoadedConfig,
  io: CliIo,
  defaultLevel: LogLevel = 'error',
  more: Pick<
    GatewayOptions,
    | 'startGrace'
    | 'embedder'
    | 'embedAhead'
    | 'deepEmbedder'
    | 'deepToolLimit'
    | 'reranking'
    | 'onEmbedding'
    | 'telemetry'
    | 'activity'
    | 'audit'
    | 'listCache'
    | 'maxResultBytes'
  > = {},
): Gateway {
  const { maxResultBytes, callOrder } = config.gateway;
  const log = openLog(io, defaultLevel);
  const state = openState(config, io.environment, log);
  return new Gateway({
    ...updateOf(config),
    session: config.policy.session,
    searchDefaultLimit: config.toolSearch.searchDefaultLimit,
    maxSearchLimit: config.toolSearch.maxSearchLimit,
    ...faceSettings(config),
    ...(config.gateway.callTimeoutMs === undefined ? {} : { hookTimeoutMs: config.gateway.callTimeoutMs }),
    views: config.views,
    ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
    ...(callOrder === undefined ? {} : { callOrder }),
    ...(state.shared === undefined ? {} : { state: state.shared }),
    approvalStore: state.approvals,
    onClosed: () => state.close(),
    log,
    signIns: openSignIns(config, io),
    ...more,
  });
}

/** A log on stderr at the level of `TOOLSCOUT_LOG`. */
export function openLog(io: CliIo, defaultLevel: LogLevel): Logger {
  const asked = io.environment.env.TOOLSCOUT_LOG;
  return createLogger(LOG_LEVELS.find((one) => one === asked) ?? defaultLevel);
}

/** Servers that are not ready, one line each, for stderr. */
export function reportUnavailable(statuses: readonly ServerStatus[], io: CliIo): void {
  const down = statuses.filter((status) => status.state !== 'ready');
  if (down.length === 0) return;
  io.stderr(`${plural(down.length, 'server')} not available:\n`);
  for (const { name, state, reason } of down) io.stderr(`  ${name}: ${reason ?? state}\n`);
}
