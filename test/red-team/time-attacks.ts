import { type Attack, attack, endless } from './attack.ts';

/** Attacks on the clock: work without an end, and waiting without one. */
export const TIME_ATTACKS: readonly Attack[] = [
  endless('a loop', 'for (;;);'),
  endless('a loop that catches its interruption', 'for (;;) { try { for (;;); } catch {} }'),
  endless('a loop in finally', 'try { for (;;); } finally { for (;;); }'),
  endless('a loop in an async function that nobody awaits', '(async () => { for (;;); })(); await sleep(100000)'),
  endless(
    'microtasks that make each other',
    'const f = () => Promise.resolve().then(f); f(); await new Promise(() => {})',
  ),
  endless('awaits that make each other', 'for (;;) await null'),
  endless('an async function that returns itself', 'const f = async () => { await null; return f(); }; return f()', [
    'timeout',
    'memory',
  ]),
  endless('sleeps of nothing', 'for (;;) await sleep(0)'),
  endless('a sleep for a year', 'for (;;) await sleep(3e10)'),
  endless('a regular expression that backtracks', "return /^(a+)+$/.test('a'.repeat(60) + 'b')"),
  endless('a regular expression over words', "return /^(\\w+\\s?)*$/.test('word '.repeat(40) + '!')"),
  endless('a getter of the returned value', 'return { get a() { for (;;); } }'),
  endless('toJSON of the returned value', 'return { toJSON() { for (;;); } }'),
  endless('a trap of a returned proxy', 'return new Proxy({}, { ownKeys() { for (;;); } })'),
  endless('then of the returned value', 'return { then() { for (;;); } }'),
  endless('a getter of the arguments of a call', "return tools.call('t', { get a() { for (;;); } })"),
  endless('the message of what is thrown', 'throw { get message() { for (;;); } }'),
  endless(
    'the stack of what is thrown',
    "throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;); } })",
  ),
  endless('toString of what is printed', 'console.log({ toJSON() { for (;;); } })'),
  endless('a comparator of a sort', 'return [3, 2, 1].sort(() => { for (;;); })'),
  endless('a reviver of JSON', "return JSON.parse('[1]', () => { for (;;); })"),
  endless('a loop while a call is open', "const open = tools.call('slow', {}); for (;;);"),
  endless('calls one after the other', "for (;;) { try { await tools.search('x') } catch {} }"),
  endless('a call that never ends', "return tools.call('never', {})"),
  endless('Atomics.wait', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0); for (;;);', [
    'thrown',
    'timeout',
  ]),
  attack('a promise that nothing settles', ['stuck'], 'await new Promise(() => {})'),
  attack('a thenable that never answers', ['stuck'], 'return { then() {} }'),
  attack(
    'a thenable that answers with itself',
    ['stuck', 'timeout', 'thrown'],
    'const t = { then(r) { r(t) } }; return t',
    {
      limits: { timeoutMs: 400 },
    },
  ),
  attack(
    'a cycle of promises',
    ['thrown', 'stuck'],
    'const p = new Promise((r) => sleep(1).then(() => r(p))); return p',
  ),
];
