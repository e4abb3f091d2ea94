import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OpenApiService } from './service.ts';
import type { OpenApiSpec } from './service-spec.ts';
import { startTestApi, type TestApi } from './test-api.ts';

const open: TestApi[] = [];
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(open.splice(0).map((api) => api.close()));
});

/** A service whose API answers when the test says so, and the requests that have come in. */
async function slowService(more: Partial<OpenApiSpec>): Promise<{
  readonly service: OpenApiService;
  readonly waiting: ServerResponse[];
  arrived(count: number): Promise<void>;
}> {
  const waiting: ServerResponse[] = [];
  const watchers = new Map<number, () => void>();
  const api = await startTestApi((_request, response) => {
    waiting.push(response);
    watchers.get(waiting.length)?.();
  });
  open.push(api);
  const paths = { '/it': { get: { operationId: 'it', responses: {} } } };
  const service = new OpenApiService({
    name: 'demo',
    baseUrl: api.origin,
    allowPrivateHosts: ['127.0.0.1'],
    document: { content: { openapi: '3.0.3', info: { title: 'Demo', version: '1' }, paths } },
    ...more,
  });
  await service.start();
  const arrived = async (count: number): Promise<void> => {
    if (waiting.length < count) await new Promise<void>((resolve) => watchers.set(count, resolve));
  };
  return { service, waiting, arrived };
}

const silent = { code: 'CALL_TIMEOUT' };
const resting = { code: 'SERVER_UNAVAILABLE', details: { ran: false } };

describe('an HTTP API', () => {
  it('gets as many requests at once as it may; more wait their turn, and more than those are refused', async () => {
    const { service, waiting, arrived } = await slowService({ maxConcurrentCalls: 2, maxQueuedCalls: 1 });
    const calls = [service.call('it', {}), service.call('it', {}), service.call('it', {})];
    await expect(service.call('it', {})).rejects.toMatchObject({
      code: 'SERVER_BUSY',
      details: { server: 'demo', maxConcurrent: 2, maxQueued: 1, ran: false },
    });
    await arrived(2);
    waiting[0]!.end('first');
    await arrived(3);
    for (const response of waiting.slice(1)) response.end('later');
    expect(await Promise.all(calls)).toHaveLength(3);
  });

  it('does not count the time that a request waits for its turn as time of the call', async () => {
    const { service, waiting, arrived } = await slowService({ maxConcurrentCalls: 1 });
    const first = service.call('it', {});
    await arrived(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const second = service.call('it', {}, { timeoutMs: 5_000 });
    vi.advanceTimersByTime(60_000);
    waiting[0]!.end('first');
    await arrived(2);
    vi.advanceTimersByTime(4_000);
    waiting[1]!.end('second');
    expect(JSON.stringify([await first, await second])).toContain('second');
  });

  it('is given up by a caller who waits for a turn, without being asked', async () => {
    const { service, waiting, arrived } = await slowService({ maxConcurrentCalls: 1 });
    const first = service.call('it', {});
    await arrived(1);
    const controller = new AbortController();
    const second = service.call('it', {}, { signal: controller.signal });
    controller.abort();
    await expect(second).rejects.toMatchObject({ code: 'CALL_CANCELLED', details: { ran: false } });
    waiting[0]!.end('first');
    await first;
    expect(waiting).toHaveLength(1);
  });

  it('is left alone for a while after five calls without an answer; then one call decides', async () => {
    const { service, waiting, arrived } = await slowService({ callTimeoutMs: 50 });
    for (let i = 0; i < 5; i++) await expect(service.call('it', {})).rejects.toMatchObject(silent);
    await expect(service.call('it', {})).rejects.toMatchObject(resting);
    expect(waiting).toHaveLength(5);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    await expect(service.call('it', {})).rejects.toMatchObject(silent);
    await expect(service.call('it', {})).rejects.toMatchObject(resting);
    vi.setSystemTime(Date.now() + 31_000);
    const call = service.call('it', {}, { timeoutMs: 20_000 });
    await arrived(7);
    waiting[6]!.end('back');
    expect(JSON.stringify(await call)).toContain('back');
    const next = service.call('it', {}, { timeoutMs: 20_000 });
    await arrived(8);
    waiting[7]!.end('well');
    await next;
  });

  it('that answers with errors is not taken for a silent one', async () => {
    const { service, waiting, arrived } = await slowService({});
    for (let i = 1; i <= 8; i++) {
      const call = service.call('it', {});
      await arrived(i);
      waiting[i - 1]!.writeHead(500).end('broken');
      expect(await call).toMatchObject({ isError: true });
    }
  });
});
