import { posix, win32 } from 'node:path';
import type { CacheMachine } from '../cache-folder.ts';

/** The folder for what outlives a process and cannot be computed again: `$TOOLSCOUT_STATE`, else the system's own. */
export function stateFolder({ platform, home, env }: CacheMachine): string {
  const asked = env.TOOLSCOUT_STATE;
  if (asked !== undefined && asked !== '') return asked;
  if (platform === 'win32') {
    return win32.join(env.LOCALAPPDATA || win32.join(home, 'AppData', 'Local'), 'toolscout', 'State');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'toolscout', 'state');
  // The XDG rules: a relative path there is to be ignored.
  const xdg = env.XDG_STATE_HOME;
  return posix.join(xdg?.startsWith('/') === true ? xdg : posix.join(home, '.local', 'state'), 'toolscout');
}
