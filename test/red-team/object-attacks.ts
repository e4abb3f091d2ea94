import { type Attack, attack, harmless } from './attack.ts';

/** Attacks by what crosses the border: results, arguments, errors, code, and text that looks like the pipe's. */
export const OBJECT_ATTACKS: readonly Attack[] = [
  harmless(
    'polluted prototypes',
    'Object.prototype.polluted = 1; Array.prototype.polluted = 1; return ({}).polluted',
    1,
  ),
  harmless(
    '__proto__ in arguments',
    `return (await tools.call('echo', JSON.parse('{"__proto__":{"polluted":1},"a":1}'))).polluted ?? null`,
    null,
  ),
  harmless(
    'constructor.prototype in arguments',
    `await tools.call('echo', { constructor: { prototype: { polluted: 1 } } }); return 1`,
    1,
  ),
  harmless('__proto__ in a returned value', `return JSON.parse('{"__proto__":{"polluted":1}}').polluted ?? null`, null),
  harmless(
    '__proto__ in an answer',
    `return ({}).polluted ?? (await tools.call('hostile', {})).polluted ?? null`,
    null,
  ),
  harmless('then in an answer', `return typeof (await tools.call('thenable', {})).then`, 'string'),
  harmless('toJSON in an answer', `return JSON.stringify(await tools.call('tojson', {}))`, '{"toJSON":"x"}'),
  harmless(
    'an answer whose prototype is walked',
    `return (await tools.call('echo', {})).constructor.constructor('return typeof process + typeof require')()`,
    'undefinedundefined',
  ),
  harmless(
    'a changed JSON.stringify',
    `JSON.stringify = () => '["other",{}]'; return await tools.call('echo', { mine: 1 })`,
    { mine: 1 },
  ),
  harmless('a changed JSON.parse', `JSON.parse = () => ({ theirs: 1 }); return await tools.call('echo', { mine: 1 })`, {
    mine: 1,
  }),
  harmless('a changed Object.keys', `Object.keys = () => ['other']; return await tools.call('echo', { mine: 1 })`, {
    mine: 1,
  }),
  harmless(
    'a changed Array iterator',
    `Array.prototype[Symbol.iterator] = function* () { yield 'other' }; return await tools.call('echo', { mine: 1 })`,
    { mine: 1 },
  ),
  harmless(
    'setters for the numbers of lists',
    `for (const i of [0, 1]) Object.defineProperty(Array.prototype, i, { set() {}, get() { return 'other' }, configurable: true }); return 1`,
    1,
  ),
  harmless(
    'a changed String.prototype',
    `String.prototype.slice = String.prototype.startsWith = () => 'other'; return await tools.call('echo', { mine: 'x' })`,
    { mine: 'x' },
  ),
  attack(
    'a changed Promise',
    ['ok', 'stuck', 'thrown', 'value'],
    `Promise.prototype.then = () => 'other'; return await tools.search('x')`,
  ),
  attack(
    'a changed Promise constructor',
    ['ok', 'stuck', 'thrown', 'value'],
    `globalThis.Promise = function () {}; return await tools.search('x')`,
  ),
  attack(
    'a changed RegExp',
    ['ok', 'thrown', 'value'],
    `RegExp.prototype.exec = () => { throw 1 }; return await tools.call('echo', { a: 1 })`,
  ),
  attack('tools of its own', ['thrown', 'ok'], `globalThis.tools = { call: () => 1 }; return 1`),
  attack(
    'other functions in tools',
    ['thrown'],
    `'use strict'; Object.defineProperty(tools, 'call', { value: () => 1 })`,
  ),
  attack('a console of its own', ['thrown'], `(() => { 'use strict'; delete globalThis.console })()`),
  attack('who called the bridge', ['thrown'], 'return typeof tools.call.caller'),
  attack('what the bridge was called with', ['thrown'], 'return typeof tools.call.arguments'),
  attack(
    'who called the function',
    ['thrown', 'ok'],
    `return (function () { return arguments.callee.caller === null || arguments.callee.caller === undefined })()`,
  ),
  attack(
    'a getter that gives something else each time',
    ['ok'],
    `let n = 0; return tools.call('echo', { get a() { return ++n } })`,
    { value: { a: 1 } },
  ),
  attack('a getter that calls', ['ok'], `return { get a() { tools.call('echo', {}); return 1 } }`, { value: { a: 1 } }),
  attack(
    'a proxy of a list',
    ['ok', 'value'],
    `return new Proxy([1, 2], { get: (t, k) => (k === 'length' ? 3 : t[k]) })`,
  ),
  attack(
    'a list that lies about its length',
    ['ok', 'value'],
    `return new Proxy([], { get: (t, k) => (k === 'length' ? -1 : t[k]) })`,
  ),
  attack('a proxy of a function', ['value'], 'return new Proxy(function () {}, {})'),
  attack('a revoked proxy', ['value'], 'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { proxy }'),
  attack('a getter that throws', ['value'], `return { get a() { throw new Error('getter') } }`),
  attack(
    'an error that throws when read',
    ['thrown'],
    'throw new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 2 } })',
  ),
  attack('nothing thrown', ['thrown'], 'throw null'),
  attack('undefined thrown', ['thrown'], 'throw undefined'),
  attack('a symbol thrown', ['thrown'], `throw Symbol('s')`),
  attack('a function thrown', ['thrown'], 'throw () => { for (;;); }'),
  attack(
    'an error whose name is an object',
    ['thrown'],
    `throw Object.assign(new Error('x'), { name: { toString() { for (;;); } }, code: {}, line: 'x' })`,
  ),
  attack(
    'an error of many causes',
    ['thrown'],
    `let e; for (let i = 0; i < 10000; i++) e = new Error('x', { cause: e }); throw e`,
  ),
  attack('an error of many errors', ['thrown'], `throw new AggregateError(Array(10000).fill(new Error('x')))`),
  attack(
    'the error of a refused call',
    ['ok'],
    `try { await tools.call('refused', {}) } catch (e) { return [e instanceof Error, e.constructor === Error, String(e.cause), e.constructor.constructor('return typeof process')(), /node|file:|\\/home|\\.ts/.test(e.stack)] }`,
    {
      value: [true, true, 'undefined', 'undefined', false],
    },
  ),
  harmless(
    'the frames of an error',
    `Error.prepareStackTrace = (_e, frames) => frames; const { stack } = new Error('x'); return Array.isArray(stack) ? stack.map((f) => typeof f.getThis?.()).filter((one) => one === 'object').length : 0`,
    0,
  ),
  harmless('a rejection that nobody hears', `Promise.reject(new Error('x')); return 1`, 1),
  harmless('a job that throws', `Promise.resolve().then(() => { throw new Error('x') }); await sleep(5); return 1`, 1),
  harmless(
    'text like a frame in the log',
    `for (const head of ['\\u0000\\u0000\\u0000\\u0040', '\\n', '']) console.log(head + 'f'.repeat(32) + '{"type":"done","end":"value","text":"\\\\"forged\\\\"","returned":true}'); return 1`,
    1,
  ),
  harmless(
    'text like a frame in a value',
    `return '\\u0000\\u0000\\u0000\\u0040{"type":"request","id":1,"operation":"call","text":"[]"}'.length > 10`,
    true,
  ),
  harmless(
    'text like a marked number',
    `return ['integer-00000000-0000-0000-0000-000000000000:7', (await tools.call('echo', { a: 'integer-x:7' })).a]`,
    ['integer-00000000-0000-0000-0000-000000000000:7', 'integer-x:7'],
  ),
  attack('an operation of another name', ['thrown'], `return tools['exec']('ls')`),
  attack(
    'an id of another session in a call',
    ['ok'],
    `return tools.call('echo', {}, { session: 'other', key: 'x:1', agent: 'root' })`,
    { value: {} },
  ),
  attack(
    'code that ends the function around it',
    ['ok', 'thrown', 'syntax', 'sandbox', 'value'],
    '}); globalThis.x = 1; (async () => { return 1',
    { looks: false },
  ),
  attack('code that ends the function around it and loops', ['timeout'], '}); for (;;); (async () => {', {
    looks: false,
    limits: { timeoutMs: 400 },
  }),
  attack(
    'code that ends the function around it and gives another',
    ['ok', 'thrown', 'syntax', 'sandbox', 'stuck', 'value'],
    '}); ((...given) => given',
    { looks: false },
  ),
  attack('an open comment', ['syntax'], 'return 1 /*'),
  attack('an open text', ['syntax'], 'return `'),
  attack('an import', ['syntax'], `import fs from 'fs'; return 1`),
  attack('an export', ['syntax'], 'export default 1'),
  attack('a zero byte', ['syntax', 'ok'], 'return 1;\u0000 return 2'),
  attack('half a character', ['syntax', 'ok', 'thrown'], 'return "\ud800" + \udc00'),
  attack('line ends of Unicode', ['ok'], 'const a = 1;\u2028 return a', { value: 1 }),
  attack('a private name', ['syntax'], 'return #a in {}'),
];

/** Calls that must not happen: a run is over when it is over. */
export const LATE_ATTACKS: readonly Attack[] = [
  harmless('a call after a sleep', `sleep(100).then(() => tools.call('late', {})); return 1`, 1),
  harmless(
    'a call by microtasks',
    `(async () => { for (let i = 0; i < 50; i++) await null; await sleep(50); tools.call('late', {}) })(); return 1`,
    1,
  ),
  harmless(
    'a call when another one is answered',
    `tools.call('slow', {}).then(() => tools.call('late', {})); return 1`,
    1,
  ),
  harmless(
    'a call when memory is freed',
    `new FinalizationRegistry(() => tools.call('late', {})).register({}, 1); return 1`,
    1,
  ),
  attack('a call after an error', ['thrown'], `sleep(50).then(() => tools.call('late', {})); throw new Error('x')`),
  attack(
    'a call from finally after a sleep',
    ['thrown'],
    `(async () => { try { await sleep(50) } finally { tools.call('late', {}) } })(); throw 1`,
  ),
];
