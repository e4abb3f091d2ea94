import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ToolscoutError } from '../errors.ts';
import { createSandbox } from './sandbox.ts';
import type { CodeLimits, CodeResult, HostContext, SandboxHost } from './types.ts';

const folder = mkdtempSync(join(tmpdir(), 'toolscout-sandbox-test-'));
const sandbox = createSandbox({ temporaryFolder: folder });
afterAll(async () => {
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

const silent: SandboxHost = { search: async () => [], describe: async () => null, call: async () => null };

function run(code: string, host: Partial<SandboxHost> = {}, limits: Partial<CodeLimits> = {}): Promise<CodeResult> {
  return sandbox.run({ code, host: { ...silent, ...host }, limits, runId: 'run' });
}

/** A promise that the test settles itself. */
function gate(): { readonly open: () => void; readonly opened: Promise<void> } {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('a snippet', () => {
  it('awaits at top level and returns a value', async () => {
    const search = async (args: readonly unknown[]): Promise<unknown> => ({ hits: args });
    const result = await run(`const { hits } = await tools.search('x', { limit: 2 });\nreturn hits`, { search });
    expect(result).toMatchObject({ ok: true, value: ['x', { limit: 2 }], notes: [], unfinished: [] });
    expect(result.telemetry).toMatchObject({ searchCount: 1, describeCount: 0, callCount: 0 });
  });

  it('keeps every digit of whole numbers, both ways', async () => {
    const seen: unknown[] = [];
    const call = async (args: readonly unknown[]): Promise<unknown> => {
      seen.push(args[1]);
      return { id: 864691128455135233n };
    };
    const result = await run(`const { id } = await tools.call('a', {}); await tools.call('a', { id }); return id`, {
      call,
    });
    expect(seen).toEqual([{}, { id: 864691128455135233n }]);
    expect(result).toMatchObject({ ok: true, value: 864691128455135233n });
  });

  it('knows the tools also by the name of a profile, and nothing else', async () => {
    const code =
      'return [Object.keys(globalThis), openclaw.tools === tools, typeof process, typeof fetch, typeof WebAssembly]';
    const result = await sandbox.run({ code, host: silent, aliases: ['openclaw'] });
    expect(result).toMatchObject({
      value: [['tools', 'console', 'sleep', 'openclaw'], true, 'undefined', 'undefined', 'undefined'],
    });
  });

  it('makes calls in parallel, with keys that another run has again', async () => {
    const both = gate();
    const keys: string[] = [];
    const call = async (_args: readonly unknown[], context: HostContext): Promise<unknown> => {
      keys.push(context.key);
      context.resolved(`mcp:s:${context.ordinal}`);
      if (keys.length === 2) both.open();
      await both.opened;
      return context.ordinal;
    };
    const result = await run(`return await Promise.all([tools.call('a'), tools.call('b')])`, { call });
    expect(result).toMatchObject({ ok: true, value: [1, 2] });
    expect(keys).toEqual(['run:1', 'run:2']);
    expect(result.calls).toMatchObject([
      { tool: 'mcp:s:1', key: 'run:1', ok: true },
      { tool: 'mcp:s:2', key: 'run:2', ok: true },
    ]);
  });

  it('runs no more calls at once than it may', async () => {
    const running: (() => void)[] = [];
    let most = 0;
    // Calls end three by three, and only after those that would be too many had the time to begin.
    const call = async (): Promise<unknown> => {
      const ended = new Promise<void>((resolve) => running.push(resolve));
      if (running.length === 3) {
        setTimeout(() => {
          most = Math.max(most, running.length);
          for (const end of running.splice(0)) end();
        }, 20);
      }
      await ended;
      return 1;
    };
    const code = `return (await Promise.all(Array.from({ length: 12 }, () => tools.call('a')))).length`;
    expect(await run(code, { call }, { maxConcurrentCalls: 3 })).toMatchObject({ value: 12 });
    expect(most).toBe(3);
  });

  it('hears why a call was refused, as an error of its own', async () => {
    const call = async (): Promise<unknown> => {
      throw new ToolscoutError('NOT_ALLOWED', 'read-only hours', {
        next: 'Ask later.',
        cause: new Error('/secret/path'),
      });
    };
    const code = `try { await tools.call('a') } catch (e) {
      return [e.constructor === Error, e.message, e.code, e.next, Object.keys(e), String(e.cause), e.stack.includes('/')];
    }`;
    expect(await run(code, { call })).toMatchObject({
      value: [true, 'read-only hours', 'NOT_ALLOWED', 'Ask later.', ['code', 'next'], 'undefined', false],
      calls: [{ tool: 'a', ok: false, error: 'NOT_ALLOWED' }],
    });
    expect(await run(`\n\nawait tools.call('a')`, { call })).toMatchObject({
      ok: false,
      error: {
        kind: 'thrown',
        name: 'Error',
        message: 'read-only hours',
        line: 3,
        code: 'NOT_ALLOWED',
        next: 'Ask later.',
      },
    });
  });

  it.each([
    ['syntax', '\nfoo bar', 'SyntaxError', 2],
    ['thrown', 'const a = 1;\nthrow new RangeError("no")', 'RangeError', 2],
    ['thrown', '\n\nnull.x', 'TypeError', 3],
    ['thrown', 'function f() { f() }\nf()', 'InternalError', 1],
  ])('that fails (%s) is told with its line: %j', async (kind, code, name, line) => {
    expect(await run(code)).toMatchObject({ ok: false, error: { kind, name, line } });
  });

  it('is told what it forgot', async () => {
    expect((await run('1 + 1')).notes).toEqual(['Nothing was returned: end the snippet with `return value`.']);
    const call = (): Promise<unknown> => new Promise(() => {});
    const { notes } = await run(`tools.call('a'); return 1`, { call }, { settleMs: 1 });
    expect(notes).toEqual(['The snippet ended without waiting for a: put `await` before tools.call.']);
    const search = call;
    expect(
      await run(`const found = tools.search('a');\nreturn found.hits.length`, { search }, { settleMs: 1 }),
    ).toMatchObject({
      error: { kind: 'thrown', line: 2 },
      notes: ['The snippet ended without waiting for tools.search: put `await` before it.'],
    });
    expect(await run(`return { a: tools.call('a') }`)).toMatchObject({
      error: { kind: 'value', message: 'the returned value.a is a promise: put await before it' },
    });
  });

  it.each([
    ['() => 1', 'a function'],
    ['Symbol()', 'a symbol'],
    ['new Map()', 'a Map'],
    ['new Set()', 'a Set'],
    ['(() => { const a = {}; a.b = { a }; return a })()', 'a cycle'],
    ['(() => { let a = 1; for (let i = 0; i < 100; i++) a = [a]; return a })()', 'nested deeper than 64'],
    ['"x".repeat(300000)', 'is larger than'],
  ])('cannot return %s', async (value, why) => {
    const result = await run(`return ${value}`);
    expect(result).toMatchObject({ ok: false, error: { kind: 'value', message: expect.stringContaining(why) } });
  });

  it('that waits for nothing ends at once', async () => {
    expect(await run('return { then() {} }')).toMatchObject({ ok: false, error: { kind: 'stuck' } });
    expect(await run('await new Promise(() => {})')).toMatchObject({ ok: false, error: { kind: 'stuck' } });
  });

  it('can break its own built-ins only', async () => {
    const call = async (args: readonly unknown[]): Promise<unknown> => args;
    const code = `JSON.stringify = () => '["other"]'; Promise.prototype.then = () => 1; Object.prototype.polluted = true;
      return await tools.call('a', JSON.parse('{"__proto__": {"approved": true}}'))`;
    const result = await run(code, { call });
    expect(JSON.stringify(result)).toContain('"value":["a",{"__proto__":{"approved":true}}]');
    expect('polluted' in {}).toBe(false);
    expect(await run('return [typeof JSON.stringify(1), ({}).polluted ?? null]')).toMatchObject({
      value: ['string', null],
    });
  });
});

describe('bounds', () => {
  it('say by which of them what was printed is cut', async () => {
    const { notes } = await run(`for (let i = 0; i < 9; i++) console.log(i); return 1`, {}, { maxLogEntries: 4 });
    expect(notes).toEqual(['What the snippet printed was cut at 4 lines.']);
  });

  it('cut what is printed, and go on', async () => {
    const result = await run(
      `for (let i = 0; i < 20000; i++) console.log('é'.repeat(500)); console.warn(1); return 'ok'`,
      {},
      { maxLogBytes: 5_000 },
    );
    expect(result).toMatchObject({ ok: true, value: 'ok', notes: ['What the snippet printed was cut at 5000 bytes.'] });
    expect(Buffer.byteLength(JSON.stringify(result.logs))).toBeLessThan(6_000);
  });

  it('print by every name that programs know, at three levels', async () => {
    const code = `console.debug('d'); console.info('i'); console.log('l'); console.warn('w'); console.error('e')`;
    expect((await run(code)).logs).toEqual([
      { level: 'log', text: 'd' },
      { level: 'log', text: 'i' },
      { level: 'log', text: 'l' },
      { level: 'warn', text: 'w' },
      { level: 'error', text: 'e' },
    ]);
  });

  it.each([
    ['NaN', 'is NaN: give a number'],
    ['1 / 0', 'is Infinity: give a number'],
    [`new Date('next week')`, 'is a date that does not exist'],
  ])('send no null in the place of %s, which would be another request', async (value, why) => {
    const code = `try { await tools.call('trim', { days: ${value} }) } catch (error) { return error.message }`;
    expect(await run(code)).toMatchObject({ value: `arguments[1].days ${why}`, telemetry: { callCount: 0 } });
    expect(await run(`return [${value}]`)).toMatchObject({ value: [null] });
  });

  it('print whatever is given without a throw', async () => {
    const code = `const o = {}; o.self = o;
      console.error(o, Symbol('s'), 10n, null, undefined, () => 1, { toJSON() { throw 1 } }, new Error('e')); return 1`;
    expect((await run(code)).logs).toEqual([
      { level: 'error', text: '{"self":"[cycle]"} Symbol(s) 10n null undefined "[function]" [unreadable] Error: e' },
    ]);
  });

  it.each([
    ['a loop', 'for (;;) {}'],
    ['a loop of microtasks', 'for (;;) await null'],
    ['a pattern', `/(a+)+$/.test('a'.repeat(60) + 'b')`],
    ['a trap that loops', `return new Proxy({}, { ownKeys() { for (;;); } })`],
    ['sleep without end', 'for (;;) await sleep(10)'],
    ['a call that never ends', `await tools.call('slow')`],
  ])('end %s when the clock runs out', async (_what, code) => {
    const call = (): Promise<unknown> => new Promise(() => {});
    const result = await run(code, { call }, { timeoutMs: 200 });
    expect(result).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(isAlive(result.telemetry.pid)).toBe(false);
  });

  it.each([
    ['arrays', 'const a = []; for (;;) a.push(new Array(1e5).fill(1))'],
    ['small objects', `const m = new Map(); for (let i = 0; ; i++) m.set(i, 'v'.repeat(100) + i)`],
    ['one array', 'return [].concat(...Array(100).fill(Array(1e5).fill(1))).length'],
  ])('end what takes the memory with %s', async (_what, code) => {
    const result = await run(code, {}, { memoryBytes: 16 * 1024 * 1024 });
    expect(result).toMatchObject({ ok: false, error: { kind: 'memory' } });
    expect(await run('return 1')).toMatchObject({ value: 1 });
  });

  it('refuse calls above their number, open ones and all', async () => {
    const hold = gate();
    const call = async (args: readonly unknown[]): Promise<unknown> => {
      if (args[0] === 'last') hold.open();
      else await hold.opened;
      return 1;
    };
    const code = `const all = [];
      for (let i = 0; i < 4; i++) all.push(tools.call('a').catch((e) => e.code));
      const refused = await all[3];
      await sleep(0);
      tools.search('x'); await sleep(0);
      return refused`;
    expect(await run(code, { call }, { maxPendingCalls: 3, settleMs: 0 })).toMatchObject({ value: 'TOO_MANY_CALLS' });
    const many = `for (let i = 0; i < 10; i++) await tools.search('x')`;
    expect(await run(many, {}, { maxCalls: 5 })).toMatchObject({
      error: { kind: 'thrown', message: expect.stringContaining('More than 5 requests') },
      telemetry: { searchCount: 5 },
    });
  });

  it('refuse answers and arguments that are too large, and the snippet goes on', async () => {
    const call = async (): Promise<unknown> => 'x'.repeat(2_000);
    const code = `try { await tools.call('a') } catch (e) { return e.code }`;
    expect(await run(code, { call }, { maxAnswerBytes: 1_000 })).toMatchObject({ value: 'TOO_LARGE' });
    const large = `try { await tools.call('a', 'é'.repeat(600)) } catch (e) { return e.message }`;
    expect(await run(large, {}, { maxArgumentBytes: 1_000 })).toMatchObject({
      value: expect.stringContaining('1208 bytes are above 1000'),
    });
  });
});

describe('the end of a run', () => {
  it('starts no call afterwards, and lists those without an outcome', async () => {
    const called: unknown[] = [];
    const aborted: boolean[] = [];
    const call = (args: readonly unknown[], { signal }: HostContext): Promise<unknown> => {
      called.push(args[0]);
      signal.addEventListener('abort', () => aborted.push(true));
      return new Promise(() => {});
    };
    const code = `(async () => { await sleep(20); await tools.call('ghost') })();
      tools.call('slow'); tools.call('waiting'); return 'done'`;
    const result = await run(code, { call }, { settleMs: 60, maxConcurrentCalls: 1 });
    expect(result).toMatchObject({
      ok: true,
      value: 'done',
      unfinished: [{ tool: 'slow', key: 'run:1' }],
      calls: [{ tool: 'waiting', ok: false, error: 'NOT_RUN' }],
    });
    expect(called).toEqual(['slow']);
    expect(aborted).toEqual([true]);
  });

  it('waits a moment for calls that nobody awaited', async () => {
    const call = async (): Promise<unknown> => {
      await new Promise(setImmediate);
      return 1;
    };
    const result = await run(`tools.call('a', { title: 'late' }); throw new Error('stop')`, { call });
    expect(result).toMatchObject({ ok: false, calls: [{ tool: 'a', ok: true }], unfinished: [] });
  });

  it('comes when the caller cancels', async () => {
    const started = gate();
    const controller = new AbortController();
    const call = (): Promise<unknown> => {
      started.open();
      return new Promise(() => {});
    };
    const running = sandbox.run({
      code: `await tools.call('a')`,
      host: { ...silent, call },
      signal: controller.signal,
    });
    await started.opened;
    controller.abort();
    expect(await running).toMatchObject({ ok: false, error: { kind: 'cancelled' }, unfinished: [{ tool: 'a' }] });
  });

  it('leaves the clock standing while a person is asked, but lets nobody spin meanwhile', async () => {
    const asked = async (_args: readonly unknown[], context: HostContext): Promise<unknown> => {
      const resume = context.pauseClock();
      await new Promise((resolve) => setTimeout(resolve, 400));
      resume();
      return 'approved';
    };
    const patient = await run(`return await tools.call('a')`, { call: asked }, { timeoutMs: 250 });
    expect(patient).toMatchObject({ ok: true, value: 'approved' });
    expect(patient.telemetry.pausedMs).toBeGreaterThan(300);

    const never = (_args: readonly unknown[], context: HostContext): Promise<unknown> => {
      context.pauseClock();
      return new Promise(() => {});
    };
    const limits = { timeoutMs: 200, approvalMs: 60_000 };
    expect(await run(`tools.call('a'); await sleep(30); for (;;) {}`, { call: never }, limits)).toMatchObject({
      error: { kind: 'timeout' },
    });
    expect(await run(`await tools.call('a')`, { call: never }, { approvalMs: 100 })).toMatchObject({
      error: { kind: 'timeout', message: expect.stringContaining('approval') },
    });
  });

  it('leaves no process, no folder and no listener', async () => {
    const temporaryFolder = mkdtempSync(join(folder, 'own-'));
    const listeners = process.listenerCount('exit');
    const own = createSandbox({ temporaryFolder });
    const controller = new AbortController();
    const results = await Promise.all(
      ['return 1', 'for (;;) {}', 'throw 1'].map((code) =>
        own.run({ code, host: silent, limits: { timeoutMs: 100 }, signal: controller.signal }),
      ),
    );
    await own.close();
    expect(results.map((result) => isAlive(result.telemetry.pid))).toEqual([false, false, false]);
    expect(readdirSync(temporaryFolder)).toEqual([]);
    expect(process.listenerCount('exit')).toBe(listeners);
    await expect(own.run({ code: 'return 1', host: silent })).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });
});

describe('a sandbox that cannot start', () => {
  it.each([
    ['no such program', '/nowhere/node'],
    ['a program that is no Node', '/bin/true'],
  ])('says why (%s) and leaves nothing', async (_what, nodePath) => {
    const own = createSandbox({ nodePath, temporaryFolder: folder });
    const answer = await own.available();
    expect(answer).toMatchObject({ ok: false, reason: expect.stringContaining('No process for a snippet') });
    await expect(own.run({ code: 'return 1', host: silent })).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
    await own.close();
  });
});

describe('the process alone, without the engine', () => {
  const bare = createSandbox({ innerWall: 'none', temporaryFolder: folder });
  afterAll(() => bare.close());

  it.each([
    ['fs', `require('fs').readFileSync('/etc/hostname')`],
    ['fs by import', `(await import('node:fs')).readdirSync('/')`],
    ['child processes', `require('child_process').execSync('id')`],
    ['workers', `new (require('worker_threads').Worker)('1', { eval: true })`],
    ['the inspector', `require('inspector').open(0)`],
  ])('keeps %s away', async (_what, code) => {
    const result = await bare.run({ code: `return String(${code})`, host: silent });
    expect(result).toMatchObject({ ok: false, error: { code: 'ERR_ACCESS_DENIED' } });
  });

  it('has no environment and no signals', async () => {
    const code = 'return [Object.keys(process.env), typeof process.kill, typeof process._debugProcess]';
    expect(await bare.run({ code, host: silent })).toMatchObject({ value: [[], 'undefined', 'undefined'] });
  });

  it.each([
    ['process.exit(0)', 'sandbox'],
    [`process.stdout.write('x'.repeat(100)); await sleep(5000)`, 'sandbox'],
    ...(process.platform === 'linux' ? [['const a = []; for (;;) a.push(Buffer.alloc(1e7, 1))', 'memory']] : []),
  ])('ends as told, the parent is well: %s', async (code, kind) => {
    expect(await bare.run({ code, host: silent })).toMatchObject({ ok: false, error: { kind } });
    expect(existsSync(folder)).toBe(true);
  });
});
