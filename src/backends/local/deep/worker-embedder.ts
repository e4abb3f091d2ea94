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
  /** Starts the thread; called at the first job, and again after a crash. */
  readonly start: () => WorkerThread;
  /** Told what does not concern one job. */
  readonly warn?: (message: string) => void;
}

/** An embedder on a thread of its own. */
export interface WorkerEmbedder extends Embedder {
  /** Are the vectors of these documents on disk, so that using them costs next to nothing? */
  holds(texts: readonly string[]): Promise<boolean>;
  /** Ends the thread. What waits for it rejects, and so does everything later. */
  close(): Promise<void>;
}

/** Documents a job: what a request may have to wait for, some 25 ms each. */
const DOCUMENTS_PER_JOB = 4;

/** One job at a time is with the thread; the others wait here, so that requests can overtake documents. */
export function createWorkerEmbedder(options: WorkerEmbedderOptions): WorkerEmbedder {
  return new QueuedEmbedder(options);
}

interface Pending {
  readonly job: WorkerJob;
  readonly resolve: (message: WorkerMessage) => void;
  readonly reject: (error: unknown) => void;
}

class QueuedEmbedder implements WorkerEmbedder {
  readonly id: string;
  readonly dimensions: number;
  readonly #options: WorkerEmbedderOptions;
  /** Requests and other questions somebody waits for. */
  readonly #urgent: Pending[] = [];
  readonly #patient: Pending[] = [];
  #thread: WorkerThread | undefined;
  #running: Pending | undefined;
  #closed = false;

  constructor(options: WorkerEmbedderOptions) {
    this.id = options.id;
    this.dimensions = options.dimensions;
    this.#options = options;
  }

  async embed(
    texts: readonly string[],
    role: EmbeddingRole,
    options: { readonly signal?: AbortSignal } = {},
  ): Promise<readonly Float32Array[]> {
    const size = role === 'query' ? 1 : DOCUMENTS_PER_JOB;
    const vectors: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += size) {
      const job: WorkerJob = { kind: 'embed', role, texts: texts.slice(start, start + size) };
      const answer = await this.#ask(job, role === 'query', options.signal);
      if (answer.kind === 'vectors') vectors.push(...answer.vectors);
    }
    return vectors;
  }

  async holds(texts: readonly string[]): Promise<boolean> {
    const answer = await this.#ask({ kind: 'holds', texts }, true);
    return answer.kind === 'held' && answer.held;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = this.#thread;
    this.#lose(closed());
    await thread?.terminate();
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
    if (this.#running !== undefined) return;
    const pending = this.#urgent.shift() ?? this.#patient.shift();
    if (pending === undefined) return;
    this.#running = pending;
    try {
      this.#thread ??= this.#start();
      this.#thread.postMessage(pending.job);
    } catch (error) {
      this.#running = undefined;
      pending.reject(error);
      this.#next();
    }
  }

  #start(): WorkerThread {
    const thread = this.#options.start();
    const lost = (why: string, cause?: Error) => {
      if (this.#thread === thread) this.#lose(stopped(why, cause));
    };
    thread.on('message', (message) => {
      if (this.#thread === thread) this.#receive(message);
    });
    thread.on('error', (error) => lost(error.message, error));
    thread.on('exit', (code) => lost(`it ended with code ${code}`));
    thread.unref(); // after the listeners: each of them would hold the process again
    return thread;
  }

  #receive(message: WorkerMessage): void {
    if (message.kind === 'warning') {
      this.#options.warn?.(message.message);
      return;
    }
    const pending = this.#running;
    this.#running = undefined;
    if (message.kind === 'failed') {
      const { next } = message;
      pending?.reject(new ToolscoutError('MODEL_INVALID', message.message, next === undefined ? {} : { next }));
    } else {
      pending?.resolve(message);
    }
    this.#next();
  }

  /** The thread is gone: nobody waits for it any more, and the next job starts another. */
  #lose(error: ToolscoutError): void {
    this.#thread = undefined;
    const waiting = [...(this.#running === undefined ? [] : [this.#running]), ...this.#urgent, ...this.#patient];
    this.#running = undefined;
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
