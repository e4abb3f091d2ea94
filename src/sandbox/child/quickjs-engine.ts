import variant from '@jitl/quickjs-singlefile-mjs-release-sync';
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten-core';
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
  const runtime = module.newRuntime();
  const context = runtime.newContext();
  return { start: (options) => startGuest(runtime, context, options, integerMark) };
}

function startGuest(
  runtime: QuickJSRuntime,
  context: QuickJSContext,
  options: GuestOptions,
  integerMark: string,
): Guest {
  const { timeoutMs, memoryBytes } = options.limits;
  runtime.setMemoryLimit(memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);

  // The guest's own time, whatever the parent's clock does: while a person is asked nobody may spin.
  let busyMs = 0;
  let enteredAt = 0;
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
      busyMs += performance.now() - enteredAt;
    }
  });
  runtime.setInterruptHandler(() => {
    if (session.ended) return true;
    interrupted ||= busyMs + performance.now() - enteredAt > timeoutMs;
    return interrupted;
  });

  const bridge = evaluateBridge(context, session);
  session.start(
    {
      bridge: bridge.bridge,
      drain: () => {
        const jobs = runtime.executePendingJobs();
        if (jobs.error !== undefined) {
          jobs.error.dispose();
          // A job that throws is a promise of the snippet's own; only an interruption ends the run.
          if (!session.ended && interrupted) throw new Error('interrupted');
        }
      },
      relax: once(() => runtime.setMemoryLimit(memoryBytes + RELAX_BYTES)),
      memoryBytes: () => usedMemory(runtime, context),
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

function evaluateBridge(context: QuickJSContext, session: GuestSession): EvaluatedBridge {
  const install = context.unwrapResult(context.evalCode(`(${installBridge.toString()})`, 'bridge.js'));
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

function usedMemory(runtime: QuickJSRuntime, context: QuickJSContext): number {
  try {
    const handle = runtime.computeMemoryUsage();
    const usage = context.dump(handle) as { memory_used_size?: unknown };
    handle.dispose();
    return typeof usage.memory_used_size === 'number' ? Math.max(0, Math.round(usage.memory_used_size)) : 0;
  } catch {
    return 0;
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
