/** What a snippet may ask its host for. */
export type HostOperation = 'search' | 'describe' | 'call';

/** What accompanies one request of a snippet to the host. */
export interface HostContext {
  /** The same for the same request of the same run, whoever runs it again: `<runId>:<ordinal>`. */
  readonly key: string;
  /** Counts all requests of the run from 1, in the order in which the snippet made them. */
  readonly ordinal: number;
  /** Aborted when the run ends first. */
  readonly signal: AbortSignal;
  /** Says which tool it turned out to be, for the record of calls. Until then the record has what the snippet wrote. */
  readonly resolved: (toolId: string) => void;
  /**
   * Stops the clock of the run while a person is asked; the function that comes back starts it again. Nested and repeated
   * stops count once, and all of them together last at most `limits.approvalMs`.
   */
  readonly pauseClock: () => () => void;
}

/**
 * What the parent does for a snippet. `args` are the arguments as the snippet wrote them, as JSON: `tools.call(id, args)`
 * gives `[id, args]`, `tools.call({ id, args })` gives `[{ id, args }]`. The answer goes back as JSON; whole numbers
 * beyond 2^53 are `bigint` on both sides. What is thrown rejects in the snippet with its message, and with `code`, `next`
 * and `details` where it is a {@link ToolscoutError}; stacks and causes stay here.
 */
export type HostFunction = (args: readonly unknown[], context: HostContext) => Promise<unknown>;

export type SandboxHost = Readonly<Record<HostOperation, HostFunction>>;

/** Every bound of a run. Sizes are bytes of UTF-8, times milliseconds. */
export interface CodeLimits {
  /** Wall clock of the whole run, host calls included, time with a person excluded. */
  readonly timeoutMs: number;
  /** All waiting for persons in one run together. */
  readonly approvalMs: number;
  /** What the engine inside may hold. */
  readonly memoryBytes: number;
  /** Calls that run in the host at once; further ones wait for their turn. */
  readonly maxConcurrentCalls: number;
  /** Requests without an answer yet, running or waiting; further ones reject in the snippet. */
  readonly maxPendingCalls: number;
  /** Requests in the whole run; further ones reject in the snippet. */
  readonly maxCalls: number;
  /** Arguments of one request. */
  readonly maxArgumentBytes: number;
  /** One answer of the host; a larger one rejects in the snippet. */
  readonly maxAnswerBytes: number;
  /** The value that the snippet returns. */
  readonly maxValueBytes: number;
  /** All that the snippet prints. The rest is cut, with a mark. */
  readonly maxLogBytes: number;
  readonly maxLogEntries: number;
  /** Entries of `calls`; the rest is counted only. */
  readonly maxCallRecords: number;
  /** How deep a value may be nested that crosses the border. */
  readonly maxDepth: number;
  /** Longest single `sleep`. */
  readonly maxSleepMs: number;
  /** How long calls that were sent but not awaited may still take after the snippet has returned. */
  readonly settleMs: number;
}

/** A profile's own name for the guest API: `openclaw` gives `openclaw.tools.search` beside `tools.search`. */
export type GuestAlias = 'openclaw';

export interface CodeRequest {
  /** The snippet: the body of an async function. */
  readonly code: string;
  readonly host: SandboxHost;
  /** First part of the keys of calls; a random one where none is given. */
  readonly runId?: string;
  /** Deviations from {@link DEFAULT_CODE_LIMITS}. */
  readonly limits?: Partial<CodeLimits>;
  readonly aliases?: readonly GuestAlias[];
  readonly signal?: AbortSignal;
}

/** What ended a run without a value. */
export type CodeErrorKind =
  /** The snippet is not JavaScript. Nothing ran. */
  | 'syntax'
  /** The snippet threw. */
  | 'thrown'
  /** What it returned cannot cross the border. */
  | 'value'
  /** It waits for a promise that nothing can settle any more. */
  | 'stuck'
  /** The clock ran out. */
  | 'timeout'
  /** The memory ran out, of the engine or of the process. */
  | 'memory'
  /** A bound on calls or sizes that ends the run. */
  | 'limit'
  /** The caller's signal. */
  | 'cancelled'
  /** The child ended by itself, or sent what it cannot have meant. */
  | 'sandbox';

export interface CodeError {
  readonly kind: CodeErrorKind;
  readonly name: string;
  readonly message: string;
  /** Line of the snippet, from 1. */
  readonly line?: number;
  /** `code` of what was thrown, where it is a text: for a refused call, that of the refusal. */
  readonly code?: string;
  /** What to do about it, where what was thrown says so: for a refused call, as the refusal does. */
  readonly next?: string;
}

export type LogLevel = 'log' | 'warn' | 'error';

export interface CodeLog {
  readonly level: LogLevel;
  readonly text: string;
}

/** One `tools.call`. */
export interface CodeCall {
  /** Id of the tool; what the snippet wrote, cut, where no tool was resolved. */
  readonly tool: string;
  readonly key: string;
  readonly ok: boolean;
  readonly ms: number;
  /** Code of what failed. */
  readonly error?: string;
}

/** A call whose outcome nobody knows: it was sent, and the run ended first. */
export interface UnfinishedCall {
  readonly tool: string;
  readonly key: string;
}

export interface CodeTelemetry {
  /** From the hand-over of the snippet to the end of the run, time with persons included. */
  readonly ms: number;
  /** From the start of the process until it was ready. It is mostly over before the run begins. */
  readonly childStartMs: number;
  /** How long the run waited for its process. */
  readonly waitedForChildMs: number;
  /** Time in which the clock stood. */
  readonly pausedMs: number;
  /** Size of the engine's memory at the end, some 16 MB for a snippet that needs none; 0 where it was killed. */
  readonly memoryBytes: number;
  readonly searchCount: number;
  readonly describeCount: number;
  readonly callCount: number;
  /** Bytes that came from the child. */
  readonly bytesFromChild: number;
  /** Process that ran the snippet. It was killed, and is gone at once or a moment later. */
  readonly pid: number;
}

interface CodeOutcome {
  readonly logs: readonly CodeLog[];
  readonly calls: readonly CodeCall[];
  readonly unfinished: readonly UnfinishedCall[];
  /** What the writer of the snippet should know: nothing returned, calls not awaited, output cut. */
  readonly notes: readonly string[];
  readonly telemetry: CodeTelemetry;
}

/** `value` is JSON that belongs to the caller; `null` where nothing was returned. */
export type CodeResult =
  | (CodeOutcome & { readonly ok: true; readonly value: unknown })
  | (CodeOutcome & { readonly ok: false; readonly error: CodeError });

export type SandboxAvailability = { readonly ok: true } | { readonly ok: false; readonly reason: string };

export interface SandboxOptions {
  /** The Node that runs the child. Default: the one that runs this. */
  readonly nodePath?: string;
  /** Deviations from {@link DEFAULT_CODE_LIMITS} for all runs. */
  readonly limits?: Partial<CodeLimits>;
  /** Runs at once; further ones wait. Default 4. */
  readonly maxRuns?: number;
  /** How long a process may wait for a snippet before it is let go. Default 10 minutes. */
  readonly idleMs?: number;
  /** Where the temporary working directories are made. Default: that of the system. */
  readonly temporaryFolder?: string;
  /**
   * For tests of the outer wall only: `none` runs snippets as plain JavaScript of the child, as if the engine inside had
   * been broken out of. Never to be offered to users.
   */
  readonly innerWall?: 'quickjs' | 'none';
}

/** Runs snippets of code mode, each in a process of its own. */
export interface Sandbox {
  /** Starts a process and says whether that worked. The answer is remembered once it was yes. */
  available(): Promise<SandboxAvailability>;
  /** Never rejects for what a snippet does; rejects with a {@link ToolscoutError} where no process can be started. */
  run(request: CodeRequest): Promise<CodeResult>;
  /** Ends all processes and waits for their clean-up. Runs in progress end as cancelled. */
  close(): Promise<void>;
}
