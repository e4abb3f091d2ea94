import { assemblyFacts, type CallObserver, observeCalls, rememberCalls, type Telemetry } from '../calling/index.ts';
import type { BridgeCaller, DisclosureMode } from '../disclosure/index.ts';
import { createMemoryStateStore, createSessionStore, type SessionStore, type StateStore } from '../state/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import type { Catalog } from '../tools/index.ts';

export interface SessionWatchOptions {
  readonly telemetry?: Telemetry | undefined;
  /** Where sessions are remembered. Default: this process. */
  readonly state?: StateStore | undefined;
  /** Told of a store or a counter that fails; nothing else does on its account. */
  readonly onError: (error: unknown) => void;
}

/** What a session was shown up front. */
export interface ShownBridge {
  readonly mode: DisclosureMode | 'direct';
  /** The mode that the configuration asks for, where it cannot be had. */
  readonly fallbackFrom?: 'code' | undefined;
  readonly catalog: Catalog;
  readonly tools: readonly unknown[];
  /** Tools of the catalog that are not among them. */
  readonly deferred: number;
  readonly instructions: string;
}

/** What a gateway remembers of its sessions, and tells about them. */
export class SessionWatch {
  readonly sessions: SessionStore;
  /** For every call path. */
  readonly observers: readonly CallObserver[];
  readonly telemetry: Telemetry | undefined;
  readonly #onError: (error: unknown) => void;

  constructor({ telemetry, state = createMemoryStateStore(), onError }: SessionWatchOptions) {
    this.sessions = createSessionStore(state);
    this.telemetry = telemetry;
    this.#onError = onError;
    this.observers = [
      rememberCalls(this.sessions, onError),
      ...(telemetry === undefined ? [] : [observeCalls(telemetry)]),
    ];
  }

  /** Tells what a listing showed. Counting takes a tokenizer, which is loaded for telemetry alone. */
  async shown({ session }: BridgeCaller, shown: ShownBridge): Promise<void> {
    if (this.telemetry === undefined) return;
    try {
      const counter = await loadTokenCounter();
      this.telemetry.emit(session, assemblyFacts({ ...shown, prompt: shown.instructions, counter }));
    } catch (error) {
      this.#onError(error);
    }
  }
}
