import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../shared/json.ts';
import { createMemoryStateStore } from './memory-store.ts';
import { createSessionStore, type SearchRecord } from './session-store.ts';

const search = (query: string): SearchRecord => ({ query, shown: ['a'], asked: 1, at: 1_000 });

describe('the memory of sessions', () => {
  it('begins empty and keeps sessions apart', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    await sessions.searched('one', search('send a mail'));
    await sessions.called('one', 'mcp:mail:send');
    expect(await sessions.read('two')).toEqual({ searches: [], described: [], called: [] });
    expect(await sessions.read('one')).toEqual({
      searches: [search('send a mail')],
      described: [],
      called: ['mcp:mail:send'],
    });
  });

  it('keeps the last searches and tools only, each tool once', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    for (let i = 0; i < 30; i++) await sessions.searched('s', search(`query ${i}`));
    await sessions.described('s', ['a', 'b', 'a']);
    await sessions.described('s', ['a']);
    for (let i = 0; i < 300; i++) await sessions.called('s', `t${i}`);
    const memory = await sessions.read('s');
    expect(memory.searches.map(({ query }) => query)).toEqual(Array.from({ length: 20 }, (_, i) => `query ${i + 10}`));
    expect(memory.described).toEqual(['b', 'a']);
    expect(memory.called).toHaveLength(200);
    expect(memory.called.at(-1)).toBe('t299');
  });

  it('loses nothing when a session does several things at once', async () => {
    const sessions = createSessionStore(createMemoryStateStore());
    await Promise.all(['a', 'b', 'c'].map((id) => sessions.called('s', id)));
    expect([...(await sessions.read('s')).called].sort()).toEqual(['a', 'b', 'c']);
  });

  it('forgets a session that has ended or was silent for long', async () => {
    let time = 0;
    const sessions = createSessionStore(createMemoryStateStore({ now: () => time }));
    await sessions.called('ended', 'a');
    await sessions.called('silent', 'a');
    await sessions.end('ended');
    expect((await sessions.read('ended')).called).toEqual([]);
    time += 25 * 60 * 60 * 1_000;
    expect((await sessions.read('silent')).called).toEqual([]);
  });

  it('reads what it cannot understand as nothing', async () => {
    const store = createMemoryStateStore();
    const searches = [{ query: 1 }, { ...search('kept') }];
    await store.set('session/s', { searches, described: 'x', called: [1, 'a'] } as JsonObject);
    expect(await createSessionStore(store).read('s')).toEqual({
      searches: [search('kept')],
      described: [],
      called: ['a'],
    });
  });
});
