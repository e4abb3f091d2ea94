import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalRule } from '../../src/calling/index.ts';
import { type ApiUnderTest, as, serveApi } from './api-gateway.ts';

const open: ApiUnderTest[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});
const serve = async (...options: Parameters<typeof serveApi>): Promise<ApiUnderTest> => {
  const api = await serveApi(...options);
  open.push(api);
  return api;
};
const PROMPT: readonly ApprovalRule[] = [{ id: 'delete_note', decide: 'prompt', reason: 'it deletes' }];

describe('the HTTP API', () => {
  it('finds, describes and runs a tool', async () => {
    const { post, ran } = await serve();
    const found = await post('/v1/search', { query: 'write a note down', limit: 2 });
    expect(found.status).toBe(200);
    expect(found.body.hits[0]).toMatchObject({ id: 'plugin:notes:add_note', name: 'notes__add_note' });
    const several = await post('/v1/search', { queries: ['write a note', 'wait'] });
    expect(several.body.results).toHaveLength(2);
    const described = await post('/v1/describe', { name: found.body.hits[0].name });
    expect(described.body).toMatchObject({ id: 'plugin:notes:add_note', inputSchema: { required: ['text'] } });
    const called = await post('/v1/call', { id: described.body.id, arguments: { text: 'a', id: 864691128455135233n } });
    expect(called).toMatchObject({ status: 200, body: { structuredContent: { id: 864691128455135233n } } });
    expect(ran).toEqual([{ text: 'a', id: 864691128455135233n }]);
  });

  it('takes arguments as the text that a model wrote', async () => {
    const { post, ran } = await serve();
    const call = (given: unknown) => post('/v1/call', { name: 'notes__add_note', arguments: given });
    expect((await call('{"text":"a","id":864691128455135233}')).status).toBe(200);
    expect(ran).toEqual([{ text: 'a', id: 864691128455135233n }]);
    expect(await call(null)).toMatchObject({
      status: 422,
      body: { error: { code: 'INVALID_ARGUMENTS', path: '/text' } },
    });
    expect(await call('a note')).toMatchObject({ status: 422, body: { error: { code: 'INVALID_ARGUMENTS' } } });
    expect(await post('/v1/call', [])).toMatchObject({
      status: 422,
      body: { error: { code: 'BODY_INVALID', message: 'expected object, got array' } },
    });
  });

  it('moves numbers that a model or a host chose into their range', async () => {
    const { post } = await serve();
    for (const limit of [99, 0, -3, 1.5, 864691128455135233n]) {
      const found = await post('/v1/search', { query: 'write a note down', limit });
      expect([limit, found.status]).toEqual([limit, 200]);
      expect(found.body.shown).toBeGreaterThan(0);
    }
    expect((await post('/v1/search', { query: 'note', limit: 0 })).body.shown).toBe(1);
    const assembled = await post('/v1/assemble', { window: 9_000, settings: { thresholdPct: 500 } });
    expect(assembled).toMatchObject({ status: 200, body: { warnings: [expect.stringContaining('thresholdPct')] } });
  });

  it('names each request, by the name that it came with where it has one', async () => {
    const { post } = await serve();
    const named = await post('/v1/describe', { name: 'nothing' }, { 'x-request-id': 'r-1' });
    expect([named.headers.get('x-request-id'), named.body.error.requestId]).toEqual(['r-1', 'r-1']);
    const other = await post('/v1/search', { query: 'note' }, { 'x-request-id': 'no name {}' });
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each<[string, string, unknown, number, string]>([
    ['no JSON', '/v1/search', '{"query":', 400, 'BODY_MALFORMED'],
    ['nothing', '/v1/search', '', 400, 'BODY_MALFORMED'],
    ['a list', '/v1/search', '[]', 422, 'BODY_INVALID'],
    ['nothing to search for', '/v1/search', {}, 422, 'BODY_INVALID'],
    ['blanks', '/v1/search', { query: '  ' }, 422, 'BODY_INVALID'],
    ['two ways at once', '/v1/search', { query: 'a', queries: ['b'] }, 422, 'BODY_INVALID'],
    ['a limit in words', '/v1/search', { query: 'a', limit: 'five' }, 422, 'BODY_INVALID'],
    ['an unknown member', '/v1/search', { query: 'a', limt: 5 }, 422, 'BODY_INVALID'],
    ['an unknown tool', '/v1/describe', { name: 'nothing' }, 404, 'UNKNOWN_TOOL'],
    ['an unknown tool to run', '/v1/call', { name: 'nothing' }, 404, 'UNKNOWN_TOOL'],
    ['arguments that do not fit', '/v1/call', { name: 'notes__add_note', arguments: {} }, 422, 'INVALID_ARGUMENTS'],
    ['the bridge in the bridge', '/v1/call', { name: 'tool_call' }, 422, 'BRIDGE_IN_BRIDGE'],
    ['an unknown profile', '/v1/assemble', { profile: 'none' }, 422, 'BODY_INVALID'],
    ['no message', '/v1/preselect', {}, 422, 'BODY_INVALID'],
    ['an unknown path', '/v1/nothing', {}, 404, 'NOT_FOUND'],
    ['an unknown approval', '/v1/approvals/x', { approved: true }, 404, 'APPROVAL_NOT_FOUND'],
  ])('answers %s with a code', async (_what, path, body, status, code) => {
    const { post } = await serve();
    const answer = await post(path, body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(answer.body.error).toMatchObject({ message: expect.any(String), requestId: expect.any(String) });
  });

  it('refuses other methods, other types, other names of sessions and bodies that are too large', async () => {
    const { request, post } = await serve({ maxBodyBytes: 1_000 });
    const wrong = await request('GET', '/v1/search');
    expect([wrong.status, wrong.headers.get('allow'), wrong.body.error.code]).toEqual([
      405,
      'POST',
      'METHOD_NOT_ALLOWED',
    ]);
    expect((await post('/v1/search', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await post('/v1/search', { query: 'a' }, { 'toolscout-session': 'a b' })).status).toBe(400);
    expect((await post('/v1/search', { query: 'a'.repeat(2_000) })).status).toBe(413);
  });

  it('tells a tool’s failure without what this side knows of it', async () => {
    const { post } = await serve();
    const { status, body } = await post('/v1/call', { name: 'clock__fail' });
    expect([status, body.error.code, body.error.ran]).toEqual([502, 'CALL_FAILED', 'unknown']);
    expect(JSON.stringify(body)).not.toMatch(/\bat .*\.ts/);
  });

  it('says when to come again', async () => {
    const { post } = await serve({ limits: { calls: { perMinute: 1, burst: 1 } } });
    await post('/v1/call', { name: 'notes__add_note', arguments: { text: 'a' } });
    const { status, headers } = await post('/v1/call', { name: 'notes__add_note', arguments: { text: 'a' } });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('cancels a call whose client is gone', async () => {
    const { url, waiting, until } = await serve();
    const gone = new AbortController();
    const running = fetch(new URL('/v1/call', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"clock__wait"}',
      signal: gone.signal,
    }).catch(() => 'gone');
    await until(() => waiting.length === 1);
    expect(waiting[0]!.aborted).toBe(false);
    gone.abort();
    expect(await running).toBe('gone');
    await until(() => waiting[0]!.aborted);
  });

  it('decides what a request to a model carries, with the host’s own tools', async () => {
    const { post } = await serve();
    const whole = await post('/v1/assemble', { settings: { enabled: 'off' } });
    expect(whole.body).toMatchObject({ bridged: false, mode: 'direct', deferred: 0 });
    expect(whole.body.tools.map(({ name }: { name: string }) => name)).toEqual([
      'clock__fail',
      'clock__wait',
      'notes__add_note',
      'notes__delete_note',
    ]);
    const hidden = {
      settings: { enabled: 'on' },
      pinned: ['notes__add_note'],
      tools: [{ name: 'read_file', inputSchema: { type: 'object' } }],
    };
    const session = { 'toolscout-session': 's' };
    const first = await post('/v1/assemble', hidden, session);
    expect(first.body).toMatchObject({ bridged: true, mode: 'tools', deferred: 3, changes: { compared: false } });
    const names = first.body.tools.map(({ name }: { name: string }) => name);
    expect(new Set(names)).toEqual(
      new Set(['read_file', 'notes__add_note', 'tool_search', 'tool_describe', 'tool_call']),
    );
    const next = await post('/v1/assemble', hidden, session);
    expect(next.body).toMatchObject({
      hash: first.body.hash,
      changes: { compared: true, invalidatesPromptCache: false },
    });
  });

  it('takes whole numbers of any size where they are nothing but numbers', async () => {
    const { post } = await serve();
    const inputSchema = { type: 'object', properties: { n: { maximum: 79_002_783_523_021_776n } } };
    const { status } = await post('/v1/assemble', { tools: [{ name: 'count', inputSchema }] });
    expect(status).toBe(200);
  });

  it('chooses what a turn starts with', async () => {
    const { post } = await serve();
    const { status, body } = await post('/v1/preselect', { message: 'use notes__add_note', resident: ['clock__wait'] });
    expect(status).toBe(200);
    expect(body.tools).toMatchObject([
      { id: 'plugin:clock:wait', source: 'resident', added: false },
      { id: 'plugin:notes:add_note', source: 'exact', added: true, inputSchema: { type: 'object' } },
    ]);
    expect((await post('/v1/preselect', { message: 'thanks!' })).body.skipped).toBe('thanks');
  });

  it('keeps the shown tools of a session, and of no other', async () => {
    const { post } = await serve();
    const search = (session?: string) =>
      post('/v1/search', { query: 'write a note down' }, session === undefined ? {} : { 'toolscout-session': session });
    const first = await search('s1');
    const again = await search('s1');
    expect(JSON.stringify(again.body).length).toBeLessThan(JSON.stringify(first.body).length);
    expect((await search('s2')).body).toEqual(first.body);
    expect((await search()).body).toEqual(first.body);
    expect((await search()).body).toEqual(first.body);
  });
});

describe('callers of the HTTP API', () => {
  it('come in with a key, and see what it is for', async () => {
    const { post } = await serve({ withCallers: true });
    const nobody = await post('/v1/search', { query: 'note' });
    expect([nobody.status, nobody.body.error.code, nobody.headers.get('www-authenticate')]).toEqual([
      401,
      'AUTH_REQUIRED',
      'Bearer',
    ]);
    const ids = async (key: string) =>
      (await post('/v1/search', { query: 'note' }, as(key))).body.hits.map(({ id }: { id: string }) => id);
    expect(await ids('alice')).toContain('plugin:notes:add_note');
    expect(await ids('bob')).not.toContain('plugin:notes:add_note');
    const forbidden = await post('/v1/describe', { id: 'plugin:notes:add_note' }, as('bob'));
    const unknown = await post('/v1/describe', { id: 'plugin:notes:add_none' }, as('bob'));
    expect([forbidden.status, forbidden.body.error.code]).toEqual([404, 'UNKNOWN_TOOL']);
    expect(Object.keys(forbidden.body.error)).toEqual(Object.keys(unknown.body.error));
    expect((await post('/v1/assemble', { settings: { enabled: 'off' } }, as('bob'))).body.tools).toHaveLength(3);
    const chosen = await post('/v1/preselect', { message: 'notes__add_note' }, as('bob'));
    expect(JSON.stringify(chosen.body)).not.toContain('plugin:notes:add_note');
  });

  it('need the right for what they do', async () => {
    const { post, request } = await serve({ withCallers: true });
    expect((await post('/v1/search', { query: 'note' }, as('watcher'))).status).toBe(403);
    expect((await post('/v1/search', { query: 'note' }, as('operator'))).status).toBe(403);
    expect((await request('GET', '/v1/approvals', undefined, as('operator'))).status).toBe(200);
    expect((await post('/v1/approvals/x', { approved: true }, as('alice'))).status).toBe(403);
  });

  it('share no session by giving it the same name', async () => {
    const { post } = await serve({ withCallers: true });
    const search = (key: string) =>
      post('/v1/search', { query: 'delete a note' }, { ...as(key), 'toolscout-session': 'mine' });
    await search('alice');
    const fresh = await post('/v1/search', { query: 'delete a note' }, as('bob'));
    expect((await search('bob')).body).toEqual(fresh.body);
  });
});

describe('consent over HTTP', () => {
  const run = (api: ApiUnderTest, key: string, text = 'a') =>
    api.post(
      '/v1/call',
      { name: 'notes__delete_note', arguments: { text } },
      { ...as(key), 'toolscout-session': 'mine' },
    );
  const pendingOf = async ({ request }: ApiUnderTest, key: string) =>
    (await request('GET', '/v1/approvals', undefined, as(key))).body.approvals;

  it('is seen by the caller itself and by operators, and given by those who may', async () => {
    const api = await serve({ withCallers: true, approvals: { rules: PROMPT } });
    const running = run(api, 'alice');
    await api.until(() => api.gateway.pendingApprovals().length === 1);
    const [request] = await pendingOf(api, 'alice');
    expect(request).toMatchObject({
      tool: 'plugin:notes:delete_note',
      server: 'notes',
      name: 'delete_note',
      arguments: { text: 'a' },
      text: 'notes/delete_note {"text":"a"}',
      reason: 'it deletes',
      mayRemember: true,
    });
    expect(await pendingOf(api, 'operator')).toEqual([request]);
    expect(await pendingOf(api, 'bob')).toEqual([]);
    const decide = (key: string) => api.post(`/v1/approvals/${request.id}`, { approved: true }, as(key));
    expect((await decide('alice')).status).toBe(403);
    expect((await decide('bob')).status).toBe(404);
    expect(api.ran).toEqual([]);
    expect((await decide('operator')).body).toEqual({ id: request.id, approved: true });
    expect((await decide('operator')).status).toBe(404);
    expect((await running).status).toBe(200);
    expect(api.ran).toEqual([{ text: 'a' }]);
  });

  it('holds for the session that it was given for, and for nobody else’s of that name', async () => {
    const api = await serve({ withCallers: true, approvals: { rules: PROMPT } });
    const decideNext = async (answer: object) => {
      await api.until(() => api.gateway.pendingApprovals().length === 1);
      const [{ id }] = await pendingOf(api, 'operator');
      await api.post(`/v1/approvals/${id}`, answer, as('operator'));
    };
    const first = run(api, 'alice');
    await decideNext({ approved: true, always: true });
    expect((await first).status).toBe(200);
    expect((await run(api, 'alice', 'b')).status).toBe(200);
    const other = run(api, 'bob');
    await decideNext({ approved: false, reason: 'not yours' });
    expect(await other).toMatchObject({
      status: 403,
      body: { error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('not yours'), ran: false } },
    });
  });

  it('comes too late once its time is over', async () => {
    const api = await serve({ approvals: { rules: PROMPT, timeoutMs: 20 } });
    const { status, body } = await api.post('/v1/call', { name: 'notes__delete_note', arguments: { text: 'a' } });
    expect([status, body.error.code, body.error.ran]).toEqual([408, 'APPROVAL_TIMEOUT', false]);
    expect((await api.request('GET', '/v1/approvals')).body).toEqual({ approvals: [] });
  });

  it('is asked for no longer once the client is gone', async () => {
    const api = await serve({ approvals: { rules: PROMPT } });
    const gone = new AbortController();
    const running = fetch(new URL('/v1/call', api.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"notes__delete_note","arguments":{"text":"a"}}',
      signal: gone.signal,
    }).catch(() => 'gone');
    await api.until(() => api.gateway.pendingApprovals().length === 1);
    gone.abort();
    await running;
    await api.until(() => api.gateway.pendingApprovals().length === 0);
    expect(api.ran).toEqual([]);
  });
});
