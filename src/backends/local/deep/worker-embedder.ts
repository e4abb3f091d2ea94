import type { Embedder, EmbeddingRole } from '../../../engine/index.ts';
import { ToolscoutError } from '../../../errors.ts';
import type { WorkerJob, WorkerMessage } from './protocol.ts';

/** The little of a worker thread that is used here. */
export interface WorkerThread {
  postMessage(job: WorkerJob): void;
  on(event: 'message', listener: (message: WorkerMessage) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
  unref(): void;
}

export interface WorkerEmbedderOptions {
  readonly id: string;
  readonly dimensions: number;
  /** Starts a thread; called when there is a job for it, and again after a crash. */
  readonly start: () => WorkerThread;
  /** How many threads there may be at once, each with a model of its own. Default 1. */
  readonly threads?: number;
  /** Told what does not concern one job. */
  readonly warn?: (message: string) => void;
}

/** An embedder on threads of its own. */
export interface WorkerEmbedder extends Embedder {
  recall(texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]>;
  /** Ends the threads. What waits for it rejects, and so does everything later. */
  close(): Promise<void>;
}

/** Documents a job: what a request may have to wait for, some 25 ms each. */
const DOCUMENTS_PER_JOB = 4;

/**
 * One job at a time is with each thread; the others wait here, so that requests can overtake documents. Each text is
 * embedded by itself, so its vector is the same on whichever of how many threads.
 */
export function createWorkerEmbedder(options: WorkerEmbedderOptions): WorkerEmbedder {
  return new QueuedEmbedder(options);
}

interface Pending {
  readonly job: WorkerJob;
  readonly resolve: (message: WorkerMessage) => void;
  readonly reject: (error: unknown) => void;
}

/** A place for a thread, which is there from its first job on. */
interface Seat {
  thread: WorkerThread | undefined;
  running: Pending | undefined;
}

class QueuedEmbedder implements WorkerEmbedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #options: WorkerEmbedderOptions;
  /** Requests and other questions somebody waits for. */
  readonly #urgent: Pending[] = [];
  readonly #patient: Pending[] = [];
  readonly #seats: readonly Seat[];
  /** Each thread finds the same fault, and so does the next one after a crash. */
  readonly #warned = new Set<string>();
  #closed = false;

  constructor(options: WorkerEmbedderOptions) {
    this.id = options.id;
    this.dimensions = options.dimensions;
    this.#options = options;
    this.#seats = Array.from({ length: options.threads ?? 1 }, () => ({ thread: undefined, running: undefined }));
  }

  async embed(
    texts: readonly string[],
    role: EmbeddingRole,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    const size = role === 'query' ? 1 : DOCUMENTS_PER_JOB;
    const vectors = new Array<Float32Array>(texts.length);
    let next = 0;
    // As many jobs at once as there are threads, and no more: others have texts, too.
    const work = async (): Promise<void> => {
      while (next < texts.length) {
        const start = next;
        next += size;
        const job: WorkerJob = { kind: 'embed', role, texts: texts.slice(start, start + size) };
        const answer = await this.#ask(job, role === 'query', options.signal);
        if (answer.kind === 'vectors') for (const [i, vector] of answer.vectors.entries()) vectors[start + i] = vector;
      }
    };
    try {
      await Promise.all(this.#seats.map(work));
    } catch (error) {
      next = texts.length;
      throw error;
    }
    return vectors;
  }

  async recall(texts: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    const answer = await this.#ask({ kind: 'recall', texts }, true);
    return answer.kind === 'recalled' ? answer.vectors : texts.map(() => undefined);
  }

  async close(): Promise<void> {
    this.#closed = true;
    const threads = this.#seats.map(({ thread }) => thread);
    for (const seat of this.#seats) this.#lose(seat, closed());
    await Promise.all(threads.map((thread) => thread?.terminate()));
  }

  #ask(job: WorkerJob, urgent: boolean, signal?: AbortSignal): Promise<WorkerMessage> {
    signal?.throwIfAborted();
    if (this.#closed) return Promise.reject(closed());
    return new Promise((resolve, reject) => {
      const queue = urgent ? this.#urgent : this.#patient;
      const abort = () => {
        // What runs already runs to its end, a moment later; its answer goes nowhere.
        const position = queue.indexOf(pending);
        if (position >= 0) queue.splice(position, 1);
        pending.reject(signal!.reason);
      };
      const pending: Pending = {
        job,
        resolve: (message) => {
          signal?.removeEventListener('abort', abort);
          resolve(message);
        },
        reject: (error) => {
          signal?.removeEventListener('abort', abort);
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort);
      queue.push(pending);
      this.#next();
    });
  }

  #next(): void {
    for (const seat of this.#seats) {
      while (seat.running === undefined) {
        const pending = this.#urgent.shift() ?? this.#patient.shift();
        if (pending === undefined) return;
        this.#give(seat, pending);
      }
    }
  }

  #give(seat: Seat, pending: Pending): void {
    seat.running = pending;
    try {
      seat.thread ??= this.#start(seat);
      seat.thread.postMessage(pending.job);
    } catch (error) {
      seat.running = undefined;
      pending.reject(error);
    }
  }

  #start(seat: Seat): WorkerThread {
    const thread = this.#options.start();
    const lost = (why: string, cause?: Error) => {
      if (seat.thread === thread) this.#lose(seat, stopped(why, cause));
    };
    thread.on('message', (message) => {
      if (seat.thread === thread) this.#receive(seat, message);
    });
    thread.on('error', (error) => lost(error.message, error));
    thread.on('exit', (code) => lost(`it ended with code ${code}`));
    thread.unref(); // after the listeners: each of them would hold the process again
    return thread;
  }

  #receive(seat: Seat, message: WorkerMessage): void {
    if (message.kind === 'warning') {
      if (!this.#warned.has(message.message)) this.#options.warn?.(message.message);
      this.#warned.add(message.message);
      return;
    }
    const pending = seat.running;
    seat.running = undefined;
    if (message.kind === 'failed') {
      const { next } = message;
      pending?.reject(new ToolscoutError('MODEL_INVALID', message.message, next === undefined ? {} : { next }));
    } else {
      pending?.resolve(message);
    }
    this.#next();
  }

  /** A thread is gone: nobody waits for it any more, nor for a turn, and the next job starts another. */
  #lose(seat: Seat, error: ToolscoutError): void {
    seat.thread = undefined;
    const waiting = [...(seat.running === undefined ? [] : [seat.running]), ...this.#urgent, ...this.#patient];
    seat.running = undefined;
    this.#urgent.length = 0;
    this.#patient.length = 0;
    for (const pending of waiting) pending.reject(error);
  }
}

function closed(): ToolscoutError {
  return new ToolscoutError('MODEL_INVALID', 'The deep model is closed.');
}

function stopped(why: string, cause?: Error): ToolscoutError {
  return new ToolscoutError('MODEL_INVALID', `The thread of the deep model stopped: ${why}.`, {
    ...(cause === undefined ? {} : { cause }),
  });
}
