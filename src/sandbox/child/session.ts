import { parseExact } from '../../shared/exact-json.ts';
import type { GuestEnd, GuestError, GuestErrorKind } from '../messages.ts';
import { GUEST_ERROR_KINDS } from '../messages.ts';
import type { Bridge, BridgeConfig, Native } from './bridge.ts';
import { type Guest, type GuestOptions, SNIPPET_FILE } from './engine.ts';

/** One entry into the guest; the engine says what may go wrong on the way. */
export interface GuestEntry {
  readonly bridge: Bridge;
  /** Runs what is due in the guest. */
  readonly drain: () => void;
  readonly relax: () => void;
  readonly memoryBytes: () => number;
  /** Memory was refused at some time. */
  readonly ranOutOfMemory: () => boolean;
  /** Nothing in the guest is left to run when `drain` comes back. */
  readonly knowsWhenStuck: boolean;
}

/** Sleeps at once; more resolve at once. */
const MAX_SLEEPS = 128;
const MAY_BE_UNSAFE = /\d{16}/;

/**
 * What is the same for every engine: which requests and sleeps are open, and how a run ends. `enter` runs one entry into
 * the guest and turns what the engine throws into an end.
 */
export class GuestSession implements Guest {
  readonly #options: GuestOptions;
  readonly #enter: (entry: () => void) => GuestEnd | undefined;
  readonly #integerMark: string;
  readonly #open = new Set<number>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  #entry: GuestEntry | undefined;
  #ended = false;

  constructor(options: GuestOptions, integerMark: string, enter: (entry: () => void) => GuestEnd | undefined) {
    this.#options = options;
    this.#integerMark = integerMark;
    this.#enter = enter;
  }

  get ended(): boolean {
    return this.#ended;
  }

  get config(): BridgeConfig {
    const { maxArgumentBytes, maxValueBytes, maxCalls, maxDepth } = this.#options.limits;
    return {
      aliases: this.#options.aliases,
      maxArgumentBytes,
      maxValueBytes,
      maxCalls,
      maxDepth,
      integerMark: this.#integerMark,
      snippetFile: SNIPPET_FILE,
    };
  }

  readonly native: Native = {
    request: (id, operation, text) => {
      if (this.#ended) return;
      this.#open.add(id);
      this.#options.outlets.request(id, operation, text);
    },
    log: (level, text) => !this.#ended && this.#options.outlets.log(level, text),
    sleep: (id, ms) => {
      if (this.#ended) return;
      const bounded = this.#timers.size >= MAX_SLEEPS ? 0 : Math.min(ms, this.#options.limits.maxSleepMs);
      const timer = setTimeout(() => {
        this.#timers.delete(id);
        this.#visit((bridge) => bridge.wake(id));
      }, bounded);
      this.#timers.set(id, timer);
    },
    relax: () => this.#entry?.relax(),
    value: (text, returned) => this.end({ end: 'value', text, returned }),
    error: (kind, text) => {
      const end = readError(kind, text);
      // Without room for an error the engine throws `null`.
      this.end(end.error.message === 'null' && this.#entry?.ranOutOfMemory() === true ? OUT_OF_MEMORY : end);
    },
  };

  /** Begins the run. */
  start(entry: GuestEntry, begin: () => void): void {
    this.#entry = entry;
    this.#visit(begin);
  }

  answer(id: number, ok: boolean, text: string): void {
    if (!this.#open.delete(id)) return;
    const marked = MAY_BE_UNSAFE.test(text) ? markIntegers(text, this.#integerMark) : text;
    this.#visit((bridge) => bridge.settle(id, ok, marked));
  }

  end(end: GuestEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#options.outlets.done(end, this.#entry?.memoryBytes() ?? 0);
  }

  #visit(use: (bridge: Bridge) => void): void {
    const entry = this.#entry;
    if (this.#ended || entry === undefined) return;
    const end = this.#enter(() => {
      use(entry.bridge);
      entry.drain();
    });
    if (end !== undefined) this.end(end);
    else if (entry.knowsWhenStuck && this.#open.size === 0 && this.#timers.size === 0) {
      this.end(entry.ranOutOfMemory() ? OUT_OF_MEMORY : STUCK);
    }
  }
}

const STUCK: GuestEnd = {
  end: 'error',
  kind: 'stuck',
  error: {
    name: 'Error',
    message: 'The snippet waits for a promise that nothing can settle: no tool call and no sleep is open.',
  },
};

const OUT_OF_MEMORY: GuestEnd = {
  end: 'error',
  kind: 'memory',
  error: { name: 'InternalError', message: 'out of memory' },
};

function readError(kind: string, text: string): GuestEnd & { readonly end: 'error' } {
  const { name, message, line, code, next } = JSON.parse(text) as GuestError;
  const known = GUEST_ERROR_KINDS.find((one) => one === kind) ?? 'thrown';
  const outOfMemory = name === 'InternalError' && message === 'out of memory';
  const actual: GuestErrorKind = outOfMemory ? 'memory' : known;
  return {
    end: 'error',
    kind: actual,
    error: {
      ...{ name, message },
      ...(line === undefined ? {} : { line }),
      ...(code === undefined ? {} : { code }),
      ...(next === undefined ? {} : { next }),
    },
  };
}

function markIntegers(text: string, mark: string): string {
  return JSON.stringify(parseExact(text), (_key, value: unknown) =>
    typeof value === 'bigint' ? mark + String(value) : value,
  );
}
