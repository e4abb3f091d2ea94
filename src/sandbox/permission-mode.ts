import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Newest first: later versions refuse the older name, or warn of it. */
const FLAGS = ['--permission', '--experimental-permission'];

/** The flag by which this Node takes rights away from a process; undefined where it cannot. */
export async function permissionFlag(nodePath: string): Promise<string | undefined> {
  const known = nodePath === process.execPath ? process.allowedNodeEnvironmentFlags : await askNode(nodePath);
  return FLAGS.find((flag) => known.has(flag));
}

async function askNode(nodePath: string): Promise<ReadonlySet<string>> {
  const script = 'console.log(JSON.stringify([...process.allowedNodeEnvironmentFlags]))';
  const { stdout } = await promisify(execFile)(nodePath, ['--eval', script], { timeout: 10_000 });
  return new Set(JSON.parse(stdout) as string[]);
}
