import { errorMessage, ToolscoutError } from '../../errors.ts';
import type { JsonValue } from '../../shared/json.ts';
import type { SetOptions, StateStore } from '../../state/index.ts';
import { RedisConnection, type RedisConnectionOptions } from './connection.ts';

export interface RedisStateStoreOptions extends RedisConnectionOptions {
  /** Begins every key, so that several can share a server. Default: `toolscout:`. */
  readonly prefix?: string;
}

/** A {@link StateStore} with a connection to close. */
export interface RedisStateStore extends StateStore {
  close(): Promise<void>;
}

const PREFIX = 'toolscout:';
/** Longest value in characters: more would keep a server that does one thing at a time from everybody else. */
const MAX_CHARACTERS = 4 * 2 ** 20;
/** Keys that one listing gives when nobody says otherwise; as for every store. */
const LIST_LIMIT = 1_000;
/** Keys looked at in one step of a listing. */
const SCAN_COUNT = 1_000;
/** A listing looks at every key of the database: one with more than this is not the place for state. */
const MAX_SCANNED = 2_000_000;
/** Other processes may change a value between reading and writing; each failure means that one of them got through. */
const MAX_ATTEMPTS = 200;

/**
 * Writes where the value is still what it was read as. KEYS: 1 the value's. ARGV: 1 was there one? 2 what it was, 3 is
 * there one now? 4 what it is, 5 its time to live in milliseconds, or 0.
 */
const SWAP = `
local now = redis.call('GET', KEYS[1])
if ARGV[1] == '1' then
  if now ~= ARGV[2] then return 0 end
elseif now then
  return 0
end
if ARGV[3] ~= '1' then
  redis.call('DEL', KEYS[1])
elseif ARGV[5] == '0' then
  redis.call('SET', KEYS[1], ARGV[4])
else
  redis.call('SET', KEYS[1], ARGV[4], 'PX', ARGV[5])
end
return 1`;

/**
 * State on a Redis or Valkey server, for gateways that share their sessions. Connects with the first operation. While the
 * server is away every operation fails with `STATE_UNAVAILABLE`, at once or within the time limit.
 * @throws ToolscoutError `CONFIG_INVALID` for an address that is none
 */
export function createRedisStateStore({ prefix = PREFIX, ...options }: RedisStateStoreOptions): RedisStateStore {
  const connection = new RedisConnection(options);
  const inTurn = new Turns();
  const read = (key: string): Promise<string | null> =>
    connection.ask(async (client) => (await client.get(prefix + key)) as string | null);
  const swap = async (key: string, was: string | null, text: string | undefined, ttl: number): Promise<boolean> => {
    const change = [was === null ? '0' : '1', was ?? '', text === undefined ? '0' : '1', text ?? '', String(ttl)];
    return (await connection.ask((client) => client.eval(SWAP, { keys: [prefix + key], arguments: change }))) === 1;
  };
  return {
    get: async (key) => parse(await read(checked(key))),
    set: async (key, value, setting) => {
      const ttl = ttlOf(key, setting);
      const text = toText(key, value);
      const expiration = ttl === 0 ? {} : { expiration: { type: 'PX' as const, value: ttl } };
      await connection.ask((client) => client.set(prefix + checked(key), text, expiration));
    },
    delete: async (key) => (await connection.ask((client) => client.del(prefix + checked(key)))) === 1,
    update: (key, change, setting) =>
      // Those of this process wait for each other here, so that only other processes can come between.
      inTurn.take(checked(key), async () => {
        const ttl = ttlOf(key, setting);
        for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
          const was = await read(key);
          const next = change(parse(was));
          const text = next === undefined ? undefined : toText(key, next);
          if (await swap(key, was, text, ttl)) return parse(text ?? null);
        }
        throw refused(key, `a change that ${MAX_ATTEMPTS} others came before`, 'Try again.');
      }),
    list: async (begin, { limit = LIST_LIMIT } = {}) => {
      const found = new FirstKeys(limit);
      let cursor = '0';
      let scanned = 0;
      do {
        const from = cursor;
        const step = await connection.ask((client) =>
          client.scan(from, { MATCH: `${literally(prefix + checked(begin))}*`, COUNT: SCAN_COUNT }),
        );
        cursor = String(step.cursor);
        for (const key of step.keys as readonly string[]) found.add(key.slice(prefix.length));
        scanned += SCAN_COUNT;
        if (scanned > MAX_SCANNED)
          throw refused(begin, `a database of over ${MAX_SCANNED} keys`, 'Use one of its own.');
      } while (cursor !== '0');
      return found.sorted();
    },
    close: () => connection.close(),
  };
}

/** The first keys in code-unit order of any number; a scan may bring a key twice. */
class FirstKeys {
  readonly #limit: number;
  #keys = new Set<string>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(key: string): void {
    this.#keys.add(key);
    if (this.#keys.size > 2 * this.#limit + SCAN_COUNT) this.#keys = new Set(this.sorted());
  }

  sorted(): string[] {
    return [...this.#keys].sort().slice(0, this.#limit);
  }
}

/** Work on the same key, one after the other. */
class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#last.set(key, mine);
    const end = (): void => {
      if (this.#last.get(key) === mine) this.#last.delete(key);
    };
    mine.then(end, end);
    return mine;
  }
}

/** For the patterns of SCAN. */
function literally(text: string): string {
  return text.replace(/[\\*?[\]^-]/g, '\\$&');
}

/** Halves of characters are the same to the server, whichever they are. */
function checked(key: string): string {
  if (!/\p{Surrogate}/u.test(key)) return key;
  throw refused(key, 'a key with half a character in it', 'Use whole characters.');
}

/** Whole milliseconds; 0: for ever. */
function ttlOf(key: string, { ttlMs = Number.POSITIVE_INFINITY }: SetOptions = {}): number {
  if (!(ttlMs > 0)) throw refused(key, `a time to live of ${ttlMs} ms`, 'Give a positive number of milliseconds.');
  return Number.isFinite(ttlMs) ? Math.min(Math.ceil(ttlMs), Number.MAX_SAFE_INTEGER / 1_000) : 0;
}

function toText(key: string, value: JsonValue): string {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw refused(key, `a value that is no JSON (${errorMessage(cause)})`, 'Store plain data.');
  }
  if (text === undefined) throw refused(key, 'a value that is no JSON', 'Store plain data.');
  if (text.length > MAX_CHARACTERS) throw refused(key, `${text.length} characters`, 'Keep less in one value.');
  return text;
}

/** What somebody else wrote there and is no JSON counts as not there. */
function parse(text: string | null): JsonValue | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function refused(key: string, what: string, next: string): ToolscoutError {
  return new ToolscoutError('STATE_REFUSED', `The state store does not keep ${what} (key "${key.slice(0, 80)}").`, {
    next,
  });
}
