import { useEffect, useSyncExternalStore } from 'react';
import type { LiveTopic } from '../../../src/gateway/dashboard-api/types.ts';
import { request } from './api.ts';

export type LiveState = 'connecting' | 'live' | 'lost';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** One stream for the whole page. `EventSource` cannot carry a key, so it is read by hand. */
class Live {
  #state: LiveState = 'connecting';
  #over: AbortController | undefined;
  readonly #topics = new Map<LiveTopic, Set<() => void>>();
  readonly #watchers = new Set<() => void>();

  get state(): LiveState {
    return this.#state;
  }

  start(): () => void {
    const over = new AbortController();
    this.#over = over;
    void this.#run(over.signal);
    return () => over.abort();
  }

  /** Stops and begins again, with the key of now. */
  restart(): void {
    this.#over?.abort();
    this.start();
  }

  on(topics: readonly LiveTopic[], listener: () => void): () => void {
    for (const topic of topics) this.#topics.set(topic, (this.#topics.get(topic) ?? new Set()).add(listener));
    return () => {
      for (const topic of topics) this.#topics.get(topic)?.delete(listener);
    };
  }

  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  async #run(signal: AbortSignal): Promise<void> {
    let wait = FIRST_WAIT_MS;
    while (!signal.aborted) {
      try {
        await this.#read(signal, () => {
          // What happened while nobody listened is not told: everything is asked for again.
          if (this.#state === 'lost') this.#tell(['tools', 'servers', 'activity', 'approvals']);
          wait = FIRST_WAIT_MS;
          this.#enter('live');
        });
      } catch {
        // Told below: whether it ended or broke makes no difference to who looks.
      }
      if (signal.aborted) return;
      this.#enter('lost');
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
    }
  }

  async #read(signal: AbortSignal, opened: () => void): Promise<void> {
    const { body } = await request('live', { signal });
    if (body === null) return;
    opened();
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('data: ')) this.#tell(block.slice(6).split(',') as LiveTopic[]);
      }
    }
  }

  #tell(topics: readonly LiveTopic[]): void {
    const listeners = new Set(topics.flatMap((topic) => [...(this.#topics.get(topic) ?? [])]));
    for (const listener of listeners) listener();
  }

  #enter(state: LiveState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}

export const live: Live = new Live();

export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => live.watch(listener),
    () => live.state,
  );
}

/** Calls the listener whenever one of these may have changed. */
export function useLive(topics: readonly LiveTopic[], listener: () => void): void {
  const key = topics.join();
  useEffect(() => (key === '' ? undefined : live.on(key.split(',') as LiveTopic[], listener)), [key, listener]);
}
