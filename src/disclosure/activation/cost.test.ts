import { describe, expect, it } from 'vitest';
import { costOf } from './cost.ts';
import { type ReportInput, reportActivation } from './report.ts';
import { FAMILY_DEFAULTS } from './settings.ts';

describe('costOf', () => {
  it('adds up both sides and finds when a search has paid for itself', () => {
    const cost = costOf({ allTokens: 2_000, visibleTokens: 500, bridgeTokens: 200, promptTokens: 100 });
    expect(cost).toMatchObject({ directTokens: 2_000, bridgedTokens: 800, savedTokens: 1_200 });
    // 580 for question and answer, 800 for one more reading of the prefix: 1,380 / 1,200.
    expect(cost).toMatchObject({ lookupTokens: 1_380, breakEvenTurns: 2 });
    // With both prefixes cached: 580 + 80 against 120 a request.
    expect(cost).toMatchObject({ lookupTokensCached: 660, breakEvenTurnsCached: 6 });
  });

  it('never pays where the bridge is the dearer one', () => {
    const cost = costOf({ allTokens: 250, visibleTokens: 0, bridgeTokens: 200, promptTokens: 70 });
    expect(cost).toMatchObject({ savedTokens: -20, breakEvenTurns: null, breakEvenTurnsCached: null });
  });
});

describe('the warnings of a report', () => {
  const weighed: ReportInput['weighed'] = {
    tools: 40,
    deferrable: 40,
    allTokens: 30_000,
    deferrableTokens: 30_000,
    visible: 0,
    visibleTokens: 0,
    bridge: 3,
    bridgeTokens: 200,
    promptTokens: 70,
    exact: true,
    encoding: 'o200k_base',
  };
  const codes = (input: Partial<ReportInput['weighed']>, settings = FAMILY_DEFAULTS.default, window = 200_000) =>
    reportActivation({ settings, window, weighed: { ...weighed, ...input } }).warnings.map(({ code }) => code);

  it('are none where the bridge plainly pays', () => {
    expect(codes({})).toEqual([]);
  });

  it('say where it costs more than it saves, or pays late', () => {
    const on = { ...FAMILY_DEFAULTS.default, enabled: 'on' } as const;
    expect(codes({ tools: 3, deferrable: 3, allTokens: 200, deferrableTokens: 200 }, on)).toEqual([
      'costs-more',
      'few-tools',
    ]);
    expect(codes({ allTokens: 500, deferrableTokens: 500 }, on)).toEqual(['late-break-even']);
  });

  it('say where too many stay visible, with the layer and without', () => {
    expect(codes({ visible: 28 })).toEqual(['many-visible']);
    expect(codes({ tools: 90 }, FAMILY_DEFAULTS.bridge, 1_000_000)).toEqual(['many-direct', 'threshold-out-of-reach']);
  });
});
