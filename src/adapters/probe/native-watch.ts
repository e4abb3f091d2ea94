import {
  type Capability,
  type CapabilityApi,
  type CapabilityMemory,
  createCapabilityMemory,
  type Endpoint,
  placeOf,
} from './capabilities.ts';

/** Where an adapter keeps and finds what it learns of its endpoint. */
export interface WatchOptions {
  /** Where requests go, so that what was learned is found again. Default: one unnamed endpoint. */
  readonly endpoint?: Endpoint;
  /** Shared by adapters that go to the same endpoints. Default: one for this adapter. */
  readonly capabilities?: CapabilityMemory;
}

/** What a reply says about the endpoint. */
export interface NativeSign {
  readonly native: boolean;
  /** A model may give such a sign by chance. */
  readonly weak: boolean;
  readonly evidence: string;
}

/** One adapter's view of its endpoint. */
export interface NativeWatch {
  /** What stands in the way of the native form, in words; undefined: use it. */
  hindrance(): Promise<string | undefined>;
  lost(how: 'refused' | 'stripped', evidence: string): Promise<void>;
  /** Takes a sign of a reply. True: the endpoint has lost what is native in requests. */
  notice(sign: NativeSign): Promise<boolean>;
  /**
   * Runs a probe and remembers what it shows.
   * @param isRefusal tells a refusal of deferred tools from others, which are passed on
   */
  probe(
    run: () => Promise<{ readonly native: boolean; readonly evidence: string }>,
    isRefusal: (refusal: ReadRefusal) => boolean,
  ): Promise<Capability>;
}

const UNNAMED: Endpoint = { baseUrl: '', model: '' };

/** Watches whether an endpoint takes the native form of an API. */
export function watchNative(api: CapabilityApi, { endpoint = UNNAMED, capabilities }: WatchOptions): NativeWatch {
  const memory = capabilities ?? createCapabilityMemory();
  const name = endpoint.baseUrl === '' ? 'The endpoint' : placeOf(endpoint.baseUrl);
  const note = async (capability: Capability): Promise<Capability> => {
    await memory.note(api, endpoint, capability);
    return capability;
  };
  return {
    hindrance: async () => {
      const known = await memory.read(api, endpoint);
      if (known === undefined || known.native) return undefined;
      const what = known.how === 'refused' ? 'refuses' : 'loses';
      return `${name} ${what} deferred tools (${known.evidence}); the bridge is used.`;
    },
    lost: async (how, evidence) => void (await note({ native: false, how, evidence })),
    notice: async ({ native, weak, evidence }) => {
      // What a model may do by chance counts only against an endpoint that was never seen to work.
      if (!native && weak && (await memory.read(api, endpoint))?.native === true) return false;
      await note({ native, how: native ? 'seen' : 'stripped', evidence });
      return !native;
    },
    probe: async (run, isRefusal) => {
      const known = await memory.read(api, endpoint);
      if (known !== undefined) return known;
      try {
        const { native, evidence } = await run();
        return await note({ native, how: native ? 'seen' : 'stripped', evidence });
      } catch (error) {
        const refusal = refusalOf(error);
        if (refusal === undefined || !isRefusal(refusal)) throw error;
        return note({ native: false, how: 'refused', evidence: refusalText(refusal) });
      }
    },
  };
}

/** An error of a client as far as it says why a request was refused. The official clients' errors have these members. */
export interface ReadRefusal {
  readonly status: number;
  readonly body: unknown;
}

/** Status and body of a refusal, from the error that a client threw; undefined for anything else. */
export function refusalOf(thrown: unknown): ReadRefusal | undefined {
  const { status, statusCode, error, body, message } = (thrown ?? {}) as Readonly<Record<string, unknown>>;
  const code = typeof status === 'number' ? status : statusCode;
  return typeof code === 'number' ? { status: code, body: error ?? body ?? message } : undefined;
}

const EVIDENCE_CHARACTERS = 200;

/** A refusal in few words. */
export function refusalText({ status, body }: ReadRefusal): string {
  const inner = (body as { readonly error?: { readonly message?: unknown } } | undefined)?.error?.message;
  const outer = (body as { readonly message?: unknown } | undefined)?.message;
  const text = [inner, outer, body].find((one) => typeof one === 'string');
  return `${status}: ${String(text ?? JSON.stringify(body) ?? '')}`.slice(0, EVIDENCE_CHARACTERS);
}
