import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Grant } from '../../src/gateway/index.ts';
import type { ToolEntry } from '../../src/tools/index.ts';

/** Ten tenants, each with a word that nothing of the others has. */
export const TENANTS: readonly string[] = 'amber birch cedar dahlia ember fjord gravel heron indigo jasper'.split(' ');

/** How a tenant is kept to its own: a filter over tags, a profile of the policy, or rules of its own key. */
export const KINDS = ['filter', 'profile', 'rules'] as const;
export type Kind = (typeof KINDS)[number];

const object = { type: 'object', properties: { month: { type: 'string' } } };
const tool = (name: string, description: string): object => ({ name, description, inputSchema: object });

/** What a tenant has, by the name of the server. Every tenant has look-alikes of what the others have. */
const TOOLS: Readonly<Record<string, (tenants: readonly string[]) => object[]>> = {
  desk: ([t]) => [
    tool('create_invoice', `Create an invoice for ${t}.`),
    tool(`${t}_payroll_export`, `Export the payroll of ${t} as CSV.`),
    tool(`list_${t}_orders`, 'List the orders of a month.'),
  ],
  common: (tenants) => [
    tool('list_orders', 'List the orders of a month.'),
    ...tenants.map((t) => tool(`${t}_report`, `The report of ${t}, by month.`)),
  ],
};

/** The same tools as entries of an index, tagged with whose they are. */
export function toolsOf(tenants: readonly string[]): readonly ToolEntry[] {
  const entry = (server: string, tenant: string, definition: object): ToolEntry => ({
    source: { kind: 'mcp', name: server },
    definition: definition as ToolEntry['definition'],
    tags: { tenant: [tenant] },
  });
  const [everybodys, ...reports] = TOOLS.common!(tenants);
  return [
    entry('common', '*', everybodys!),
    ...reports.map((report, i) => entry('common', tenants[i]!, report)),
    ...tenants.flatMap((t) => TOOLS.desk!([t]).map((one) => entry(`desk-${t}`, t, one))),
    ...tenants.map((t) => entry(`lost-${t}`, t, tool('anything', `Anything of ${t}.`))),
  ];
}

function answer(server: string, tenants: readonly string[], method: string, params: Record<string, unknown>): object {
  const [t] = tenants;
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, logging: {}, ...(server === 'desk' ? { resources: {}, prompts: {} } : {}) },
        serverInfo: { name: server, version: '1' },
      };
    case 'tools/list':
      return { tools: TOOLS[server]!(tenants) };
    case 'tools/call':
      return { content: [{ type: 'text', text: `${params.name} ran` }] };
    case 'resources/list':
      // One address is everybody's: whose it is must not depend on whom one may not see.
      return { resources: ['note://all', `note://${t}`].map((uri) => ({ uri, name: uri })) };
    case 'resources/templates/list':
      return { resourceTemplates: [{ uriTemplate: `${t}://{id}`, name: `of ${t}` }] };
    case 'resources/read':
      return { contents: [{ uri: params.uri, text: `a note of ${t}` }] };
    case 'prompts/list':
      return { prompts: [{ name: 'greeting', description: `Greets ${t}.` }] };
    case 'prompts/get':
      return { messages: [{ role: 'user', content: { type: 'text', text: `Hello, ${t}!` } }] };
    default:
      return {};
  }
}

/** All servers and APIs behind the gateways of a test: `/SERVER/TENANT,TENANT`. Each call is logged before its answer. */
export async function startUpstreams(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const respond = (request: IncomingMessage, response: ServerResponse, body: string): void => {
    const [, server = '', list = ''] = (request.url ?? '').split('/');
    if (server === 'api')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
    const { id, method = '', params = {} } = body === '' ? {} : JSON.parse(body);
    if (id === undefined) return void response.writeHead(method === '' ? 405 : 202).end();
    const tenants = list.split(',');
    const message = { jsonrpc: '2.0', id, result: answer(server, tenants, method, params) };
    if (method !== 'tools/call') {
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message));
    }
    const log = { method: 'notifications/message', params: { level: 'info', data: `${params.name} was called` } };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      [{ jsonrpc: '2.0', ...log }, message].map((one) => `event: message\ndata: ${JSON.stringify(one)}\n\n`).join(''),
    );
  };
  const http = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => respond(request, response, body));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      http.closeAllConnections();
      http.close();
    },
  };
}

/** A description of an HTTP API of one tenant. */
export const apiOf = (tenant: string): object => ({
  openapi: '3.1.0',
  info: { title: `Bank of ${tenant}`, version: '1' },
  paths: {
    '/balance': { get: { operationId: 'get_balance', summary: `The balance of ${tenant}.`, responses: {} } },
    [`/${tenant}`]: { get: { operationId: `${tenant}_accounts`, summary: 'List all accounts.', responses: {} } },
  },
});

/**
 * The configuration of a gateway that holds these tenants. Rules name all of them, whoever is there.
 * `listed`: whose tools the server has that is everybody's; `lost`: each has a server that is down as well.
 */
export function configOf(
  tenants: readonly string[],
  upstreams: string,
  keys: string,
  { listed = tenants, lost = true }: { readonly listed?: readonly string[]; readonly lost?: boolean } = {},
): Readonly<Record<string, unknown>> {
  const each = (make: (tenant: string) => Readonly<Record<string, unknown>>) => Object.assign({}, ...tenants.map(make));
  return {
    mcpServers: {
      common: { url: `${upstreams}/common/${listed.join(',')}` },
      ...each((t) => ({ [`desk-${t}`]: { url: `${upstreams}/desk/${t}` } })),
      // Nobody listens there.
      ...(lost ? each((t) => ({ [`lost-${t}`]: { url: 'http://127.0.0.1:9/mcp' } })) : {}),
    },
    openapi: each((t) => ({
      [`bank-${t}`]: { file: `${t}.json`, baseUrl: `${upstreams}/api`, allowPrivateHosts: ['127.0.0.1'] },
    })),
    policy: {
      tags: ['tenant'],
      tagged: {
        'common/list_orders': { tenant: '*' },
        ...each((t) => ({
          ...Object.fromEntries(['desk', 'lost', 'bank'].map((kind) => [`${kind}-${t}`, { tenant: t }])),
          [`common/${t}_report`]: { tenant: t },
        })),
      },
      profiles: { '*': {}, ...Object.fromEntries(TENANTS.map((t) => [t, rulesOf(t)])) },
    },
    approvals: {
      rules: [
        { id: '*payroll_export', decide: 'prompt' },
        { id: 'common/list_orders', arguments: [{ path: '/month', matches: '^secret' }], decide: 'prompt' },
      ],
      ask: 'operator',
      timeoutMs: 3_600_000,
    },
    auth: { keys: { file: keys } },
    // What is cut off by a time limit is not the same twice.
    gateway: { startTimeoutMs: 600_000, callTimeoutMs: 600_000 },
    tools: { toolSearch: { mode: 'tools', codeTimeoutMs: 60_000 } },
    views: { map: { mode: 'directory' }, flat: { mode: 'direct' }, code: { mode: 'code' } },
  };
}

const rulesOf = (t: string): NonNullable<Grant['rules']> => ({
  allow: [
    ...['desk', 'lost', 'bank'].map((kind) => ({ server: `${kind}-${t}` })),
    'common/list_orders',
    `common/${t}_report`,
  ],
});

/** What the key of a tenant says. */
export function grantOf(tenant: string, kind: Kind): Grant {
  const may = ['use', 'observe', 'approve'] as const;
  if (kind === 'filter') return { may, filter: { tenant } };
  return kind === 'profile' ? { may, profile: tenant } : { may, rules: rulesOf(tenant) };
}
