import { errorMessage } from '../../errors.ts';
import type { OAuthSettings, ServerSpec, TransportSpec } from '../server-spec.ts';
import { parseDotenv } from './dotenv.ts';
import { pathsOf, resolvePath, variableOf } from './environment.ts';
import { type ExpansionScope, expand } from './expand.ts';
import { EntryReport } from './fields.ts';
import type { ConfigProblem, RawOAuth, RawRemoteEndpoint, RawServerEntry, RawStdioEndpoint } from './format.ts';

/** What an entry needs besides itself to become a server that can be started. */
export interface ResolveScope extends Omit<ExpansionScope, 'syntax'> {
  /** Where the server runs unless it says so itself; absent: where the gateway runs. */
  readonly defaultCwd?: string;
  /** The file and entry, for messages. */
  readonly origin: string;
}

export interface ResolvedServer {
  /** Absent where something needed is missing: no server runs with half its configuration. */
  readonly spec?: ServerSpec;
  readonly problems: readonly ConfigProblem[];
}

/** Fills in variables, reads the env file, makes paths absolute. A missing variable costs this server and no other. */
export async function resolveServer(entry: RawServerEntry, scope: ResolveScope): Promise<ResolvedServer> {
  const resolver = new Resolver(entry, scope);
  const { endpoint } = entry;
  const transport = await (endpoint.kind === 'stdio' ? resolver.stdio(endpoint) : resolver.remote(endpoint));
  const { report } = resolver;
  if (report.hasErrors) return { problems: report.problems };
  const spec: ServerSpec = {
    name: entry.name,
    transport,
    ...(entry.startTimeoutMs === undefined ? {} : { startTimeoutMs: entry.startTimeoutMs }),
    ...(entry.callTimeoutMs === undefined ? {} : { callTimeoutMs: entry.callTimeoutMs }),
    ...(entry.maxTotalTimeoutMs === undefined ? {} : { maxTotalTimeoutMs: entry.maxTotalTimeoutMs }),
    ...(entry.sessions === undefined ? {} : { sessions: entry.sessions }),
    ...(entry.maxConcurrentCalls === undefined ? {} : { maxConcurrentCalls: entry.maxConcurrentCalls }),
    ...(entry.maxQueuedCalls === undefined ? {} : { maxQueuedCalls: entry.maxQueuedCalls }),
    ...(entry.allowTools === undefined ? {} : { allowTools: entry.allowTools }),
    ...(entry.denyTools === undefined ? {} : { denyTools: entry.denyTools }),
    ...(entry.examples === undefined ? {} : { examples: entry.examples }),
    origin: scope.origin,
  };
  return { spec, problems: report.problems };
}

/** What variables may stand in. */
const OAUTH_TEXTS = ['clientId', 'clientSecret', 'clientMetadataUrl', 'metadataUrl', 'resource'] as const;

class Resolver {
  readonly report: EntryReport;
  readonly #scope: ResolveScope;
  readonly #expansion: ExpansionScope;

  constructor(entry: RawServerEntry, scope: ResolveScope) {
    this.report = new EntryReport(entry.name);
    this.#scope = scope;
    this.#expansion = { ...scope, syntax: entry.syntax };
  }

  async stdio(endpoint: RawStdioEndpoint): Promise<TransportSpec> {
    const command = this.#commandPath(await this.#fill(endpoint.command, 'command'));
    const args: string[] = [];
    for (const [index, argument] of endpoint.args.entries()) args.push(await this.#fill(argument, `args[${index}]`));
    const passed = endpoint.passedEnv.flatMap((name): [string, string][] => {
      const value = variableOf(this.#scope.environment, name);
      return value === undefined ? [] : [[name, value]];
    });
    const fromFile = endpoint.envFile === undefined ? {} : await this.#readEnvFile(endpoint.envFile);
    const given = await this.#fillMap(endpoint.env, 'env');
    const cwd = endpoint.cwd === undefined ? this.#scope.defaultCwd : await this.#path(endpoint.cwd, 'cwd');
    const env = Object.fromEntries([...passed, ...Object.entries(fromFile), ...Object.entries(given)]);
    return { kind: 'stdio', command, args, env, ...(cwd === undefined ? {} : { cwd }) };
  }

  async remote(endpoint: RawRemoteEndpoint): Promise<TransportSpec> {
    const url = await this.#fill(endpoint.url, 'url');
    if (!this.report.hasErrors && !isWebUrl(url)) {
      this.report.error('url', 'url is not an absolute http or https address');
    }
    const headers = await this.#fillMap(endpoint.headers, 'headers');
    for (const { header, variable, prefix, field } of endpoint.headerVariables) {
      const value = variableOf(this.#scope.environment, variable);
      if (value === undefined) {
        this.report.error(field, `${field} needs the environment variable ${variable}, which is not set`);
      } else headers[header] = prefix + value;
    }
    for (const [name, value] of Object.entries(headers)) this.#checkHeader(name, value);
    const oauth = endpoint.oauth === undefined ? {} : { oauth: await this.#oauth(endpoint.oauth) };
    return { kind: endpoint.kind, url, headers, ...oauth };
  }

  async #oauth(raw: RawOAuth | false): Promise<OAuthSettings | false> {
    if (raw === false) return false;
    const texts: [string, string][] = [];
    for (const name of OAUTH_TEXTS) {
      const written = raw[name];
      if (written !== undefined) texts.push([name, await this.#fill(written, `oauth.${name}`)]);
    }
    for (const [name, value] of texts) {
      const isAddress = name === 'metadataUrl' || name === 'clientMetadataUrl';
      if (isAddress && !isWebUrl(value)) this.report.error(`oauth.${name}`, `oauth.${name} is not an absolute address`);
    }
    return { ...raw, ...Object.fromEntries(texts) };
  }

  async #fill(text: string, field: string): Promise<string> {
    const { text: filled, problems, leftovers } = await expand(text, this.#expansion);
    for (const problem of problems) this.report.error(field, `${field} ${problem}`);
    for (const written of leftovers) this.#reportLeftover(written, field);
    if (filled.includes('\0')) this.report.error(field, `${field} holds a NUL character`);
    return filled;
  }

  /**
   * A reference in another client's syntax. In arguments it may be meant literally, in an address or a header it would
   * be sent to somebody.
   */
  #reportLeftover(written: string, field: string): void {
    const message = `${field} holds ${written}, which is not a variable in this file's syntax`;
    if (field === 'url' || field.startsWith('headers.')) this.report.error(field, message);
    else this.report.warn(field, `${message}; it is passed on as it stands`);
  }

  async #fillMap(map: Readonly<Record<string, string>>, field: string): Promise<Record<string, string>> {
    const filled: [string, string][] = [];
    for (const [name, value] of Object.entries(map)) filled.push([name, await this.#fill(value, `${field}.${name}`)]);
    return Object.fromEntries(filled);
  }

  async #path(written: string, field: string): Promise<string> {
    return resolvePath(await this.#fill(written, field), this.#scope.baseFolder, this.#scope.environment);
  }

  /** A bare name is looked up in PATH by the system; anything with a folder in it is relative to the file. */
  #commandPath(command: string): string {
    const hasFolder = this.#scope.environment.platform === 'win32' ? /[/\\]/ : /\//;
    if (!hasFolder.test(command) || pathsOf(this.#scope.environment).isAbsolute(command)) return command;
    return resolvePath(command, this.#scope.baseFolder, this.#scope.environment);
  }

  async #readEnvFile(written: string): Promise<Record<string, string>> {
    const path = await this.#path(written, 'envFile');
    if (this.report.hasErrors) return {};
    try {
      return parseDotenv(await this.#scope.readText(path));
    } catch (thrown) {
      this.report.error('envFile', `envFile ${path} cannot be read (${errorMessage(thrown)})`);
      return {};
    }
  }

  /** What HTTP forbids would fail later, with a message that does not say where it comes from. */
  #checkHeader(name: string, value: string): void {
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) this.report.error(`headers.${name}`, `headers.${name} is no valid name`);
    if (/[\r\n\0]/.test(value)) {
      this.report.error(`headers.${name}`, `headers.${name} holds a line break; look for one at the end of a variable`);
    }
  }
}

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
