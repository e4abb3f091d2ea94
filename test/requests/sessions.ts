import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One request of a user, what it needs, and what the assistant said to it in the end. */
export interface SessionTurn {
  readonly user: string;
  /** Needs, each with the ids of tools of which one is enough. Empty: the turn needs no tool. */
  readonly needs: readonly (readonly string[])[];
  readonly assistant?: string;
}

/** A conversation, written by hand, over the tools of the set `mcp-requests`. */
export interface RequestSession {
  readonly id: string;
  readonly lang: 'en' | 'ru' | 'zh';
  readonly turns: readonly SessionTurn[];
}

/** The sessions of this folder. */
export function readSessions(): RequestSession[] {
  return readFileSync(join(import.meta.dirname, 'sessions.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RequestSession);
}
