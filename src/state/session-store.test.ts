import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../shared/json.ts';
import { createMemoryStateStore } from './memory-store.ts';
import { createSessionStore, type SearchRecord } from './session-store.ts';
import type { NotedUse, ToolUse } from './tool-use.ts';

const search = (query: string): SearchRecord => ({ query, shown: ['a'], asked: 1, at: 1_000 });

const called = (...ids: string[]): NotedUse => ({ kind: 'called', tools: ids.map((id) => ({ id, hash: `h-${id}` })) });
const ids = (tools: readonly ToolUse[]) => tools.map(({ id }) => id);

describe('the memory of sessions', () => {
  it('begins empty and keeps sessions apart', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    await sessions.searched('one', search('send a mail'));
    await sessions.used('one', called('mcp:mail:send'));
    expect(await sessions.read('two')).toEqual({ searches: [], tools: [], turn: 0 });
    expect(await sessions.read('one')).toEqual({
      searches: [search('send a mail')],
      tools: [{ id: 'mcp:mail:send', hash: 'h-mcp:mail:send', found: 0, described: 0, called: 1, turn: 0, by: [] }],
      turn: 0,
    });
  });

  it('keeps the last searches and tools only, each tool once, in order of use', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    for (let i = 0; i < 30; i++) await sessions.searched('s', search(`query ${i}`));
    await sessions.used('s', { ...called('a', 'b', 'a'), kind: 'described' });
    await sessions.used('s', { ...called('b'), kind: 'found' });
    expect(ids((await sessions.read('s')).tools)).toEqual(['b', 'a']);
    for (let i = 0; i < 300; i++) await sessions.used('s', called(`t${i}`));
    const memory = await sessions.read('s');
    expect(memory.searches.map(({ query }) => query)).toEqual(Array.from({ length: 20 }, (_, i) => `query ${i + 10}`));
    expect(memory.tools).toHaveLength(200);
    expect(memory.tools.at(-1)?.id).toBe('t299');
  });

  it('gives up what was only found before anything that was used', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    await sessions.used('s', called('used'));
    const many = Array.from({ length: 250 }, (_, i) => `t${i}`);
    await sessions.used('s', { ...called(...many), kind: 'found' });
    const { tools } = await sessions.read('s');
    expect(tools).toHaveLength(200);
    expect(ids(tools)).toContain('used');
    expect(ids(tools)).not.toContain('t0');
  });

  it('knows in which turn a tool was used, by whom, and under which definition', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    expect(await sessions.beginTurn('s')).toBe(1);
    await sessions.used('s', { ...called('a'), kind: 'found' });
    expect(await sessions.beginTurn('s')).toBe(2);
    await sessions.used('s', { kind: 'called', tools: [{ id: 'a', hash: 'new' }], by: 'worker' });
    expect(await sessions.beginTurn('s')).toBe(3);
    await sessions.used('s', { ...called('a'), kind: 'found' });
    expect((await sessions.read('s')).tools).toEqual([
      { id: 'a', hash: 'h-a', found: 2, described: 0, called: 1, turn: 2, by: ['worker'] },
    ]);
  });

  it('loses nothing when a session does several things at once', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    await Promise.all(['a', 'b', 'c'].map((id) => sessions.used('s', called(id))));
    expect(ids((await sessions.read('s')).tools).sort()).toEqual(['a', 'b', 'c']);
  });

  it('forgets a session that has ended or was silent for long', async () => {
    let time = 0;
    const sessions = createSessionStore(createMemoryStateStore({ now: () => time }));
    await sessions.used('ended', called('a'));
    await sessions.used('silent', called('a'));
    await sessions.end('ended');
    expect((await sessions.read('ended')).tools).toEqual([]);
    time += 25 * 60 * 60 * 1_000;
    expect((await sessions.read('silent')).tools).toEqual([]);
  });

  it('reads what it cannot understand as nothing', async () => {
    const store = createMemoryStateStore();
    const searches = [{ query: 1 }, { ...search('kept') }];
    const good = { id: 'a', hash: 'h', found: 0, described: 0, called: 1, turn: 0, by: [] };
    const tools = [1, { ...good, called: -1 }, { ...good, id: 'x'.repeat(600) }, good, 'x'];
    await store.set('session/s', { searches, tools, turn: 'x' } as JsonObject);
    expect(await createSessionStore(store).read('s')).toEqual({
      searches: [search('kept')],
      tools: [good],
      turn: 0,
    });
  });
});
