import { execFileSync } from 'node:child_process';

interface ProcessLine {
  readonly pid: number;
  readonly parent: number;
  readonly zombie: boolean;
}

/** Process table of this machine; empty where there is no `ps`. */
function processTable(): ProcessLine[] {
  if (process.platform === 'win32') return [];
  const lines = execFileSync('ps', ['-ww', '-eo', 'pid=,ppid=,stat='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)/.exec(line);
    if (match === null) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), zombie: match[3]?.startsWith('Z') === true }];
  });
}

/** Everything that a process started, directly or not, and that still runs. */
export function descendantsOf(pid: number): number[] {
  const table = processTable();
  const found: number[] = [];
  const open = [pid];
  while (open.length > 0) {
    const parent = open.pop();
    for (const line of table) {
      if (line.parent !== parent || line.zombie) continue;
      found.push(line.pid);
      open.push(line.pid);
    }
  }
  // `ps` itself is a child while it runs.
  return found.filter(isRunning);
}

/** Does it run? A zombie does not: nobody can be reached under it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform === 'win32') return true;
  return processTable().some((line) => line.pid === pid && !line.zombie);
}

/** Ends processes without asking. Only ever given descendants of our own. */
export function killNow(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It was faster.
    }
  }
}
