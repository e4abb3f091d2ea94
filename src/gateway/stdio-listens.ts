import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { isObject, own } from '../shared/json.ts';
import type { ForwardedFeatures } from './forward/forwarding.ts';

type RequestId = string | number;

/**
 * Stands before the transport of a client over stdio. There the SDK answers listen requests of revision 2026-07-28
 * itself and hands out what it is told of; that somebody has to subscribe at the servers, for as long as the client
 * listens, it cannot know.
 */
export class StdioListens implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage, extra?: MessageExtraInfo) => void) | undefined;

  readonly #inner: Transport;
  readonly #features: Pick<ForwardedFeatures, 'subscribe' | 'unsubscribe'>;
  /** Resources subscribed to for each listen request that is open. */
  readonly #open = new Map<RequestId, Set<string>>();

  constructor(inner: Transport, features: Pick<ForwardedFeatures, 'subscribe' | 'unsubscribe'>) {
    this.#inner = inner;
    this.#features = features;
    inner.onclose = () => {
      for (const id of [...this.#open.keys()]) this.#end(id);
      this.onclose?.();
    };
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message, extra) => void this.#receive(message, extra);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async #receive(message: JSONRPCMessage, extra: MessageExtraInfo | undefined): Promise<void> {
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) this.#end(cancelled);
    const listen = listenRequest(message);
    if (listen !== undefined) {
      await this.#begin(listen.id, listen.uris);
      // Given up meanwhile: nobody waits for an answer, and an open stream would never end.
      if (!this.#open.has(listen.id)) return;
    }
    this.onmessage?.(message, extra);
  }

  async #begin(id: RequestId, uris: readonly string[]): Promise<void> {
    const subscribed = new Set<string>();
    this.#open.set(id, subscribed);
    await Promise.all(
      uris.map(async (uri) => {
        try {
          await this.#features.subscribe(uri);
        } catch {
          // The listener gets what there is; the rest of its filter is not worth less for it.
          return;
        }
        if (this.#open.get(id) === subscribed) subscribed.add(uri);
        else this.#unsubscribe(uri);
      }),
    );
  }

  #end(id: RequestId): void {
    const subscribed = this.#open.get(id) ?? [];
    this.#open.delete(id);
    for (const uri of subscribed) this.#unsubscribe(uri);
  }

  #unsubscribe(uri: string): void {
    this.#features.unsubscribe(uri).catch(() => {});
  }
}

/** A listen request with the resources that it names; undefined where it is none, or names none. */
function listenRequest(
  message: JSONRPCMessage,
): { readonly id: RequestId; readonly uris: readonly string[] } | undefined {
  if (!('method' in message) || !('id' in message) || message.method !== 'subscriptions/listen') return undefined;
  const filter = isObject(message.params) ? own(message.params, 'notifications') : undefined;
  const uris = isObject(filter) ? own(filter, 'resourceSubscriptions') : undefined;
  if (!Array.isArray(uris)) return undefined;
  const named = [...new Set(uris)].filter((uri) => typeof uri === 'string');
  return named.length === 0 ? undefined : { id: message.id, uris: named };
}

function cancelledId(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = isObject(message.params) ? own(message.params, 'requestId') : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
