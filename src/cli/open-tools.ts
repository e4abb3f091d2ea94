import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { createBuiltInEmbedder } from '../backends/index.ts';
import { DEFAULT_BRIDGE_NAMES } from '../disclosure/index.ts';
import { ToolscoutError } from '../errors.ts';
import {
  createLogger,
  Gateway,
  LOG_LEVELS,
  type LoadedConfig,
  type LogLevel,
  loadConfig,
  type ServerStatus,
} from '../gateway/index.ts';
import { readCatalogFile, resolvePath } from '../sources/index.ts';
import { type Catalog, createCatalog } from '../tools/index.ts';
import type { CliIo } from './io.ts';
import { plural } from './layout.ts';
import { createProgressLine } from './progress.ts';

/** Options that say which tools a command works on. */
export interface ToolsOptions {
  readonly tools?: string;
  readonly config?: string;
}

/** Adds `--tools` and `--config` to a command. */
export function withToolsOptions(command: Command): Command {
  return command
    .option('--config <file>', 'toolscout.json, or any MCP client’s own file (default: toolscout.json here)')
    .option('--tools <file>', 'a catalogue instead of servers: JSONL (also .gz), JSON array or {"tools":[…]}');
}

/** Tools to search, and what must be closed afterwards. */
export interface OpenTools {
  readonly catalog: Catalog;
  /** Present when servers were started; calls need it. */
  readonly gateway: Gateway | undefined;
  readonly config: LoadedConfig | undefined;
  readonly statuses: readonly ServerStatus[];
  close(): Promise<void>;
}

/** Opens a catalogue file, or starts the configured servers and waits until each is ready or has failed. */
export async function openTools(options: ToolsOptions, io: CliIo): Promise<OpenTools> {
  if (options.tools !== undefined) {
    if (options.config !== undefined) {
      throw new ToolscoutError('USAGE', '--tools and --config exclude each other.', { next: 'Give one of them.' });
    }
    const file = resolvePath(options.tools, io.environment.cwd, io.environment);
    const catalog = createCatalog(await readCatalogFile(file));
    return { catalog, gateway: undefined, config: undefined, statuses: [], close: async () => {} };
  }
  const config = await openConfig(options, io);
  const gateway = createGateway(config, io);
  const progress = createProgressLine(io);
  const show = () => progress.update(startingText(gateway.statuses()));
  const stop = gateway.onCatalogChange(show);
  gateway.start();
  show();
  await gateway.settled();
  stop();
  progress.clear();
  return { catalog: gateway.catalog(), gateway, config, statuses: gateway.statuses(), close: () => gateway.close() };
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
  for (const warning of config.warnings) io.stderr(`warning: ${warning.path}: ${warning.message}\n`);
  return config;
}

/** A gateway over a loaded configuration, logging to stderr at the level of `TOOLSCOUT_LOG` (default: errors only). */
export function createGateway(config: LoadedConfig, io: CliIo, defaultLevel: LogLevel = 'error'): Gateway {
  const asked = io.environment.env.TOOLSCOUT_LOG;
  const level = LOG_LEVELS.find((one) => one === asked) ?? defaultLevel;
  return new Gateway({
    servers: config.servers,
    failed: config.failed,
    examples: config.examples,
    searchDefaultLimit: config.toolSearch.searchDefaultLimit,
    maxSearchLimit: config.toolSearch.maxSearchLimit,
    bridgeNames: { ...DEFAULT_BRIDGE_NAMES, ...config.gateway.bridgeNames },
    embedder: createBuiltInEmbedder(),
    log: createLogger(level),
  });
}

function startingText(statuses: readonly ServerStatus[]): string {
  const waiting = statuses.filter((status) => status.state === 'starting').map((status) => status.name);
  const through = statuses.length - waiting.length;
  return `Starting servers ${through}/${statuses.length}${waiting.length > 0 ? `, waiting for ${waiting.join(', ')}` : ''}`;
}

/** Servers that are not ready, one line each, for stderr. */
export function reportUnavailable(statuses: readonly ServerStatus[], io: CliIo): void {
  const down = statuses.filter((status) => status.state !== 'ready');
  if (down.length === 0) return;
  io.stderr(`${plural(down.length, 'server')} not available:\n`);
  for (const { name, state, message } of down) io.stderr(`  ${name}: ${message ?? state}\n`);
}
