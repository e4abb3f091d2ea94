import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../backends/index.ts';
import { createApprovalDesk } from '../../calling/index.ts';
import { ActivityLog } from '../activity/index.ts';
import { AuthError, type Caller } from '../auth/index.ts';
import { Gateway } from '../gateway.ts';
import { silentLogger } from '../log.ts';
import { serveGatewayHttp } from '../serve-http.ts';
import { createDashboardDoor } from './door.ts';
import { createDashboardPages } from './pages.ts';
import type {
  ApprovalList,
  Confusables,
  EvaluationList,
  Overview,
  PlaygroundAnswer,
  SessionList,
  ToolDetail,
  ToolPage,
} from './types.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const CALLERS: Readonly<Record<string, Caller>> = {
  chief: { id: 'chief', scope: { agent: 'chief' }, may: new Set(['use', 'observe', 'approve'] as const) },
  clerk: { id: 'clerk', scope: { agent: 'clerk' }, may: new Set(['use', 'observe'] as const) },
  guest: { id: 'guest', scope: { agent: 'clerk' }, may: new Set(['use'] as const) },
};

const entry = (server: string, name: string, description: string) => ({
  source: { kind: 'mcp' as const, name: server },
  definition: { name, description, inputSchema: { type: 'object', properties: { to: { type: 'string' } } } },
});

async function open(reports?: string) {
  const activity = new ActivityLog();
  const desk = createApprovalDesk();
  const gateway = new Gateway({
    servers: [],
    entries: [
      entry('mail', 'send_mail', 'Send a mail to somebody.'),
      entry('post', 'send_mail', 'Send a mail to somebody.'),
      entry('vault', 'open_vault', 'Opens the vault with the gold.'),
    ],
    execute: async () => ({ content: [] }),
    policy: { agents: { chief: {}, clerk: { deny: ['mcp:vault:*'] } } },
    session: { agent: 'chief' },
    callPolicies: [({ tool }) => (tool.source.name === 'vault' ? { ask: 'gold' } : true)],
    approval: { approver: desk.approver },
    activity,
  });
  gateway.start();
  const door = createDashboardDoor({
    activity,
    embedder: createBuiltInEmbedder(),
    reports,
    approvals: desk,
    onChange: (listener) => gateway.onStatusChange(listener),
  });
  const serving = await serveGatewayHttp(
    gateway,
    {
      port: 0,
      doors: [door],
      pages: createDashboardPages({ folder: join(tmpdir(), 'no-such-folder') }),
      authenticate: async (request) => {
        const caller = CALLERS[request.headers.get('authorization') ?? ''];
        if (caller === undefined) throw new AuthError('AUTH_REQUIRED', 'Who is that?');
        return caller;
      },
      sessionOf: ({ scope }) => gateway.session(scope),
    },
    silentLogger(),
  );
  closing.push(
    () => gateway.close(),
    () => serving.close(),
  );
  const base = new URL('/dashboard', serving.url).href;
  const get = (who: string, path: string, signal?: AbortSignal) =>
    fetch(`${base}/api/${path}`, { headers: { authorization: who }, ...(signal === undefined ? {} : { signal }) });
  const read = async <T>(who: string, path: string): Promise<T> => (await get(who, path)).json() as Promise<T>;
  const post = (who: string, path: string, body: unknown, type = 'application/json') =>
    fetch(`${base}/api/${path}`, {
      method: 'POST',
      headers: { authorization: who, 'content-type': type },
      body: JSON.stringify(body),
    });
  return { gateway, desk, base, get, read, post };
}

const PATHS = ['overview', 'tools', 'confusables', 'sessions', 'evaluations', 'approvals'];

describe('the data of the dashboard', () => {
  it('is refused to who is unknown, and to who may not observe', async () => {
    const { get } = await open();
    for (const path of [...PATHS, 'live']) {
      expect([path, (await get('nobody', path)).status]).toEqual([path, 401]);
      expect([path, (await get('guest', path)).status]).toEqual([path, 403]);
    }
  });

  it('tells nobody of tools, sessions and counts that wider rights would show', async () => {
    const { gateway, desk, get, read, post } = await open();
    const chief = gateway.own();
    await chief.search({ query: 'open the vault' }, { session: 'chief-1' });
    const waiting = chief.call({ name: 'open_vault', arguments: {} }, { session: 'chief-1' });
    await expect.poll(() => desk.pending().length).toBe(1);
    await gateway.session({ agent: 'clerk' }).search({ query: 'send a mail' }, { session: 'clerk-1' });

    for (const path of [...PATHS, 'session?id=chief-1', 'tool?id=mcp:vault:open_vault', 'tools?q=vault']) {
      const text = await (await get('clerk', path)).text();
      expect([path, /gold|chief-1"|open_vault"/.test(text.replace(/mcp:vault:open_vault\.|chief-1\./, ''))]).toEqual([
        path,
        false,
      ]);
    }
    const own = await read<Overview>('clerk', 'overview');
    expect([own.tools, own.activity.totals.searches, own.approvals]).toEqual([2, 1, 0]);
    const whole = await read<Overview>('chief', 'overview');
    expect([whole.tools, whole.activity.totals.searches, whole.approvals]).toEqual([3, 2, 1]);
    expect(whole.tokens.direct).toBeGreaterThan(own.tokens.direct);
    const answer = await (await post('clerk', 'search', { query: 'open the vault' })).text();
    expect(answer).not.toContain('gold');

    const [request] = desk.pending();
    expect((await post('clerk', 'approvals', { id: request?.id, approved: true })).status).toBe(403);
    expect(await (await post('chief', 'approvals', { id: request?.id, approved: true })).json()).toEqual({
      decided: true,
    });
    await waiting;
    expect(await (await post('chief', 'approvals', { id: request?.id, approved: true })).json()).toEqual({
      decided: false,
    });
  });

  it('pages, filters and sorts tools', async () => {
    const { read } = await open();
    const page = await read<ToolPage>('chief', 'tools?sort=server&desc=1&limit=1&offset=1');
    expect([page.total, page.rows.map(({ server }) => server)]).toEqual([3, ['post']]);
    expect((await read<ToolPage>('chief', 'tools?q=MAIL%20post')).rows.map(({ id }) => id)).toEqual([
      'mcp:post:send_mail',
    ]);
    expect(page.servers).toContainEqual({ name: 'vault', tools: 1 });
    expect((await read<ToolPage>('chief', 'tools?limit=-4&offset=x')).rows).toHaveLength(3);
  });

  it('finds tools that are mistaken for each other, and gives each a place', async () => {
    const { read } = await open();
    const { groups, points } = await read<Confusables>('chief', 'confusables');
    expect(groups.map(({ tools }) => tools.map(({ id }) => id))).toEqual([
      ['mcp:mail:send_mail', 'mcp:post:send_mail'],
    ]);
    expect(points).toHaveLength(3);
    expect(points.filter(({ group }) => group === 0)).toHaveLength(2);
  });

  it('shows a search with its whole ranking, and counts it nowhere', async () => {
    const { read, post } = await open();
    const answer = await (await post('chief', 'search', { query: 'send a mail' })).json();
    const mail = expect.objectContaining({ server: 'mail' });
    expect(answer).toMatchObject({ explanation: { ranked: expect.arrayContaining([mail]) } });
    expect((await read<SessionList>('chief', 'sessions')).sessions).toEqual([]);
  });

  it('tries a change to the expected tool, and the suggested ones, and changes nothing', async () => {
    const { read, post } = await open();
    const ask = async (change?: object) => {
      const body = {
        query: 'fetch the bullion',
        expect: 'open_vault',
        limit: 1,
        ...(change === undefined ? {} : { change }),
      };
      const answer = (await (await post('chief', 'search', body)).json()) as PlaygroundAnswer;
      return answer.explanation.expected?.changes ?? [];
    };
    expect((await ask()).map(({ kind }) => kind)).not.toContain('own');
    expect((await ask()).every(({ rank }) => rank !== undefined)).toBe(true);
    for (const change of [
      { kind: 'example', text: 'fetch the bullion' },
      { kind: 'first-words', text: 'Fetch bullion.' },
      { kind: 'description', text: 'Fetch the bullion.' },
    ])
      expect((await ask(change))[0]).toMatchObject({ kind: 'own', text: change.text, rank: 1 });
    expect((await ask({ kind: 'name', text: 'x' }))[0]?.kind).not.toBe('own');
    const { text } = await read<ToolDetail>('chief', 'tool?id=mcp:vault:open_vault');
    expect(text).toBe('Opens the vault with the gold.');
  });

  it('reads evaluation reports of a folder and passes over what is none', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'toolscout-reports-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const report = {
      tools: 9,
      queries: 4,
      recall: { '1': 0.5, '5': null },
      mrr: 0.6,
      refusal: { answerable: { total: 3, lost: 1 } },
      byLang: { ru: { queries: 2, mrr: 0.4 } },
    };
    writeFileSync(join(folder, 'a.json'), JSON.stringify(report));
    writeFileSync(join(folder, 'b.json'), '{"tools":');
    writeFileSync(join(folder, 'c.json'), '{"other":1}');
    const { read } = await open(folder);
    const { reports } = await read<EvaluationList>('chief', 'evaluations');
    expect(reports.map(({ name, figures }) => [name, figures.map((one) => one.name)])).toEqual([
      ['a', ['recall@1', 'mrr', 'lost, of those with one']],
    ]);
    expect(reports[0]?.answerable).toBe(3);
    expect(reports[0]?.slices[0]).toMatchObject({ name: 'ru', queries: 2 });
    expect(await read<EvaluationList>('clerk', 'evaluations')).toEqual({ reports: [], missing: 'not-allowed' });
  });

  it('says in a stream that something has changed', async () => {
    const { gateway, get } = await open();
    const over = new AbortController();
    const reader = (await get('chief', 'live', over.signal)).body!.pipeThrough(new TextDecoderStream()).getReader();
    await reader.read();
    await gateway.search({ query: 'send a mail' });
    let text = '';
    while (!text.includes('activity')) text += (await reader.read()).value;
    expect(text).toContain('data: activity\n\n');
    over.abort();
  });

  it('says nothing in a stream of what happens beyond the rights of who listens', async () => {
    const { gateway, desk, get } = await open();
    const over = new AbortController();
    const listen = async (who: string) => {
      const { body } = await get(who, 'live', over.signal);
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      await reader.read();
      return async (): Promise<string | undefined> => (await reader.read()).value;
    };
    const [clerk, chief] = [await listen('clerk'), await listen('chief')];
    void gateway.call({ name: 'open_vault', arguments: {} }).catch(() => {});
    await expect.poll(() => desk.pending().length).toBe(1);
    expect(await chief()).toContain('approvals');
    // Told twice a second each: a word about the vault would have come to the clerk before this.
    await gateway.session({ agent: 'clerk' }).search({ query: 'send a mail' });
    expect(await chief()).toBe('data: activity\n\n');
    expect(await clerk()).toBe('data: activity\n\n');
    over.abort();
  });

  it('takes a body as JSON only', async () => {
    const { post } = await open();
    expect((await post('chief', 'search', { query: 'x' }, 'text/plain')).status).toBe(400);
  });

  it('says what lacks where the page was not built, and lets nothing in from elsewhere', async () => {
    const { base } = await open();
    const page = await fetch(base);
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('npm run build');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['/assets/..%2fcli.mjs', '/assets/.hidden', '/assets/a%00.js', '/package.json']) {
      expect([path, (await fetch(`${base}${path}`)).status]).toEqual([path, 404]);
    }
  });

  it('offers no decision without the right to it', async () => {
    const { read } = await open();
    expect((await read<ApprovalList>('clerk', 'approvals')).canDecide).toBe(false);
    expect((await read<ApprovalList>('chief', 'approvals')).canDecide).toBe(true);
  });
});
