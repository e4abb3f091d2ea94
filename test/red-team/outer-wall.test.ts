import { createServer } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import type { Attack } from './attack.ts';
import { LATE_ATTACKS, OBJECT_ATTACKS } from './object-attacks.ts';
import { Prison } from './prison.ts';
import { SPACE_ATTACKS } from './space-attacks.ts';
import { TIME_ATTACKS } from './time-attacks.ts';

const PATIENCE_MS = 120_000;
/** As many as the sandbox runs at once. */
const AT_ONCE = 4;
/** As if the engine inside had been broken out of: attacks are plain JavaScript of the process, with `require`. */
const prison = new Prison({ innerWall: 'none' });
afterAll(async () => {
  await prison.run({ code: 'return 1', looks: false });
  await prison.close();
});

/** What each expression gave: the code of its refusal, or `reached`. */
async function outcomesOf(expressions: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const tries = expressions.map((one) => `[${JSON.stringify(one)}, async () => ${one}]`);
  const code = `
    const outcomes = {};
    for (const [text, run] of [${tries.join(',')}]) {
      try { await run(); outcomes[text] = 'reached' } catch (error) { outcomes[text] = String(error?.code ?? error?.name) }
    }
    return outcomes`;
  const result = await prison.run({ code, looks: false });
  expect(result).toMatchObject({ ok: true });
  return (result as unknown as { value: Record<string, string> }).value;
}

const every = (expressions: readonly string[], outcome: string): Readonly<Record<string, string>> =>
  Object.fromEntries(expressions.map((one) => [one, outcome]));

const FS = `require('fs')`;
const file = JSON.stringify(prison.file);
const beside = JSON.stringify(`${prison.file}.new`);

const FILES = [
  `${FS}.readFileSync(${file})`,
  `${FS}.readFileSync('/etc/passwd')`,
  `${FS}.readdirSync('/')`,
  `${FS}.readdirSync('.')`,
  `${FS}.statSync(${file})`,
  `${FS}.lstatSync(${file})`,
  `${FS}.openSync(${file})`,
  `${FS}.opendirSync('/')`,
  `${FS}.realpathSync.native(${file})`,
  `${FS}.readlinkSync('/proc/self/exe')`,
  `${FS}.readFileSync('/proc/self/environ')`,
  `${FS}.accessSync(${file})`,
  `${FS}.copyFileSync(${file}, ${beside})`,
  `${FS}.cpSync(${file}, ${beside})`,
  `${FS}.writeFileSync(${beside}, 'x')`,
  `${FS}.writeFileSync('here.txt', 'x')`,
  `${FS}.appendFileSync(${file}, 'x')`,
  `${FS}.truncateSync(${file})`,
  `${FS}.mkdirSync(${beside})`,
  `${FS}.mkdtempSync(${beside})`,
  `${FS}.rmSync(${file})`,
  `${FS}.unlinkSync(${file})`,
  `${FS}.renameSync(${file}, ${beside})`,
  `${FS}.linkSync(${file}, ${beside})`,
  `${FS}.symlinkSync(${file}, ${beside})`,
  `${FS}.chmodSync(${file}, 0o777)`,
  `${FS}.utimesSync(${file}, 1, 1)`,
  `(await import('node:fs/promises')).readFile(${file})`,
  `(await import('node:fs/promises')).writeFile(${beside}, 'x')`,
  `(await import('node:fs/promises')).open(${file})`,
  `new Promise((_r, reject) => ${FS}.createReadStream(${file}).on('error', reject))`,
  `new Promise((_r, reject) => ${FS}.readFile(${file}, (error) => reject(error)))`,
  `process.getBuiltinModule('fs').readFileSync(${file})`,
  `process.report.writeReport(${beside})`,
  `require('v8').writeHeapSnapshot(${beside})`,
];

const PROCESSES = [
  `require('child_process').execSync('id')`,
  `require('child_process').spawnSync('id')`,
  `require('child_process').execFileSync('id')`,
  `require('child_process').spawn('id')`,
  `require('child_process').exec('id')`,
  `require('child_process').fork('x.js')`,
  `(require('cluster').setupPrimary({ exec: 'x.js' }), require('cluster').fork())`,
  `new (require('worker_threads').Worker)('1', { eval: true })`,
  `new (require('worker_threads').Worker)(new URL('data:text/javascript,1'))`,
  `require('inspector').open(0)`,
  `new (require('inspector').Session)().connect()`,
];

/** Each in the process alone. What an attack does there it may do: what counts is that nothing comes out of it. */
describe('the outer wall alone', { timeout: PATIENCE_MS }, () => {
  it('keeps files away by every function', async () => {
    expect(await outcomesOf(FILES)).toEqual(every(FILES, 'ERR_ACCESS_DENIED'));
  });

  /** Said in the documentation as well: of what is there it tells the names, to who guesses them. */
  it('does not hide whether a path exists', async () => {
    const there = `${FS}.realpathSync(${file})`;
    const missing = `${FS}.realpathSync(${beside})`;
    expect(await outcomesOf([there, missing])).toEqual({ [there]: 'reached', [missing]: 'ENOENT' });
  });

  it('keeps away processes, workers and the inspector', async () => {
    expect(await outcomesOf(PROCESSES)).toEqual(every(PROCESSES, 'ERR_ACCESS_DENIED'));
  });

  it('keeps code away that is not its own: files, addons, text', async () => {
    const code = [
      `require(${file})`,
      `import(${JSON.stringify(`file://${prison.file}`)})`,
      `process.dlopen({ exports: {} }, ${file})`,
      `eval('1')`,
      `new Function('return 1')()`,
      `(async () => {}).constructor('return 1')()`,
    ];
    const outcomes = await outcomesOf(code);
    expect(Object.entries(outcomes).filter(([, outcome]) => outcome === 'reached')).toEqual([]);
  });

  it('has no variable of its parent, no signal to send and no arguments', async () => {
    const code = `return [Object.keys(process.env), typeof process.kill, typeof process._debugProcess, JSON.stringify([process.argv, process.cwd()])]`;
    const result = await prison.run({ code, looks: false });
    expect(result).toMatchObject({ ok: true, value: [[], 'undefined', 'undefined', expect.any(String)] });
  });

  /** Said in the documentation as well: permission mode closes sockets from Node 25 on. */
  it('keeps sockets away from Node 25 on, and not before', async () => {
    const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { port: number };
    const socket = `new Promise((resolve, reject) => require('net').connect(${port}, '127.0.0.1').on('connect', resolve).on('error', reject))`;
    const isHeld = Number(process.versions.node.split('.')[0]) >= 25;
    expect(await outcomesOf([socket])).toEqual({ [socket]: isHeld ? 'ERR_ACCESS_DENIED' : 'reached' });
    await new Promise((resolve) => server.close(resolve));
  });

  it('lets nobody take another part than that of a snippet, with whatever frames on the pipe', async () => {
    const forge = (frame: string): string => `
      const { Buffer } = require('buffer');
      const send = (nonce, text) => { const body = Buffer.from(nonce + text); const head = Buffer.alloc(4); head.writeUInt32BE(body.length); process.stdout.write(Buffer.concat([head, body])) };
      let nonce; const from = Buffer.from;
      Buffer.from = function (...given) { if (typeof given[0] === 'string' && /^[0-9a-f]{32}\\{/.test(given[0])) nonce = given[0].slice(0, 32); return from.apply(this, given) };
      console.log('x'); Buffer.from = from;
      ${frame}; await sleep(5000); return 'not ended'`;
    const frames = [
      `send('f'.repeat(32), '{"type":"pong"}')`,
      `process.stdout.write(Buffer.alloc(64))`,
      `process.stdout.write(Buffer.from([255, 255, 255, 255]))`,
      `send(nonce, '{"type":"request","id":1,"operation":"exec","text":"[]"}')`,
      `send(nonce, '{"type":"ready"}')`,
      `send(nonce, '{"type":"done","end":"value","text":"{","returned":true}')`,
      `send(nonce, '{"__proto__":{"polluted":1}}')`,
      `send(nonce, 'no JSON')`,
      `for (let i = 0; i < 30000; i++) send(nonce, '{"type":"pong"}')`,
      `for (let i = 0; i < 1000; i++) send(nonce, '{"type":"request","id":' + i + ',"operation":"call","text":"[\\"echo\\"]"}')`,
      `send(nonce, '{"type":"request","id":1,"operation":"call","text":"' + '['.repeat(100000) + '"}'); process.exit()`,
    ];
    for (const frame of frames) {
      const result = await prison.run({ code: forge(frame), looks: false });
      expect([frame, result.ok ? result.value : result.error.kind]).toEqual([
        frame,
        expect.stringMatching(/^(sandbox|limit|value)$/),
      ]);
    }
  });

  it.each([
    ['time', TIME_ATTACKS],
    ['space', SPACE_ATTACKS],
    ['objects', OBJECT_ATTACKS],
    ['calls after the end', LATE_ATTACKS],
  ])('contains the attacks by %s, too', async (_by, attacks) => {
    // Whatever comes of it, the parent checks what came out, and that the process is gone.
    const run = ({ code, limits }: Attack) => prison.run({ code, looks: false, limits: { ...limits, timeoutMs: 600 } });
    for (let at = 0; at < attacks.length; at += AT_ONCE) {
      await Promise.all(attacks.slice(at, at + AT_ONCE).map(run));
    }
    expect(prison.calls).not.toContain('late');
  });
});
