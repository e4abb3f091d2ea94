import type { JSONRPCMessage, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { packIntegers, unpackIntegers, withPlainNumbers } from '../../shared/exact-json.ts';
import { isObject, own } from '../../shared/json.ts';
import { mendHandshake } from './mend-handshake.ts';

/** Where a raw result travels through the SDK, and how an answer that is no answer is marked. */
const RAW_KEY = 'toolscout/raw';

/** The smallest results that pass the SDK's schemas of every revision. */
const CACHEABLE = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const STAND_INS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'tools/list': { tools: [], ...CACHEABLE },
  'tools/call': { content: [], resultType: 'complete' },
  'resources/list': { resources: [], ...CACHEABLE },
  'resources/templates/list': { resourceTemplates: [], ...CACHEABLE },
  'resources/read': { contents: [], ...CACHEABLE },
  'prompts/list': { prompts: [], ...CACHEABLE },
  'prompts/get': { messages: [], resultType: 'complete' },
  'completion/complete': { completion: { values: [] }, resultType: 'complete' },
};

/** JSON-RPC's own "internal error", for answers that break the protocol. */
const INTERNAL_ERROR = -32603;

interface OpenRequest {
  readonly id: string | number;
  readonly method: string;
}

/** The untouched result of a request for tools, resources, prompts or completions that went through a {@link RawResultTransport}. */
export function rawResult(result: { readonly _meta?: Readonly<Record<string, unknown>> | undefined }): unknown {
  return result._meta?.[RAW_KEY];
}

/** Was this error made here because the server's answer was not a JSON-RPC answer? */
export function isMalformedAnswer(errorData: unknown): boolean {
  return isObject(errorData) && own(errorData, RAW_KEY) === 'malformed';
}

/**
 * Stands between the SDK's client and a transport. The SDK checks a whole `tools/list` page and every call result
 * against strict schemas: one odd tool would cost all of them, and unknown members would be lost. So both travel past
 * those checks in a private `_meta` member of a stand-in. It also answers an open request whose answer is malformed
 * or whose stream ended, which the SDK would leave to its time-out.
 */
export class RawResultTransport implements Transport {
  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;

  readonly #inner: Transport;
  readonly #onNoise: (value: unknown) => void;
  readonly #open = new Map<string, OpenRequest>();
  #offeredVersion: string | undefined;
  #answeredVersion: string | undefined;

  /** `onNoise` gets each value that is neither a request, a notification nor the answer to an open request. */
  constructor(inner: Transport, onNoise: (value: unknown) => void) {
    this.#inner = inner;
    this.#onNoise = onNoise;
    inner.onclose = () => {
      this.#later(() => {
        this.#open.clear();
        this.onclose?.();
      });
    };
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message) => this.#receive(message);
  }

  /** Protocol version sent with `initialize`; undefined before. */
  get offeredVersion(): string | undefined {
    return this.#offeredVersion;
  }

  /** Protocol version that the server put into its answer to `initialize`. */
  get answeredVersion(): string | undefined {
    return this.#answeredVersion;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  get hasPerRequestStream(): boolean {
    return this.#inner.hasPerRequestStream === true;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const request = openRequest(message);
    if (request === undefined) {
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) this.#open.delete(cancelled);
      return this.#inner.send(message, options);
    }
    const key = String(request.id);
    this.#open.set(key, request);
    if (request.method === 'initialize')
      this.#offeredVersion = protocolVersion((message as { params?: unknown }).params);
    options?.requestSignal?.addEventListener('abort', () => this.#open.delete(key), { once: true });
    try {
      // Every transport below writes with `JSON.stringify`, which knows no large whole numbers.
      await this.#inner.send(packIntegers(message), {
        ...options,
        onRequestStreamEnd: () => {
          options?.onRequestStreamEnd?.();
          // Only listen requests bring their own handler; for the others an ended stream means no answer will come.
          if (options?.onRequestStreamEnd === undefined) this.#malformed(key, 'the stream ended without an answer');
        },
      });
    } catch (error) {
      this.#open.delete(key);
      throw error;
    }
  }

  #receive(given: unknown): void {
    // Over HTTP large whole numbers come packed, over stdio as they are.
    const message = unpackIntegers(given);
    if (!isObject(message)) {
      this.#onNoise(message);
    } else if (typeof own(message, 'method') === 'string') {
      // A request or notification of the server: the SDK's business.
      this.onmessage?.(withPlainNumbers(message) as JSONRPCMessage);
    } else {
      this.#receiveAnswer(message);
    }
  }

  #receiveAnswer(message: Record<string, unknown>): void {
    const id = own(message, 'id');
    // Some servers return the number as a string; `null` stands for "I could not read the id".
    const key = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
    const request = key === undefined ? undefined : this.#open.get(key);
    const result = own(message, 'result');
    if (key === undefined || request === undefined) this.#stray(message, key);
    else if (Object.hasOwn(message, 'error')) this.#deliverError(key, request, message.error);
    else if (isObject(result)) this.#deliverResult(key, request, result);
    else this.#malformed(key, 'the answer has no result object');
  }

  /** Answers that come after their time-out are normal; a value without any mark of JSON-RPC is a log line. */
  #stray(message: Record<string, unknown>, key: string | undefined): void {
    const isLateAnswer = key !== undefined && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'));
    if (!isLateAnswer) this.#onNoise(message);
  }

  #deliverResult(key: string, request: OpenRequest, result: Record<string, unknown>): void {
    this.#open.delete(key);
    if (request.method === 'initialize') this.#answeredVersion = protocolVersion(result);
    const standIn = STAND_INS[request.method];
    // Results of tools keep their digits; what else has such numbers is a schema, or is shown to people.
    const known = request.method === 'tools/call' ? result : (withPlainNumbers(result) as Record<string, unknown>);
    const plain = request.method === 'initialize' ? mendHandshake(known) : known;
    const delivered = standIn === undefined ? plain : { ...standIn, _meta: { [RAW_KEY]: plain } };
    this.#deliver({ jsonrpc: '2.0', id: request.id, result: delivered });
  }

  #deliver(answer: JSONRPCMessage): void {
    this.#later(() => this.onmessage?.(answer));
  }

  /**
   * The SDK handles notifications a moment after it got them, but answers at once: the last progress report, read in
   * one go with the answer, would find its call over. So answers, and the end after them, come one turn later.
   */
  #later(action: () => void): void {
    setImmediate(action);
  }

  #deliverError(key: string, request: OpenRequest, error: unknown): void {
    this.#open.delete(key);
    // Servers do send `error: "text"`; a bare text becomes the message.
    const { code, message = error, data } = withPlainNumbers(isObject(error) ? error : {}) as Record<string, unknown>;
    this.#deliver({
      jsonrpc: '2.0',
      id: request.id,
      error: {
        code: Number.isInteger(code) ? (code as number) : INTERNAL_ERROR,
        message: typeof message === 'string' ? message : 'the server gave no message',
        ...(data === undefined ? {} : { data }),
      },
    });
  }

  #malformed(key: string, message: string): void {
    const request = this.#open.get(key);
    if (request === undefined) return;
    this.#open.delete(key);
    const error = { code: INTERNAL_ERROR, message, data: { [RAW_KEY]: 'malformed' } };
    this.#deliver({ jsonrpc: '2.0', id: request.id, error });
  }
}

function openRequest(message: JSONRPCMessage): OpenRequest | undefined {
  if (!('method' in message) || !('id' in message)) return undefined;
  return { id: message.id, method: message.method };
}

function cancelledId(message: JSONRPCMessage): string | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = isObject(message.params) ? own(message.params, 'requestId') : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function protocolVersion(holder: unknown): string | undefined {
  const version = isObject(holder) ? own(holder, 'protocolVersion') : undefined;
  return typeof version === 'string' ? version : undefined;
}
