import { useSyncExternalStore } from 'react';

/** `system` follows the machine. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'toolscout-theme';
const watchers = new Set<() => void>();

function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Puts the kept choice into the page; without one the style sheet follows the machine. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((watcher) => {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  }, readTheme);
  const choose = (next: Theme): void => {
    if (next === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, next);
    applyTheme(next);
    for (const watcher of [...watchers]) watcher();
  };
  return [theme, choose];
}
