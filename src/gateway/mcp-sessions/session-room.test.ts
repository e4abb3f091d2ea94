import { afterEach, expect, it } from 'vitest';
import { ANYONE, type Caller, CallerSessions } from '../auth/index.ts';
import { Gateway } from '../gateway.ts';
import { silentLogger } from '../log.ts';
import { SessionRoom } from './session-room.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const post = (body: object, session?: string): Request =>
  new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  });

/** Doors that hold at most two sessions of one caller, and four in all. */
function doors() {
  const gateway = new Gateway({ servers: [] });
  const room = new SessionRoom({ each: 2, inAll: 4 });
  const sessions = new CallerSessions({ open: () => gateway.own(), log: silentLogger(), room });
  open.push(sessions, gateway);
  gateway.start();
  const ask = async (id: string, request: Request): Promise<Response> => {
    const caller: Caller = { ...ANYONE, id };
    const answer = await sessions.of(caller).mcp.fetch(request);
    await answer.text();
    return answer;
  };
  return {
    hello: async (id: string): Promise<string> => {
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
      return (await ask(id, post({ method: 'initialize', params }))).headers.get('mcp-session-id')!;
    },
    status: async (id: string, session: string) => (await ask(id, post({ method: 'tools/list' }, session))).status,
    goodbye: (id: string, session: string) =>
      ask(id, new Request('http://localhost/mcp', { method: 'DELETE', headers: { 'mcp-session-id': session } })),
  };
}

it('ends the session that a caller has not used for longest, where it opens more than one may hold', async () => {
  const { hello, status } = doors();
  const [first, second] = [await hello('jane'), await hello('jane')];
  await status('jane', first);
  const third = await hello('jane');
  expect(await Promise.all([first, second, third].map((one) => status('jane', one)))).toEqual([200, 404, 200]);
});

it('takes from who holds most where all together hold too many, and from nobody else', async () => {
  const { hello, status } = doors();
  const jane = [await hello('jane'), await hello('jane')];
  const [joe, ann, tom] = [await hello('joe'), await hello('ann'), await hello('tom')];
  expect(await Promise.all(jane.map((one) => status('jane', one)))).toEqual([404, 200]);
  expect(await status('joe', joe)).toBe(200);
  expect(await status('ann', ann)).toBe(200);
  expect(await status('tom', tom)).toBe(200);
});

it('has room again after a goodbye', async () => {
  const { hello, status, goodbye } = doors();
  const jane = [await hello('jane'), await hello('jane')];
  const joe = [await hello('joe'), await hello('joe')];
  await goodbye('joe', joe[0]!);
  const ann = await hello('ann');
  expect(await Promise.all(jane.map((one) => status('jane', one)))).toEqual([200, 200]);
  expect(await status('joe', joe[1]!)).toBe(200);
  expect(await status('ann', ann)).toBe(200);
});
