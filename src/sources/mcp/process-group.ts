import { spawnSync } from 'node:child_process';

/**
 * A server is often a small tree (`npx` starts a shell that starts `node`), so signals go to the whole process group
 * that was made for it. On Windows, which has no groups, `taskkill /T` walks the tree instead.
 */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: nobody is left, which is what was wanted. EPERM (macOS): only zombies are left.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}

const live = new Set<number>();
let armed = false;

/** From now on the group dies with this process, however this process ends (short of SIGKILL). */
export function guardGroup(pid: number): void {
  live.add(pid);
  if (armed) return;
  armed = true;
  process.on('exit', () => {
    for (const group of live) signalGroup(group, 'SIGKILL');
  });
}

/** The group is gone; its number may be given to somebody else. */
export function releaseGroup(pid: number): void {
  live.delete(pid);
}
