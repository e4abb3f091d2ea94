import { describe, expect, it } from 'vitest';
import { isObject } from '../shared/json.ts';
import { createMemoryStateStore } from './memory-store.ts';
import { createRecordStore } from './records.ts';

interface Approval {
  readonly tool: string;
  readonly state: 'pending' | 'granted';
}

function approvals(store = createMemoryStateStore()) {
  const records = createRecordStore<Approval>(store, {
    name: 'approvals',
    ttlMs: 60_000,
    read: (value) => (isObject(value) && typeof value.tool === 'string' ? (value as unknown as Approval) : undefined),
  });
  return { records, store };
}

const PENDING: Approval = { tool: 'mcp:mail:send', state: 'pending' };

describe('a record store', () => {
  it('keeps the records of one session from every other, whatever the ids look like', async () => {
    const { records } = approvals();
    const odd = ['a', 'a/b', 'a/../b', '', '~', 'x'.repeat(300), 'сессия'];
    for (const session of odd) await records.put(session, 'one/two', { ...PENDING, tool: session || 'empty' });
    for (const session of odd) {
      expect((await records.get(session, 'one/two'))?.tool).toBe(session || 'empty');
      expect(await records.list(session)).toHaveLength(1);
    }
    expect(await records.get('b', 'one/two')).toBeUndefined();
  });

  it('lists records with the ids they were put under', async () => {
    const { records } = approvals();
    await records.put('s', 'first', PENDING);
    await records.put('s', 'a key with / and spaces', PENDING);
    expect((await records.list('s')).map(({ id }) => id).sort()).toEqual(['a key with / and spaces', 'first']);
  });

  it('grants once, also when two grant at the same moment', async () => {
    const { records } = approvals();
    await records.put('s', 'a', PENDING);
    const grant = async () => {
      let mine = false;
      await records.update('s', 'a', (current) => {
        mine = current?.state === 'pending';
        return current === undefined ? undefined : { ...current, state: 'granted' };
      });
      return mine;
    };
    expect((await Promise.all([grant(), grant()])).filter(Boolean)).toHaveLength(1);
    expect(await records.get('s', 'a')).toEqual({ ...PENDING, state: 'granted' });
  });

  it('takes a record that it cannot read for none', async () => {
    const { records, store } = approvals();
    await records.put('s', 'a', PENDING);
    const [key] = await store.list('approvals/');
    await store.set(key!, { id: 'a', record: { other: 1 } });
    expect(await records.get('s', 'a')).toBeUndefined();
    expect(await records.list('s')).toEqual([]);
  });
});
