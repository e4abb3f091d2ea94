import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSHandle } from 'quickjs-emscripten-core';
import { DEFAULT_CODE_LIMITS } from '../limits.ts';
import type { GuestEnd } from '../messages.ts';
import { type Bridge, installBridge, type Native } from './bridge.ts';
import { type Engine, type Guest, type GuestOptions, SNIPPET_FILE, wrapSnippet } from './engine.ts';
import { GuestSession } from './session.ts';

/** Stack of the engine inside. Deep recursion ends there, well before that of WebAssembly does. */
const STACK_BYTES = 256 * 1024;
/** What is given on top once, so that running out of memory can be told. */
const RELAX_BYTES = 1024 * 1024;

/**
 * The inner wall: QuickJS as WebAssembly. It has the language and nothing else; what a snippet can reach besides is what
 * the bridge defines. Every value on the way out is a text.
 */
export async function createQuickJsEngine(integerMark: string): Promise<Engine> {
  const module = await newQuickJSWASMModuleFromVariant(variant);
  const heap = new BoundedHeap(module.getWasmMemory());
  const create = (): QuickJSContext => module.newRuntime().newContext();
  warmUp(prepare(create()), heap);
  const prepared = prepare(create());
  return { start: (options) => startGuest(prepared, heap, options, integerMark) };
}

/**
 * WebAssembly is compiled as it is first used, which takes longer than most snippets. So one runs before there is any; its
 * context is left to the process, because what is freed is compiled as well.
 */
function warmUp(prepared: Prepared, heap: BoundedHeap): void {
  const code = `const list = [1, 'a', { b: [2.5, null] }].map((one) => ({ one })).filter((x) => x.one);
    console.log('list', list, new Error('x'));
    const answers = await Promise.all([tools.search('x', { limit: 1 }), tools.call('x').catch((error) => error)]);
    await sleep(0);
    return { answers, text: JSON.stringify(list).replace(/a+/g, 'b') };`;
  const guest: Guest = startGuest(
    prepared,
    heap,
    {
      code,
      limits: DEFAULT_CODE_LIMITS,
      aliases: ['openclaw'],
      outlets: {
        request: (id) => queueMicrotask(() => guest.answer(id, id === 1, '{"message":"x","code":"X"}')),
        log: () => true,
        done: () => {},
      },
    },
    'integer',
  );
}

/** What of `WebAssembly.Memory` is used; its type comes with browsers only. */
interface EngineMemory {
  readonly buffer: { readonly byteLength: number };
  grow(pages: number): number;
}

/** The memory that the engine lives in, which may grow up to a bound. */
class BoundedHeap {
  readonly #memory: EngineMemory;
  #maxBytes = Number.POSITIVE_INFINITY;
  /** It wanted to grow beyond its bound. */
  refused = false;

  /**
   * The engine's own bound counts what it asks for, without what its allocator adds, and knows the sizes of large pieces
   * only. So growing itself is refused here; the engine then says that it is out of memory.
   */
  constructor(memory: EngineMemory) {
    this.#memory = memory;
    const grow = memory.grow.bind(memory);
    Object.defineProperty(memory, 'grow', {
      value: (pages: number): number => {
        if (this.bytes + pages * PAGE_BYTES > this.#maxBytes) {
          this.refused = true;
          throw new RangeError('the snippet may hold no more');
        }
        return grow(pages);
      },
    });
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Lets it grow by that much from now on. */
  allow(bytes: number): void {
    this.#maxBytes = this.bytes + bytes;
  }
}

const PAGE_BYTES = 65_536;

/** A context in which the bridge's source has been read. */
interface Prepared {
  readonly context: QuickJSContext;
  readonly install: QuickJSHandle;
}

function prepare(context: QuickJSContext): Prepared {
  return { context, install: context.unwrapResult(context.evalCode(`(${installBridge.toString()})`, 'bridge.js')) };
}

function startGuest(prepared: Prepared, heap: BoundedHeap, options: GuestOptions, integerMark: string): Guest {
  const { context } = prepared;
  const { runtime } = context;
  const { timeoutMs, memoryBytes } = options.limits;
  heap.allow(memoryBytes);
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);

  // The guest's own time, whatever the parent's clock does: while a person is asked nobody may spin.
  let busyMs = 0;
  let enteredAt: number | undefined;
  let interrupted = false;
  const session = new GuestSession(options, integerMark, (entry) => {
    enteredAt = performance.now();
    try {
      entry();
      return undefined;
    } catch (error) {
      if (interrupted) return TIMEOUT;
      return fatal(error);
    } finally {
      busyMs += performance.now() - (enteredAt ?? 0);
      enteredAt = undefined;
    }
  });
  runtime.setInterruptHandler(() => {
    if (session.ended) return true;
    // The bridge itself is set up outside of any entry.
    interrupted ||= enteredAt !== undefined && busyMs + performance.now() - enteredAt > timeoutMs;
    return interrupted;
  });

  const bridge = evaluateBridge(prepared, session);
  session.start(
    {
      bridge: bridge.bridge,
      drain: () => {
        const jobs = runtime.executePendingJobs();
        // A job that throws is a promise of the snippet's own; only an interruption ends the run, and of that an async
        // function may tell nobody.
        if (jobs.error !== undefined) jobs.error.dispose();
        if (interrupted && !session.ended) throw new Error('interrupted');
      },
      relax: once(() => {
        runtime.setMemoryLimit(memoryBytes + RELAX_BYTES);
        heap.allow(RELAX_BYTES);
      }),
      memoryBytes: () => heap.bytes,
      ranOutOfMemory: () => heap.refused,
      knowsWhenStuck: true,
    },
    () => {
      const compiled = context.evalCode(wrapSnippet(options.code), SNIPPET_FILE);
      if (compiled.error !== undefined) bridge.call('failToCompile', compiled.error);
      else bridge.call('run', compiled.value);
    },
  );
  return session;
}

interface EvaluatedBridge {
  readonly bridge: Bridge;
  readonly call: (name: keyof Bridge, ...args: QuickJSHandle[]) => void;
}

function evaluateBridge({ context, install }: Prepared, session: GuestSession): EvaluatedBridge {
  const native = context.newObject();
  for (const name of Object.keys(session.native) as (keyof Native)[]) {
    const implementation = session.native[name] as (...args: unknown[]) => unknown;
    const handle = context.newFunction(name, (...handles) => {
      // The bridge passes nothing but primitives.
      const result = implementation(...handles.map((one) => context.dump(one) as unknown));
      return result === undefined ? undefined : result === true ? context.true : context.false;
    });
    context.setProp(native, name, handle);
  }
  const config = context.unwrapResult(context.evalCode(`(${JSON.stringify(session.config)})`, 'bridge.js'));
  const members = context.unwrapResult(context.callFunction(install, context.undefined, native, config));
  const handles = new Map<string, QuickJSHandle>();
  const call = (name: keyof Bridge, ...args: QuickJSHandle[]): void => {
    const handle = handles.get(name) ?? context.getProp(members, name);
    handles.set(name, handle);
    const result = context.callFunction(handle, context.undefined, ...args);
    if (result.error === undefined) result.value.dispose();
    else {
      result.error.dispose();
      throw new Error(`the bridge failed in ${name}`);
    }
  };
  const number = (value: number): QuickJSHandle => context.newNumber(value);
  return {
    call,
    bridge: {
      run: () => {},
      failToCompile: () => {},
      settle: (id, ok, text) => {
        const handle = context.newString(text);
        call('settle', number(id), ok ? context.true : context.false, handle);
        handle.dispose();
      },
      wake: (id) => call('wake', number(id)),
    },
  };
}

const TIMEOUT: GuestEnd = {
  end: 'error',
  kind: 'timeout',
  error: { name: 'TimeoutError', message: 'The snippet ran too long.' },
};

/** The engine itself gave up: nothing inside it can be trusted to go on. */
function fatal(error: unknown): GuestEnd {
  const message = error instanceof Error ? error.message : String(error);
  const outOfMemory = /memory|allocation/i.test(message);
  return {
    end: 'error',
    kind: outOfMemory ? 'memory' : 'sandbox',
    error: {
      name: 'InternalError',
      message: outOfMemory ? 'out of memory' : `the engine stopped: ${message.slice(0, 200)}`,
    },
  };
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
