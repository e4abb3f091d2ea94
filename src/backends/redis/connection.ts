import type { createClient } from '@redis/client';
import { errorMessage, ToolscoutError } from '../../errors.ts';

/** What the state store needs of a client of Redis or Valkey. */
export type RedisClient = Pick<
  ReturnType<typeof createClient>,
  'get' | 'set' | 'del' | 'eval' | 'scan' | 'connect' | 'destroy' | 'close' | 'isReady' | 'isOpen' | 'on' | 'once'
>;

export interface RedisConnectionOptions {
  /** `redis://` or, over TLS, `rediss://[user[:password]@]host[:port][/database]`. */
  readonly url: string;
  /** Told when the server is lost and when it is there again; never twice in a row the same. */
  readonly onChange?: ((isThere: boolean, error?: unknown) => void) | undefined;
  /** Longest wait for one answer, the first connection included. Default: 2 s. */
  readonly timeoutMs?: number;
}

/** Nobody waits longer for what a session did before. */
const TIMEOUT_MS = 2_000;
/** After one answer that did not come, nobody waits for the next one this long. */
const REST_MS = 1_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that died without a word is found out by questions that nobody answers. */
const PING_MS = 5_000;
const SILENCE_MS = 12_000;

/**
 * One connection, opened with the first request and opened again whenever it is lost. Requests never queue up behind a
 * server that is away: they fail at once, and those that it leaves without an answer fail in time.
 */
export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #timeoutMs: number;
  #opening: Promise<RedisClient> | undefined;
  #client: RedisClient | undefined;
  #lastError: unknown;
  #isThere: boolean | undefined;
  #restUntil = 0;
  #isClosed = false;

  constructor(options: RedisConnectionOptions) {
    checkAddress(options.url);
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  }

  /** @throws ToolscoutError `STATE_UNAVAILABLE`, or `OPTIONAL_DEPENDENCY_MISSING` without the client's package */
  async ask<Answer>(request: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    if (this.#isClosed) throw this.#unavailable(new Error('the connection was closed'));
    if (performance.now() < this.#restUntil) throw this.#unavailable(this.#lastError);
    try {
      const client = await this.#ready();
      const answer = await this.#inTime(request(client));
      this.#tell(true);
      return answer;
    } catch (error) {
      if (error instanceof ToolscoutError) throw error;
      if (!(await isReply(error))) this.#tell(false, error);
      throw this.#unavailable(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const client = await this.#opening?.catch(() => undefined);
    if (client?.isOpen !== true) return;
    if (client.isReady) await this.#inTime(client.close()).catch(() => client.destroy());
    else client.destroy();
  }

  async #ready(): Promise<RedisClient> {
    this.#opening ??= this.#open();
    const client = this.#client ?? (await this.#opening);
    if (client.isReady) return client;
    throw this.#lastError ?? new Error('it is not connected');
  }

  /** Resolves with the client once it is connected or has failed for the first time; it goes on trying by itself. */
  async #open(): Promise<RedisClient> {
    const { createClient } = await loadClient();
    const client: RedisClient = createClient({
      url: this.#options.url,
      name: 'toolscout',
      // What is used here is in every version, and in what stands in for it.
      RESP: 2,
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      socket: {
        connectTimeout: this.#timeoutMs,
        socketTimeout: SILENCE_MS,
        reconnectStrategy: (retries: number) => pauseBefore(retries, Math.random()),
      },
    });
    client.on('error', (error: unknown) => this.#tell(false, error));
    client.on('ready', () => this.#tell(true));
    const first = new Promise<void>((resolve) => {
      client.once('ready', resolve);
      client.once('error', () => resolve());
    });
    client.connect().catch((error: unknown) => {
      this.#lastError = error;
    });
    await this.#inTime(first).catch((error: unknown) => this.#tell(false, error));
    this.#client = client;
    return client;
  }

  async #inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        this.#restUntil = performance.now() + REST_MS;
        reject(new Error(`no answer within ${this.#timeoutMs} ms`));
      }, this.#timeoutMs);
    });
    // The answer may still come, or fail, when nobody waits for it any more.
    answer.catch(() => {});
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  #tell(isThere: boolean, error?: unknown): void {
    if (error !== undefined) this.#lastError = error;
    if (this.#isClosed || this.#isThere === isThere) return;
    const isNews = this.#isThere !== undefined || !isThere;
    this.#isThere = isThere;
    if (isNews) this.#options.onChange?.(isThere, isThere ? undefined : this.#unavailable(error));
  }

  #unavailable(cause: unknown): ToolscoutError {
    const address = withoutSecrets(this.#options.url);
    return new ToolscoutError('STATE_UNAVAILABLE', `The state store at ${address} cannot be used: ${reasonOf(cause)}`, {
      next: 'Check that it runs, that this machine reaches it, and the user name and password in its address.',
      details: { address },
      cause,
    });
  }
}

/** Doubled for each attempt that failed, and spread, so that many gateways do not come back at once. */
export function pauseBefore(retries: number, random: number): number {
  const longest = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(retries, 16));
  return Math.round(longest / 2 + (random * longest) / 2);
}

/** For logs and messages. */
export function withoutSecrets(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`;
}

/** An answer that is an error, such as "out of memory": the server is there. */
async function isReply(error: unknown): Promise<boolean> {
  const { ErrorReply } = await loadClient();
  return error instanceof ErrorReply;
}

function reasonOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return errorMessage(inner).slice(0, 200);
}

async function loadClient(): Promise<typeof import('@redis/client')> {
  try {
    return await import('@redis/client');
  } catch (cause) {
    throw new ToolscoutError('OPTIONAL_DEPENDENCY_MISSING', 'The package @redis/client is not there.', {
      next: 'Install it beside toolscout: npm install @redis/client',
      cause,
    });
  }
}

function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isAddress = (url?.protocol === 'redis:' || url?.protocol === 'rediss:') && url.hostname !== '';
  if (isAddress && /^(?:\/\d{0,4})?$/.test(url.pathname)) return;
  // Not repeated in the message: it may hold a password.
  throw new ToolscoutError('CONFIG_INVALID', 'The address of the state store is none of Redis or Valkey.', {
    next: 'Write redis://HOST:PORT or, over TLS, rediss://USER:PASSWORD@HOST:PORT/DATABASE.',
  });
}
