import { Buffer } from 'node:buffer';
import { errorMessage, ToolscoutError } from '../errors.ts';
import { stringifyExact } from '../shared/exact-json.ts';
import { isObject, own } from '../shared/json.ts';
import { truncate } from '../shared/truncate.ts';
import { readCrossing } from './crossing.ts';
import type { CodeCall, CodeLimits, HostOperation, SandboxHost, UnfinishedCall } from './types.ts';

export interface HostCallsOptions {
  readonly runId: string;
  readonly host: SandboxHost;
  readonly limits: CodeLimits;
  readonly pauseClock: () => () => void;
  /** Sends an answer to the snippet: JSON of the value, or of the facts of an error. */
  readonly answer: (id: number, ok: boolean, text: string) => void;
}

interface OpenRequest {
  readonly id: number;
  readonly ordinal: number;
  readonly operation: HostOperation;
  readonly args: readonly unknown[];
  tool: string;
}

const NAME_LENGTH = 200;
const MESSAGE_LENGTH = 4_000;
const DETAILS_BYTES = 8_000;
const TOO_MANY = 'TOO_MANY_CALLS';
const TOO_LARGE = 'TOO_LARGE';
const NOT_RUN = 'NOT_RUN';

/** The requests of one run: counted, bounded, run in the host a few at a time, and recorded. */
export class HostCalls {
  readonly counts: Record<HostOperation, number> = { search: 0, describe: 0, call: 0 };
  readonly records: CodeCall[] = [];
  /** Calls beyond the bound of the record. */
  unrecorded = 0;
  readonly #options: HostCallsOptions;
  readonly #abort = new AbortController();
  readonly #waiting: OpenRequest[] = [];
  readonly #running = new Map<OpenRequest, Promise<void>>();
  #total = 0;
  #sealed = false;

  constructor(options: HostCallsOptions) {
    this.#options = options;
  }

  /** What has no answer yet, as a snippet would name it. */
  get unanswered(): readonly string[] {
    return [...this.#running.keys(), ...this.#waiting].map(({ operation, tool }) =>
      operation === 'call' ? tool || 'a call without a name' : `tools.${operation}`,
    );
  }

  /** Calls that were sent and have no outcome yet. */
  get open(): readonly UnfinishedCall[] {
    return [...this.#running.keys(), ...this.#waiting]
      .filter((request) => request.operation === 'call')
      .map((request) => ({ tool: request.tool, key: this.#key(request) }));
  }

  /** Takes a request of the snippet. False where the child has sent more than it ever may. */
  accept(id: number, operation: HostOperation, text: string): boolean {
    if (this.#sealed) return true;
    const { limits } = this.#options;
    if (this.#total >= limits.maxCalls) return false;
    const ordinal = ++this.#total;
    this.counts[operation]++;
    let args: unknown;
    try {
      args = readCrossing(text, limits.maxArgumentBytes, limits.maxDepth + 1);
    } catch (error) {
      this.#refuse(id, TOO_LARGE, `The arguments cannot be sent: ${errorMessage(error)}. Send less.`);
      return true;
    }
    const list = Array.isArray(args) ? (args as unknown[]) : [];
    const request: OpenRequest = { id, ordinal, operation, args: list, tool: writtenName(list[0]) };
    if (this.#running.size + this.#waiting.length >= limits.maxPendingCalls) {
      const message = `More than ${limits.maxPendingCalls} requests are open at once: await some before making more.`;
      this.#record(request, false, 0, TOO_MANY);
      this.#refuse(id, TOO_MANY, message);
      return true;
    }
    this.#waiting.push(request);
    this.#next();
    return true;
  }

  /** From now on nothing starts. What waits for its turn is recorded as not run. */
  seal(): void {
    this.#sealed = true;
    for (const request of this.#waiting.splice(0)) this.#record(request, false, 0, NOT_RUN);
  }

  /** Resolves when all that runs has come to an end, or after `limitMs`. */
  async settle(limitMs: number): Promise<void> {
    if (this.#running.size === 0 || limitMs <= 0) return;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, limitMs);
    });
    await Promise.race([Promise.all(this.#running.values()), limit]);
    clearTimeout(timer);
  }

  /** Tells the host to give up what still runs. */
  abort(): void {
    this.#abort.abort();
  }

  #next(): void {
    while (!this.#sealed && this.#running.size < this.#options.limits.maxConcurrentCalls) {
      const request = this.#waiting.shift();
      if (request === undefined) return;
      this.#running.set(request, this.#run(request));
    }
  }

  async #run(request: OpenRequest): Promise<void> {
    // The map of running ones must know it before it can end.
    await null;
    const startedAt = performance.now();
    const elapsed = (): number => Math.round((performance.now() - startedAt) * 10) / 10;
    try {
      const value = await this.#options.host[request.operation](request.args, {
        key: this.#key(request),
        ordinal: request.ordinal,
        signal: this.#abort.signal,
        resolved: (toolId) => {
          request.tool = toolId;
        },
        pauseClock: this.#options.pauseClock,
      });
      this.#finish(request);
      this.#record(request, true, elapsed());
      this.#deliver(request.id, value);
    } catch (error) {
      this.#finish(request);
      const facts = errorFacts(error);
      this.#record(request, false, elapsed(), facts.code);
      this.#options.answer(request.id, false, JSON.stringify(facts));
    }
    this.#next();
  }

  #finish(request: OpenRequest): void {
    this.#running.delete(request);
  }

  #deliver(id: number, value: unknown): void {
    const { maxAnswerBytes } = this.#options.limits;
    const text = stringifyExact(value ?? null) ?? 'null';
    const bytes = Buffer.byteLength(text);
    if (bytes <= maxAnswerBytes) this.#options.answer(id, true, text);
    else
      this.#refuse(
        id,
        TOO_LARGE,
        `The answer has ${bytes} bytes, and ${maxAnswerBytes} may enter a snippet. Ask for less.`,
      );
  }

  #refuse(id: number, code: string, message: string): void {
    this.#options.answer(id, false, JSON.stringify({ message, code }));
  }

  #record(request: OpenRequest, ok: boolean, ms: number, error?: string): void {
    if (request.operation !== 'call') return;
    if (this.records.length >= this.#options.limits.maxCallRecords) {
      this.unrecorded++;
      return;
    }
    const key = this.#key(request);
    this.records.push({ tool: request.tool, key, ok, ms, ...(error === undefined ? {} : { error }) });
  }

  #key({ ordinal }: OpenRequest): string {
    return `${this.#options.runId}:${ordinal}`;
  }
}

/** What the snippet called the tool, for the record of a call that never came to a tool. */
function writtenName(first: unknown): string {
  const written = isObject(first)
    ? ['id', 'name', 'tool', 'toolId'].map((key) => own(first, key)).find((value) => typeof value === 'string')
    : first;
  return typeof written === 'string' ? truncate(written, NAME_LENGTH) : '';
}

interface ErrorFacts {
  readonly message: string;
  readonly code: string;
  readonly next?: string;
  readonly details?: unknown;
}

function errorFacts(error: unknown): ErrorFacts {
  const message = truncate(errorMessage(error), MESSAGE_LENGTH);
  if (!(error instanceof ToolscoutError)) return { message, code: 'CALL_FAILED' };
  const { code, next, details } = error;
  return {
    message,
    code,
    ...(next === undefined ? {} : { next: truncate(next, MESSAGE_LENGTH) }),
    ...(hasSmallDetails(details) ? { details } : {}),
  };
}

function hasSmallDetails(details: Readonly<Record<string, unknown>>): boolean {
  try {
    const text = JSON.stringify(details);
    return text !== '{}' && Buffer.byteLength(text) <= DETAILS_BYTES;
  } catch {
    return false;
  }
}
