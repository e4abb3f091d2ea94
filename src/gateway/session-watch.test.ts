import { afterEach, describe, expect, it } from 'vitest';
import { createTelemetry, reportSessions, type TelemetryEvent } from '../calling/index.ts';
import type { SearchAnswer } from '../disclosure/index.ts';
import { createSandbox } from '../sandbox/index.ts';
import { createMemoryStateStore, createSessionStore } from '../state/index.ts';
import { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

const open: Gateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

function start(options: Partial<GatewayOptions> = {}) {
  const events: TelemetryEvent[] = [];
  let heard = () => {};
  const telemetry = createTelemetry({
    sinks: [
      (event) => {
        events.push(event);
        heard();
      },
    ],
  });
  const tool = (name: string, description: string) => ({
    source: { kind: 'mcp' as const, name: 'office' },
    definition: { name, description },
  });
  const gateway = new Gateway({
    servers: [],
    entries: [
      tool('send_mail', 'Send a mail to somebody.'),
      tool('read_mail', 'Read a mail in a folder.'),
      { ...tool('book_room', 'Book a room for a meeting.'), source: { kind: 'core', name: 'desk' } },
    ],
    execute: async ({ originalName }) => ({ content: [], ...(originalName === 'read_mail' ? { isError: true } : {}) }),
    telemetry,
    ...options,
  });
  open.push(gateway);
  gateway.start();
  const until = (count: number) =>
    new Promise<void>((resolve) => {
      heard = () => events.length >= count && resolve();
      heard();
    });
  return { gateway, events, until };
}

describe('a gateway that is watched', () => {
  it('tells the whole way of a session, and answers the four questions about it', async () => {
    const { gateway, events, until } = start();
    const caller = { session: 's' };
    const listed = await gateway.bridgeTools(caller);
    await until(1);
    await gateway.search({ query: 'mail somebody' }, caller);
    await gateway.describe({ name: 'send_mail' }, caller);
    await gateway.call({ name: 'send_mail', arguments: {} }, caller);
    await gateway.call({ name: 'read_mail', arguments: {} }, caller);
    await gateway.call({ name: 'desk__book_room', arguments: {} }, { ...caller, entrance: 'direct' });
    await expect(gateway.call({ name: 'no_such_tool', arguments: {} }, caller)).rejects.toThrow();
    const [report] = reportSessions(events);
    expect(report).toMatchObject({
      session: 's',
      assembly: {
        mode: 'tools',
        // The built-in tool is never hidden.
        visible: 4,
        deferred: 2,
        toolBytes: Buffer.byteLength(JSON.stringify(listed)),
        promptBytes: Buffer.byteLength(gateway.instructions()),
        catalog: { size: 3, sources: { mcp: 2, core: 1 } },
      },
      searches: 1,
      describes: 1,
      calls: 4,
      refused: 1,
      finalCall: { tool: 'core:desk:book_room', entrance: 'direct', outcome: 'ok' },
      resultFrom: { source: 'core', server: 'desk' },
    });
    const outcomes = events.flatMap((event) => (event.type === 'call' ? [event.outcome] : []));
    expect(outcomes).toEqual(['ok', 'error', 'ok', 'refused']);
  });

  it('shows the three tools where the mode "code" is asked for, and tells that it could not be had', async () => {
    const sandbox = createSandbox({ nodePath: '/nowhere/node' });
    const { gateway, events, until } = start({ mode: 'code', sandbox });
    const names = (await gateway.bridgeTools({ session: 's' })).map(({ name }) => name);
    await until(1);
    expect(names).toEqual(expect.arrayContaining(['tool_search', 'tool_describe', 'tool_call']));
    expect(events[0]).toMatchObject({ type: 'assembly', mode: 'tools', fallbackFrom: 'code' });
    const direct = start({ mode: 'code', expose: 'tools' });
    await direct.gateway.bridgeTools({ session: 's' });
    await direct.until(1);
    expect(direct.events[0]).toMatchObject({ type: 'assembly', mode: 'direct' });
    expect(direct.events[0]).not.toHaveProperty('fallbackFrom');
  });

  it('remembers each session for itself, in the store it was given', async () => {
    const state = createMemoryStateStore();
    const { gateway } = start({ state });
    const ask = async (session: string) =>
      (await gateway.search({ query: 'mail somebody' }, { session })) as SearchAnswer;
    await ask('one');
    await gateway.call({ name: 'send_mail', arguments: {} }, { session: 'one' });
    expect((await ask('one')).advice).toContain('same tools');
    expect((await ask('two')).advice).toBeUndefined();
    expect(await state.list('session/')).toEqual(['session/one', 'session/two']);
    const { tools } = await createSessionStore(state).read('one');
    expect(tools.filter(({ called }) => called > 0).map(({ id }) => id)).toEqual(['mcp:office:send_mail']);
  });

  it('takes what a view does for the session that the view is named after', async () => {
    const { gateway, events } = start();
    const worker = gateway.session({ session: 'worker' });
    await worker.search({ query: 'mail somebody' });
    await worker.describe({ name: 'send_mail' });
    await worker.call({ name: 'send_mail', arguments: {} });
    await worker.call({ name: 'send_mail', arguments: {} }, { session: 'named by the caller' });
    expect(events.map(({ session }) => session)).toEqual(['worker', 'worker', 'worker', 'named by the caller']);
    expect(((await worker.search({ query: 'mail somebody' })) as SearchAnswer).advice).toContain('same tools');
  });

  it('tells a session nothing of tools that it may not see', async () => {
    const policy = { all: { deny: [{ server: 'desk' }] } };
    const seen = [start({ policy }), start()].map(async ({ gateway, events, until }, index) => {
      const caller = { session: 's' };
      await gateway.bridgeTools(caller);
      await until(1);
      await gateway.search({ query: 'book a room' }, caller);
      await gateway.call({ name: 'book_room', arguments: {} }, caller).catch(() => {});
      expect(JSON.stringify(events).includes('desk'), String(index)).toBe(index === 1);
      return events;
    });
    const [denied] = await Promise.all(seen);
    expect(denied![0]).toMatchObject({ catalog: { size: 2, sources: { mcp: 2 } } });
    expect(denied!.at(-1)).toMatchObject({ type: 'call', outcome: 'refused', code: 'UNKNOWN_TOOL' });
  });
});
