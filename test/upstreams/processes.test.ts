import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UpstreamLogEntry } from '../../src/sources/index.ts';
import {
  caseFile,
  closeAfterEach,
  fixtureFile,
  nodeServer,
  openUpstream,
  probe,
  processesWith,
  processMark,
  startCase,
  textOf,
  until,
} from './harness.ts';

closeAfterEach();

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolscout-upstream-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a process that dies', () => {
  it('is started again by the next call', async () => {
    const server = await startCase('crash-after-list', { env: { STATE_FILE: join(folder, 'crashes'), CRASHES: '1' } });
    await until(server, () => server.status().state === 'failed');
    expect(server.status().message).toContain('exited with code 1: fatal: lost database connection');
    expect(server.tools().map((tool) => tool.name)).toContain('fragile_report');
    expect(textOf(await server.callTool('fragile_report', {}))).toBe('report ready');
    expect(server.status()).toMatchObject({ state: 'ready', restarts: 1 });
  });

  it('comes back by itself', async () => {
    const server = await startCase('crash-after-list', { env: { STATE_FILE: join(folder, 'crashes'), CRASHES: '1' } });
    await until(server, () => server.status().state === 'failed');
    await until(server, () => server.status().state === 'ready');
    expect(server.status().restarts).toBe(1);
  });

  it('again and again is started ever more seldom, and calls then say at once what is wrong', async () => {
    const counter = join(folder, 'crashes');
    const server = await startCase('crash-after-list', { env: { STATE_FILE: counter } });
    await until(server, () => server.status().restarts === 2 && server.status().state === 'failed');
    expect(Number(readFileSync(counter, 'utf8'))).toBe(3);
    await expect(server.callTool('fragile_report', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringMatching(/crash-after-list.*exited with code 1.*lost database connection/),
      details: { ran: false, exitCode: 1, stderr: 'fatal: lost database connection' },
    });
    expect(Number(readFileSync(counter, 'utf8'))).toBe(3);
  });

  it('during a call fails that call at once, and only that one', async () => {
    const server = await startCase('dies-mid-call', { callTimeoutMs: 20_000 });
    const first = await probe(server);
    await expect(server.callTool('boom', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      message: expect.stringContaining('SIGKILL'),
      details: { ran: 'unknown', tool: 'boom' },
    });
    expect(textOf(await server.callTool('calm', {}))).not.toContain(String(first.pid));
    // Nobody repeated the call: the new process saw only the calm one.
    expect((await probe(server)).calls).toBe(1);
  });

  it('before the handshake is reported with its exit code and its last words', async () => {
    const script = "process.stderr.write('first\\nno licence file\\n'); process.exit(3)";
    const server = openUpstream({
      name: 'x',
      transport: { kind: 'stdio', command: process.execPath, args: ['-e', script], env: {} },
    });
    await server.start();
    expect(server.status()).toMatchObject({
      state: 'failed',
      tools: 0,
      message: expect.stringContaining('exited with code 3: no licence file'),
      stderrTail: 'first\nno licence file',
    });
  });

  it('with a stack trace is reported with the error, not with the last line of the trace', async () => {
    const server = openUpstream(nodeServer('lost', join(folder, 'gone.js')));
    await server.start();
    expect(server.status().message).toContain(`Error: Cannot find module '${join(folder, 'gone.js')}'`);
    expect(server.status().stderrTail).toContain('MODULE_NOT_FOUND');
  });
});

describe('ending', () => {
  it('takes the whole process group, stubborn grandchildren included', async () => {
    const pidFile = join(folder, 'pids');
    const mark = processMark();
    const spec = nodeServer('tree', fixtureFile('grandchild'), {
      env: { PID_FILE: pidFile },
      args: [caseFile('well-behaved'), mark],
    });
    const server = openUpstream(spec);
    await server.start();
    expect(server.status().state).toBe('ready');
    const pids = JSON.parse(readFileSync(pidFile, 'utf8')) as number[];
    expect(running(pids)).toHaveLength(3);
    await server.close();
    expect(running(pids)).toEqual([]);
  });

  it('takes what a dead leader left behind', async () => {
    const pidFile = join(folder, 'pids');
    const server = openUpstream(
      nodeServer('tree', fixtureFile('grandchild'), { env: { PID_FILE: pidFile }, args: [caseFile('well-behaved')] }),
    );
    await server.start();
    const pids = JSON.parse(readFileSync(pidFile, 'utf8')) as number[];
    process.kill(pids[0]!, 'SIGKILL');
    await until(server, () => server.status().state === 'failed');
    // The signal has gone out; the system takes the orphans away a moment later.
    await expect.poll(() => running(pids), { timeout: 10_000 }).toEqual([]);
  });

  it('while a server is still starting leaves nothing and lets nobody wait', async () => {
    const mark = processMark();
    const server = openUpstream(nodeServer('dead', caseFile('hang-on-initialize'), { args: [mark] }));
    const started = server.start();
    await server.close();
    await started;
    expect(processesWith(mark)).toEqual([]);
    expect(server.status().state).toBe('closed');
    await expect(server.callTool('any', {})).rejects.toMatchObject({ code: 'SERVER_UNAVAILABLE' });
  });

  it('of our own process takes the servers along', async () => {
    const pidFile = join(folder, 'pids');
    const door = new URL('../../src/sources/index.ts', import.meta.url);
    const spec = nodeServer('tree', fixtureFile('grandchild'), {
      env: { PID_FILE: pidFile },
      args: [caseFile('well-behaved')],
    });
    const script = `
      import { Upstream } from ${JSON.stringify(door.href)};
      const upstream = new Upstream(${JSON.stringify(spec)});
      await upstream.start();
      if (upstream.status().state !== 'ready') process.exit(7);
      process.exit(5);`;
    const node = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url));
    const parent = spawn(existsSync(node) ? node : process.execPath, ['--input-type=module', '-e', script], {
      stdio: 'ignore',
    });
    const [code] = await once(parent, 'exit');
    expect(code).toBe(5);
    const pids = JSON.parse(readFileSync(pidFile, 'utf8')) as number[];
    // Our exit sends the signal and cannot wait; the system takes the processes away a moment later.
    await expect.poll(() => running(pids), { timeout: 10_000 }).toEqual([]);
  });
});

describe('starting', () => {
  it('counts what is no message on stdout, and shows it only to whoever debugs', async () => {
    const entries: UpstreamLogEntry[] = [];
    const server = openUpstream(nodeServer('banner', caseFile('banner-on-stdout')), (entry) => entries.push(entry));
    await server.start();
    const warnings = entries.filter(({ level }) => level === 'warn').map(({ message }) => message);
    expect(warnings.length).toBeGreaterThan(0);
    for (const message of warnings) expect(message).toMatch(/^skipped a line of \d+ bytes on stdout/);
    expect(entries.filter(({ level }) => level === 'debug').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^the skipped line: ./),
    );
  });

  it('passes on the configured variables and nothing else of ours', async () => {
    process.env.TOOLSCOUT_TEST_SECRET = 'do not pass on';
    const server = await startCase('argv-echo', {
      env: { GIVEN: '1' },
      args: ['a b', 'q"uote', '$HOME', '%PATH%', '^&|<>', '', '*.js', 'trailing\\'],
    });
    const launch = JSON.parse(
      textOf(await server.callTool('show_launch', { env: ['GIVEN', 'PATH', 'TOOLSCOUT_TEST_SECRET'] })),
    );
    delete process.env.TOOLSCOUT_TEST_SECRET;
    expect(launch.env).toEqual({ GIVEN: '1', PATH: process.env.PATH, TOOLSCOUT_TEST_SECRET: null });
    expect(launch.argv).toEqual(['a b', 'q"uote', '$HOME', '%PATH%', '^&|<>', '', '*.js', 'trailing\\']);
  });

  it('runs in the configured folder, and says so when there is none', async () => {
    const script = 'require("fs").writeFileSync("here", process.cwd())';
    const transport = { kind: 'stdio', command: process.execPath, args: ['-e', script], env: {}, cwd: folder } as const;
    await openUpstream({ name: 'x', transport }).start();
    expect(readFileSync(join(folder, 'here'), 'utf8')).toBe(folder);
    const lost = openUpstream({ name: 'y', transport: { ...transport, cwd: join(folder, 'gone') } });
    await lost.start();
    expect(lost.status().message).toMatch(/working directory.*gone.*does not exist/);
  });

  it('names a command that does not exist', async () => {
    const server = openUpstream({
      name: 'ghost',
      transport: { kind: 'stdio', command: 'no-such-command-7a', args: ['--key=s3cr3t'], env: {} },
    });
    await server.start();
    expect(server.status().message).toContain('"no-such-command-7a" was not found');
    await expect(server.callTool('x', {})).rejects.toMatchObject({
      code: 'SERVER_UNAVAILABLE',
      next: expect.stringContaining('Install the command'),
      message: expect.not.stringContaining('s3cr3t'),
    });
  });
});

function running(pids: readonly number[]): number[] {
  const alive = new Set(processesWith(''));
  return pids.filter((pid) => alive.has(pid));
}
