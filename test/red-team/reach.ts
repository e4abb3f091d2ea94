import { builtinModules } from 'node:module';

/** Names that a host of JavaScript has and the language has not. */
const HOST_NAMES = [
  ...[
    'process',
    'require',
    'module',
    'exports',
    '__filename',
    '__dirname',
    'global',
    'Buffer',
    'fetch',
    'WebSocket',
    'EventSource',
  ],
  ...[
    'WebAssembly',
    'Worker',
    'MessageChannel',
    'BroadcastChannel',
    'setTimeout',
    'setInterval',
    'setImmediate',
    'navigator',
  ],
  ...[
    'XMLHttpRequest',
    'importScripts',
    'Deno',
    'Bun',
    'structuredClone',
    'crypto',
    'localStorage',
    'caches',
    'document',
    'window',
  ],
  // Of the engine's own command line.
  ...['std', 'os', 'print', 'scriptArgs', 'load', 'loadScript', 'bjson', 'gc', 'read', 'quit', '$262', 'drainJobQueue'],
];

/** Ways to make a function from text. */
const MAKERS = [
  'Function',
  '(() => {}).constructor',
  '(async () => {}).constructor',
  '(function* () {}).constructor',
  '(async function* () {}).constructor',
  'class {}.constructor',
  'tools.call.constructor',
  'console.log.constructor',
  'sleep.constructor',
  'Promise.resolve.constructor',
  'Object.getPrototypeOf(async function () {}).constructor',
  'Reflect.get(Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").get, "constructor")',
  'new Proxy(Function, {})',
  'Function.bind(null)',
  'Array.from([1]).map.constructor',
  '(await tools.search("x")).constructor.constructor',
  'new Error().constructor.constructor',
  'Symbol.prototype.constructor.constructor',
  'this?.constructor?.constructor ?? Function',
  'globalThis.constructor.constructor',
];

/** Each must throw, or give nothing, `undefined` or an own object of the sandbox that leads nowhere. */
export interface Reach {
  readonly name: string;
  /** Expressions; each may await. A result of `true` means that something was reached. */
  readonly expressions: readonly string[];
}

const reached = (expression: string): string => `(${expression}) != null`;
const typeOf = (name: string): string => `typeof ${/^[\w$]+$/.test(name) ? name : 'undefined'} !== 'undefined'`;
/** What code of a maker sees. */
const PROBE = `return [${HOST_NAMES.filter((name) => /^[\w$]+$/.test(name))
  .map((name) => `typeof ${name}`)
  .join(',')}].some((one) => one !== 'undefined')`;

/** Every built-in module of Node by every way to come by one, and every host name by every way to a global. */
export const REACHES: readonly Reach[] = [
  { name: 'host names as globals', expressions: HOST_NAMES.map(typeOf) },
  { name: 'host names by globalThis', expressions: HOST_NAMES.map((name) => `globalThis['${name}'] !== undefined`) },
  {
    name: 'host names by code from text',
    expressions: HOST_NAMES.map((name) => `(0, eval)("typeof ${name}") !== 'undefined'`),
  },
  {
    name: 'functions made from text',
    expressions: MAKERS.flatMap((maker) => [
      `await (async () => { const made = (${maker})(${JSON.stringify(PROBE)}); const given = await made(); return typeof given?.next === 'function' ? (await given.next()).value : given })()`,
      `await (async () => { const made = (${maker})('return this'); const given = await made(); const self = typeof given?.next === 'function' ? (await given.next()).value : given; return self !== undefined && self !== globalThis && typeof self.process !== 'undefined' })()`,
      `await (${maker})("return import('node:fs')")().then((one) => one != null)`,
    ]),
  },
  {
    name: 'modules by import',
    expressions: builtinModules.flatMap((name) =>
      [`await import('${name}')`, `await import('node:${name}')`].map(reached),
    ),
  },
  { name: 'modules by require', expressions: builtinModules.map((name) => reached(`require('${name}')`)) },
  {
    name: 'modules by process.getBuiltinModule',
    expressions: builtinModules.map((name) => reached(`process.getBuiltinModule('${name}')`)),
  },
  {
    name: 'modules by process.binding',
    expressions: builtinModules.map((name) => reached(`process.binding('${name}')`)),
  },
  {
    name: 'modules by a global of their name',
    // One of them is called as what snippets print by.
    expressions: builtinModules
      .filter((name) => name !== 'console')
      .map((name) => `globalThis['${name}'] !== undefined`),
  },
  {
    name: 'modules and files by other addresses',
    expressions: [
      'std',
      'os',
      'bjson',
      'qjs:std',
      'qjs:os',
      'file:///etc/passwd',
      '/etc/passwd',
      './x.js',
      'data:text/javascript,export default 1',
      'http://127.0.0.1/',
      'blob:x',
      '',
    ].map((address) => reached(`await import('${address}')`)),
  },
  {
    name: 'ways out of the process',
    expressions: [
      'process.exit()',
      'process.kill(process.ppid)',
      'process.mainModule.require("fs")',
      'process.binding("spawn_sync")',
      'process.dlopen({}, "x")',
      'process.env.PATH',
      'require.main',
      'module.constructor._load("fs")',
      'std.exit(1)',
      'os.exec(["id"])',
      'std.popen("id", "r")',
      'std.getenv("PATH")',
      'new Worker("x")',
      'await fetch("http://127.0.0.1:9/")',
      'new WebSocket("ws://127.0.0.1:9/")',
      'new XMLHttpRequest()',
      'await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))',
      'new WebAssembly.Memory({ initial: 1 })',
      'setTimeout(() => {}, 1)',
      'setInterval(() => {}, 1)',
      'new ShadowRealm()',
      'import.meta.url',
    ].map(reached),
  },
];

/** The expressions of a group as one snippet, which gives those that reached something. */
export function toSnippet({ expressions }: Reach): string {
  const tries = expressions.map(
    (expression) => `[${JSON.stringify(expression)}, (0, eval)(${JSON.stringify(`(async () => ${expression})`)})]`,
  );
  return `
    const tries = [];
    ${tries.map((one) => `try { tries.push(${one}) } catch {}`).join('\n')}
    const found = [];
    for (const [text, run] of tries) { try { if ((await run()) === true) found.push(text) } catch {} }
    return { tried: tries.length, found };`;
}
