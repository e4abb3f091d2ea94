import { posix, win32 } from 'node:path';

/** What the place of the cache depends on. */
export interface CacheMachine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The folder for what can be computed again: `$TOOLSCOUT_CACHE`, else where this system keeps such things.
 * @returns undefined where `TOOLSCOUT_CACHE` is `off`.
 */
export function cacheFolder({ platform, home, env }: CacheMachine): string | undefined {
  const asked = env.TOOLSCOUT_CACHE;
  if (asked === 'off') return undefined;
  if (asked !== undefined && asked !== '') return asked;
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'toolscout', 'Cache');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Caches', 'toolscout');
  // The XDG rules: a relative path there is to be ignored.
  const xdg = env.XDG_CACHE_HOME;
  return posix.join(xdg?.startsWith('/') === true ? xdg : posix.join(home, '.cache'), 'toolscout');
}
