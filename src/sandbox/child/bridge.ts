import type { HostOperation, LogLevel } from '../types.ts';

/** What the bridge is given by whoever runs it. Only texts, numbers and booleans cross. */
export interface Native {
  readonly request: (id: number, operation: HostOperation, text: string) => void;
  /** False when there is room for no more. */
  readonly log: (level: LogLevel, text: string) => boolean;
  readonly sleep: (id: number, ms: number) => void;
  /** Makes a little room, so that running out of memory can be told. */
  readonly relax: () => void;
  readonly value: (text: string, returned: boolean) => void;
  readonly error: (kind: string, text: string) => void;
}

/** What whoever runs the bridge may call. */
export interface Bridge {
  readonly run: (snippet: unknown) => void;
  readonly failToCompile: (error: unknown) => void;
  readonly settle: (id: number, ok: boolean, text: string) => void;
  readonly wake: (id: number) => void;
}

export interface BridgeConfig {
  readonly aliases: readonly string[];
  readonly maxArgumentBytes: number;
  readonly maxValueBytes: number;
  readonly maxCalls: number;
  readonly maxDepth: number;
  /** Begins texts that stand for whole numbers beyond 2^53 in answers. */
  readonly integerMark: string;
  /** File name that error positions in the snippet carry. */
  readonly snippetFile: string;
}

/**
 * The guest's half of the bridge: makes `tools`, `console` and `sleep`, and turns values into JSON and back. This function
 * is never called where it stands; its source text is evaluated beside the snippet. So it refers to nothing outside
 * itself. The snippet can change every built-in after it ran, hence the copies at its top; they keep honest snippets
 * working and guard nothing, because what the text says is all that leaves.
 */
export function installBridge(native: Native, config: BridgeConfig): Bridge {
  const { stringify, parse } = JSON;
  const { keys, freeze, defineProperty, create } = Object;
  const { isArray } = Array;
  const { isFinite: isFiniteNumber } = Number;
  const { apply } = Reflect;
  const NativePromise = Promise;
  const NativeError = Error;
  const NativeTypeError = TypeError;
  const NativeBigInt = BigInt;
  const NativeString = String;
  const NativeMap = Map;
  const NativeSet = Set;
  const NativeDate = Date;
  const { getTime } = Date.prototype;
  const { then } = Promise.prototype;
  const { slice, startsWith, indexOf, includes } = NativeString.prototype;
  const parseInteger = Number.parseInt;
  const { exec } = RegExp.prototype;

  interface Pending {
    readonly resolve: (value: unknown) => void;
    readonly reject: (error: unknown) => void;
    /** Made where the request was, so that its stack has the snippet's line. */
    readonly failure: Error;
  }
  const pending: Record<number, Pending> = create(null);
  const sleeping: Record<number, () => void> = create(null);
  let requests = 0;
  let sleeps = 0;

  class Uncrossable extends NativeTypeError {}

  const isPromise = (value: object): boolean => {
    try {
      return value instanceof NativePromise;
    } catch {
      return false;
    }
  };

  /** JSON of a value. Reads each member once. `strict` throws what `lenient` writes as a note. */
  function encode(root: unknown, what: string, maxLength: number, lenient: boolean): string {
    const open: object[] = [];
    const isSent = what === 'arguments';
    let length = 0;
    const spend = (text: string): string => {
      length += text.length;
      if (length > maxLength) {
        throw new Uncrossable(`${what} is larger than ${maxLength} bytes: filter or cut it in the snippet`);
      }
      return text;
    };
    const refuse = (path: string, why: string, note: string): string => {
      if (lenient) return spend(`"[${note}]"`);
      throw new Uncrossable(`${path} ${why}`);
    };
    const member = (path: string, key: string): string =>
      apply(exec, /^[A-Za-z_$][\w$]*$/, [key]) === null ? `${path}[${stringify(key)}]` : `${path}.${key}`;

    function write(value: unknown, path: string): string {
      switch (typeof value) {
        case 'string':
          return spend(stringify(value));
        case 'number':
          if (isFiniteNumber(value)) return spend(`${value}`);
          // A tool that gets null, or nothing, in its place does something else than was meant.
          return isSent ? refuse(path, `is ${value}: give a number`, 'NaN') : spend('null');
        case 'boolean':
          return spend(value ? 'true' : 'false');
        case 'bigint':
          return spend(lenient ? `${value}n` : `${value}`);
        case 'undefined':
          return spend(lenient ? 'undefined' : 'null');
        case 'function':
          return refuse(path, 'is a function: give plain data', 'function');
        case 'symbol':
          return refuse(path, 'is a symbol: give plain data', 'symbol');
      }
      if (typeof value !== 'object' || value === null) return spend('null');
      for (let index = 0; index < open.length; index++) {
        if (open[index] === value) return refuse(path, 'holds itself (a cycle): give plain data', 'cycle');
      }
      if (open.length >= config.maxDepth) {
        return refuse(path, `is nested deeper than ${config.maxDepth}: flatten it`, 'nested too deep');
      }
      if (isPromise(value)) return refuse(path, 'is a promise: put await before it', 'promise: not awaited');
      open[open.length] = value;
      const text = writeObject(value, path);
      open.length--;
      return text;
    }

    function writeObject(value: object, path: string): string {
      if (isSent && value instanceof NativeDate && !isFiniteNumber(apply(getTime, value, []))) {
        return refuse(path, 'is a date that does not exist', 'Invalid Date');
      }
      const { toJSON } = value as { toJSON?: unknown };
      if (typeof toJSON === 'function') return write(apply(toJSON, value, []), path);
      if (isArray(value)) {
        let text = '';
        for (let index = 0; index < value.length; index++) {
          text += (index === 0 ? '' : spend(',')) + write(value[index], `${path}[${index}]`);
        }
        return spend('[') + text + spend(']');
      }
      if (value instanceof NativeMap) return refuse(path, 'is a Map: give Object.fromEntries(map)', 'Map');
      if (value instanceof NativeSet) return refuse(path, 'is a Set: give [...set]', 'Set');
      if (value instanceof NativeError) return write(errorFacts(value), path);
      let text = '';
      const names = keys(value);
      for (let index = 0; index < names.length; index++) {
        const key = names[index]!;
        const inner = (value as Record<string, unknown>)[key];
        if (inner === undefined) continue;
        text += (text === '' ? '' : spend(',')) + spend(`${stringify(key)}:`) + write(inner, member(path, key));
      }
      return spend('{') + text + spend('}');
    }

    return write(root, what);
  }

  /** The first line of the snippet that a stack names; 0 where it names none. */
  function lineIn(stack: string): number {
    const at = apply(indexOf, stack, [`${config.snippetFile}:`]);
    if (at === -1) return 0;
    const rest = apply(slice, stack, [at + config.snippetFile.length + 1, at + config.snippetFile.length + 9]);
    return parseInteger(rest, 10) || 0;
  }

  /** What of an error is told. Its members may be anything, and reading them may throw. */
  function errorFacts(error: unknown): { name: string; message: string; line?: number; code?: string; next?: string } {
    const read = (key: string): unknown => {
      try {
        return (error as Record<string, unknown>)[key];
      } catch {
        return undefined;
      }
    };
    const text = (value: unknown, otherwise: string): string =>
      typeof value === 'string' ? apply(slice, value, [0, 2000]) : otherwise;
    if ((typeof error !== 'object' && typeof error !== 'function') || error === null) {
      return { name: 'Error', message: text(show(error), 'something unreadable was thrown') };
    }
    const facts: { name: string; message: string; line?: number; code?: string; next?: string } = {
      name: text(read('name'), 'Error'),
      message: text(read('message'), text(show(error), 'something unreadable was thrown')),
    };
    const line = lineIn(text(read('stack'), ''));
    if (line > 0) facts.line = line;
    const code = read('code');
    if (typeof code === 'string') facts.code = apply(slice, code, [0, 100]);
    const next = read('next');
    if (typeof next === 'string') facts.next = apply(slice, next, [0, 1000]);
    return facts;
  }

  /** A value as `console` prints it. Never throws. */
  function show(value: unknown): string {
    try {
      if (typeof value === 'string') return value;
      if (typeof value === 'symbol') return NativeString(value);
      if (typeof value === 'object' && value !== null && value instanceof NativeError) {
        const { name, message } = errorFacts(value);
        return `${name}: ${message}`;
      }
      return encode(value, 'value', 8_000, true);
    } catch (error) {
      return error instanceof Uncrossable ? '[too large to print]' : '[unreadable]';
    }
  }

  function fail(kind: string, error: unknown): void {
    native.relax();
    let text = '{"name":"Error","message":"something unreadable was thrown"}';
    try {
      text = stringify(errorFacts(error));
    } catch {}
    native.error(kind, text);
  }

  function request(operation: HostOperation, args: readonly unknown[]): Promise<unknown> {
    const failure = new NativeError('');
    return new NativePromise((resolve, reject) => {
      let last = args.length;
      while (last > 0 && args[last - 1] === undefined) last--;
      const given: unknown[] = [];
      for (let index = 0; index < last; index++) given[index] = args[index];
      const text = encode(given, 'arguments', config.maxArgumentBytes, false);
      if (requests >= config.maxCalls) {
        throw new NativeError(`More than ${config.maxCalls} requests in one run: do less in one snippet.`);
      }
      const id = ++requests;
      pending[id] = { resolve, reject, failure };
      native.request(id, operation, text);
    });
  }

  const revive = (_key: string, value: unknown): unknown =>
    typeof value === 'string' && apply(startsWith, value, [config.integerMark])
      ? NativeBigInt(apply(slice, value, [config.integerMark.length]))
      : value;

  function settle(id: number, ok: boolean, text: string): void {
    const waiting = pending[id];
    if (waiting === undefined) return;
    delete pending[id];
    const { resolve, reject, failure } = waiting;
    try {
      const marked = apply(includes, text, [config.integerMark]);
      const value: unknown = marked ? parse(text, revive) : parse(text);
      if (ok) {
        // An answer with a member `then` is data; it must not be taken for a promise.
        if (typeof value === 'object' && value !== null && 'then' in value) freeze(value);
        resolve(value);
        return;
      }
      const facts = value as Record<string, unknown>;
      const names = keys(facts);
      for (let index = 0; index < names.length; index++) {
        const name = names[index]!;
        defineProperty(failure, name, {
          value: facts[name],
          writable: true,
          configurable: true,
          enumerable: name !== 'message',
        });
      }
      reject(failure);
    } catch (error) {
      reject(error);
    }
  }

  const tools = freeze({
    search: (...args: unknown[]) => request('search', args),
    describe: (...args: unknown[]) => request('describe', args),
    call: (...args: unknown[]) => request('call', args),
  });

  let open = true;
  const print =
    (level: LogLevel) =>
    (...args: unknown[]): void => {
      if (!open) return;
      let text = '';
      for (let index = 0; index < args.length; index++) text += (index === 0 ? '' : ' ') + show(args[index]);
      open = native.log(level, text);
    };
  const log = print('log');
  const console = freeze({ log, info: log, debug: log, warn: print('warn'), error: print('error') });

  const sleep = (ms: unknown): Promise<void> =>
    new NativePromise((resolve) => {
      const id = ++sleeps;
      sleeping[id] = () => resolve();
      native.sleep(id, typeof ms === 'number' && ms > 0 ? ms : 0);
    });

  const define = (name: string, value: unknown): unknown =>
    defineProperty(globalThis, name, { value, writable: false, configurable: false, enumerable: true });
  define('tools', tools);
  define('console', console);
  define('sleep', sleep);
  for (let index = 0; index < config.aliases.length; index++) define(config.aliases[index]!, freeze({ tools }));

  return {
    settle,
    wake: (id) => {
      const resolve = sleeping[id];
      delete sleeping[id];
      resolve?.();
    },
    failToCompile: (error) => fail('syntax', error),
    run: (snippet) => {
      let result: unknown;
      try {
        result = apply(snippet as () => unknown, undefined, []);
      } catch (error) {
        return fail('thrown', error);
      }
      apply(then, result, [
        (value: unknown) => {
          let text: string;
          try {
            text = encode(value, 'the returned value', config.maxValueBytes, false);
          } catch (error) {
            return fail('value', error);
          }
          native.value(text, value !== undefined);
        },
        (error: unknown) => fail('thrown', error),
      ]);
    },
  };
}
