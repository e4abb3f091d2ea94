import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CallDeadline } from './call-deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const LIMITS = { silenceMs: 1000, totalMs: 5000 };

describe('CallDeadline', () => {
  it('ends a silent call', () => {
    const deadline = new CallDeadline(LIMITS);
    vi.advanceTimersByTime(999);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect([deadline.outcome, deadline.signal.aborted]).toEqual(['silence', true]);
  });

  it('lets a call go on that shows life, up to the total limit', () => {
    const deadline = new CallDeadline(LIMITS);
    const life = setInterval(() => deadline.touch(), 900);
    vi.advanceTimersByTime(4999);
    expect(deadline.outcome).toBeUndefined();
    vi.advanceTimersByTime(1);
    expect(deadline.outcome).toBe('total');
    clearInterval(life);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends with its caller, even one that gave up before', () => {
    const caller = new AbortController();
    const deadline = new CallDeadline({ ...LIMITS, signal: caller.signal });
    caller.abort();
    expect(deadline.outcome).toBe('cancelled');
    expect(new CallDeadline({ ...LIMITS, signal: AbortSignal.abort() }).outcome).toBe('cancelled');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is silent once it is stopped', () => {
    const caller = new AbortController();
    const deadline = new CallDeadline({ ...LIMITS, signal: caller.signal });
    deadline.stop();
    caller.abort();
    vi.advanceTimersByTime(10_000);
    expect(deadline.outcome).toBeUndefined();
  });
});
