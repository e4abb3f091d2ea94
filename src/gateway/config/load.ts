import { errorMessage, ToolscoutError } from '../../errors.ts';
import { deepFreeze } from '../../shared/freeze.ts';
import { isObject, own } from '../../shared/json.ts';
import {
  type ClientConfigFormat,
  describeType,
  type HostEnvironment,
  isMissing,
  locateConfig,
  pathsOf,
  readDocument,
  readEntries,
  readTextFile,
  resolvePath,
  shortPath,
  type TextReader,
} from '../../sources/index.ts';
import { NO_APPROVALS, readApprovals } from './approval-settings.ts';
import { readAuth } from './auth-settings.ts';
import { DEFAULT_DASHBOARD, readDashboard } from './dashboard-settings.ts';
import { detectClient } from './detect.ts';
import { addImport, readImports } from './imports.ts';
import { readLlm } from './llm-settings.ts';
import type { LoadedConfig } from './loaded-config.ts';
import { readOpenApi } from './openapi-settings.ts';
import { readAudit, readLimits } from './operation-settings.ts';
import { readOverrides } from './overrides.ts';
import { OWN_DIALECT } from './own-dialect.ts';
import { NO_POLICY, readPolicy } from './policy.ts';
import { DEFAULT_PRESELECT, readPreselect } from './preselect-settings.ts';
import { DEFAULT_SEARCH, readSearch } from './search-settings.ts';
import { DEFAULT_EXAMPLES, readExampleSettings, readGateway, readHttp } from './sections.ts';
import { ServerList } from './server-list.ts';
import { SettingsReader } from './settings-reader.ts';
import { readState } from './state-settings.ts';
import { DEFAULT_TELEMETRY, readTelemetry } from './telemetry-settings.ts';
import { DEFAULT_TOOL_SEARCH, readToolSearch } from './tool-search.ts';
import { readViews } from './view-settings.ts';

export interface ParseConfigOptions {
  /** Where the text comes from: base of relative paths, and a hint at its format. */
  readonly path: string;
  readonly environment: HostEnvironment;
  /** Absent: by the end of the path. */
  readonly format?: 'jsonc' | 'toml';
  readonly readText?: TextReader;
}

/**
 * Loads a configuration: `toolscout.json`, or the file of any client. Throws `CONFIG_NOT_FOUND` and `CONFIG_INVALID`;
 * a server that cannot be used never throws but is listed under `failed`.
 */
export async function loadConfig(path: string, environment: HostEnvironment): Promise<LoadedConfig> {
  const absolute = resolvePath(path, environment.cwd, environment);
  let text: string;
  try {
    text = await readTextFile(absolute);
  } catch (thrown) {
    if (isMissing(thrown)) {
      throw new ToolscoutError('CONFIG_NOT_FOUND', `there is no configuration at ${absolute}`, {
        next: 'Run `toolscout init` to make one from the configuration of your clients.',
        details: { file: absolute },
        cause: thrown,
      });
    }
    throw new ToolscoutError('FILE_UNREADABLE', `${absolute} cannot be read: ${errorMessage(thrown)}`, {
      next: 'Check that it is a file and that you may read it.',
      details: { file: absolute },
      cause: thrown,
    });
  }
  return parseConfig(text, { path: absolute, environment });
}

/** As {@link loadConfig}, with the text given; files it refers to are still read. */
export async function parseConfig(text: string, options: ParseConfigOptions): Promise<LoadedConfig> {
  const { environment, readText = readTextFile } = options;
  const path = resolvePath(options.path, environment.cwd, environment);
  const language = options.format ?? (path.endsWith('.toml') ? 'toml' : 'jsonc');
  const file = shortPath(path, environment.cwd, environment);
  const document = readDocument(text, language);
  if (!document.ok) {
    const { message, line, column } = document;
    throw new ToolscoutError('CONFIG_INVALID', `${file}: ${message} (line ${line}, column ${column})`, {
      next: `Correct line ${line} of ${file}.`,
      details: { file: path, line, column },
    });
  }
  const client = detectClient(path, language, document.root, environment);
  const context: LoadContext = { path, file, environment, readText };
  if (client !== undefined) return deepFreeze(await loadClientFile(text, client, context));
  const loaded = await loadOwnFile(document.root, context);
  const twice = document.duplicates.map(({ path: keys, line }) => ({
    path: keys.join('.'),
    message: `${keys.join('.')} is written twice in ${file} (line ${line}); the last one counts`,
  }));
  return deepFreeze({ ...loaded, warnings: [...twice, ...loaded.warnings] });
}

interface LoadContext {
  readonly path: string;
  /** The path as messages show it. */
  readonly file: string;
  readonly environment: HostEnvironment;
  readonly readText: TextReader;
}

async function loadOwnFile(root: Readonly<Record<string, unknown>>, context: LoadContext): Promise<LoadedConfig> {
  const { path, file, environment, readText } = context;
  const folder = pathsOf(environment).dirname(path);
  const reader = new SettingsReader(file);
  reportUnknownSections(root, reader);
  const toolSearch = readToolSearch(root, reader);
  const gateway = readGateway(root, reader);
  const http = readHttp(root, reader);
  const examples = readExampleSettings(root, reader, (given) => resolvePath(given, folder, environment));
  await reportMissingExamples(root, examples.file, reader, readText);
  const llm = readLlm(root, reader);
  const preselect = readPreselect(root, reader, (given) => resolvePath(given, folder, environment));
  const telemetry = readTelemetry(root, reader, (given) => resolvePath(given, folder, environment));
  const dashboard = readDashboard(root, reader, (given) => resolvePath(given, folder, environment));
  const policy = readPolicy(root, reader);
  const auth = readAuth(root, reader, (given) => resolvePath(given, folder, environment), policy.book);
  const approvals = await readApprovals(root, reader, (given) => resolvePath(given, folder, environment));
  const state = await readState(root, reader, environment, approvals);
  const audit = readAudit(root, reader, (given) => resolvePath(given, folder, environment));
  const limits = readLimits(root, reader);
  const overrides = readOverrides(root, reader);
  const views = readViews(root, reader);
  const search = await readSearch(root, reader, environment);
  const imports = readImports(root, folder, environment, reader);
  const table = own(root, 'mcpServers') ?? {};
  if (!isObject(table)) return reader.fail('mcpServers', `must be an object of servers, not ${describeType(table)}`);

  const list = new ServerList(gateway);
  const { servers: entries, problems } = readEntries(table, OWN_DIALECT);
  await list.add({
    entries,
    problems,
    scope: { environment, workspaceFolder: folder, baseFolder: folder, inputs: [], readText },
    file,
    keyOf: (...keys) => keyPath(['mcpServers', ...keys]),
    warnOfItself: true,
  });
  for (const spec of imports) await addImport(spec, list, environment, readText);
  const openapi = await readOpenApi(root, reader, {
    environment,
    file,
    toPath: (given) => resolvePath(given, folder, environment),
    taken: new Set([...list.servers, ...list.failed].map(({ name }) => name)),
    timeouts: {
      ...(gateway.startTimeoutMs === undefined ? {} : { startTimeoutMs: gateway.startTimeoutMs }),
      ...(gateway.callTimeoutMs === undefined ? {} : { callTimeoutMs: gateway.callTimeoutMs }),
    },
  });
  return {
    path,
    format: 'toolscout',
    servers: list.servers,
    openapi: openapi.services,
    failed: [...list.failed, ...openapi.failed],
    disabled: list.disabled,
    warnings: [...reader.warnings, ...list.warnings],
    toolSearch,
    gateway,
    http,
    examples,
    policy,
    ...(auth === undefined ? {} : { auth }),
    approvals,
    ...(state === undefined ? {} : { state }),
    ...(audit === undefined ? {} : { audit }),
    limits,
    overrides,
    views,
    ...(llm === undefined ? {} : { llm }),
    preselect,
    telemetry,
    dashboard,
    search,
    files: [path, ...imports.map((spec) => spec.path)],
  };
}

/** A file that is named and not there is mistyped, or not made yet; one that nobody named need not be there. */
async function reportMissingExamples(
  root: Readonly<Record<string, unknown>>,
  file: string | undefined,
  reader: SettingsReader,
  readText: TextReader,
): Promise<void> {
  const section = own(root, 'examples');
  if (file === undefined || !isObject(section) || !Object.hasOwn(section, 'file')) return;
  try {
    await readText(file);
  } catch (thrown) {
    if (!isMissing(thrown)) return;
    reader.warn('examples.file', `there is no file ${file}; "toolscout enrich --write" makes it`);
  }
}

const SECTIONS = [
  '$schema',
  'imports',
  'mcpServers',
  'openapi',
  'tools',
  'gateway',
  'http',
  'examples',
  'llm',
  'preselect',
  'telemetry',
  'dashboard',
  'policy',
  'auth',
  'approvals',
  'state',
  'search',
  'audit',
  'limits',
  'overrides',
  'views',
];

function reportUnknownSections(root: Readonly<Record<string, unknown>>, reader: SettingsReader): void {
  const misplaced = (value: unknown): boolean => isObject(value) && ('command' in value || 'url' in value);
  const others = Object.fromEntries(Object.entries(root).filter(([, value]) => !misplaced(value)));
  reader.unknownKeys(others, '', SECTIONS);
  for (const key of Object.keys(root)) {
    if (Object.hasOwn(others, key) || SECTIONS.includes(key)) continue;
    reader.warn(key, `${key} looks like a server; move it into mcpServers`, 'mcpServers');
  }
}

/** A client's own file given as the configuration: its servers by its rules, everything else by default. */
async function loadClientFile(text: string, client: ClientConfigFormat, context: LoadContext): Promise<LoadedConfig> {
  const { path, file, environment, readText } = context;
  const { servers, problems, inputs } = client.parse(text);
  const broken = problems.find(({ severity, server }) => severity === 'error' && server === undefined);
  if (broken !== undefined) {
    throw new ToolscoutError('CONFIG_INVALID', `${file}: ${broken.message}`, {
      next: `Correct ${broken.field ?? 'the content'} in ${file}.`,
      details: { file: path },
    });
  }
  const { folder } = locateConfig(client, path, environment);
  const list = new ServerList({});
  await list.add({
    entries: servers.filter(({ project }) => project === undefined),
    problems: problems.filter(({ project }) => project === undefined),
    scope: {
      environment,
      workspaceFolder: folder ?? environment.cwd,
      baseFolder: folder ?? pathsOf(environment).dirname(path),
      ...(folder === undefined ? {} : { defaultCwd: folder }),
      inputs,
      readText,
    },
    file,
    keyOf: (...keys) => keyPath([...client.serversPath(text), ...keys]),
  });
  return {
    path,
    format: client.id,
    servers: list.servers,
    openapi: [],
    failed: list.failed,
    disabled: list.disabled,
    warnings: list.warnings,
    toolSearch: DEFAULT_TOOL_SEARCH,
    gateway: {},
    http: {},
    examples: DEFAULT_EXAMPLES,
    policy: NO_POLICY,
    approvals: NO_APPROVALS,
    limits: {},
    overrides: {},
    views: {},
    preselect: DEFAULT_PRESELECT,
    telemetry: DEFAULT_TELEMETRY,
    dashboard: DEFAULT_DASHBOARD,
    search: DEFAULT_SEARCH,
    files: [path],
  };
}

function keyPath(keys: readonly (string | undefined)[]): string {
  return keys.filter((key) => key !== undefined).join('.');
}
