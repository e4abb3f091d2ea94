import { useSyncExternalStore } from 'react';
import { setKey } from './api.ts';
import { live } from './live.ts';

const watchers = new Set<() => void>();
let needed = false;
/** Counts sign-ins: pages under another one begin anew. */
let round = 0;

function tell(): void {
  for (const watcher of [...watchers]) watcher();
}

/** The gateway does not know who asks. */
export function askForKey(): void {
  if (needed) return;
  needed = true;
  tell();
}

export function signIn(key: string): void {
  setKey(key.trim());
  needed = false;
  round++;
  live.restart();
  tell();
}

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export function useKeyNeeded(): boolean {
  return useSyncExternalStore(watch, () => needed);
}

export function useSignInRound(): number {
  return useSyncExternalStore(watch, () => round);
}
