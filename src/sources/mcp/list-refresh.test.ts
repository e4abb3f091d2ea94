import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListRefresh } from './list-refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A refresh that takes `ms` and notes when it began. */
function slowRefresh(ms: number, outcomes: boolean[] = []) {
  const startedAt: number[] = [];
  const origin = Date.now();
  const refresh = new ListRefresh(async () => {
    startedAt.push(Date.now() - origin);
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (outcomes.shift() === false) throw new Error('not now');
  });
  return { refresh, startedAt };
}

describe('ListRefresh', () => {
  it('makes one list of a burst', async () => {
    const { refresh, startedAt } = slowRefresh(10);
    for (let notice = 0; notice < 200; notice++) refresh.request();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(startedAt).toEqual([100]);
  });

  it('lists once a second under a storm without end, from early on', async () => {
    const { refresh, startedAt } = slowRefresh(10);
    const storm = setInterval(() => refresh.request(), 5);
    await vi.advanceTimersByTimeAsync(3500);
    clearInterval(storm);
    expect(startedAt).toEqual([105, 1105, 2105, 3105]);
  });

  it('lists again for a notice that came while it listed', async () => {
    const { refresh, startedAt } = slowRefresh(300);
    refresh.request();
    await vi.advanceTimersByTimeAsync(200);
    refresh.request();
    await vi.advanceTimersByTimeAsync(5000);
    expect(startedAt).toEqual([100, 1100]);
  });

  it('tries again with growing waits after a failure', async () => {
    const { refresh, startedAt } = slowRefresh(10, [false, false, true]);
    refresh.request();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(startedAt).toEqual([100, 1110, 3120]);
  });

  it('does not let a notice wait for a retry', async () => {
    const { refresh, startedAt } = slowRefresh(10, [false, false, true]);
    refresh.request();
    await vi.advanceTimersByTimeAsync(2000);
    refresh.request();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(startedAt).toEqual([100, 1110, 2110]);
  });

  it('does nothing more once it is stopped', async () => {
    const { refresh, startedAt } = slowRefresh(300);
    refresh.request();
    await vi.advanceTimersByTimeAsync(150);
    refresh.request();
    refresh.stop();
    refresh.request();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(startedAt).toEqual([100]);
  });
});
