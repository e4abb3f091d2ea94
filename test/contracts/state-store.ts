import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/shared/json.ts';
import type { StateStore } from '../../src/state/index.ts';

/** A fresh, empty store and the way to let its time pass. */
export interface StoreUnderTest {
  readonly store: StateStore;
  /** Resolves when this many milliseconds of the store's clock are over: a test clock's at once, a real one's later. */
  pass(ms: number): Promise<void>;
}

const VALUES: readonly JsonValue[] = [null, false, 0, '', -1.5, 'ünï 🙂 \u0000', [], {}, { a: [1, { b: null }] }];

/** What every implementation of {@link StateStore} has to do, whatever is behind it. */
export function stateStoreContract(name: string, create: () => StoreUnderTest | Promise<StoreUnderTest>): void {
  describe(`${name} as a state store`, () => {
    it('gives back what was set, of every kind that JSON has, and nothing for other keys', async () => {
      const { store } = await create();
      for (const [index, value] of VALUES.entries()) await store.set(`k${index}`, value);
      for (const [index, value] of VALUES.entries()) expect(await store.get(`k${index}`)).toEqual(value);
      expect(await store.get('k')).toBeUndefined();
    });

    it('takes any text for a key and means it literally', async () => {
      const { store } = await create();
      const keys = ['', ' ', 'a:b/c', '*', 'a?[b]', 'ключ 键', '__proto__', 'constructor', `${'x'.repeat(500)}`];
      for (const key of keys) await store.set(key, key);
      for (const key of keys) expect(await store.get(key)).toBe(key);
      expect(await store.list('*')).toEqual(['*']);
      expect(await store.list('a?')).toEqual(['a?[b]']);
    });

    it('copies: neither what was handed in nor what was handed out is the stored value', async () => {
      const { store } = await create();
      const value = { list: [1] };
      await store.set('k', value);
      value.list.push(2);
      const read = (await store.get('k')) as { list: number[] };
      read.list.push(3);
      expect(await store.get('k')).toEqual({ list: [1] });
    });

    it('refuses what is no JSON, and keeps what was there', async () => {
      const { store } = await create();
      await store.set('k', 1);
      const circle: { self?: unknown } = {};
      circle.self = circle;
      for (const wrong of [undefined, () => 1, 1n, circle]) {
        await expect(store.set('k', wrong as never)).rejects.toMatchObject({ code: 'STATE_REFUSED' });
      }
      await expect(store.set('k', 2, { ttlMs: 0 })).rejects.toMatchObject({ code: 'STATE_REFUSED' });
      expect(await store.get('k')).toBe(1);
    });

    it('forgets a value when its time is over, and only then', async () => {
      const { store, pass } = await create();
      await store.set('short', 1, { ttlMs: 100 });
      await store.set('long', 1, { ttlMs: 60_000 });
      await store.set('ever', 1);
      expect(await store.get('short')).toBe(1);
      await pass(150);
      expect(await store.get('short')).toBeUndefined();
      expect(await store.list('')).toEqual(['ever', 'long']);
      expect(await store.delete('short')).toBe(false);
    });

    it('counts the time to live anew with each write, and drops it where the write names none', async () => {
      const { store, pass } = await create();
      await store.set('a', 1, { ttlMs: 100 });
      await store.set('a', 2);
      await store.set('b', 1, { ttlMs: 100 });
      await store.update('b', () => 2, { ttlMs: 60_000 });
      await pass(150);
      expect([await store.get('a'), await store.get('b')]).toEqual([2, 2]);
    });

    it('deletes once', async () => {
      const { store } = await create();
      await store.set('k', null);
      expect([await store.delete('k'), await store.delete('k')]).toEqual([true, false]);
      expect(await store.get('k')).toBeUndefined();
    });

    it('updates one value in one step, however many ask at once', async () => {
      const { store } = await create();
      const add = () => store.update('n', (current) => (typeof current === 'number' ? current : 0) + 1);
      const seen = await Promise.all(Array.from({ length: 50 }, add));
      expect(await store.get('n')).toBe(50);
      expect([...seen].sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    });

    it('deletes by an update to undefined, and leaves the value where the change throws', async () => {
      const { store } = await create();
      await store.set('k', { n: 1 });
      const fault = new Error('not now');
      await expect(
        store.update('k', () => {
          throw fault;
        }),
      ).rejects.toBe(fault);
      expect(await store.get('k')).toEqual({ n: 1 });
      expect(await store.update('k', () => undefined)).toBeUndefined();
      expect(await store.get('k')).toBeUndefined();
      expect(await store.update('missing', (current) => (current === undefined ? 'none' : 'some'))).toBe('none');
    });

    it('lists by prefix, in order, up to a limit', async () => {
      const { store } = await create();
      for (const key of ['s/2', 's/10', 's/1', 't/1', 's']) await store.set(key, 0);
      expect(await store.list('s/')).toEqual(['s/1', 's/10', 's/2']);
      expect(await store.list('s/', { limit: 2 })).toEqual(['s/1', 's/10']);
      expect(await store.list('u')).toEqual([]);
    });
  });
}
