import { describe, expect, it } from 'vitest';
import { createMemoryStateStore } from '../../state/index.ts';
import { type CapabilityEvent, createCapabilityMemory, refusalOf, refusalText, watchNative } from './index.ts';

const PROXY = { baseUrl: 'https://me:secret@proxy.example/v1/?key=secret', model: 'm' };
const LOST = { native: false, how: 'refused', evidence: '400: no' } as const;

describe('the memory of what endpoints take', () => {
  it('knows an endpoint by address, model and API, and keeps no secret of the address', async () => {
    const store = createMemoryStateStore();
    const memory = createCapabilityMemory({ store });
    await memory.note('anthropic', PROXY, LOST);
    expect(await memory.read('anthropic', { baseUrl: 'https://proxy.example/v1', model: 'm' })).toEqual(LOST);
    expect(await memory.read('anthropic', { ...PROXY, model: 'n' })).toBeUndefined();
    expect(await memory.read('openai-responses', PROXY)).toBeUndefined();
    expect(await store.list('')).toEqual(['capability:anthropic:https://proxy.example/v1:m']);
  });

  it('forgets after its time, since proxies are updated', async () => {
    let now = 0;
    const memory = createCapabilityMemory({ store: createMemoryStateStore({ now: () => now }), ttlMs: 1_000 });
    await memory.note('anthropic', PROXY, LOST);
    now = 999;
    expect(await memory.read('anthropic', PROXY)).toEqual(LOST);
    now = 1_001;
    expect(await memory.read('anthropic', PROXY)).toBeUndefined();
  });

  it('tells once of what is new', async () => {
    const events: CapabilityEvent[] = [];
    const memory = createCapabilityMemory({ onChange: (event) => events.push(event) });
    await memory.note('anthropic', PROXY, LOST);
    await memory.note('anthropic', PROXY, { ...LOST, how: 'stripped' });
    await memory.note('anthropic', PROXY, { native: true, how: 'seen', evidence: 'a search' });
    expect(events.map(({ native, how }) => [native, how])).toEqual([
      [false, 'refused'],
      [true, 'seen'],
    ]);
  });

  it('takes what it cannot read for nothing known', async () => {
    const store = createMemoryStateStore();
    await store.set('capability:anthropic:https://proxy.example/v1:m', 'no');
    expect(await createCapabilityMemory({ store }).read('anthropic', PROXY)).toBeUndefined();
  });
});

describe('a watch over one endpoint', () => {
  it('names the endpoint and what showed it, without the secrets of the address', async () => {
    const watch = watchNative('anthropic', { endpoint: PROXY });
    expect(await watch.hindrance()).toBeUndefined();
    await watch.notice({ native: false, weak: true, evidence: 'a hidden tool was shown' });
    const words = await watch.hindrance();
    expect(words).toContain('https://proxy.example/v1');
    expect(words).toContain('a hidden tool was shown');
    expect(words).not.toContain('secret');
  });
});

describe('errors of clients', () => {
  it('are read for status and body, in the members that clients use', () => {
    expect(refusalOf({ status: 400, error: { error: { message: 'a' } } })).toEqual({
      status: 400,
      body: { error: { message: 'a' } },
    });
    expect(refusalOf({ statusCode: 422, body: 'b' })).toEqual({ status: 422, body: 'b' });
    expect(refusalOf({ status: 400, message: 'c' })).toEqual({ status: 400, body: 'c' });
    expect([refusalOf(new Error('no connection')), refusalOf(undefined), refusalOf('400')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(refusalText({ status: 400, body: { error: { message: 'a' } } })).toBe('400: a');
    expect(refusalText({ status: 422, body: [{ loc: 'tools' }] })).toBe('422: [{"loc":"tools"}]');
  });
});
