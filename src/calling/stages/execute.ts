import { ToolscoutError } from '../../errors.ts';
import { stringifyExact } from '../../shared/exact-json.ts';
import { isObject } from '../../shared/json.ts';
import type { Tool } from '../../tools/index.ts';
import type {
  CallArguments,
  CallClient,
  CallContext,
  CallEvent,
  CallProgress,
  RawToolResult,
  ToolExecutor,
} from '../types.ts';

export interface ExecuteOptions {
  readonly execute: ToolExecutor;
  /** Silence allowed, in milliseconds; progress starts it anew. Undefined: the executor alone decides. */
  readonly timeoutMs: number | undefined;
  readonly context: CallContext;
}

/** What ended a call from this side. */
type Stop = 'timed-out' | 'cancelled';

/** An executor that hears the signal may end with an error that says more; this long it may take for that. */
const LAST_WORD_MS = 100;

/**
 * Runs the tool. Whatever the executor does, this ends in time: an executor that does not hear the signal is left
 * behind, and its result with it.
 * @throws ToolscoutError `CALL_TIMEOUT` or `CALL_CANCELLED`, or whatever the executor throws.
 */
export async function executeCall(event: CallEvent, options: ExecuteOptions): Promise<RawToolResult> {
  const { execute, timeoutMs, context } = options;
  const clock = new CallClock(timeoutMs, context.signal);
  const onProgress = (progress: CallProgress): void => {
    clock.touch();
    context.onProgress?.(progress);
  };
  const { session, caller, entrance, key, client, meta } = context;
  const running = runTool(execute, event, {
    signal: clock.signal,
    onProgress,
    ...(session === undefined ? {} : { session }),
    ...(caller === undefined ? {} : { caller }),
    ...(entrance === undefined ? {} : { entrance }),
    ...(key === undefined ? {} : { key }),
    ...(client === undefined ? {} : { client: patient(client, clock) }),
    ...(meta === undefined ? {} : { meta }),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  // Left behind it may still fail, and nobody else would hear of it.
  running.catch(() => {});
  try {
    return await Promise.race([
      running,
      clock.stopped().then((stop) => Promise.reject(stopped(event.tool, stop, timeoutMs))),
    ]);
  } catch (error) {
    // "Aborted" is no news: what counts is who ended it, unless the executor knows more.
    if (clock.stop === undefined || error instanceof ToolscoutError) throw error;
    throw stopped(event.tool, clock.stop, timeoutMs, error);
  } finally {
    clock.end();
  }
}

async function runTool(execute: ToolExecutor, { tool, arguments: args }: CallEvent, context: CallContext) {
  // A copy, because what was approved stays frozen, and executors may do with theirs as they like.
  const result: unknown = await execute(tool, structuredClone(tool.wrapped ? unwrap(args) : args), context);
  return isObject(result) ? result : asResult(result);
}

/** Code without types returns what it likes; a tool that has run has not failed for that. */
function asResult(value: unknown): RawToolResult {
  if (value === undefined || value === null) return { content: [] };
  return { content: [{ type: 'text', text: typeof value === 'string' ? value : stringifyExact(value) }] };
}

/** The client, while whose answer is waited for no silence of the tool is counted. */
function patient(client: CallClient, clock: CallClock): CallClient {
  return {
    ...client,
    request: async (method, params, signal) => {
      const release = clock.hold();
      try {
        return await client.request(method, params, signal);
      } finally {
        release();
      }
    },
  };
}

/** A source whose schema is not an object gets the bare value back. */
function unwrap(args: CallArguments): CallArguments {
  return args.value as CallArguments;
}

/** Aborts after silence, or when the caller gives up, and tells which it was. */
class CallClock {
  readonly #timeoutMs: number | undefined;
  readonly #outer: AbortSignal | undefined;
  readonly #controller = new AbortController();
  readonly #onAbort = (): void => this.#stop('cancelled');
  #silence: ReturnType<typeof setTimeout> | undefined;
  #lastWord: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;
  #holds = 0;
  #tell: (stop: Stop) => void = () => {};
  readonly #stopped: Promise<Stop>;

  constructor(timeoutMs: number | undefined, outer: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.#outer = outer;
    this.#stopped = new Promise((resolve) => {
      this.#tell = resolve;
    });
    outer?.addEventListener('abort', this.#onAbort, { once: true });
    if (outer?.aborted === true) this.#onAbort();
    this.touch();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What ended the call from this side; undefined as long as nothing did. */
  get stop(): Stop | undefined {
    return this.signal.aborted ? (this.signal.reason as Stop) : undefined;
  }

  /** Resolves a moment after the call was ended from this side; never, where it was not. */
  stopped(): Promise<Stop> {
    return this.#stopped;
  }

  touch(): void {
    clearTimeout(this.#silence);
    // A tool may report progress after its end.
    if (this.#timeoutMs === undefined || this.#isOver || this.#holds > 0 || this.signal.aborted) return;
    this.#silence = setTimeout(() => this.#stop('timed-out'), this.#timeoutMs);
  }

  /** Counts no silence until the returned function is called. */
  hold(): () => void {
    this.#holds++;
    clearTimeout(this.#silence);
    return () => {
      this.#holds--;
      this.touch();
    };
  }

  end(): void {
    this.#isOver = true;
    clearTimeout(this.#silence);
    clearTimeout(this.#lastWord);
    this.#outer?.removeEventListener('abort', this.#onAbort);
  }

  #stop(stop: Stop): void {
    clearTimeout(this.#silence);
    if (this.signal.aborted) return;
    this.#lastWord = setTimeout(() => this.#tell(stop), LAST_WORD_MS);
    this.#controller.abort(stop);
  }
}

function stopped(tool: Tool, stop: Stop, timeoutMs: number | undefined, cause?: unknown): ToolscoutError {
  const details = { tool: tool.name, server: tool.source.name, ran: 'unknown' };
  const next = 'Check whether the call took effect before repeating it.';
  if (stop === 'cancelled') {
    return new ToolscoutError('CALL_CANCELLED', `The call of ${tool.name} was cancelled while it ran.`, {
      next,
      details,
      cause,
    });
  }
  const message = `The call of ${tool.name} timed out: nothing was heard for ${(timeoutMs ?? 0) / 1000} s.`;
  return new ToolscoutError('CALL_TIMEOUT', message, { next, details, cause });
}
