import { createHash } from 'node:crypto';
import { isObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { createRecordStore, type RecordStore, type StateStore } from '../../state/index.ts';

/** What a gateway needs to know of a session that another one has opened. */
export interface KeptSession {
  /** The parameters of its `initialize`. */
  readonly initialize: JsonObject;
  /** The client has ended it: no gateway goes on with it. */
  readonly ended: boolean;
}

interface KeptAnswer {
  readonly message: JsonObject;
}

/** As long as what a session did is remembered. */
const SESSION_TTL_MS = 24 * 60 * 60_000;
/** Whoever waits for an answer looks for it all the time. */
const ANSWER_TTL_MS = 60_000;

/**
 * The 2025-era sessions of one caller, where all gateways over one store find them. The id of a session opens it, so only
 * its hash is kept, and what is kept under it is found by the same caller alone.
 */
export class SessionShelf {
  readonly #owner: string;
  readonly #sessions: RecordStore<KeptSession>;
  readonly #answers: RecordStore<KeptAnswer>;

  /** @param owner tells the caller and its rights from all others, and is the same on every gateway. */
  constructor(store: StateStore, owner: string) {
    this.#owner = hashOf(owner);
    this.#sessions = createRecordStore<KeptSession>(store, {
      name: 'mcp-sessions',
      read: readSession,
      ttlMs: SESSION_TTL_MS,
    });
    this.#answers = createRecordStore<KeptAnswer>(store, {
      name: 'mcp-answers',
      read: readAnswer,
      ttlMs: ANSWER_TTL_MS,
    });
  }

  /** Undefined: nobody knows it, or the store has forgotten it. */
  find(id: string): Promise<KeptSession | undefined> {
    return this.#sessions.get(this.#owner, hashOf(id));
  }

  /** From now on for its time to live, unless it has ended meanwhile. */
  async keep(id: string, initialize: JsonObject): Promise<void> {
    await this.#sessions.update(this.#owner, hashOf(id), (known) =>
      known?.ended === true ? known : { initialize, ended: false },
    );
  }

  /** It stays known as ended: a gateway that still holds it must not take it for forgotten. */
  async end(id: string): Promise<void> {
    await this.#sessions.put(this.#owner, hashOf(id), { initialize: {}, ended: true });
  }

  /** An answer of the client to a question that another gateway has put to it. */
  passOn(id: string, question: string, message: JsonObject): Promise<void> {
    return this.#answers.put(this.#shelfOf(id), question, { message });
  }

  /** The answer to a question of this gateway that came to another one. */
  async takeAnswer(id: string, question: string): Promise<JsonObject | undefined> {
    const answer = await this.#answers.get(this.#shelfOf(id), question);
    if (answer !== undefined) await this.#answers.delete(this.#shelfOf(id), question);
    return answer?.message;
  }

  #shelfOf(id: string): string {
    return hashOf(`${this.#owner}\n${id}`);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readSession(value: JsonValue): KeptSession | undefined {
  if (!isObject(value) || !isObject(value.initialize) || typeof value.ended !== 'boolean') return undefined;
  return { initialize: value.initialize as JsonObject, ended: value.ended };
}

function readAnswer(value: JsonValue): KeptAnswer | undefined {
  return isObject(value) && isObject(value.message) ? { message: value.message as JsonObject } : undefined;
}
