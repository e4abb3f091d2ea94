import { assemblyFacts, type CallObserver, observeCalls, rememberCalls, type Telemetry } from '../calling/index.ts';
import type { BridgeCaller, DisclosureMode } from '../disclosure/index.ts';
import { createMemoryStateStore, createSessionStore, type SessionStore, type StateStore } from '../state/index.ts';
import { loadTokenCounter } from '../tokens/index.ts';
import type { Catalog } from '../tools/index.ts';
import type { ActivityLog } from './activity/index.ts';

export interface SessionWatchOptions {
  readonly telemetry?: Telemetry | undefined;
  /** What people who look at the gateway are shown. */
  readonly activity?: ActivityLog | undefined;
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
  /** Fingerprint of the rights of whoever was shown it. */
  readonly rights: string;
}

/** What a gateway remembers of its sessions, and tells about them. */
export class SessionWatch {
  readonly sessions: SessionStore;
  readonly #telemetry: Telemetry | undefined;
  readonly #activity: ActivityLog | undefined;
  readonly #onError: (error: unknown) => void;

  constructor({ telemetry, activity, state = createMemoryStateStore(), onError }: SessionWatchOptions) {
    this.sessions = createSessionStore(state);
    this.#telemetry = telemetry;
    this.#activity = activity;
    this.#onError = onError;
  }

  /** Where sessions tell what they do; undefined where nobody listens. */
  telemetry(rights: () => string): Telemetry | undefined {
    const told = this.#telemetry;
    const kept = this.#activity?.telemetry(rights);
    if (told === undefined || kept === undefined) return told ?? kept;
    return {
      emit: (session, facts) => {
        told.emit(session, facts);
        kept.emit(session, facts);
      },
    };
  }

  /** For the call path of sessions with these rights. */
  observers(telemetry: Telemetry | undefined): readonly CallObserver[] {
    return [
      rememberCalls(this.sessions, this.#onError),
      ...(telemetry === undefined ? [] : [observeCalls(telemetry)]),
      ...(this.#activity === undefined ? [] : [this.#activity.observer]),
    ];
  }

  /** Tells what a listing showed. Counting takes a tokenizer, which is loaded for telemetry alone. */
  async shown({ session }: BridgeCaller, shown: ShownBridge): Promise<void> {
    const { rights } = shown;
    const telemetry = this.telemetry(() => rights);
    if (telemetry === undefined) return;
    try {
      const counter = await loadTokenCounter();
      telemetry.emit(session, assemblyFacts({ ...shown, prompt: shown.instructions, counter }));
    } catch (error) {
      this.#onError(error);
    }
  }
}
