import { isObject, type JsonValue } from '../shared/json.ts';
import { truncate } from '../shared/truncate.ts';
import { stateKey } from './records.ts';
import type { StateStore } from './store.ts';
import { isCount, type NotedUse, noteUse, readToolUses, type ToolUse } from './tool-use.ts';

/** One search as a session remembers it. */
export interface SearchRecord {
  /** The request as written, cut. It stays in the store and goes into no answer and no event. */
  readonly query: string;
  /** Short hashes of the tools that were shown, best first: enough to know whether another answer shows new ones. */
  readonly shown: readonly string[];
  /** The same of the best tools of the ranking, shown or not: like requests rank like tools, in any language. */
  readonly ranked?: readonly string[];
  /** How often the session had asked for this by then, in these words or others; 1 = for the first time. */
  readonly asked: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a session did. */
export interface SessionMemory {
  /** Oldest first. */
  readonly searches: readonly SearchRecord[];
  /** Tools that were found, described or called, in order of their last use. */
  readonly tools: readonly ToolUse[];
  /** Turns begun, where the host tells them; 0 before the first. */
  readonly turn: number;
}

/** What is remembered of each session, behind the state store. */
export interface SessionStore {
  read(session: string): Promise<SessionMemory>;
  searched(session: string, record: SearchRecord): Promise<void>;
  used(session: string, use: NotedUse): Promise<void>;
  /** Counts a turn of the conversation, and gives its number. */
  beginTurn(session: string): Promise<number>;
  /** Puts in place what is known of tools and turns, as an earlier run of the session left it. */
  restore(session: string, memory: Pick<SessionMemory, 'tools' | 'turn'>): Promise<void>;
  /** Forgets the session. */
  end(session: string): Promise<void>;
}

/** A day without a word from it, and a session is forgotten. */
const SESSION_TTL_MS = 24 * 60 * 60 * 1_000;
const MAX_SEARCHES = 20;
const MAX_QUERY = 300;

/** Builds the memory of sessions over a store; one entry a session. */
export function createSessionStore(store: StateStore): SessionStore {
  const keyOf = (session: string) => stateKey('session', session);
  const change = async (session: string, next: (memory: SessionMemory) => SessionMemory): Promise<SessionMemory> => {
    const changed = await store.update(keyOf(session), (value) => next(readMemory(value)) as unknown as JsonValue, {
      ttlMs: SESSION_TTL_MS,
    });
    return readMemory(changed);
  };
  return {
    read: async (session) => readMemory(await store.get(keyOf(session))),
    searched: async (session, record) => {
      await change(session, (memory) => ({
        ...memory,
        searches: [...memory.searches, { ...record, query: truncate(record.query, MAX_QUERY) }].slice(-MAX_SEARCHES),
      }));
    },
    used: async (session, use) => {
      await change(session, (memory) => ({ ...memory, tools: noteUse(memory.tools, use, memory.turn) }));
    },
    beginTurn: async (session) => {
      const { turn } = await change(session, (memory) => ({ ...memory, turn: memory.turn + 1 }));
      return turn;
    },
    restore: async (session, { tools, turn }) => {
      await change(session, (memory) => ({ ...memory, tools: readToolUses(tools), turn }));
    },
    end: async (session) => {
      await store.delete(keyOf(session));
    },
  };
}

/** Reads leniently: what another version wrote must not break a session, at worst it has forgotten something. */
function readMemory(value: JsonValue | undefined): SessionMemory {
  const memory = isObject(value) ? value : {};
  const list = (key: string): readonly unknown[] => (Array.isArray(memory[key]) ? memory[key] : []);
  return {
    searches: list('searches').filter(isSearchRecord),
    tools: readToolUses(memory.tools),
    turn: isCount(memory.turn) ? memory.turn : 0,
  };
}

function isSearchRecord(value: unknown): value is SearchRecord {
  return (
    isObject(value) &&
    typeof value.query === 'string' &&
    Array.isArray(value.shown) &&
    (value.ranked === undefined || Array.isArray(value.ranked)) &&
    typeof value.asked === 'number' &&
    typeof value.at === 'number'
  );
}
