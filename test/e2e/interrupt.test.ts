import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { BINARY, caseServer, processesWith, writeConfig } from './gateway-process.ts';

/** A server that never answers and ignores whatever asks it to end. */
const STUBBORN = `
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.stdin.resume();
  setInterval(() => {}, 1000);`;

const config = (mark: string) =>
  writeConfig({
    stubborn: { command: process.execPath, args: ['-e', STUBBORN, mark] },
    plain: { ...caseServer('well-behaved.mjs') },
  });

let open: { child: ChildProcess; remove: () => void } | undefined;
afterEach(() => {
  open?.child.kill('SIGKILL');
  open?.remove();
});

/** A command, once its stubborn server runs. */
async function start(mark: string, ...command: string[]): Promise<ChildProcess> {
  const { path, remove } = config(mark);
  const child = spawn(process.execPath, [BINARY, ...command, '--config', path], { stdio: 'ignore' });
  open = { child, remove };
  await expect.poll(() => processesWith(mark), { timeout: 20_000 }).toHaveLength(1);
  return child;
}

const startList = (mark: string): Promise<ChildProcess> => start(mark, 'list', '--wait', '600');

describe.skipIf(process.platform !== 'linux')('a command that is interrupted', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('by %s leaves no server behind, however stubborn', async (signal, code) => {
    const mark = `e2e-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const child = await startList(mark);
    child.kill(signal);
    const [exit] = await once(child, 'exit');
    expect(exit).toBe(code);
    expect(processesWith(mark)).toEqual([]);
  });

  it('twice ends at once, and still leaves nothing behind', async () => {
    const mark = `e2e-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const child = await startList(mark);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const [exit] = await once(child, 'exit');
    expect([130, 143]).toContain(exit);
    // An exit at once sends the signal and cannot wait; the system takes the processes away a moment later.
    await expect.poll(() => processesWith(mark), { timeout: 10_000 }).toEqual([]);
  });

  it('twice ends the gateway at once as well', async () => {
    const mark = `e2e-${process.pid}-${Math.random().toString(36).slice(2)}`;
    const child = await start(mark, 'serve', '--http', '0');
    child.kill('SIGINT');
    child.kill('SIGTERM');
    const [exit] = await once(child, 'exit');
    expect([130, 143]).toContain(exit);
    // An exit at once sends the signal and cannot wait; the system takes the processes away a moment later.
    await expect.poll(() => processesWith(mark), { timeout: 10_000 }).toEqual([]);
  });
});
