import { ToolscoutError } from '../../errors.ts';
import type { PreselectSettings } from './types.ts';

const PRESELECT_DEFAULTS: PreselectSettings = {
  timeoutMs: 4_000,
  retries: 1,
  candidates: 12,
  maxTools: 6,
  maxTokens: 1_500,
  maxSkills: 3,
  unsure: 5,
  cacheSize: 256,
};

/** Least and greatest value of each setting; what is beyond is clamped. */
export const PRESELECT_RANGES: Readonly<Record<keyof PreselectSettings, readonly [number, number]>> = {
  timeoutMs: [50, 60_000],
  retries: [0, 5],
  candidates: [1, 50],
  maxTools: [0, 50],
  maxTokens: [0, 100_000],
  maxSkills: [0, 20],
  unsure: [0, 20],
  cacheSize: [0, 10_000],
};

/**
 * The settings with defaults, each within its range.
 * @throws ToolscoutError `CONFIG_INVALID` for a value that is no number.
 */
export function completePreselectSettings(given: Partial<PreselectSettings>): PreselectSettings {
  const settings: Record<keyof PreselectSettings, number> = { ...PRESELECT_DEFAULTS };
  for (const key of Object.keys(PRESELECT_RANGES) as (keyof PreselectSettings)[]) {
    const value: unknown = given[key];
    if (value === undefined) continue;
    if (typeof value !== 'number' || Number.isNaN(value)) {
      throw new ToolscoutError('CONFIG_INVALID', `preselect.${key} must be a number, not ${JSON.stringify(value)}.`, {
        next: `Correct preselect.${key}, or leave it out.`,
        details: { key: `preselect.${key}` },
      });
    }
    const [min, max] = PRESELECT_RANGES[key];
    settings[key] = Math.max(min, Math.min(Math.trunc(value), max));
  }
  return settings;
}
