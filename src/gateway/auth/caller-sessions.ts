import { ToolscoutError } from '../../errors.ts';
import { stableStringify } from '../../shared/json.ts';
import type { StateStore } from '../../state/index.ts';
import type { Logger } from '../log.ts';
import { McpDoor } from '../mcp-door.ts';
import { SessionRoom } from '../mcp-sessions/session-room.ts';
import { SessionShelf } from '../mcp-sessions/session-shelf.ts';
import type { GatewaySession } from '../session-view.ts';
import { AuthError, type Caller } from './caller.ts';

export interface CallerSessionsOptions {
  /** Opens the view of a caller. */
  readonly open: (caller: Caller) => GatewaySession;
  readonly log: Logger;
  /** Shares the open MCP sessions with other gateways. Default: they are known here alone. */
  readonly state?: StateStore | undefined;
  /** How many MCP sessions may be open. */
  readonly room?: SessionRoom;
}

/** Callers that are remembered; whoever was not heard of for longest loses its open MCP sessions. */
const MAX_CALLERS = 1_000;

/**
 * The views of all callers. One caller with one set of rights has one, whichever door it comes through; with other
 * rights it is another one, so that nothing that was opened under the old ones goes on.
 */
export class CallerSessions {
  readonly #options: CallerSessionsOptions;
  readonly #room: SessionRoom;
  readonly #open = new Map<string, CallerSession>();

  constructor(options: CallerSessionsOptions) {
    this.#options = options;
    this.#room = options.room ?? new SessionRoom();
  }

  of(caller: Caller): CallerSession {
    const key = keyOf(caller);
    const known = this.#open.get(key);
    // Most recently used last.
    this.#open.delete(key);
    const one = known ?? this.#create(caller, key);
    this.#open.set(key, one);
    const [oldest] = this.#open.keys();
    if (this.#open.size > MAX_CALLERS && oldest !== undefined) {
      const gone = this.#open.get(oldest);
      this.#open.delete(oldest);
      void gone?.close().catch(() => {});
    }
    return one;
  }

  #create(caller: Caller, key: string): CallerSession {
    const { log, state } = this.#options;
    return new CallerSession(
      this.#openView(caller),
      log,
      this.#room,
      state === undefined ? undefined : new SessionShelf(state, key),
    );
  }

  /** What a caller may see must be known to the last word: rules that cannot be followed are none that narrow. */
  #openView(caller: Caller): GatewaySession {
    try {
      return this.#options.open(caller);
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error;
      const { code, message, next } = error;
      this.#options.log.error({ caller: caller.id, code, next }, `a caller was refused: ${message}`);
      throw new AuthError('AUTH_FORBIDDEN', 'What this caller may see cannot be determined.', {
        next: 'Tell the operator; the log of the gateway has the reason.',
        cause: error,
      });
    }
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(open.map((one) => one.close()));
  }
}

/** What one caller has open. */
class CallerSession {
  readonly session: GatewaySession;
  readonly #log: Logger;
  readonly #room: SessionRoom;
  readonly #shelf: SessionShelf | undefined;
  #mcp: McpDoor | undefined;

  constructor(session: GatewaySession, log: Logger, room: SessionRoom, shelf: SessionShelf | undefined) {
    this.session = session;
    this.#log = log;
    this.#room = room;
    this.#shelf = shelf;
  }

  /** MCP over this view, from the first request on. */
  get mcp(): McpDoor {
    this.#mcp ??= new McpDoor(this.session, this.#log, this.#room, this.#shelf);
    return this.#mcp;
  }

  async close(): Promise<void> {
    await this.#mcp?.close();
  }
}

function keyOf({ id, scope, view }: Caller): string {
  return stableStringify([id, { ...scope }, view ?? null]);
}
