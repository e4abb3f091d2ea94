import { ToolscoutError } from '../../errors.ts';
import { isObject } from '../../shared/json.ts';
import { MAX_TOOLS, readToolUses, type SessionMemory, type ToolUse } from '../../state/index.ts';

/**
 * What a session knows of its tools, as plain JSON for a host's own session file. Searches are not in it: they hold what
 * the user said, and mean little later.
 */
export interface SavedSession {
  readonly format: 'toolscout-session';
  readonly version: 1;
  readonly turn: number;
  readonly tools: readonly ToolUse[];
}

const FORMAT = 'toolscout-session';
const VERSION = 1;
/** Above this nobody's session file is honest. */
const MAX_SAVED = 4 * MAX_TOOLS;

export function toSavedSession({ turn, tools }: SessionMemory): SavedSession {
  return { format: FORMAT, version: VERSION, turn, tools };
}

/**
 * Reads what {@link toSavedSession} wrote, as a value or as JSON text. Single records that cannot be read are left out.
 * @throws ToolscoutError `STATE_REFUSED` for what is no saved session, or one of another version.
 */
export function readSavedSession(given: unknown): Pick<SessionMemory, 'tools' | 'turn'> {
  const saved = typeof given === 'string' ? parse(given) : given;
  if (!isObject(saved) || saved.format !== FORMAT) {
    throw refused('This is no saved session.', 'Hand over what `save()` of a ledger gave.');
  }
  if (saved.version !== VERSION) {
    throw refused(
      `The session was saved in version ${JSON.stringify(saved.version)}; this release reads version ${VERSION}.`,
      'Start a new session, or resume it with the release that saved it.',
    );
  }
  const { tools, turn } = saved;
  if (!Array.isArray(tools) || tools.length > MAX_SAVED) {
    throw refused(
      `A saved session holds a list of at most ${MAX_SAVED} tools.`,
      'Hand over what `save()` of a ledger gave.',
    );
  }
  const isTurn = typeof turn === 'number' && Number.isSafeInteger(turn) && turn >= 0;
  return { tools: readToolUses(tools), turn: isTurn ? Math.min(turn, MAX_TURN) : 0 };
}

const MAX_TURN = 1_000_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused('This is no saved session: the text is no JSON.', 'Hand over what `save()` of a ledger gave.', cause);
  }
}

function refused(message: string, next: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('STATE_REFUSED', message, { next, ...(cause === undefined ? {} : { cause }) });
}
