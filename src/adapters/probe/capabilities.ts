import { foreignText, isObject } from '../../shared/json.ts';
import { createMemoryStateStore, type StateStore } from '../../state/index.ts';

/** Where requests go. What is taken may depend on both: proxies forward some models and rewrite others. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly model: string;
}

/** Whether an endpoint takes deferred tools and what finds them. */
export interface Capability {
  readonly native: boolean;
  /** `refused`: it answered an error. `stripped`: it took the request and lost what was native in it. `seen`: it works. */
  readonly how: 'refused' | 'stripped' | 'seen';
  /** What showed it, in words. */
  readonly evidence: string;
}

/** Something was learned of an endpoint that was not known before. */
export interface CapabilityEvent extends Capability {
  readonly api: CapabilityApi;
  readonly endpoint: Endpoint;
}

/** The APIs that have native forms. */
export type CapabilityApi = 'anthropic' | 'openai-responses';

/** What is known of endpoints. Several adapters, and with a shared store several processes, learn from each other. */
export interface CapabilityMemory {
  /** Undefined: nothing is known, or it was too long ago. */
  read(api: CapabilityApi, endpoint: Endpoint): Promise<Capability | undefined>;
  /** Keeps what was learned. */
  note(api: CapabilityApi, endpoint: Endpoint, capability: Capability): Promise<void>;
}

export interface CapabilityMemoryOptions {
  /** Default: in this process. */
  readonly store?: StateStore;
  /** How long an endpoint is believed to be as it was, in milliseconds. Default: a day. */
  readonly ttlMs?: number;
  /** Told once of each thing that is learned, for a log or a person. */
  readonly onChange?: (event: CapabilityEvent) => void;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A memory of what endpoints take, with a time to live: proxies are updated, and then the native forms come back. */
export function createCapabilityMemory(options: CapabilityMemoryOptions = {}): CapabilityMemory {
  const { store = createMemoryStateStore(), ttlMs = DAY_MS, onChange } = options;
  return {
    read: async (api, endpoint) => readCapability(await store.get(keyOf(api, endpoint))),
    note: async (api, endpoint, capability) => {
      const { native, how, evidence } = capability;
      let isNew = false;
      await store.update(
        keyOf(api, endpoint),
        (current) => {
          isNew = readCapability(current)?.native !== native;
          return { native, how, evidence };
        },
        { ttlMs },
      );
      if (isNew) onChange?.({ api, endpoint, native, how, evidence });
    },
  };
}

function readCapability(value: unknown): Capability | undefined {
  if (!isObject(value) || typeof value.native !== 'boolean') return undefined;
  const how = value.how === 'refused' || value.how === 'stripped' ? value.how : 'seen';
  return { native: value.native, how, evidence: foreignText(value.evidence ?? '') };
}

function keyOf(api: CapabilityApi, { baseUrl, model }: Endpoint): string {
  return `capability:${api}:${placeOf(baseUrl)}:${model}`;
}

/** An address as it may be kept and shown: it may hold credentials, and its query says nothing of where it leads. */
export function placeOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const place = url === undefined ? baseUrl : `${url.protocol}//${url.host}${url.pathname}`;
  return place.replace(/\/+$/, '');
}
