import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateStoreContract } from '../../../test/contracts/state-store.ts';
import { REDIS_SERVER, startRedis, type TestRedis } from '../../../test/replicas/redis-server.ts';
import { pauseBefore, withoutSecrets } from './connection.ts';
import { createRedisStateStore, type RedisStateStore, type RedisStateStoreOptions } from './redis-state-store.ts';

const open: RedisStateStore[] = [];
afterAll(async () => {
  await Promise.all(open.map((store) => store.close()));
});
function openStore(options: RedisStateStoreOptions): RedisStateStore {
  const store = createRedisStateStore(options);
  open.push(store);
  return store;
}

describe('a state store that is not there', () => {
  it('fails at each operation with a code, and does not keep anybody waiting', async () => {
    const changes: boolean[] = [];
    // Nothing listens at port 1 of this machine.
    const store = openStore({ url: 'redis://user:hidden@127.0.0.1:1', onChange: (isThere) => changes.push(isThere) });
    for (const ask of [
      () => store.get('k'),
      () => store.set('k', 1),
      () => store.delete('k'),
      () => store.update('k', () => 1),
      () => store.list(''),
    ]) {
      const failure = await ask().catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'STATE_UNAVAILABLE', details: { address: 'redis://127.0.0.1:1' } });
      expect(String(failure)).not.toContain('hidden');
    }
    expect(changes).toEqual([false]);
  });

  it('refuses an address that is none, without showing it', () => {
    for (const url of ['http://:hidden@host', 'hidden', 'redis://', 'redis://host/hidden']) {
      expect(() => createRedisStateStore({ url })).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }));
      expect(() => createRedisStateStore({ url })).not.toThrow(/hidden/);
    }
  });

  it('comes back after longer and longer pauses, up to a bound, never all at once', () => {
    expect([0, 1, 2, 3].map((retries) => pauseBefore(retries, 1))).toEqual([100, 200, 400, 800]);
    expect([pauseBefore(0, 0), pauseBefore(50, 1), pauseBefore(50, 0)]).toEqual([50, 5_000, 2_500]);
  });

  it('is named without user and password', () => {
    expect(withoutSecrets('rediss://user:hidden@host:7000/3')).toBe('rediss://host:7000/3');
  });
});

describe.skipIf(REDIS_SERVER === undefined)('a state store on a server', () => {
  let server: TestRedis;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());

  let stores = 0;
  const fresh = (more: Partial<RedisStateStoreOptions> = {}): RedisStateStore =>
    openStore({ url: server.url, prefix: `test-${++stores}:[*]?\\`, ...more });

  stateStoreContract('a server', () => ({ store: fresh(), pass: (ms) => sleep(ms) }));

  it('is one for all processes under a prefix, and keeps prefixes apart', async () => {
    const [first, second, other] = [fresh({ prefix: 'a:' }), fresh({ prefix: 'a:' }), fresh({ prefix: 'a' })];
    await first.set('k', { n: 1 });
    expect(await second.get('k')).toEqual({ n: 1 });
    expect(await other.get('k')).toBeUndefined();
    await fresh({ prefix: 'a*' }).set('x', 1);
    expect(await fresh({ prefix: 'a*' }).list('')).toEqual(['x']);
  });

  it('loses no change of one value when several processes make them', async () => {
    const stores = Array.from({ length: 4 }, () => fresh({ prefix: 'shared:' }));
    const add = (store: RedisStateStore) => store.update('n', (n) => (typeof n === 'number' ? n : 0) + 1);
    await Promise.all(stores.flatMap((store) => Array.from({ length: 25 }, () => add(store))));
    expect(await stores[0]!.get('n')).toBe(100);
  });

  it('runs a change again where another process came between', async () => {
    const [mine, other] = [fresh({ prefix: 'between:' }), fresh({ prefix: 'between:' })];
    await mine.set('k', 'old');
    const seen: unknown[] = [];
    let written: Promise<void> | undefined;
    const result = await mine.update('k', (current) => {
      seen.push(current);
      written ??= other.set('k', 'theirs');
      return `${String(current)} and mine`;
    });
    await written;
    // Either the other write came first, and the change was made of it, or it came after and is what is there.
    expect(await mine.get('k')).toBe(seen.length === 2 ? 'theirs and mine' : 'theirs');
    expect(result).toBe(seen.length === 2 ? 'theirs and mine' : 'old and mine');
  });

  it('lists the first of many keys', async () => {
    const store = fresh();
    const keys = Array.from({ length: 3_000 }, (_, i) => `s/${String(i).padStart(4, '0')}`);
    await Promise.all(keys.map((key) => store.set(key, 0)));
    expect(await store.list('s/', { limit: 3 })).toEqual(['s/0000', 's/0001', 's/0002']);
    expect(await store.list('s/')).toEqual(keys.slice(0, 1_000));
  });

  it('takes what somebody else wrote there for nothing, and refuses half characters and very long values', async () => {
    const store = fresh({ prefix: 'own:' });
    const wrong = fresh({ prefix: 'own:' });
    await expect(store.set('\ud800', 1)).rejects.toMatchObject({ code: 'STATE_REFUSED' });
    await expect(wrong.set('k', 'x'.repeat(5 * 2 ** 20))).rejects.toMatchObject({ code: 'STATE_REFUSED' });
    expect(await store.get('k')).toBeUndefined();
  });

  it('signs in with the password of its address, and says so where that is wrong', async () => {
    const locked = await startRedis({ password: 'right' });
    try {
      const store = openStore({ url: locked.url });
      await store.set('k', 1);
      expect(await store.get('k')).toBe(1);
      const wrong = openStore({ url: locked.url.replace('right', 'wrong') });
      await expect(wrong.get('k')).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
    } finally {
      await locked.stop();
    }
  });

  it('fails while the server is lost or says nothing, and goes on by itself when it is back', async () => {
    const own = await startRedis();
    try {
      const changes: boolean[] = [];
      const store = openStore({ url: own.url, timeoutMs: 1_500, onChange: (isThere) => changes.push(isThere) });
      await store.set('k', 1);
      await own.kill();
      await expect(store.get('k')).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
      await own.restart();
      await expect.poll(() => store.get('k').catch(() => 'away'), { timeout: 15_000 }).toBeUndefined();
      own.freeze();
      await expect(store.get('k')).rejects.toMatchObject({ code: 'STATE_UNAVAILABLE' });
      own.thaw();
      await expect.poll(() => store.get('k').catch(() => 'away'), { timeout: 15_000 }).toBeUndefined();
      // Told of each change once; a slow machine may have more of them.
      expect(changes.slice(0, 4)).toEqual([false, true, false, true]);
      expect(changes.every((isThere, index) => isThere === (index % 2 === 1))).toBe(true);
    } finally {
      own.thaw();
      await own.stop();
    }
  }, 60_000);
});
