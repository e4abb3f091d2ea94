import { ToolscoutError } from '../../errors.ts';
import type { EvictionSettings } from './types.ts';

/** Chosen by the simulation in `benchmarks/quality/eviction.ts`. */
export const EVICTION_DEFAULTS: EvictionSettings = {
  policy: 'cache-aware',
  maxTokens: 3_000,
  hardTokens: 6_000,
  maxTools: 30,
  keepShare: 0.5,
  cacheTtlMs: 5 * 60_000,
  placement: 'tools',
};

type NumberKey = 'maxTokens' | 'hardTokens' | 'maxTools' | 'keepShare' | 'cacheTtlMs';

/**
 * The settings with defaults.
 * @throws ToolscoutError `CONFIG_INVALID` for a number that cannot be meant.
 */
export function completeEvictionSettings(given: Partial<EvictionSettings>): EvictionSettings {
  const settings: EvictionSettings = { ...EVICTION_DEFAULTS, ...given };
  for (const key of ['maxTokens', 'hardTokens', 'maxTools', 'keepShare', 'cacheTtlMs'] satisfies NumberKey[]) {
    const value: unknown = settings[key];
    if (typeof value !== 'number' || !(value >= 0) || (key === 'keepShare' && value > 1)) {
      const range = key === 'keepShare' ? 'between 0 and 1' : 'of 0 or more';
      throw new ToolscoutError('CONFIG_INVALID', `${key} must be a number ${range}, not ${JSON.stringify(value)}.`, {
        next: `Correct ${key}, or leave it out.`,
        details: { key },
      });
    }
  }
  return { ...settings, hardTokens: Math.max(settings.hardTokens, settings.maxTokens) };
}
