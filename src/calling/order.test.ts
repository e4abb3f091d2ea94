import { describe, expect, it } from 'vitest';
import type { CallOrder } from './order.ts';
import { catalogOf, toolOf, watchedPath } from './test-calls.ts';

const CATALOG = catalogOf(
  toolOf('read', {}, { annotations: { readOnlyHint: true } }),
  toolOf('write', {}, { annotations: { readOnlyHint: false } }),
  toolOf('plain'),
);

/** Calls that end only when they are let go; tells which ones are running. */
const heldPath = (order?: CallOrder) => {
  const running: string[] = [];
  const release = new Map<string, () => void>();
  const { path } = watchedPath({
    ...(order === undefined ? {} : { order }),
    reply: (tool) => {
      const key = `${tool.originalName}${running.length}`;
      running.push(tool.originalName);
      return new Promise((resolve) => release.set(key, () => resolve({ content: [] })));
    },
  });
  const call = (reference: string, session = 'me') => path.call(CATALOG, { reference, arguments: {} }, { session });
  /** Everything that can start has started. */
  const calm = () => new Promise((resolve) => setImmediate(resolve));
  return { call, running, release, calm };
};

describe('calls of one session at the same time', () => {
  it('run as they were sent where nothing else is said', async () => {
    const { call, running, calm } = heldPath();
    for (const name of ['write', 'plain', 'read']) void call(name);
    await calm();
    expect(running).toEqual(['write', 'plain', 'read']);
  });

  it('wait for each other in order, those of read-only tools excepted', async () => {
    const { call, running, release, calm } = heldPath('in-order');
    const calls = ['write', 'plain', 'read', 'read'].map((name) => call(name));
    void call('write', 'another session');
    await calm();
    expect(running).toEqual(['write', 'read', 'read', 'write']);
    release.get('write0')!();
    await calls[0];
    await calm();
    expect(running).toEqual(['write', 'read', 'read', 'write', 'plain']);
  });

  it('can be cancelled while they wait', async () => {
    const { path } = watchedPath({ order: 'in-order', reply: () => new Promise(() => {}) });
    const call = (context: object) =>
      path.call(CATALOG, { reference: 'write', arguments: {} }, { session: 'me', ...context });
    void call({});
    const controller = new AbortController();
    const waiting = call({ signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CALL_CANCELLED', details: { ran: false } });
  });

  it('do not wait for one that was refused', async () => {
    const { call, running, calm } = heldPath('in-order');
    await expect(call('nothing')).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    void call('write');
    await calm();
    expect(running).toEqual(['write']);
  });
});
