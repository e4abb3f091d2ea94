import { type Attack, attack } from './attack.ts';

const OUT: Attack['ends'] = ['memory', 'thrown'];
const REFUSED: Attack['ends'] = ['value'];
const bomb = (name: string, code: string, ends: Attack['ends'] = OUT): Attack =>
  attack(name, ends, code, { limits: { timeoutMs: 6_000, memoryBytes: 32 * 1024 * 1024 } });

/** What is returned cannot leave; the kind of error is called as what is refused. */
const refused = (name: string, code: string, more: Partial<Attack> = {}): Attack => attack(name, REFUSED, code, more);

/** Attacks on memory, on the stack and on what the parent has to hold. */
export const SPACE_ATTACKS: readonly Attack[] = [
  bomb('strings that double', "let s = 'x'; for (;;) s += s"),
  bomb('strings in a list', "const a = []; for (let i = 0; ; i++) a.push('x'.repeat(10000) + i)"),
  bomb('a list', 'const a = []; for (;;) a.push(new Array(100000).fill(1.5))'),
  bomb('a map', "const m = new Map(); for (let i = 0; ; i++) m.set(i, 'v'.repeat(1000) + i)"),
  bomb('numbers without an end', 'let x = 3n; for (;;) x *= x', ['memory', 'thrown', 'timeout']),
  bomb('a number of a billion digits', 'return 1n << 8000000000n'),
  bomb('typed arrays', 'const a = []; for (;;) a.push(new Uint8Array(1000000).fill(1))'),
  bomb('one typed array', 'return new Uint8Array(3e9).length'),
  bomb(
    'a buffer that grows',
    'const b = new ArrayBuffer(8, { maxByteLength: 2 ** 34 }); b.resize(2 ** 34); return b.byteLength',
  ),
  bomb('padding', "return 'x'.padStart(2 ** 30).length"),
  bomb('repetition', "return 'xy'.repeat(2 ** 29).length"),
  bomb('a long join', "return Array(500000).join('x'.repeat(1000)).length"),
  bomb('a replacement that grows', "let s = 'aaaa'; for (;;) s = s.replace(/a/g, 'aaaa')"),
  bomb('lists in lists', 'let a = []; for (;;) a = [a]'),
  bomb('closures', 'let f = () => 0; for (;;) { const g = f; f = () => g }'),
  bomb('promises', 'const a = []; for (;;) a.push(new Promise(() => {}))'),
  bomb('an iterator without an end', 'return [...(function* () { for (;;) yield {} })()]'),
  bomb('symbols', 'const a = []; for (let i = 0; ; i++) a.push(Symbol(String(i)))'),
  bomb('a generator of code', "let s = '1'; for (let i = 0; i < 24; i++) s = s + '+' + s; return eval(s)"),
  bomb('a pattern that is large', "return new RegExp('(?:a{0,10000}){10000}{10000}').test('a')", [
    'memory',
    'thrown',
    'ok',
    'timeout',
  ]),
  attack('recursion', ['thrown'], 'return (function f() { return f() + 1 })()'),
  attack('recursion by a getter', ['thrown'], 'const o = { get a() { return this.a } }; return o.a'),
  attack('recursion by a proxy', ['thrown'], 'const p = new Proxy({}, { get: (_t, k) => p[k] }); return p.x'),
  attack('recursion by toString', ['thrown'], "const o = { toString() { return '' + this } }; return '' + o"),
  attack(
    'a chain of bound functions',
    ['thrown', 'ok', 'memory'],
    'let f = () => 1; for (let i = 0; i < 200000; i++) f = f.bind(null); return f()',
  ),
  attack(
    'JSON that is deep',
    ['thrown', 'ok', 'memory', 'sandbox'],
    "return JSON.parse('['.repeat(500000) + ']'.repeat(500000)).length",
  ),
  attack(
    'code that is deep',
    ['thrown', 'memory', 'sandbox'],
    "return eval('('.repeat(200000) + '1' + ')'.repeat(200000))",
  ),
  attack(
    'a pattern that is deep',
    ['thrown', 'memory', 'sandbox'],
    "return new RegExp('('.repeat(200000) + ')'.repeat(200000)).test('')",
  ),
  refused('a returned value that is deep', 'let a = []; for (let i = 0; i < 100000; i++) a = [a]; return a'),
  refused('a returned value that holds itself', 'const a = []; a.push(a); return a'),
  refused('a returned value that unfolds', 'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a, a]; return a'),
  refused('a returned value that is long', "return 'x'.repeat(5000000)"),
  refused('a returned list that is sparse', 'const a = []; a.length = 2 ** 32 - 1; return a', {
    limits: { timeoutMs: 4_000 },
  }),
  attack(
    'arguments that unfold',
    ['thrown'],
    "let a = [1]; for (let i = 0; i < 60; i++) a = [a, a, a]; return tools.call('t', a)",
    { limits: { maxArgumentBytes: 65_536 } },
  ),
  attack('a query that is long', ['thrown'], "return tools.search('x'.repeat(5000000))"),
  attack('an error that is long', ['thrown'], "throw new Error('x'.repeat(5000000))"),
  attack(
    'an error with a long name and code',
    ['thrown'],
    "throw Object.assign(new Error('e'), { name: 'n'.repeat(1e6), code: 'c'.repeat(1e6) })",
  ),
  attack('a flood of lines', ['ok'], "for (let i = 0; i < 20000; i++) console.log('x'.repeat(200)); return 1", {
    value: 1,
  }),
  attack('one line that is long', ['ok'], "console.error('é'.repeat(3000000)); return 1", { value: 1 }),
  attack(
    'a line of a value that unfolds',
    ['ok'],
    'let a = [1]; for (let i = 0; i < 60; i++) a = [a, a, a]; console.warn(a); return 1',
    { value: 1 },
  ),
  attack(
    'a flood of calls',
    ['ok'],
    "let n = 0; await Promise.all(Array.from({ length: 2000 }, () => tools.call('t', {}).catch(() => n++))); return n > 1700",
    { value: true },
  ),
  attack(
    'a flood of calls that nobody awaits',
    ['ok'],
    "for (let i = 0; i < 5000; i++) tools.call('t', {}).catch(() => {}); return 1",
    { value: 1 },
  ),
  attack('a flood of sleeps', ['ok'], 'for (let i = 0; i < 20000; i++) sleep(5000); return 1', { value: 1 }),
];
