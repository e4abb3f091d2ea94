import { describe, expect, it } from 'vitest';
import { type ActivationInput, decideActivation } from './decide.ts';
import { FAMILY_DEFAULTS } from './settings.ts';

const weighed = (deferrableTokens: number, tools = 40): ActivationInput['weighed'] => ({
  tools,
  deferrable: tools,
  allTokens: deferrableTokens,
  deferrableTokens,
});

const decide = (input: Partial<ActivationInput>) =>
  decideActivation({ settings: FAMILY_DEFAULTS.default, window: 200_000, weighed: weighed(0), ...input });

describe('decideActivation', () => {
  it('defers from the share of the window on, not below', () => {
    const settings = FAMILY_DEFAULTS.bridge;
    expect(decide({ settings, window: 128_000, weighed: weighed(12_799) })).toMatchObject({
      active: false,
      reason: 'under-limit',
    });
    expect(decide({ settings, window: 128_000, weighed: weighed(12_800) })).toMatchObject({
      active: true,
      reason: 'over-limit',
      sharePct: 10,
      limitedBy: 'share',
    });
  });

  it('takes the smaller of share and ceiling, so that a large window does not put it out of reach', () => {
    for (const [window, limitTokens, limitedBy] of [
      [100_000, 10_000, 'share'],
      [1_000_000, 20_000, 'tokens'],
    ] as const) {
      expect(decide({ window, weighed: weighed(limitTokens) })).toMatchObject({ active: true, limitTokens, limitedBy });
      expect(decide({ window, weighed: weighed(limitTokens - 1) }).active).toBe(false);
    }
    const shareAlone = { ...FAMILY_DEFAULTS.default, thresholdTokens: null };
    expect(decide({ settings: shareAlone, window: 1_000_000, weighed: weighed(60_000) }).active).toBe(false);
  });

  it('takes 200,000 for a window that nobody knows, and says so', () => {
    expect(decide({ window: undefined, weighed: weighed(20_000) })).toMatchObject({
      active: true,
      window: 200_000,
      windowKnown: false,
    });
  });

  it.each([
    ['off, however much there is', { settings: { ...FAMILY_DEFAULTS.default, enabled: 'off' as const } }, false],
    ['on, for a single tool', { settings: FAMILY_DEFAULTS.mode, weighed: weighed(30, 1) }, true],
    [
      'on without anything to defer',
      { settings: FAMILY_DEFAULTS.mode, weighed: { ...weighed(0), deferrable: 0 } },
      false,
    ],
    ['auto under ten tools', { weighed: weighed(90_000, 9) }, false],
    ['auto with ten', { weighed: weighed(90_000, 10) }, true],
    [
      'auto where everything fits in 100 tokens',
      { settings: { ...FAMILY_DEFAULTS.default, thresholdPct: 0 }, weighed: weighed(100) },
      false,
    ],
    ['a share of 0', { settings: { ...FAMILY_DEFAULTS.default, thresholdPct: 0 }, weighed: weighed(101) }, true],
    ['on where every tool is needed', { settings: FAMILY_DEFAULTS.mode, allNeeded: true, weighed: weighed(1) }, false],
  ])('%s', (_what, input, active) => {
    expect(decide({ weighed: weighed(90_000), ...input }).active).toBe(active);
  });

  it('flips at most once while the measure saws around the limit, as long as the tools are the same', () => {
    const saw = [19_200, 20_800, 19_200, 20_800, 19_200];
    let active = false;
    const seen = saw.map((tokens) => {
      active = decide({ weighed: weighed(tokens), previous: { active, sameTools: true } }).active;
      return active;
    });
    expect(seen).toEqual([false, true, true, true, true]);
    expect(decide({ weighed: weighed(19_200), previous: { active: true, sameTools: true } }).reason).toBe('held');
  });

  it('lets go at once when the tools change, and when the measure falls far below', () => {
    expect(decide({ weighed: weighed(19_200), previous: { active: true, sameTools: false } }).active).toBe(false);
    expect(decide({ weighed: weighed(15_999), previous: { active: true, sameTools: true } }).active).toBe(false);
  });
});
