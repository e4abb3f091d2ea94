import { ToolscoutError } from '../../errors.ts';
import { type OpenSearchHttp, pauseBefore, REAL_TIMING, type RetryTiming } from './connection.ts';
import { documentId } from './document-id.ts';
import { list, member, number } from './members.ts';

/** One step of a load. */
export type BulkStep =
  | { readonly op: 'index'; readonly id: string; readonly route: string; readonly source: object }
  | { readonly op: 'delete'; readonly id: string; readonly route: string };

/** A step with what is sent of it, which is written once however often it is sent. */
interface WrittenStep {
  readonly step: BulkStep;
  readonly lines: string;
}

export interface BulkWriterOptions {
  /** Told of each document that the cluster will not take, whatever the load, and why. */
  readonly onRejected: (id: string, reason: string) => void;
  readonly timing?: RetryTiming;
}

/** Text of one request, at most: some hundreds of tools. */
const REQUEST_BYTES = 4_000_000;
/** Requests on their way at a time. Nothing further is read while they are: the cluster sets the pace. */
const REQUESTS = 2;
/** How often a step is sent that the cluster is too busy for, some minutes with the pauses between. */
const ATTEMPTS = 12;
/** Nobody is waiting, and what is sent again while the cluster still works on it makes it slower. */
const REQUEST_TIMEOUT_MS = 300_000;

/**
 * Writes documents into one index, in requests of a bounded size. A step is done when the cluster has acknowledged it;
 * what it was too busy for is sent again. To send a step twice does no harm, so neither does an answer that was lost.
 */
export class BulkWriter {
  readonly #http: OpenSearchHttp;
  readonly #index: string;
  readonly #options: BulkWriterOptions;
  readonly #running = new Set<Promise<void>>();
  #steps: WrittenStep[] = [];
  #bytes = 0;
  #failure: unknown;

  constructor(http: OpenSearchHttp, index: string, options: BulkWriterOptions) {
    this.#http = http;
    this.#index = index;
    this.#options = options;
  }

  /** Takes a step in; waits while too much is on its way. @throws what a request before has failed with */
  async add(step: BulkStep): Promise<void> {
    const lines = linesOf(step);
    this.#steps.push({ step, lines });
    this.#bytes += lines.length;
    if (this.#bytes >= REQUEST_BYTES) await this.#send();
  }

  /** Resolves when everything is acknowledged. @throws ToolscoutError `INDEX_UNAVAILABLE` where something is not */
  async flush(): Promise<void> {
    await this.#send();
    await Promise.all(this.#running);
    if (this.#failure !== undefined) throw this.#failure;
  }

  async #send(): Promise<void> {
    const steps = this.#steps;
    this.#steps = [];
    this.#bytes = 0;
    while (this.#running.size >= REQUESTS) await Promise.race(this.#running);
    if (this.#failure !== undefined) throw this.#failure;
    if (steps.length === 0) return;
    const request: Promise<void> = this.#acknowledge(steps)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(request));
    this.#running.add(request);
  }

  async #acknowledge(all: readonly WrittenStep[]): Promise<void> {
    const { onRejected, timing = REAL_TIMING } = this.#options;
    let steps = all;
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#http.send({
        method: 'POST',
        path: `/${this.#index}/_bulk`,
        body: steps.map(({ lines }) => lines).join(''),
        timeoutMs: REQUEST_TIMEOUT_MS,
      });
      const items = list(answer, 'items');
      const busy: WrittenStep[] = [];
      for (const [i, written] of steps.entries()) {
        const { step } = written;
        const item = member(items[i], step.op);
        const status = number(item, 'status');
        // What is not there is deleted.
        if ((status >= 200 && status < 300) || (step.op === 'delete' && status === 404)) continue;
        if (status === 0 || status === 429 || status >= 500) busy.push(written);
        else onRejected(step.id, String(member(item, 'error', 'reason') ?? `status ${status}`));
      }
      if (busy.length === 0) return;
      if (attempt === ATTEMPTS) throw tooBusy(this.#index, busy.length);
      steps = busy;
      await timing.wait(pauseBefore(attempt + 1, timing.random));
    }
  }
}

function linesOf(step: BulkStep): string {
  const action = JSON.stringify({ [step.op]: { _id: documentId(step.id), routing: step.route } });
  return step.op === 'delete' ? `${action}\n` : `${action}\n${JSON.stringify(step.source)}\n`;
}

function tooBusy(index: string, steps: number): ToolscoutError {
  return new ToolscoutError('INDEX_UNAVAILABLE', `The cluster did not take ${steps} changes of ${index}.`, {
    next: 'Look at its health and load; run the same command again, which leaves out what is there already.',
    details: { index, steps },
  });
}
