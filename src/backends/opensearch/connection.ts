import type { Client, ClientOptions } from '@opensearch-project/opensearch';
import { ToolscoutError } from '../../errors.ts';
import { list, member } from './members.ts';

/** Where a cluster is, and how it is spoken to. */
export interface OpenSearchConnection {
  /** Addresses of nodes, such as `https://search-1:9200`; requests go round, past nodes that are down. At least one. */
  readonly nodes: readonly string[];
  /** Basic authentication, never as part of an address. */
  readonly auth?: { readonly username: string; readonly password: string };
  readonly tls?: {
    /** Certificates of the authorities that are trusted, in PEM; those of the machine without it. */
    readonly ca?: string;
    /** The client's own certificate and key, in PEM. */
    readonly cert?: string;
    readonly key?: string;
    /** False accepts any certificate: for tests on one machine only. Default true. */
    readonly verify?: boolean;
  };
  /** Longest wait for one answer. Default 10 s. */
  readonly requestTimeoutMs?: number;
  /** How often a request is sent at most, where a node is down or says that it is too busy. Default 4. */
  readonly attempts?: number;
  /** Of a cluster's own time limit for one search; what it has found by then is given as a partial answer. Default 2 s. */
  readonly searchTimeoutMs?: number;
}

/** One request to the cluster. */
export interface OpenSearchRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** One JSON value; or lines of JSON, as text that ends with a newline. */
  readonly body?: object | string;
  readonly timeoutMs?: number;
  /** Answers of status 200 that mean "try again" all the same. The last one is given as it is. */
  readonly retryWhen?: (body: unknown) => boolean;
  /** Type of the error that says that it was done by an attempt before, whose answer was never heard. */
  readonly doneWhen?: string;
}

/** An open connection. */
export interface OpenSearchHttp {
  readonly searchTimeoutMs: number;
  /**
   * @returns the parsed body; undefined where it was done by an attempt that was not heard of
   * @throws ToolscoutError `INDEX_UNAVAILABLE` where nobody answers, rights are lacking or the cluster cannot do it
   */
  send(request: OpenSearchRequest): Promise<unknown>;
  close(): Promise<void>;
}

export interface RetryTiming {
  readonly wait: (ms: number) => Promise<void>;
  /** 0 … 1 */
  readonly random: () => number;
}

const REQUEST_TIMEOUT_MS = 10_000;
const SEARCH_TIMEOUT_MS = 2_000;
const ATTEMPTS = 4;
/** Before the second attempt, at most; doubled for each further one. */
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;
/** Answers after which the same request may succeed: too busy, or between two managers. */
const PASSING = new Set([408, 429, 502, 503, 504]);

export const REAL_TIMING: RetryTiming = {
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  random: Math.random,
};

/** A pause before attempt 2, 3, …: anything up to the bound, so that many clients do not come back at once. */
export function pauseBefore(attempt: number, random: () => number): number {
  return random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 2));
}

/** What the official client is made with. Retries are ours: it would send again at once. */
export function clientOptions(connection: OpenSearchConnection): ClientOptions {
  const { nodes, auth, tls, requestTimeoutMs = REQUEST_TIMEOUT_MS } = connection;
  if (nodes.length === 0) throw unusable('No address of an OpenSearch node was given.', 'Name at least one.');
  for (const node of nodes) checkAddress(node);
  return {
    nodes: [...nodes],
    maxRetries: 0,
    requestTimeout: requestTimeoutMs,
    ...(auth === undefined ? {} : { auth: { username: auth.username, password: auth.password } }),
    ...(tls === undefined
      ? {}
      : {
          ssl: {
            ...(tls.ca === undefined ? {} : { ca: tls.ca }),
            ...(tls.cert === undefined ? {} : { cert: tls.cert }),
            ...(tls.key === undefined ? {} : { key: tls.key }),
            rejectUnauthorized: tls.verify !== false,
          },
        }),
  };
}

/**
 * Connects to a cluster; nothing is sent yet.
 * @throws ToolscoutError `OPTIONAL_DEPENDENCY_MISSING` without the client's package, `CONFIG_INVALID` for a bad address
 */
export async function connectOpenSearch(
  connection: OpenSearchConnection,
  timing: RetryTiming = REAL_TIMING,
): Promise<OpenSearchHttp> {
  const options = clientOptions(connection);
  const client = await makeClient(options);
  return openHttp(client, connection, timing);
}

/** The connection over a client that is there: what {@link connectOpenSearch} gives. */
export function openHttp(
  client: Pick<Client, 'close'> & { readonly transport: Pick<Client['transport'], 'request'> },
  { attempts = ATTEMPTS, searchTimeoutMs = SEARCH_TIMEOUT_MS, nodes }: OpenSearchConnection,
  timing: RetryTiming,
): OpenSearchHttp {
  const sendOnce = async ({ method, path, query, body, timeoutMs }: OpenSearchRequest): Promise<unknown> => {
    const response = await client.transport.request(
      {
        method,
        path,
        ...(query === undefined ? {} : { querystring: query }),
        ...(typeof body === 'string' ? { bulkBody: body } : body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      timeoutMs === undefined ? {} : { requestTimeout: timeoutMs },
    );
    return response.body;
  };
  return {
    searchTimeoutMs,
    send: async (request) => {
      for (let attempt = 1; ; attempt++) {
        try {
          const body = await sendOnce(request);
          if (attempt >= attempts || request.retryWhen?.(body) !== true) return body;
        } catch (error) {
          if (attempt > 1 && request.doneWhen !== undefined && reasonOf(error).type === request.doneWhen)
            return undefined;
          const status = statusOf(error);
          const passing = status === undefined || PASSING.has(status);
          if (!passing || attempt >= attempts) throw toToolscoutError(error, request, nodes);
        }
        await timing.wait(pauseBefore(attempt + 1, timing.random));
      }
    },
    close: async () => void (await client.close()),
  };
}

/** Status of an answer that was an error; undefined where there was no answer. */
function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error ? member({ ...error }, 'meta', 'statusCode') : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** What the cluster itself says is wrong, of its first line. */
function reasonOf(error: unknown): { readonly type: string; readonly reason: string } {
  const cause = error instanceof Error ? member({ ...error }, 'meta', 'body', 'error') : undefined;
  const [root = cause] = list(cause, 'root_cause');
  const type = member(root, 'type');
  const reason = member(root, 'reason');
  return {
    type: typeof type === 'string' ? type : error instanceof Error ? error.name : 'unknown',
    reason: String(reason ?? (error instanceof Error ? error.message : error)).slice(0, 300),
  };
}

function toToolscoutError(
  error: unknown,
  { method, path }: OpenSearchRequest,
  nodes: readonly string[],
): ToolscoutError {
  const status = statusOf(error);
  const cause = withoutRequest(error);
  const { type, reason } = reasonOf(error);
  const details = { method, path, ...(status === undefined ? {} : { status }), type };
  if (status === 404) {
    return new ToolscoutError('INDEX_FOREIGN', `The cluster has nothing at ${path}: ${reason}`, {
      next: 'Check the name of the index, or make it with "toolscout index build --backend opensearch".',
      details,
      cause,
    });
  }
  if (status === 401 || status === 403) {
    return new ToolscoutError('INDEX_UNAVAILABLE', `The cluster refuses ${method} ${path}: ${reason}`, {
      next: 'Check the user name, the password and the rights of that user.',
      details,
      cause,
    });
  }
  const message =
    status === undefined
      ? `No OpenSearch node answers at ${nodes.join(', ')}: ${reason}`
      : `The cluster answers ${status} to ${method} ${path}: ${type}: ${reason}`;
  return new ToolscoutError('INDEX_UNAVAILABLE', message, {
    next: 'Check that the cluster runs and that its nodes are not overloaded, then try again.',
    details,
    cause,
  });
}

/** The client's errors hold what was sent: passwords, and tools by the megabyte. Neither is to end in a log. */
function withoutRequest(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const plain = new Error(error.message);
  plain.name = error.name;
  return plain;
}

async function makeClient(options: ClientOptions): Promise<Client> {
  let loaded: typeof import('@opensearch-project/opensearch');
  try {
    loaded = await import('@opensearch-project/opensearch');
  } catch (cause) {
    throw new ToolscoutError(
      'OPTIONAL_DEPENDENCY_MISSING',
      'The package @opensearch-project/opensearch is not there.',
      {
        next: 'Install it beside toolscout: npm install @opensearch-project/opensearch',
        cause,
      },
    );
  }
  return new loaded.Client(options);
}

function checkAddress(address: string): void {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw unusable(
      `${JSON.stringify(address)} is no address of an OpenSearch node.`,
      'Write http://HOST:PORT or https://…',
    );
  }
  if (url.username !== '' || url.password !== '') {
    // Not repeated in the message: it would end in logs.
    throw unusable('An address of a node holds a password.', 'Give user name and password apart from it.');
  }
}

function unusable(message: string, next: string): ToolscoutError {
  return new ToolscoutError('CONFIG_INVALID', message, { next });
}
