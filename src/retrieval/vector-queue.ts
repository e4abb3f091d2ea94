import type { Tool } from '../tools/index.ts';

/** Tools whose vectors somebody would like to have, embedded one step after the other behind the searches. */
export interface VectorQueue {
  /** Puts tools before all others that wait. Beyond the bound those that waited longest are forgotten. */
  add(tools: readonly Tool[]): void;
  /** Embeds nothing more. */
  stop(): void;
}

/** What four searches ask for. Whoever asked before them has the answer, and may ask again. */
export const MAX_WAITING = 96;
/** Tools between two looks at what came in: a fifth of a second. */
const STEP = 8;

/**
 * Makes a queue that works as long as there is something in it.
 * @param embed the next tools; where it fails, what waits is forgotten, and the next tools try again.
 */
export function createVectorQueue(
  embed: (tools: readonly Tool[], signal: AbortSignal) => Promise<boolean>,
): VectorQueue {
  const controller = new AbortController();
  const { signal } = controller;
  let waiting: readonly Tool[] = [];
  let working = false;
  const work = async (): Promise<void> => {
    working = true;
    while (waiting.length > 0 && !signal.aborted) {
      const step = waiting.slice(0, STEP);
      waiting = waiting.slice(STEP);
      if (!(await embed(step, signal))) waiting = [];
    }
    working = false;
  };
  return {
    add: (tools) => {
      waiting = [...new Set([...tools, ...waiting])].slice(0, MAX_WAITING);
      if (!working) void work();
    },
    stop: () => {
      waiting = [];
      controller.abort();
    },
  };
}
