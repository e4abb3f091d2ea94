import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Expiry, RunClock } from './clock.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function start(): { clock: RunClock; expired: Expiry[] } {
  const expired: Expiry[] = [];
  const clock = new RunClock({ limitMs: 100, pauseLimitMs: 1_000, onExpire: (expiry) => expired.push(expiry) });
  return { clock, expired };
}

describe('the clock of a run', () => {
  it('runs out once', () => {
    const { expired } = start();
    vi.advanceTimersByTime(99);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(5_000);
    expect(expired).toEqual(['run']);
  });

  it('stands while a person is asked, and goes on from where it stood', () => {
    const { clock, expired } = start();
    vi.advanceTimersByTime(60);
    const resume = clock.pause();
    vi.advanceTimersByTime(900);
    expect(clock.remainingMs).toBe(40);
    resume();
    resume();
    vi.advanceTimersByTime(39);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(['run']);
    expect(clock.pausedMs).toBe(900);
  });

  it('counts pauses that overlap once, and goes on after the last', () => {
    const { clock, expired } = start();
    const first = clock.pause();
    vi.advanceTimersByTime(300);
    const second = clock.pause();
    first();
    vi.advanceTimersByTime(300);
    expect(expired).toEqual([]);
    second();
    expect(clock.pausedMs).toBe(600);
    vi.advanceTimersByTime(100);
    expect(expired).toEqual(['run']);
  });

  it('bounds all pauses together', () => {
    const { clock, expired } = start();
    clock.pause()();
    const resume = clock.pause();
    vi.advanceTimersByTime(700);
    resume();
    clock.pause();
    vi.advanceTimersByTime(299);
    expect(expired).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(expired).toEqual(['approval']);
  });

  it('does nothing after it was stopped', () => {
    const { clock, expired } = start();
    clock.stop();
    clock.pause()();
    vi.advanceTimersByTime(10_000);
    expect(expired).toEqual([]);
  });
});
