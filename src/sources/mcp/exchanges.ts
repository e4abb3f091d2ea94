import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client';
import { isObject, own } from '../../shared/json.ts';

type Members = Readonly<Record<string, unknown>>;

/** The client on whose behalf a request is open, as far as a server may turn to it. */
export interface ExchangeClient {
  /** Whose it is. Two requests of one session have one client; without a name every request stands for itself. */
  readonly session?: string | undefined;
  /** What it declared that it can do. */
  readonly capabilities: Members;
  /** Answers to what an earlier round of the same request asked for, as the client sent them. */
  readonly answers?: { readonly inputResponses?: Members; readonly requestState?: string } | undefined;
  /**
   * Asks it for something: elicitation, sampling, roots.
   * @throws whatever it answered instead
   */
  request(method: string, params: Members | undefined, signal?: AbortSignal): Promise<Members>;
  /** Tells it something; what cannot be delivered is lost. */
  notify(method: string, params: Members): void;
}

/** What servers may ask of a client, and the capability that it takes. */
const ASKED: Readonly<Record<string, string>> = {
  'elicitation/create': 'elicitation',
  'sampling/createMessage': 'sampling',
  'roots/list': 'roots',
};

/** Elicitations by URL end long after their request did; this many are remembered. */
const MAX_ELICITATIONS = 1_000;

/**
 * The requests that are open on one connection, and whose they are. The older revisions do not say which request a
 * server's own question belongs to: it goes to the client only where there is no doubt which one that is.
 */
export class Exchanges {
  readonly #open = new Set<ExchangeClient>();
  readonly #elicitations = new Map<string, ExchangeClient>();

  /** Runs a request that this client waits for. */
  async run<T>(client: ExchangeClient | undefined, work: () => Promise<T>): Promise<T> {
    if (client === undefined) return work();
    // The same client may have several requests open.
    const one: ExchangeClient = Object.create(client) as ExchangeClient;
    this.#open.add(one);
    try {
      return await work();
    } finally {
      this.#open.delete(one);
    }
  }

  /** Is any client waiting? */
  get idle(): boolean {
    return this.#open.size === 0;
  }

  /** The one client that waits, asked last where it waits for several things; undefined where there is none or doubt. */
  get only(): ExchangeClient | undefined {
    const all = [...this.#open];
    const last = all.at(-1);
    const alone = all.every((one) => one === last || (one.session !== undefined && one.session === last?.session));
    return alone ? last : undefined;
  }

  /**
   * Passes a server's question on.
   * @throws ProtocolError that tells the server why nobody answers
   */
  async ask(method: string, params: unknown, signal: AbortSignal): Promise<Members> {
    const capability = Object.hasOwn(ASKED, method) ? ASKED[method] : undefined;
    if (capability === undefined) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, 'Method not found');
    const client = this.only;
    if (client === undefined) {
      const why = this.idle ? 'no client waits for this server' : 'several clients wait for this server';
      throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${method} reaches nobody: ${why}`);
    }
    if (!canAnswer(client.capabilities, method, params)) {
      throw new ProtocolError(
        ProtocolErrorCode.MethodNotFound,
        `The client does not support ${describe(method, params)}`,
      );
    }
    const id = isObject(params) ? own(params, 'elicitationId') : undefined;
    if (typeof id === 'string') this.#remember(id, client);
    return client.request(method, isObject(params) ? params : undefined, signal);
  }

  /** Tells the client that an elicitation by URL is through; false where nobody knows of it. */
  complete(params: Members): boolean {
    const id = own(params, 'elicitationId');
    const client = typeof id === 'string' ? this.#elicitations.get(id) : undefined;
    if (client === undefined) return false;
    this.#elicitations.delete(id as string);
    client.notify('notifications/elicitation/complete', params);
    return true;
  }

  #remember(id: string, client: ExchangeClient): void {
    this.#elicitations.set(id, client);
    if (this.#elicitations.size > MAX_ELICITATIONS) {
      this.#elicitations.delete(this.#elicitations.keys().next().value!);
    }
  }
}

/** Did the client declare what it takes to answer this? An elicitation capability without modes means forms. */
export function canAnswer(capabilities: Members, method: string, params: unknown): boolean {
  const name = Object.hasOwn(ASKED, method) ? ASKED[method] : undefined;
  const capability = name === undefined ? undefined : own(capabilities, name);
  if (!isObject(capability)) return false;
  if (name !== 'elicitation') return true;
  return isUrl(params)
    ? isObject(own(capability, 'url'))
    : isObject(own(capability, 'form')) || !isObject(own(capability, 'url'));
}

function isUrl(params: unknown): boolean {
  return isObject(params) && own(params, 'mode') === 'url';
}

function describe(method: string, params: unknown): string {
  return method === 'elicitation/create' ? `elicitation by ${isUrl(params) ? 'URL' : 'form'}` : ASKED[method]!;
}
