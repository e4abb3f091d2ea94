import { setImmediate } from 'node:timers/promises';
import { createPreselector } from '../../src/disclosure/index.ts';
import type { Caller, CallerRight } from '../../src/gateway/auth/index.ts';
import { AuthError } from '../../src/gateway/auth/index.ts';
import { Gateway } from '../../src/gateway/gateway.ts';
import type { GatewayOptions } from '../../src/gateway/gateway-options.ts';
import { createHttpApiDoor } from '../../src/gateway/http-api/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import { serveGatewayHttp } from '../../src/gateway/serve-http.ts';
import { parseExact, stringifyExact } from '../../src/shared/exact-json.ts';
import type { ToolEntry } from '../../src/tools/index.ts';

const NOTE = { type: 'object', properties: { text: { type: 'string' }, id: { type: 'integer' } }, required: ['text'] };

const ENTRIES: readonly ToolEntry[] = [
  {
    source: { kind: 'plugin', name: 'notes' },
    definition: { name: 'add_note', description: 'Writes a note down.', inputSchema: NOTE },
    tags: { tenant: ['t1'] },
  },
  {
    source: { kind: 'plugin', name: 'notes' },
    definition: { name: 'delete_note', description: 'Deletes a note for good.', inputSchema: NOTE },
    tags: { tenant: ['t1', 't2'] },
  },
  {
    source: { kind: 'plugin', name: 'clock' },
    definition: { name: 'wait', description: 'Waits until it is told to stop.' },
    tags: { tenant: ['*'] },
  },
  {
    source: { kind: 'plugin', name: 'clock' },
    definition: { name: 'fail', description: 'Throws.' },
    tags: { tenant: ['*'] },
  },
];

/** What came back. */
export interface ApiAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind, looked into by the tests.
  readonly body: any;
  readonly headers: Headers;
}

export interface ApiUnderTest {
  readonly url: string;
  readonly gateway: Gateway;
  /** Arguments of calls that ran. */
  readonly ran: unknown[];
  /** Signals of calls that reached the tool `wait`. */
  readonly waiting: AbortSignal[];
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** Resolves when this holds. */
  until(holds: () => boolean): Promise<void>;
  close(): Promise<void>;
}

const caller = (id: string, scope: Caller['scope'], ...may: CallerRight[]): Caller => ({
  id,
  scope: { ...scope, caller: id },
  may: new Set(may),
});

/** Who may come in where callers are told apart, by key. */
export const CALLERS: Readonly<Record<string, Caller>> = {
  alice: caller('alice', { filter: { tenant: 't1' } }, 'use'),
  bob: caller('bob', { filter: { tenant: 't2' } }, 'use', 'approve'),
  operator: caller('operator', {}, 'observe', 'approve'),
  watcher: caller('watcher', {}, 'observe'),
};

/** A gateway over tools of this process, behind the HTTP API. */
export async function serveApi(
  options: Partial<GatewayOptions> & { readonly withCallers?: boolean; readonly maxBodyBytes?: number } = {},
): Promise<ApiUnderTest> {
  const { withCallers = false, maxBodyBytes, ...gatewayOptions } = options;
  const ran: unknown[] = [];
  const waiting: AbortSignal[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: ENTRIES,
    execute: async ({ originalName }, args, { signal }) => {
      if (originalName === 'fail') throw new Error('SECRET in /home/x');
      if (originalName === 'wait') {
        waiting.push(signal!);
        await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }));
        throw new Error('stopped');
      }
      ran.push(args);
      return { content: [{ type: 'text', text: 'done' }], structuredContent: args };
    },
    ...gatewayOptions,
  });
  const http = await serveGatewayHttp(
    gateway,
    {
      port: 0,
      doors: [
        createHttpApiDoor({
          log: silentLogger(),
          preselection: { open: async () => createPreselector() },
          approvals: {
            pending: () => gateway.pendingApprovals(),
            decide: (id, answer) => gateway.decideApproval(id, answer),
          },
          ...(maxBodyBytes === undefined ? {} : { maxBodyBytes }),
        }),
      ],
      ...(withCallers
        ? {
            authenticate: async ({ headers }) => {
              const known = CALLERS[headers.get('authorization')?.slice('Bearer '.length) ?? ''];
              if (known === undefined) throw new AuthError('AUTH_REQUIRED', 'Who are you?', { challenge: 'Bearer' });
              return known;
            },
            sessionOf: ({ scope }) => gateway.session(scope),
          }
        : {}),
    },
    silentLogger(),
  );
  gateway.start();
  const base = new URL('/', http.url);
  const request: ApiUnderTest['request'] = async (method, path, body, headers = {}) => {
    const response = await fetch(new URL(path, base), {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : stringifyExact(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : parseExact(text), headers: response.headers };
  };
  return {
    url: base.href,
    gateway,
    ran,
    waiting,
    request,
    post: (path, body, headers) => request('POST', path, body, headers),
    until: async (holds) => {
      while (!holds()) await setImmediate();
    },
    close: async () => {
      await http.close();
      await gateway.close();
    },
  };
}

/** Says who a request is from. */
export function as(key: string): Record<string, string> {
  return { authorization: `Bearer ${key}` };
}
