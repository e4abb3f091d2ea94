import { join } from 'node:path';
import { createBuiltInEmbedder } from '../../../src/backends/index.ts';
import type { PolicyRules } from '../../../src/calling/index.ts';
import { createRecentEvents, createTelemetry, type RecentEvents } from '../../../src/calling/index.ts';
import { createLedger, type Ledger } from '../../../src/disclosure/index.ts';
import {
  ConfigReload,
  faceSettings,
  Gateway,
  type LoadedConfig,
  parseConfig,
  type ReloadOutcome,
  type SessionView,
} from '../../../src/gateway/index.ts';
import { processEnvironment } from '../../../src/sources/index.ts';
import { createMemoryStateStore, createSessionStore, type SessionStore } from '../../../src/state/index.ts';
import type { Tool } from '../../../src/tools/index.ts';
import type { Json } from '../json.ts';
import { approvalPolicy, approverOf } from './approvals.ts';
import { CapturedLog } from './captured-log.ts';
import { toHooks } from './hooks.ts';
import { type HttpApi, startHttpApi } from './http-api.ts';
import { type HttpScript, startHttpScript } from './http-script.ts';
import { descendantsOf } from './processes.ts';
import { Recorder, stepContext } from './recorder.ts';
import type { SetupPlan } from './setup.ts';

export interface WorldOptions {
  readonly plan: SetupPlan;
  /** The folder of the cases; servers are launched from it. */
  readonly folder: string;
  /** A fresh directory for this case. */
  readonly tmp: string;
}

/** How long a server may take over a start that the gateway itself waits for, before listing goes on without it. */
const LIST_WAIT_MS = 5_000;

/**
 * The product as one setup describes it: a gateway over real servers and fake tools, with everything watched. Opened on
 * first use; a world that only reads a configuration never starts a process.
 */
export class World {
  readonly plan: SetupPlan;
  readonly folder: string;
  readonly tmp: string;
  readonly recorder: Recorder = new Recorder();
  readonly log: CapturedLog = new CapturedLog();
  /** What was told about the use of tools, with the settings that hold by default. */
  readonly telemetry: RecentEvents = createRecentEvents();
  /** Every process that was seen below this one while the world was open. */
  readonly seenPids: Set<number> = new Set<number>();
  /** Every text that an auxiliary model was shown. */
  readonly auxPrompts: string[] = [];
  readonly #scripts: HttpScript[] = [];
  readonly #addresses = new Map<string, string>();
  readonly #views = new Map<string, SessionView>();
  readonly #rules: Record<string, PolicyRules> = {};
  readonly #environment: readonly (readonly [string, string | undefined])[];
  readonly #forks: Record<string, string> = {};
  #sessions: SessionStore | undefined;
  #config: Promise<LoadedConfig> | undefined;
  #httpApi: Promise<HttpApi> | undefined;
  #gateway: Promise<Gateway> | undefined;
  #startedAt = 0;

  constructor({ plan, folder, tmp }: WorldOptions) {
    this.plan = plan;
    this.folder = folder;
    this.tmp = tmp;
    // The gateway runs in this process, so its environment is this process's.
    this.#environment = Object.keys(plan.env).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, plan.env);
  }

  /** The configuration of the setup, as the product loads it. Rejects as the product throws. */
  config(): Promise<LoadedConfig> {
    this.#config ??= this.#load();
    return this.#config;
  }

  /** The API of the setup's OpenAPI document. */
  async httpApi(): Promise<HttpApi | undefined> {
    const { openapi } = this.plan;
    if (openapi === undefined) return undefined;
    this.#httpApi ??= startHttpApi(openapi);
    return this.#httpApi;
  }

  /** The started gateway. */
  gateway(): Promise<Gateway> {
    this.#gateway ??= this.#open();
    return this.#gateway;
  }

  /** The session that the running step names. */
  sessionName(): string | undefined {
    return stepContext.getStore()?.session ?? this.plan.sessions.standard;
  }

  /** The view of the session and tenant that the running step names; of the gateway's own session without one. */
  async session(): Promise<SessionView> {
    const gateway = await this.gateway();
    const { session = this.plan.sessions.standard, tenant } = stepContext.getStore() ?? {};
    const key = JSON.stringify([session, tenant]);
    let view = this.#views.get(key);
    if (view === undefined) {
      view = this.#openView(gateway, session, tenant);
      this.#views.set(key, view);
    }
    return view;
  }

  /** Gives a session other rules from now on. */
  async setRules(session: string, rules: Json): Promise<void> {
    const gateway = await this.gateway();
    const { book } = (await this.config()).policy;
    this.#rules[session] = rules as PolicyRules;
    gateway.setPolicy({ ...book, sessions: { ...book.sessions, ...this.#rules } });
  }

  /** What the gateway remembers of the session that the running step names. */
  async ledger(name: string = this.sessionName() ?? ''): Promise<Ledger> {
    await this.gateway();
    return createLedger({ sessions: this.#sessions!, session: name });
  }

  /** From now on the session is one that came from another. */
  fork(child: string, parent: string | undefined): void {
    if (parent !== undefined && child !== parent) this.#forks[child] = parent;
  }

  #openView(gateway: Gateway, session: string | undefined, tenant: string | undefined): SessionView {
    const options = {
      ...(session === undefined ? {} : { session }),
      ...(tenant === undefined ? {} : { filter: { tenant } }),
    };
    const parent = session === undefined ? undefined : (this.plan.sessions.parents[session] ?? this.#forks[session]);
    return parent === undefined
      ? gateway.session(options)
      : this.#openView(gateway, parent, undefined).session(options);
  }

  /** The started gateway, once each server is ready or has failed, or the gateway's own patience is over. */
  async settledGateway(): Promise<Gateway> {
    const gateway = await this.gateway();
    const left = this.#startedAt + LIST_WAIT_MS - Date.now();
    if (left > 0) await gateway.settled(left);
    this.rememberProcesses();
    return gateway;
  }

  /** Ends the gateway and starts another over the same setup, with its servers in the given order. */
  async restart(order: readonly string[] | undefined): Promise<void> {
    await this.stop();
    this.#config = this.#load(order);
    this.#gateway = undefined;
    this.#views.clear();
  }

  /** Puts another configuration under the running gateway, which takes it or refuses it as a whole. */
  async reload(text: string): Promise<ReloadOutcome> {
    const gateway = await this.gateway();
    const { log } = this;
    const load = () => this.#parse(text);
    const reload = new ConfigReload({ gateway, config: await this.config(), load, log: log.logger });
    const outcome = await reload.reload();
    if (outcome.accepted) this.#config = Promise.resolve(reload.current);
    return outcome;
  }

  /** Ends the gateway. It stays the gateway of this world, so that later steps meet a closed one. */
  async stop(): Promise<void> {
    this.rememberProcesses();
    const gateway = await this.#gateway?.catch(() => undefined);
    await gateway?.close();
  }

  /** Takes note of the processes that run now, to know later whether they are gone. */
  rememberProcesses(): void {
    for (const pid of descendantsOf(process.pid)) this.seenPids.add(pid);
  }

  async close(): Promise<void> {
    await this.stop();
    await Promise.all(this.#scripts.splice(0).map((script) => script.stop()));
    await (await this.#httpApi)?.stop();
    for (const [name, value] of this.#environment) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }

  /** The whole configuration as the text of one file. */
  async configText(order?: readonly string[]): Promise<string> {
    const { configText, servers, sections } = this.plan;
    if (configText !== undefined) return configText;
    const names = Object.keys(servers);
    const ordered = order === undefined ? names : [...order, ...names.filter((name) => !order.includes(name))];
    const entries = await Promise.all(
      ordered
        .filter((name) => servers[name] !== undefined)
        .map(async (name) => [name, await this.#entry(name, servers[name]!)]),
    );
    return JSON.stringify({
      ...sections,
      mcpServers: { ...(sections.mcpServers as Json), ...Object.fromEntries(entries) },
    });
  }

  async #load(order?: readonly string[]): Promise<LoadedConfig> {
    return this.#parse(await this.configText(order));
  }

  async #parse(text: string): Promise<LoadedConfig> {
    const { format } = this.plan;
    const path = join(this.folder, format === 'toml' ? 'toolscout.toml' : 'toolscout.json');
    const environment = { ...processEnvironment(), cwd: this.folder };
    const config = await parseConfig(text, { path, environment, ...(format === undefined ? {} : { format }) });
    // The command line writes these to stderr.
    for (const warning of config.warnings) this.log.add(`${warning.path}: ${warning.message}`);
    for (const failed of config.failed) this.log.add(`${failed.name}: ${failed.message}`);
    return config;
  }

  async #open(): Promise<Gateway> {
    const config = await this.config();
    const { maxResultBytes, callTimeoutMs } = config.gateway;
    const approver = approverOf(this.plan.approval, (request) => this.recorder.asked(request));
    const state = createMemoryStateStore();
    this.#sessions = createSessionStore(state);
    const api = await this.httpApi();
    const gateway = new Gateway({
      state,
      servers: config.servers,
      openapi: [...config.openapi, ...(api === undefined ? [] : [api.spec])],
      failed: config.failed,
      policy: config.policy.book,
      session: config.policy.session,
      entries: this.plan.entries,
      execute: (tool: Tool, args: unknown) => this.recorder.execute(tool, args),
      searchDefaultLimit: config.toolSearch.searchDefaultLimit,
      maxSearchLimit: config.toolSearch.maxSearchLimit,
      ...faceSettings(config),
      ...(callTimeoutMs === undefined ? {} : { hookTimeoutMs: callTimeoutMs }),
      callPolicies: [approvalPolicy(this.plan.approval)],
      ...(approver === undefined ? {} : { approval: { approver } }),
      ...(maxResultBytes === undefined ? {} : { maxResultBytes }),
      hooks: [this.recorder.hook, ...toHooks(this.plan.hooks, async (request) => (await this.session()).call(request))],
      embedder: createBuiltInEmbedder(),
      telemetry: createTelemetry({ sinks: [this.telemetry.sink], content: config.telemetry.content }),
      log: this.log.logger,
    });
    this.#startedAt = Date.now();
    gateway.start();
    return gateway;
  }

  /** A script that serves HTTP is started once and becomes an address. */
  async #entry(name: string, entry: Json): Promise<Json> {
    const { http, ...rest } = entry;
    if (typeof http !== 'string') return entry;
    const { path, env, args, ...remote } = rest;
    let url = this.#addresses.get(name);
    if (url === undefined) {
      const script = await startHttpScript({
        file: join(this.folder, http),
        folder: this.folder,
        args: Array.isArray(args) ? args.map(String) : [],
        env: (env ?? {}) as Record<string, string>,
        path: typeof path === 'string' ? path : '/mcp',
      });
      this.#scripts.push(script);
      url = script.url;
      this.#addresses.set(name, url);
    }
    return { ...remote, url };
  }
}
