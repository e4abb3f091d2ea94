import type { GuestEnd } from '../messages.ts';
import type { CodeLimits, GuestAlias, HostOperation, LogLevel } from '../types.ts';

/** What a guest does to the world outside. */
export interface GuestOutlets {
  readonly request: (id: number, operation: HostOperation, text: string) => void;
  /** False when there is room for no more. */
  readonly log: (level: LogLevel, text: string) => boolean;
  /** Called once. The guest does nothing any more afterwards. */
  readonly done: (end: GuestEnd, memoryBytes: number) => void;
}

export interface GuestOptions {
  readonly code: string;
  readonly limits: CodeLimits;
  readonly aliases: readonly GuestAlias[];
  readonly outlets: GuestOutlets;
}

/** A snippet that runs. */
export interface Guest {
  /** Hands in the answer to a request. */
  readonly answer: (id: number, ok: boolean, text: string) => void;
}

/** Where snippets run. Prepared before there is one. */
export interface Engine {
  readonly start: (options: GuestOptions) => Guest;
}

export const SNIPPET_FILE = 'snippet.js';

/** On one line with the snippet's first, so that lines are the snippet's own. */
export function wrapSnippet(code: string): string {
  return `(async () => {${code}\n})`;
}
