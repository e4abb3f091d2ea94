import type { Implementation, Transport } from '@modelcontextprotocol/client';
import { errorMessage, ToolscoutError } from '../../errors.ts';
import { DEFAULT_START_TIMEOUT_MS, type ServerSpec } from '../server-spec.ts';
import { Backoff } from './backoff.ts';
import { Connection } from './connection.ts';
import { unavailable } from './failures.ts';
import type { ToolListCache } from './list-cache.ts';
import type { ListedEntries } from './list-pages.ts';
import { ListRefresh } from './list-refresh.ts';
import type { UpstreamLog } from './log.ts';
import type { UpstreamAuth } from './oauth/upstream-auth.ts';
import type { OutputTail } from './output-tail.ts';
import type { ProtocolEra } from './session.ts';
import { EMPTY_LIST, readToolList, type ToolList } from './tool-list.ts';

/**
 * `ready` = connected, listed at least once and usable; `failed` = not now, tried again by itself; `needs-sign-in` = as
 * soon as somebody has signed in.
 */
export type UpstreamState = 'starting' | 'ready' | 'failed' | 'needs-sign-in' | 'closed';

/** A server that ran this long was healthy: its next failure is a first one. */
const HEALTHY_AFTER_MS = 10_000;
/** After more failures in a row than this, a call no longer starts the server ahead of its time. */
const MAX_FAILURES_FOR_EARLY_START = 1;

export interface SupervisorOptions {
  readonly clientInfo: Implementation;
  readonly log: UpstreamLog;
  /** What the server listed in an earlier run; it stands until the server has listed anew. */
  readonly listCache?: ToolListCache | undefined;
  /** Signs requests to the server, where that is possible. */
  readonly auth?: UpstreamAuth | undefined;
  /** After each change of the state or of the list. */
  readonly onChange: () => void;
  /** Notifications that are nobody's in particular. */
  readonly onNotice: (method: string, params: Readonly<Record<string, unknown>>) => void;
}

/**
 * Keeps one server connected and listed: starts it, lists it again on notice, starts it again when it is lost, with
 * growing waits. The last good list stays while the server is down, so that a catalog does not flicker.
 */
export class Supervisor {
  readonly #spec: ServerSpec;
  readonly #options: SupervisorOptions;
  readonly #backoff = new Backoff();
  readonly #refresh: ListRefresh;
  readonly #closed = new AbortController();
  /** Every transport that is not closed yet, so that closing leaves no process behind. */
  readonly #transports = new Set<Transport>();
  #state: UpstreamState = 'starting';
  #since = Date.now();
  #starts = 0;
  #failure: ToolscoutError | undefined;
  #list: ToolList = EMPTY_LIST;
  #isCached = false;
  #connection: Connection | undefined;
  /** The newest connection, alive or not: what it said about itself is still worth showing. */
  #latest: Connection | undefined;
  /** Of the newest process, alive or not, connected or not. */
  #stderr: OutputTail | undefined;
  #knownEra: ProtocolEra | undefined;
  #attempt: Promise<void> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #stopLooking: (() => void) | undefined;

  constructor(spec: ServerSpec, options: SupervisorOptions) {
    this.#spec = spec;
    this.#options = options;
    this.#refresh = new ListRefresh(() => this.#relist());
    const cached = options.listCache?.read(spec);
    if (cached !== undefined) {
      this.#list = readToolList(cached, EMPTY_LIST);
      this.#isCached = true;
    }
  }

  get state(): UpstreamState {
    return this.#state;
  }

  get since(): number {
    return this.#since;
  }

  /** Connections tried so far. */
  get starts(): number {
    return this.#starts;
  }

  /** Why the server is not ready. */
  get failure(): ToolscoutError | undefined {
    return this.#failure;
  }

  get list(): ToolList {
    return this.#list;
  }

  /** Is the list that of an earlier run, and not confirmed yet? */
  get isCached(): boolean {
    return this.#isCached;
  }

  get latest(): Connection | undefined {
    return this.#latest;
  }

  /** The end of what the newest process wrote to stderr; undefined for remote servers. */
  get stderrTail(): string | undefined {
    return this.#stderr?.text();
  }

  /** Resolves when the server is ready or has failed; never rejects. */
  start(): Promise<void> {
    if (this.#attempt === undefined && this.#starts === 0) return this.#tryStart();
    return this.#attempt ?? Promise.resolve();
  }

  /** A connection to call over: starts the server where that is due and waits for a start that is under way. */
  async connection(signal: AbortSignal): Promise<Connection> {
    const { auth } = this.#options;
    const mayStart =
      this.#state === 'needs-sign-in' && auth !== undefined
        ? await auth.hasNew()
        : this.#backoff.failures <= MAX_FAILURES_FOR_EARLY_START;
    const attempt = this.#attempt ?? (this.#connection === undefined && mayStart ? this.#tryStart() : undefined);
    if (attempt !== undefined) await settledOrAborted(attempt, signal);
    if (this.#closed.signal.aborted) throw unavailable(this.#spec.name, 'it was closed');
    if (this.#connection !== undefined) return this.#connection;
    if (this.#failure !== undefined) throw ofAnotherCall(this.#failure);
    throw unavailable(this.#spec.name, 'it is still starting', { next: 'Try again in a moment.' });
  }

  /** The server just did its work: whatever failed before no longer counts. */
  markHealthy(): void {
    this.#backoff.reset();
  }

  /** Something hints that the list is stale. */
  requestList(): void {
    this.#refresh.request();
  }

  /** Ends the server. Resolves when no process of it is left. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('it was closed'));
    clearTimeout(this.#retry);
    this.#stopLooking?.();
    this.#refresh.stop();
    if (this.#state !== 'closed') this.#enter('closed');
    await this.#connection?.close();
    await this.#attempt;
    await Promise.allSettled([...this.#transports].map((transport) => transport.close()));
  }

  #tryStart(): Promise<void> {
    clearTimeout(this.#retry);
    this.#stopLooking?.();
    if (this.#closed.signal.aborted) return Promise.resolve();
    this.#attempt ??= this.#start().finally(() => {
      this.#attempt = undefined;
    });
    return this.#attempt;
  }

  /** One attempt: connect unless there is a connection, then list. */
  async #start(): Promise<void> {
    const limitMs = this.#spec.startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`it was not ready within ${limitMs / 1000} s`)), limitMs);
    const signal = AbortSignal.any([late.signal, this.#closed.signal]);
    try {
      this.#connection ??= await this.#connect(signal);
      this.#take(await this.#connection.listTools(signal));
      this.#failure = undefined;
      this.#enter('ready');
    } catch (error) {
      // A server that refuses to list is asked again; one that does not answer is started anew.
      if (signal.aborted) void this.#connection?.close();
      if (this.#connection?.ended) this.#connection = undefined;
      this.#fail(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(signal: AbortSignal): Promise<Connection> {
    this.#starts++;
    const { clientInfo, log, auth } = this.#options;
    const knownEra = this.#knownEra;
    this.#knownEra = undefined;
    const connection = await Connection.open(
      this.#spec,
      {
        clientInfo,
        log,
        signal,
        knownEra,
        transports: this.#transports,
        auth,
        onStderr: (tail) => {
          this.#stderr = tail;
        },
      },
      {
        onLost: (error) => this.#onLost(error),
        onListChanged: () => this.#refresh.request(),
        onNotice: this.#options.onNotice,
      },
    );
    this.#latest = connection;
    this.#knownEra = connection.era;
    return connection;
  }

  #onLost(error: ToolscoutError): void {
    // An attempt that is under way notices by itself.
    if (this.#attempt !== undefined || !this.#connection?.ended) return;
    this.#connection = undefined;
    if (Date.now() - this.#since >= HEALTHY_AFTER_MS) this.#backoff.reset();
    this.#fail(error);
    // Without the tokens that are good no more it may still be of use.
    if (error.code === 'UPSTREAM_SIGN_IN') void this.#tryStart();
  }

  #fail(error: unknown): void {
    if (this.#closed.signal.aborted) return;
    const { name } = this.#spec;
    const failure = error instanceof ToolscoutError ? error : unavailable(name, errorMessage(error), { cause: error });
    if (failure.message !== this.#failure?.message) {
      this.#options.log({ level: 'warn', server: name, message: failure.message });
    }
    this.#failure = failure;
    const delayMs = this.#backoff.next(failure.details.lasting === true ? 'lasting' : 'passing');
    this.#retry = setTimeout(() => void this.#tryStart(), delayMs);
    const isSignIn = failure.code === 'UPSTREAM_SIGN_IN';
    if (isSignIn) this.#stopLooking = this.#options.auth?.onceSignedIn(() => void this.#tryStart());
    this.#enter(isSignIn ? 'needs-sign-in' : 'failed');
  }

  async #relist(): Promise<void> {
    await this.#attempt;
    const connection = this.#connection;
    if (connection === undefined) return;
    // It could not list when it was asked; a notice means that it can now.
    if (this.#state !== 'ready') return this.#tryStart();
    const limit = AbortSignal.timeout(this.#spec.startTimeoutMs ?? DEFAULT_START_TIMEOUT_MS);
    try {
      this.#take(await connection.listTools(AbortSignal.any([limit, this.#closed.signal])));
    } catch (error) {
      if (connection.ended) return;
      const message = `the tool list could not be read again; the last good one stays: ${errorMessage(error)}`;
      this.#options.log({ level: 'warn', server: this.#spec.name, message });
      throw error;
    }
  }

  #take({ entries, cut }: ListedEntries): void {
    const previous = this.#list;
    this.#list = readToolList(entries, previous, cut);
    this.#isCached = false;
    if (this.#list === previous) return;
    // A list that was cut would be taken for the whole one.
    if (cut === undefined) void this.#options.listCache?.write(this.#spec, entries);
    const { log } = this.#options;
    for (const { message } of this.#list.warnings) log({ level: 'warn', server: this.#spec.name, message });
    // On the way to `ready` the change of the state tells of both.
    if (this.#state === 'ready') this.#options.onChange();
  }

  #enter(state: UpstreamState): void {
    this.#state = state;
    this.#since = Date.now();
    this.#options.onChange();
  }
}

/** What ended the connection may have been another call, which may have run; this one has not left. */
function ofAnotherCall(failure: ToolscoutError): ToolscoutError {
  const { tool, ...details } = failure.details;
  if (tool === undefined) return failure;
  return new ToolscoutError(failure.code, failure.message, {
    next: 'Try again in a moment.',
    details: { ...details, ran: false },
    cause: failure,
  });
}

async function settledOrAborted(attempt: Promise<void>, signal: AbortSignal): Promise<void> {
  let onAbort = (): void => {};
  const aborted = new Promise<void>((resolve) => {
    onAbort = resolve;
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
  await Promise.race([attempt, aborted]);
  signal.removeEventListener('abort', onAbort);
}
