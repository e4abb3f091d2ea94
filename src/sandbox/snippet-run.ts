import { errorMessage } from '../errors.ts';
import { type Child, type ChildEnd, describeEnd } from './child-process.ts';
import { type Expiry, RunClock } from './clock.ts';
import { readCrossing } from './crossing.ts';
import { Heartbeat } from './heartbeat.ts';
import { HostCalls } from './host-calls.ts';
import { watchMemory } from './memory-watch.ts';
import type { ChildMessage } from './messages.ts';
import { writeNotes } from './notes.ts';
import { SnippetLogs } from './snippet-logs.ts';
import type { CodeError, CodeErrorKind, CodeLimits, CodeRequest, CodeResult } from './types.ts';

export interface SnippetRunOptions {
  readonly child: Child;
  readonly request: CodeRequest;
  readonly runId: string;
  readonly limits: CodeLimits;
  readonly waitedForChildMs: number;
}

type Ending =
  | { readonly value: unknown; readonly returned: boolean }
  | { readonly error: CodeError; readonly byGuest: boolean };

/** Frames and bytes from one child; a child of ours stays far below. */
const MAX_MESSAGES = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A process without a snippet holds some 70 MB; values on their way come on top. */
const PROCESS_BYTES = 256 * 1024 * 1024;

/** One run, from the hand-over of the snippet until its process is gone. */
export class SnippetRun {
  readonly result: Promise<CodeResult>;
  readonly #options: SnippetRunOptions;
  readonly #startedAt = performance.now();
  readonly #clock: RunClock;
  readonly #heartbeat: Heartbeat;
  readonly #calls: HostCalls;
  readonly #logs: SnippetLogs;
  readonly #stopWatching: () => void;
  readonly #cancel = (): void => this.#fail('cancelled', 'AbortError', 'The run was cancelled.');
  #resolve!: (result: CodeResult) => void;
  #messages = 0;
  #memoryBytes = 0;
  #ending: Ending | undefined;

  constructor(options: SnippetRunOptions) {
    this.#options = options;
    const { child, request, limits, runId } = options;
    this.result = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#logs = new SnippetLogs(limits);
    this.#clock = new RunClock({
      limitMs: limits.timeoutMs,
      pauseLimitMs: limits.approvalMs,
      onExpire: (expiry) => this.#expire(expiry),
    });
    this.#heartbeat = new Heartbeat(
      () => child.send({ type: 'ping' }),
      () => this.#expire('run'),
    );
    this.#calls = new HostCalls({
      runId,
      host: request.host,
      limits,
      pauseClock: () => this.#pause(),
      answer: (id, ok, text) => {
        if (this.#ending === undefined) child.send({ type: 'answer', id, ok, text });
      },
    });
    this.#stopWatching = watchMemory(child.pid, PROCESS_BYTES + 2 * limits.memoryBytes, () =>
      this.#fail('memory', 'InternalError', 'The process of the snippet held too much memory.'),
    );
    child.hold(true);
    child.listen({ message: (message) => this.#hear(message), end: (end) => this.#childEnded(end) });
    child.send({ type: 'run', code: request.code, limits, aliases: request.aliases ?? [] });
    request.signal?.addEventListener('abort', this.#cancel);
    if (request.signal?.aborted === true) this.#cancel();
  }

  cancel(): void {
    this.#cancel();
  }

  #hear(message: ChildMessage): void {
    if (this.#ending !== undefined) return;
    if (++this.#messages > MAX_MESSAGES || this.#options.child.bytesReceived > MAX_BYTES) {
      this.#fail('limit', 'RangeError', 'The snippet sent more than may be sent in one run.');
      return;
    }
    switch (message.type) {
      case 'request':
        if (!this.#calls.accept(message.id, message.operation, message.text)) {
          this.#fail('limit', 'RangeError', `More than ${this.#options.limits.maxCalls} requests in one run.`);
        }
        return;
      case 'log':
        this.#logs.add(message.level, message.text);
        return;
      case 'logs-cut':
        this.#logs.cut();
        return;
      case 'pong':
        this.#heartbeat.heard();
        return;
      case 'ready':
        this.#fail('sandbox', 'ProtocolError', 'The process said twice that it is ready.');
        return;
      case 'done':
        this.#memoryBytes = message.memoryBytes;
        if (message.end === 'value') this.#returned(message.text, message.returned);
        else this.#end({ error: { kind: message.kind, ...message.error }, byGuest: true });
    }
  }

  #returned(text: string, returned: boolean): void {
    const { maxValueBytes, maxDepth } = this.#options.limits;
    try {
      this.#end({ value: readCrossing(text, maxValueBytes, maxDepth), returned });
    } catch (error) {
      const message = `The returned value cannot leave the snippet: ${errorMessage(error)}. Return less.`;
      this.#end({ error: { kind: 'value', name: 'RangeError', message }, byGuest: true });
    }
  }

  #childEnded(end: ChildEnd): void {
    if (end.heapFull) {
      this.#fail('memory', 'InternalError', 'The process of the snippet ran out of memory.');
    } else this.#fail('sandbox', 'SandboxError', `The process of the snippet ended: ${describeEnd(end)}`);
  }

  #expire(expiry: Expiry): void {
    const { timeoutMs, approvalMs } = this.#options.limits;
    const message =
      expiry === 'run'
        ? `The snippet took longer than ${timeoutMs} ms. Do less in one snippet, or fetch in parallel with Promise.all.`
        : `The snippet waited longer than ${approvalMs} ms for approval.`;
    this.#fail('timeout', 'TimeoutError', message);
  }

  #pause(): () => void {
    if (this.#ending !== undefined) return () => {};
    const resume = this.#clock.pause();
    this.#heartbeat.start(this.#clock.remainingMs);
    return () => {
      resume();
      if (!this.#clock.paused) this.#heartbeat.stop();
    };
  }

  #fail(kind: CodeErrorKind, name: string, message: string): void {
    this.#end({ error: { kind, name, message }, byGuest: false });
  }

  #end(ending: Ending): void {
    if (this.#ending !== undefined) return;
    this.#ending = ending;
    const { child, request } = this.#options;
    const notAwaited = this.#calls.unanswered;
    child.listen(undefined);
    child.kill();
    this.#heartbeat.stop();
    this.#stopWatching();
    request.signal?.removeEventListener('abort', this.#cancel);
    this.#calls.seal();
    void this.#close(ending, notAwaited);
  }

  async #close(ending: Ending, notAwaited: readonly string[]): Promise<void> {
    const { child, limits, waitedForChildMs } = this.#options;
    const byGuest = 'value' in ending || ending.byGuest;
    // A snippet that has said its last word can do nothing while its process ends; nobody need wait for that. Who was killed
    // for what it did gets no more time, and is gone when that is told.
    await (byGuest ? this.#calls.settle(Math.min(limits.settleMs, this.#clock.remainingMs)) : child.gone);
    const pausedMs = this.#clock.pausedMs;
    this.#clock.stop();
    const unfinished = this.#calls.open;
    this.#calls.abort();
    const { search, describe, call } = this.#calls.counts;
    const shared = {
      logs: this.#logs.entries,
      // A copy: a host that ignores the abort may still come to an end.
      calls: [...this.#calls.records],
      unfinished,
      notes: writeNotes({
        nothingReturned: 'value' in ending && !ending.returned,
        notAwaited: byGuest ? notAwaited : [],
        logsCut: this.#logs.cutAt,
        unrecorded: this.#calls.unrecorded,
      }),
      telemetry: {
        ms: round(performance.now() - this.#startedAt),
        childStartMs: round(child.startMs),
        waitedForChildMs: round(waitedForChildMs),
        pausedMs: round(pausedMs),
        memoryBytes: this.#memoryBytes,
        searchCount: search,
        describeCount: describe,
        callCount: call,
        bytesFromChild: child.bytesReceived,
        pid: child.pid,
      },
    };
    this.#resolve(
      'value' in ending ? { ok: true, value: ending.value, ...shared } : { ok: false, error: ending.error, ...shared },
    );
  }
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
