import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../../calling/index.ts';
import { type RateLimitSettings, RateLimits } from './rate-limits.ts';

const call = (session: string | undefined, callId: string): CallEvent => ({ session, callId }) as unknown as CallEvent;

function limitsAt(settings: RateLimitSettings): { limits: RateLimits; pass: (ms: number) => void } {
  let now = 1_000;
  const limits = new RateLimits(settings, () => now);
  return {
    limits,
    pass: (ms) => {
      now += ms;
    },
  };
}

describe('RateLimits', () => {
  it('lets a burst through, then as many as come by the minute, and says how long to wait', () => {
    const { limits, pass } = limitsAt({ calls: { perMinute: 60, burst: 2 } });
    expect([limits.policy(call('a', '1')), limits.policy(call('a', '2'))]).toEqual([true, true]);
    expect(() => limits.policy(call('a', '3'))).toThrowError(
      expect.objectContaining({ code: 'RATE_LIMITED', details: expect.objectContaining({ retryAfterMs: 1000 }) }),
    );
    pass(1000);
    expect(limits.policy(call('a', '4'))).toBe(true);
    expect(limits.refused).toBe(1);
  });

  it('counts each client on its own, and those without a name as one', () => {
    const { limits } = limitsAt({ calls: { perMinute: 1, burst: 1 } });
    limits.policy(call('a', '1'));
    expect(limits.policy(call('b', '2'))).toBe(true);
    limits.policy(call(undefined, '3'));
    expect(() => limits.policy(call(undefined, '4'))).toThrow('may make 1 calls a minute');
  });

  it('counts a call once, however often it is decided on', () => {
    const { limits } = limitsAt({ calls: { perMinute: 1, burst: 1 } });
    limits.policy(call('a', '1'));
    expect(limits.policy(call('a', '1'))).toBe(true);
  });

  it('keeps searches and calls apart, and limits nothing that has no rate', () => {
    const { limits } = limitsAt({ searches: { perMinute: 1, burst: 1 } });
    for (let n = 0; n < 100; n++) expect(limits.policy(call('a', String(n)))).toBe(true);
    limits.search('a');
    expect(() => limits.search('a')).toThrow('searches');
  });

  it('takes other rates while it runs, without a new burst', () => {
    const { limits } = limitsAt({ calls: { perMinute: 1, burst: 1 } });
    limits.policy(call('a', '1'));
    limits.set({ calls: { perMinute: 1, burst: 5 } });
    expect(() => limits.policy(call('a', '2'))).toThrow('a minute');
    limits.set();
    expect(limits.policy(call('a', '3'))).toBe(true);
  });
});
