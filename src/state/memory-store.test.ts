import { describe, expect, it } from 'vitest';
import { stateStoreContract } from '../../test/contracts/state-store.ts';
import { createMemoryStateStore, type MemoryStateStoreOptions } from './memory-store.ts';

function withClock(options: MemoryStateStoreOptions = {}) {
  let time = 0;
  return {
    store: createMemoryStateStore({ ...options, now: () => time }),
    pass: async (ms: number) => {
      time += ms;
    },
  };
}

stateStoreContract('memory', () => withClock());

describe('the memory store', () => {
  it('forgets what was used longest ago when there are too many values', async () => {
    const { store } = withClock({ maxEntries: 3 });
    for (const key of ['a', 'b', 'c']) await store.set(key, key);
    await store.get('a');
    await store.set('d', 'd');
    expect(await store.list('')).toEqual(['a', 'c', 'd']);
  });

  it('forgets as much as it takes when the values are too long together, expired ones first', async () => {
    const { store, pass } = withClock({ maxCharacters: 40 });
    await store.set('kept', 'x'.repeat(16));
    await store.set('expired', 'x'.repeat(16), { ttlMs: 10 });
    await pass(20);
    await store.set('new', 'x'.repeat(16));
    expect(await store.list('')).toEqual(['kept', 'new']);
    await store.set('large', 'x'.repeat(36));
    expect(await store.list('')).toEqual(['large']);
  });

  it('refuses one value above the whole bound and keeps the others', async () => {
    const { store } = withClock({ maxCharacters: 40 });
    await store.set('kept', 1);
    await expect(store.set('large', 'x'.repeat(41))).rejects.toMatchObject({ code: 'STATE_REFUSED' });
    expect(await store.get('kept')).toBe(1);
  });

  it('does not keep expired values that nobody asks for', async () => {
    const { store, pass } = withClock({ maxEntries: 2_000 });
    for (let i = 0; i < 900; i++) await store.set(`old${i}`, i, { ttlMs: 10 });
    await store.set('kept', 1);
    await pass(20);
    for (let i = 0; i < 1_500; i++) await store.set(`new${i}`, i);
    expect(await store.get('kept')).toBe(1);
  });
});
