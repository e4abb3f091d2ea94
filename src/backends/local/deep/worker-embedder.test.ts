import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import type { WorkerJob, WorkerMessage } from './protocol.ts';
import { createWorkerEmbedder, type WorkerThread } from './worker-embedder.ts';

/** A thread in the test's hands. */
class HeldThread extends EventEmitter implements WorkerThread {
  readonly jobs: WorkerJob[] = [];
  terminated = false;
  holdsProcess = true;
  postMessage(job: WorkerJob): void {
    this.jobs.push(job);
  }
  unref(): void {
    this.holdsProcess = this.listenerCount('message') === 0;
  }
  async terminate(): Promise<void> {
    this.terminated = true;
    this.emit('exit', 1);
  }
  /** Answers the latest job. */
  async answer(): Promise<void> {
    const job = this.jobs.at(-1)!;
    this.say({ kind: 'vectors', vectors: job.texts.map((text) => Float32Array.of(text.length)) });
    await new Promise((resolve) => setImmediate(resolve));
  }
  say(message: WorkerMessage): void {
    this.emit('message', message);
  }
}

function setUp(seats?: number) {
  const threads: HeldThread[] = [];
  const warnings: string[] = [];
  const embedder = createWorkerEmbedder({
    id: 'deep@1',
    dimensions: 1,
    ...(seats === undefined ? {} : { threads: seats }),
    start: () => {
      const thread = new HeldThread();
      threads.push(thread);
      return thread;
    },
    warn: (message) => warnings.push(message),
  });
  return { embedder, threads, warnings };
}

const textsOf = (thread: HeldThread): string[][] => thread.jobs.map(({ texts }) => [...texts]);

describe('an embedder on a thread', () => {
  it('starts with the first text and does not hold the process', async () => {
    const { embedder, threads } = setUp();
    expect(threads).toHaveLength(0);
    const answer = embedder.embed(['abc'], 'query');
    expect(threads.map(({ holdsProcess }) => holdsProcess)).toEqual([false]);
    await threads[0]!.answer();
    expect(await answer).toEqual([Float32Array.of(3)]);
  });

  it('takes a request before documents that wait longer, and few documents at a time', async () => {
    const { embedder, threads } = setUp();
    const documents = embedder.embed(['a', 'bb', 'ccc', 'dddd', 'e', 'ff'], 'document');
    const others = embedder.embed(['other'], 'document');
    const request = embedder.embed(['request'], 'query');
    const [thread] = threads;
    for (let i = 0; i < 4; i++) await thread!.answer();
    expect(textsOf(thread!)).toEqual([['a', 'bb', 'ccc', 'dddd'], ['request'], ['other'], ['e', 'ff']]);
    expect((await request)[0]).toEqual(Float32Array.of(7));
    expect((await documents).map(([length]) => length)).toEqual([1, 2, 3, 4, 1, 2]);
    expect(await others).toHaveLength(1);
  });

  it('splits documents between threads, keeps their order, and starts no more threads than there is work for', async () => {
    const { embedder, threads } = setUp(3);
    const texts = ['a', 'bb', 'ccc', 'dddd', 'e', 'ff'];
    const documents = embedder.embed(texts, 'document');
    expect(threads.map(textsOf)).toEqual([[['a', 'bb', 'ccc', 'dddd']], [['e', 'ff']]]);
    await threads[1]!.answer();
    const request = embedder.embed(['request'], 'query');
    expect(textsOf(threads[1]!).at(-1)).toEqual(['request']);
    await threads[0]!.answer();
    await threads[1]!.answer();
    expect((await documents).map(([length]) => length)).toEqual(texts.map((text) => text.length));
    expect(await request).toEqual([Float32Array.of(7)]);
    expect(threads).toHaveLength(2);
  });

  it('asks for no more of what has failed on one thread', async () => {
    const { embedder, threads } = setUp(2);
    const documents = embedder.embed(Array.from({ length: 40 }, String), 'document');
    threads[0]!.say({ kind: 'failed', message: 'The model is missing.', next: undefined });
    await expect(documents).rejects.toThrow('missing');
    await threads[1]!.answer();
    expect(threads.flatMap(textsOf)).toHaveLength(2);
  });

  it('forgets what was given up before its turn', async () => {
    const { embedder, threads } = setUp();
    const running = embedder.embed(['first'], 'document');
    const controller = new AbortController();
    const waiting = embedder.embed(['second'], 'document', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await threads[0]!.answer();
    await running;
    expect(textsOf(threads[0]!)).toEqual([['first']]);
  });

  it('rejects what was under way when the thread dies, and starts another for the next text', async () => {
    const { embedder, threads } = setUp();
    const lost = [embedder.embed(['a'], 'document'), embedder.embed(['b'], 'query')];
    threads[0]!.emit('error', new Error('out of memory'));
    for (const one of lost)
      await expect(one).rejects.toMatchObject({ message: expect.stringContaining('out of memory') });
    threads[0]!.emit('exit', 1);
    const next = embedder.embed(['c'], 'query');
    await threads[1]!.answer();
    expect(await next).toHaveLength(1);
    expect(threads).toHaveLength(2);
  });

  it('passes on why a text could not be embedded, and goes on with the next', async () => {
    const { embedder, threads, warnings } = setUp();
    const failing = embedder.embed(['a'], 'query');
    const next = embedder.embed(['b'], 'query');
    threads[0]!.say({ kind: 'warning', message: 'no cache' });
    threads[0]!.say({ kind: 'failed', message: 'The model is missing.', next: 'Install it.' });
    await expect(failing).rejects.toMatchObject({ message: 'The model is missing.', next: 'Install it.' });
    await threads[0]!.answer();
    expect(await next).toHaveLength(1);
    expect(warnings).toEqual(['no cache']);
  });

  it('tells once what several threads warn of', async () => {
    const { embedder, threads, warnings } = setUp(2);
    const documents = embedder.embed(['a', 'b', 'c', 'd', 'e'], 'document');
    for (const thread of threads) {
      thread.say({ kind: 'warning', message: 'no pack' });
      await thread.answer();
    }
    expect(await documents).toHaveLength(5);
    expect([threads.length, warnings]).toEqual([2, ['no pack']]);
  });

  it('ends its thread when it is closed, and whatever waits for it', async () => {
    const { embedder, threads } = setUp();
    const lost = [embedder.embed(['a'], 'query'), embedder.embed(['b'], 'document')];
    const settled = Promise.allSettled(lost);
    await embedder.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(threads[0]!.terminated).toBe(true);
    await expect(embedder.embed(['c'], 'query')).rejects.toMatchObject({ message: expect.stringContaining('closed') });
    expect(threads).toHaveLength(1);
  });
});
