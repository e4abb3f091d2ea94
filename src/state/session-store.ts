import { isObject, type JsonValue } from '../shared/json.ts';
import { truncate } from '../shared/truncate.ts';
import { stateKey } from './records.ts';
import type { StateStore } from './store.ts';

/** One search as a session remembers it. */
export interface SearchRecord {
  /** The request as written, cut. It stays in the store and goes into no answer and no event. */
  readonly query: string;
  /** Short hashes of the tools that were shown, best first: enough to know whether another answer shows new ones. */
  readonly shown: readonly string[];
  /** How often the session had asked for this by then, in these words or others; 1 = for the first time. */
  readonly asked: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a session did. Tools are ids only: definitions are looked up anew each time they are needed. */
export interface SessionMemory {
  /** Oldest first. */
  readonly searches: readonly SearchRecord[];
  /** In order of their last use. */
  readonly described: readonly string[];
  readonly called: readonly string[];
}

/** What is remembered of each session, behind the state store. */
export interface SessionStore {
  read(session: string): Promise<SessionMemory>;
  searched(session: string, record: SearchRecord): Promise<void>;
  described(session: string, toolIds: readonly string[]): Promise<void>;
  called(session: string, toolId: string): Promise<void>;
  /** Forgets the session. */
  end(session: string): Promise<void>;
}

/** A day without a word from it, and a session is forgotten. */
const SESSION_TTL_MS = 24 * 60 * 60 * 1_000;
const MAX_SEARCHES = 20;
const MAX_TOOLS = 200;
const MAX_QUERY = 300;

/** Builds the memory of sessions over a store; one entry a session. */
export function createSessionStore(store: StateStore): SessionStore {
  const keyOf = (session: string) => stateKey('session', session);
  const change = async (session: string, next: (memory: SessionMemory) => SessionMemory): Promise<void> => {
    await store.update(keyOf(session), (value) => next(readMemory(value)) as unknown as JsonValue, {
      ttlMs: SESSION_TTL_MS,
    });
  };
  return {
    read: async (session) => readMemory(await store.get(keyOf(session))),
    searched: (session, record) =>
      change(session, (memory) => ({
        ...memory,
        searches: [...memory.searches, { ...record, query: truncate(record.query, MAX_QUERY) }].slice(-MAX_SEARCHES),
      })),
    described: (session, ids) =>
      change(session, (memory) => ({ ...memory, described: withLatest(memory.described, ids) })),
    called: (session, id) => change(session, (memory) => ({ ...memory, called: withLatest(memory.called, [id]) })),
    end: async (session) => {
      await store.delete(keyOf(session));
    },
  };
}

function withLatest(ids: readonly string[], latest: readonly string[]): readonly string[] {
  return [...ids.filter((id) => !latest.includes(id)), ...new Set(latest)].slice(-MAX_TOOLS);
}

/** Reads leniently: what another version wrote must not break a session, at worst it has forgotten something. */
function readMemory(value: JsonValue | undefined): SessionMemory {
  const memory = isObject(value) ? value : {};
  const list = (key: string): readonly unknown[] => (Array.isArray(memory[key]) ? memory[key] : []);
  const texts = (key: string) => list(key).filter((one) => typeof one === 'string');
  return { searches: list('searches').filter(isSearchRecord), described: texts('described'), called: texts('called') };
}

function isSearchRecord(value: unknown): value is SearchRecord {
  return (
    isObject(value) &&
    typeof value.query === 'string' &&
    Array.isArray(value.shown) &&
    typeof value.asked === 'number' &&
    typeof value.at === 'number'
  );
}
