import { ToolscoutError } from '../errors.ts';
import { sanitizeText } from '../tools/index.ts';

/** Reasons of hooks, policies and servers stand in messages, and they are as long as others make them. */
const MAX_MESSAGE = 4_000;

/** What a model is told when a call did not go through: DESIGN's contract for bridge errors. */
export interface CallFailure {
  readonly code: string;
  readonly message: string;
  readonly tool?: string;
  readonly path?: string;
  readonly expected?: string;
  /** What the tool takes, where the arguments were at fault. */
  readonly signature?: string;
  /** False: certainly not run. `unknown`: it was under way when the connection or the time ended. */
  readonly ran: false | 'unknown';
  readonly next: string;
}

/** Codes of calls that had left for the server when they failed; it may have acted on them. */
const MAY_HAVE_RUN: ReadonlySet<string> = new Set(['CALL_TIMEOUT', 'CALL_CANCELLED', 'CALL_FAILED']);

/** Turns anything thrown on the call path into what a model may read. Foreign errors show their message, no stack. */
export function toCallFailure(thrown: unknown): CallFailure {
  if (!(thrown instanceof ToolscoutError)) {
    return {
      code: 'INTERNAL',
      message: readable(thrown instanceof Error ? thrown.message : String(thrown)),
      ran: 'unknown',
      next: 'This is a fault of the gateway. Tell the user.',
    };
  }
  const { code, message, next, details } = thrown;
  const text = (key: string) => (typeof details[key] === 'string' ? { [key]: details[key] } : {});
  return {
    code,
    message: readable(message),
    ...text('tool'),
    ...text('path'),
    ...text('expected'),
    ...text('signature'),
    ran: mayHaveRun(code, details.ran) ? 'unknown' : false,
    next: next ?? 'Tell the user.',
  };
}

/** Without what nobody could see, and cut. */
function readable(message: string): string {
  return sanitizeText(message, MAX_MESSAGE).text;
}

/** Who threw it knows best; else the code tells. */
function mayHaveRun(code: string, said: unknown): boolean {
  return said === 'unknown' || (said !== false && MAY_HAVE_RUN.has(code));
}
