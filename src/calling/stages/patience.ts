import { ToolscoutError } from '../../errors.ts';
import type { Tool } from '../../tools/index.ts';

/** How long the host's own code may take over one call where nothing else is set. */
export const HOST_CODE_MS = 60_000;

/** How long each policy and each hook of a call is waited for. */
export interface Patience {
  readonly tool: Tool;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Waits for code of the host, but not for ever: a call whose hook never answers must end, and so must one whose caller
 * has gone. What is left behind is not heard of again.
 * @throws ToolscoutError `CALL_CANCELLED`; a plain Error when the time is over; whatever the code itself throws.
 */
export async function within<T>(running: T | PromiseLike<T>, { tool, timeoutMs, signal }: Patience): Promise<T> {
  if (!isPromise(running)) return running;
  const waiting = Promise.resolve(running);
  waiting.catch(() => {});
  let timer: ReturnType<typeof setTimeout> | undefined;
  let giveUp = (): void => {};
  const over = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(cancelled(tool));
    timer = setTimeout(() => reject(new Error(`it gave no answer within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  over.catch(() => {});
  signal?.addEventListener('abort', giveUp, { once: true });
  if (signal?.aborted === true) giveUp();
  try {
    return await Promise.race([waiting, over]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** The error of a call that was given up before it ran. */
export function cancelled(tool: Tool): ToolscoutError {
  return new ToolscoutError('CALL_CANCELLED', `The call of ${tool.name} was cancelled before it ran.`, {
    next: 'Nothing has run.',
    details: { tool: tool.name, ran: false },
  });
}

function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
