import { stringifyExact } from '../shared/exact-json.ts';
import type { Tool } from '../tools/index.ts';
import { toCallFailure } from './failure.ts';
import type { CallContext, CallObserver, CallStageEvent, RawToolResult } from './types.ts';

/** A stage without what every stage has. */
type Stage = CallStageEvent extends infer Event
  ? Event extends CallStageEvent
    ? Omit<Event, 'callId' | 'at' | 'session' | 'entrance' | 'key'>
    : never
  : never;

const utf8 = new TextEncoder();

/** Tells observers the stages of one call. None of them can hold it up or make it fail. */
export class CallWatch {
  readonly callId: string = globalThis.crypto.randomUUID();
  readonly #observers: readonly CallObserver[];
  readonly #context: CallContext;
  readonly #onError: (error: unknown) => void;
  /** Somebody was asked to consent. */
  asked = false;
  readonly #begin = performance.now();
  #tool: Tool | undefined;
  #startedAt: number | undefined;
  #executionMs: number | undefined;
  #resultBytes: number | undefined;

  constructor(observers: readonly CallObserver[], context: CallContext, onError: (error: unknown) => void) {
    this.#observers = observers;
    this.#context = context;
    this.#onError = onError;
  }

  tell(stage: Stage): void {
    if (stage.stage === 'resolved') this.#tool = stage.tool;
    if (stage.stage === 'approval-asked') this.asked = true;
    const { session, entrance = 'direct', key } = this.#context;
    const about = { callId: this.callId, at: Date.now(), session, entrance, ...(key === undefined ? {} : { key }) };
    const event = { ...stage, ...about } as CallStageEvent;
    for (const observer of this.#observers) {
      try {
        observer.onStage(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  /** The tool begins to run. */
  started(): void {
    this.#startedAt = performance.now();
  }

  /** The tool is through, or was left behind. */
  executed(result: RawToolResult | undefined): void {
    if (this.#startedAt !== undefined) this.#executionMs = performance.now() - this.#startedAt;
    // Writing a large result out takes milliseconds, which only observers are worth.
    if (result !== undefined && this.#observers.length > 0) this.#resultBytes = sizeOf(result);
  }

  succeeded(result: RawToolResult): void {
    this.#finish({ end: result.isError === true ? 'tool-error' : 'ok', ran: true });
  }

  failed(error: unknown): void {
    const { code, ran } = toCallFailure(error);
    this.#finish({ end: this.#startedAt === undefined ? 'refused' : 'failed', code, ran });
  }

  #finish(end: Pick<Extract<CallStageEvent, { stage: 'finished' }>, 'end' | 'code' | 'ran'>): void {
    this.tell({
      stage: 'finished',
      ...end,
      durationMs: performance.now() - this.#begin,
      ...(this.#tool === undefined ? {} : { tool: this.#tool }),
      ...(this.#executionMs === undefined ? {} : { executionMs: this.#executionMs }),
      ...(this.#resultBytes === undefined ? {} : { resultBytes: this.#resultBytes }),
    });
  }
}

function sizeOf(result: RawToolResult): number | undefined {
  try {
    return utf8.encode(stringifyExact(result)).length;
  } catch {
    return undefined;
  }
}
