import type { Client } from '@modelcontextprotocol/client';
import { connect, type Era, post } from '../auth/harness.ts';

/** What a tenant asks with: everybody's words, its own and those of another. */
export interface Curiosity {
  readonly key: string;
  readonly own: string;
  readonly other: string;
  /** An MCP session of another tenant, or of nobody. */
  readonly foreignSession: string;
}

/** What is cut off by a time limit is not the same twice. */
const PATIENCE = { timeout: 3_600_000 };

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const CLOCKS = 'ms|executionMs|at|since|startedAt|askedAt|expiresAt|from|to|restarts|session|handle|requestId';
const CLOCK = new RegExp(`(\\\\*"(?:${CLOCKS})\\\\*":\\s*)(?:\\\\*"[^"\\\\]*\\\\*"|[-\\d.]+)`, 'g');

/** Without what two gateways never share: times, addresses, and what is drawn by lot. */
export function leveled(text: string, base: string): string {
  return text
    .replaceAll(/took [\d.]+ ms/g, 'took … ms')
    .replaceAll(new URL(base).host, 'HOST')
    .replaceAll(UUID, 'ID')
    .replaceAll(CLOCK, '$1…');
}

const requestsOf = ({ own, other }: Curiosity): readonly string[] => [
  'export the payroll as csv',
  'list the orders of a month',
  `report of ${own}`,
  `report of ${other}`,
  `${other}_payroll_export`,
  `select:${other}_payroll_export,${own}_payroll_export,create_invoic`,
  `server:desk-${other} invoice`,
  `server:lost-${other} x`,
  `/${other}|${own}/`,
  `+${other} report`,
  'fly to the moon',
];

const namesOf = ({ own, other }: Curiosity): readonly string[] =>
  [own, other].flatMap((t) => [
    'create_invoice',
    `${t}_payroll_exprt`,
    `desk-${t}__create_invoice`,
    `mcp:desk-${t}:create_invoice`,
    `bank-${t}__get_balance`,
    `common/${t}_report`,
    `lost-${t}/anything`,
  ]);

/** Everything that MCP tells, in one era, at one path; what servers log of the calls as well. */
export async function seenOverMcp(url: string, era: Era, who: Curiosity): Promise<unknown> {
  const client = await connect(url, who.key, era);
  const logged: unknown[] = [];
  client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params));
  const { tools } = await client.listTools(undefined, PATIENCE);
  const call = (name: string, args: Record<string, unknown>) =>
    settle(client.callTool({ name, arguments: args }, PATIENCE) as Promise<unknown>);
  const seen: unknown[] = [tools, client.getInstructions(), client.getServerCapabilities()];
  const bridge = new Set(tools.map(({ name }) => name));
  if (bridge.has('tool_search')) {
    for (const query of requestsOf(who)) seen.push([query, await call('tool_search', { query, limit: 10 })]);
    seen.push(await call('tool_search', { queries: requestsOf(who).slice(0, 3), limit: 3 }));
  }
  for (const name of namesOf(who)) {
    if (bridge.has('tool_describe')) seen.push(await call('tool_describe', { name }));
    if (bridge.has('tool_call')) seen.push(await call('tool_call', { name, arguments: {} }));
    seen.push(await call(name, {}));
  }
  if (bridge.has('tool_search_code')) seen.push(await call('tool_search_code', { code: snippetOf(who) }));
  seen.push(await seenBesideTools(client, who), logged);
  await client.close();
  return seen;
}

const snippetOf = (who: Curiosity): string => `
  const seen = [];
  const note = async (run) => { try { seen.push(await run()) } catch (error) { seen.push(String(error)) } };
  for (const query of ${JSON.stringify(requestsOf(who))}) await note(() => tools.search(query));
  for (const name of ${JSON.stringify(namesOf(who))}) {
    await note(() => tools.describe(name));
    await note(() => tools.call(name, {}));
  }
  return seen;`;

async function seenBesideTools(client: Client, { own, other }: Curiosity): Promise<unknown> {
  if (client.getServerCapabilities()?.resources === undefined) return [];
  const seen: unknown[] = [
    await settle(client.listResources(undefined, PATIENCE)),
    await settle(client.listResourceTemplates(undefined, PATIENCE)),
    await settle(client.listPrompts(undefined, PATIENCE)),
  ];
  for (const t of [own, other]) {
    const encoded = encodeURIComponent('note://all');
    for (const uri of ['note://all', `note://${t}`, `${t}://1`, `toolscout://desk-${t}/${encoded}`]) {
      seen.push(await settle(client.readResource({ uri }, PATIENCE)));
    }
    seen.push(await settle(client.getPrompt({ name: `desk-${t}__greeting` }, PATIENCE)));
    const ref = { type: 'ref/prompt', name: `desk-${t}__greeting` } as const;
    seen.push(await settle(client.complete({ ref, argument: { name: 'x', value: '' } }, PATIENCE)));
  }
  return seen;
}

async function settle(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    const { code, data } = error as { code?: unknown; data?: unknown };
    return { failure: String(error), code, data };
  }
}

/** Everything that the HTTP API, the dashboard, the metrics and the probes tell. */
export async function seenOverHttp(url: string, who: Curiosity): Promise<unknown> {
  const { own, other, key, foreignSession } = who;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'toolscout-session': 'main' };
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const response = await fetch(new URL(path, url), { ...init, headers });
    return [path, response.status, steadied(await response.text()), response.headers.get('www-authenticate')];
  };
  const seen: unknown[] = [];
  for (const query of requestsOf(who)) seen.push(await ask('/v1/search', { query, limit: 10 }));
  for (const name of namesOf(who)) {
    seen.push(await ask('/v1/describe', { name }), await ask('/v1/call', { name, arguments: {} }));
  }
  seen.push(await ask('/v1/assemble', { message: `payroll of ${other}` }), await ask('/v1/assemble', {}));
  seen.push(await ask('/v1/preselect', { message: `Export the payroll of ${other}`, earlier: [`${other}_report`] }));
  seen.push(await ask('/v1/approvals'), await ask('/v1/approvals/00000000', { approved: true }));
  for (const path of ['overview', 'tools?limit=500', `tools?q=${other}`, 'confusables', 'sessions', 'approvals']) {
    seen.push(await ask(`/dashboard/api/${path}`));
  }
  for (const t of [own, other]) seen.push(await ask(`/dashboard/api/tool?id=mcp:desk-${t}:create_invoice`));
  seen.push(await ask('/dashboard/api/session?id=nobody'), await ask('/dashboard/api/evaluations'));
  seen.push(await ask('/dashboard/api/search', { query: 'export payroll', expect: `mcp:common:${other}_report` }));
  seen.push(await ask('/dashboard/api/approvals', { id: '00000000', approved: true }));
  for (const path of ['/metrics', '/readyz', '/healthz', '/mcp/nowhere', '/nowhere']) seen.push(await ask(path));
  const session = { 'mcp-session-id': foreignSession, 'mcp-protocol-version': '2025-11-25' };
  const foreign = await post(url, key, { method: 'tools/list' }, session);
  seen.push([foreign.status, await foreign.text()]);
  return seen;
}

/** Figures of time go, and what stands in the order of time is put into another one. */
function steadied(text: string): string {
  if (text.startsWith('# HELP')) {
    return text.replaceAll(/^\S*(?:_bucket|_sum|uptime_seconds|restarts_total)\S* .*$/gm, '');
  }
  const value = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : undefined;
  if (value === undefined) return text;
  if (Array.isArray(value.sessions))
    value.sessions = value.sessions.map((row) => JSON.stringify({ ...row, to: 0, from: 0, session: '' })).sort();
  if (typeof value.activity === 'object') value.activity = { ...value.activity, spans: [] };
  return JSON.stringify(value);
}
