import type { CallContext, RawToolResult } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import type { ToolEntry } from '../../tools/index.ts';
import { CallDeadline, CallGate, type UpstreamStatus } from '../mcp/index.ts';
import {
  DEFAULT_CALL_TIMEOUT_MS,
  DEFAULT_MAX_CONCURRENT_CALLS,
  DEFAULT_MAX_QUEUED_CALLS,
  DEFAULT_MAX_TOTAL_TIMEOUT_MS,
} from '../server-spec.ts';
import { type AddressGuard, createAddressGuard } from './address-guard.ts';
import { toToolResult } from './answer.ts';
import { type BaseUrlSettings, baseUrlOf } from './base-url.ts';
import { failedCall, signInNeeded } from './call-failure.ts';
import { schemesFor, withCredential } from './credentials.ts';
import { toEntry } from './entries.ts';
import { loadDocument } from './load-document.ts';
import type { ApiDescription, ApiOperation, ApiServer } from './operation.ts';
import { readDescription } from './read-description.ts';
import { send } from './redirects.ts';
import { type ApiRequest, buildRequest } from './request.ts';
import { createSchemaLibrary } from './schema-library.ts';
import { DEFAULT_MAX_RESPONSE_BYTES, type OpenApiSpec } from './service-spec.ts';
import { toToolDefinition } from './tool-definition.ts';

/** Where a service stands; the same words as for MCP servers. */
export type OpenApiStatus = UpstreamStatus;

/** What was read of a document, made ready for calls. */
interface Readied {
  readonly description: ApiDescription;
  readonly operations: ReadonlyMap<string, ApiOperation>;
  readonly entries: readonly ToolEntry[];
  readonly documentUrl: string | undefined;
}

/**
 * The operations of one HTTP API as tools. Reads its document once; a document that cannot be read leaves a service
 * without tools, whose status says why.
 */
export class OpenApiService {
  readonly name: string;
  readonly #spec: OpenApiSpec;
  readonly #guard: AddressGuard;
  readonly #gate: CallGate;
  readonly #listeners = new Set<() => void>();
  #starting: Promise<void> | undefined;
  #ready: Readied | undefined;
  #failure: ToolscoutError | undefined;
  #since: number = Date.now();

  constructor(spec: OpenApiSpec) {
    this.name = spec.name;
    this.#spec = spec;
    this.#guard = createAddressGuard({ allow: spec.allowPrivateHosts ?? [] });
    this.#gate = new CallGate(spec.name, {
      maxConcurrent: spec.maxConcurrentCalls ?? DEFAULT_MAX_CONCURRENT_CALLS,
      maxQueued: spec.maxQueuedCalls ?? DEFAULT_MAX_QUEUED_CALLS,
    });
  }

  /** Reads the document. Resolves when that is done or has failed; never rejects. */
  start(): Promise<void> {
    this.#starting ??= this.#load();
    return this.#starting;
  }

  /** Its tools, in the order of the document; the same objects at each call. */
  entries(): readonly ToolEntry[] {
    return this.#ready?.entries ?? [];
  }

  /** What could not be read in the document, in words. */
  warnings(): readonly string[] {
    return this.#ready?.description.warnings ?? [];
  }

  /** How the operation behind a tool reads: which argument goes where. */
  operation(tool: string): ApiOperation | undefined {
    return this.#ready?.operations.get(tool);
  }

  status(): OpenApiStatus {
    const { name } = this;
    const common = { name, kind: 'openapi', tools: this.entries().length, since: this.#since, restarts: 0 } as const;
    if (this.#ready !== undefined) {
      const { title, version } = this.#ready.description;
      return { ...common, state: 'ready', serverInfo: { name: title === '' ? name : title, version } };
    }
    if (this.#failure === undefined) return { ...common, state: 'starting' };
    const { message } = this.#failure;
    return { ...common, state: 'failed', message, reason: message };
  }

  /** Why it has no tools; undefined while it has, or while nothing was tried yet. */
  failure(): ToolscoutError | undefined {
    return this.#failure;
  }

  /** Called when the tools are there, or when it is known that they will not be. Returns the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Sends the request of an operation. What the API answers, errors included, is the result; only a call that was not
   * answered throws, and one that was answered with 401: nobody but the user can help then.
   * @throws ToolscoutError
   */
  async call(tool: string, args: Readonly<Record<string, unknown>>, context: CallContext = {}): Promise<RawToolResult> {
    await this.start();
    const operation = this.operation(tool);
    if (this.#ready === undefined || operation === undefined) throw this.#missing(tool);
    const { description, documentUrl } = this.#ready;
    const settings = { ...this.#spec, ...(documentUrl === undefined ? {} : { documentUrl }) };
    const servers = operation.servers.length > 0 ? operation.servers : description.servers;
    const base = baseUrlOf(servers, settings);
    const request = await buildRequest(operation, base, args);
    // The document of somebody else must not say who gets the user's keys by naming a server for one operation.
    const trusted = originOf(description.servers, settings);
    const schemes = schemesFor(operation, description, this.#spec.auth ?? {});
    const authorize = (one: ApiRequest): ApiRequest => (one.url.origin === trusted ? this.#signed(one, schemes) : one);
    const maxBytes = this.#spec.maxResponseBytes ?? DEFAULT_MAX_RESPONSE_BYTES;
    const accept = { accept: 'application/json, text/plain;q=0.9, */*;q=0.5' };
    const complete = { ...request, headers: { ...accept, 'user-agent': 'toolscout', ...request.headers } };
    const answer = await this.#timed(context, operation, (signal) =>
      send(complete, { guard: this.#guard, signal, maxBytes }, authorize),
    );
    if (answer.status === 401) {
      const used = answer.url.origin === trusted ? schemes : [];
      throw signInNeeded(this.name, operation, Object.keys(description.security), used);
    }
    return toToolResult(answer, operation);
  }

  /** Under the limits of the service. The time that a request waits for its turn is not counted as that of the call. */
  async #timed<T>(
    { timeoutMs = this.#spec.callTimeoutMs ?? DEFAULT_CALL_TIMEOUT_MS, signal }: CallContext,
    operation: ApiOperation,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const totalMs = Math.max(timeoutMs, DEFAULT_MAX_TOTAL_TIMEOUT_MS);
    const deadline = new CallDeadline({ silenceMs: timeoutMs, totalMs, signal });
    try {
      return await this.#gate.pass(deadline, () =>
        work(deadline.signal).catch((error: unknown) => {
          throw failedCall(error, { service: this.name, operation, deadline });
        }),
      );
    } finally {
      deadline.stop();
    }
  }

  #signed(request: ApiRequest, schemes: readonly string[]): ApiRequest {
    const { headers = {}, auth = {} } = this.#spec;
    const own = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    let signed: ApiRequest = { ...request, headers: { ...request.headers, ...Object.fromEntries(own) } };
    for (const name of schemes) {
      signed = withCredential(signed, this.#ready!.description.security[name]!, auth[name]!);
    }
    return signed;
  }

  async #load(): Promise<void> {
    try {
      const { document, url } = await loadDocument(this.#spec, this.#guard);
      this.#ready = this.#readied(readDescription(document), url);
    } catch (error) {
      this.#failure = asToolscoutError(this.name, error);
    }
    this.#since = Date.now();
    for (const listener of [...this.#listeners]) listener();
  }

  #readied(description: ApiDescription, documentUrl: string | undefined): Readied {
    const operations = new Map<string, ApiOperation>();
    const entries: ToolEntry[] = [];
    const schemas = createSchemaLibrary(description.root);
    for (const read of description.operations) {
      if (!this.#isWanted(read)) continue;
      const operation = this.#withoutCredentials(read, description);
      operations.set(operation.name, operation);
      entries.push(toEntry(this.name, operation, toToolDefinition(operation, schemas)));
    }
    return { description, operations, entries: Object.freeze(entries), documentUrl };
  }

  #isWanted({ name, tags }: ApiOperation): boolean {
    const { allowTools, denyTools, tags: wanted } = this.#spec;
    if (allowTools?.includes(name) === false || denyTools?.includes(name) === true) return false;
    return wanted === undefined || tags.some((tag) => wanted.includes(tag));
  }

  /** Many documents describe the key as a parameter, too. Where it is configured, no model is asked for it. */
  #withoutCredentials(operation: ApiOperation, description: ApiDescription): ApiOperation {
    const schemes = schemesFor(operation, description, this.#spec.auth ?? {}).map(
      (name) => description.security[name]!,
    );
    const isKey = (place: string, name: string): boolean =>
      schemes.some((one) => one.kind === 'key' && one.in === place && one.name.toLowerCase() === name.toLowerCase());
    return { ...operation, parameters: operation.parameters.filter((one) => !isKey(one.in, one.name)) };
  }

  #missing(tool: string): ToolscoutError {
    const details = { server: this.name, tool, ran: false };
    if (this.#failure === undefined) {
      return new ToolscoutError(
        'UNKNOWN_TOOL',
        `${JSON.stringify(this.name)} has no operation ${JSON.stringify(tool)}.`,
        {
          details: { ...details, reference: tool },
        },
      );
    }
    return new ToolscoutError('SERVER_UNAVAILABLE', this.#failure.message, {
      ...(this.#failure.next === undefined ? {} : { next: this.#failure.next }),
      details,
      cause: this.#failure,
    });
  }
}

/** Where credentials may go; nowhere, where the document does not say where its API is. */
function originOf(servers: readonly ApiServer[], settings: BaseUrlSettings): string | undefined {
  try {
    return new URL(baseUrlOf(servers, settings)).origin;
  } catch {
    return undefined;
  }
}

function asToolscoutError(service: string, error: unknown): ToolscoutError {
  if (error instanceof ToolscoutError) return error;
  return new ToolscoutError(
    'CATALOG_INVALID',
    `The OpenAPI description of ${JSON.stringify(service)} cannot be read.`,
    {
      next: 'Check the document.',
      cause: error,
    },
  );
}
