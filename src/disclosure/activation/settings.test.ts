import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import { completeSettings, readWindow, type ToolSearchSettings } from './settings.ts';

const WRONG = [null, Number.NaN, '5', {}, true];

describe('completeSettings', () => {
  it('has the defaults of each family', () => {
    expect(completeSettings().settings).toMatchObject({ enabled: 'auto', mode: 'tools', thresholdTokens: 20_000 });
    expect(completeSettings({ family: 'bridge' }).settings).toMatchObject({
      enabled: 'auto',
      thresholdTokens: null,
      searchDefaultLimit: 5,
    });
    expect(completeSettings({ family: 'mode' }).settings).toMatchObject({
      enabled: 'on',
      mode: 'code',
      thresholdTokens: null,
      searchDefaultLimit: 8,
    });
  });

  it('clamps numbers with a warning', () => {
    const { settings, warnings } = completeSettings({ thresholdPct: -3, maxSearchLimit: 90, codeTimeoutMs: 1 });
    expect(settings).toMatchObject({ thresholdPct: 0, maxSearchLimit: 50, codeTimeoutMs: 1_000 });
    expect(warnings).toHaveLength(3);
    expect(warnings.join(' ')).toContain('thresholdPct is -3');
  });

  it('keeps the default number of hits below a lowered maximum without a warning', () => {
    const { settings, warnings } = completeSettings({ maxSearchLimit: 3 });
    expect([settings.searchDefaultLimit, warnings]).toEqual([3, []]);
  });

  it.each(['thresholdPct', 'searchDefaultLimit', 'maxSearchLimit', 'codeTimeoutMs', 'enabled', 'mode', 'family'])(
    'refuses a wrong %s by name instead of switching anything off',
    (key) => {
      for (const value of WRONG) {
        const given = { [key]: value } as unknown as Partial<ToolSearchSettings>;
        expect(() => completeSettings(given)).toThrow(new RegExp(`^${key} must be`));
      }
    },
  );

  it('lets null through only where it means "no ceiling"', () => {
    expect(completeSettings({ thresholdTokens: null }).settings.thresholdTokens).toBeNull();
    expect(() => completeSettings({ thresholdTokens: Number.NaN })).toThrow(ToolscoutError);
  });

  it('takes a window as a positive number or not at all', () => {
    expect([readWindow(undefined), readWindow(8_000.7)]).toEqual([undefined, 8_000]);
    for (const value of [0, -1, Number.POSITIVE_INFINITY, ...WRONG])
      expect(() => readWindow(value)).toThrow(/^window must be/);
  });
});
