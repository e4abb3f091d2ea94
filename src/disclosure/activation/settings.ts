import { ToolscoutError } from '../../errors.ts';

/**
 * Whose defaults and rules apply where the products that this one follows disagree: `bridge` (their configuration is
 * `tools.tool_search`), `mode` (`tools.toolSearch`), or `default`, Toolscout's own.
 */
export type ToolSearchFamily = 'default' | 'bridge' | 'mode';

/** What the model gets instead of the deferred tools. */
export type DisclosureMode = 'tools' | 'code' | 'directory';

/** How tools are deferred and searched. */
export interface ToolSearchSettings {
  readonly family: ToolSearchFamily;
  readonly enabled: 'auto' | 'on' | 'off';
  readonly mode: DisclosureMode;
  /** `auto`: defer from this share of the context window on, 0–100. */
  readonly thresholdPct: number;
  /** `auto`: defer from this many tokens on, whatever the window; null: the share alone decides. */
  readonly thresholdTokens: number | null;
  readonly searchDefaultLimit: number;
  readonly maxSearchLimit: number;
  readonly codeTimeoutMs: number;
}

const DEFAULT: ToolSearchSettings = {
  family: 'default',
  enabled: 'auto',
  mode: 'tools',
  thresholdPct: 10,
  thresholdTokens: 20_000,
  searchDefaultLimit: 5,
  maxSearchLimit: 20,
  codeTimeoutMs: 10_000,
};

/** What holds in each family where nothing else is said (SPEC A1, A3). */
export const FAMILY_DEFAULTS: Readonly<Record<ToolSearchFamily, ToolSearchSettings>> = {
  default: DEFAULT,
  bridge: { ...DEFAULT, family: 'bridge', thresholdTokens: null },
  mode: {
    ...DEFAULT,
    family: 'mode',
    enabled: 'on',
    mode: 'code',
    thresholdTokens: null,
    searchDefaultLimit: 8,
  },
};

/** A range in which a setting is moved, with a warning, when it lies outside. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

/** Ranges of the numbers (SPEC A3), shared by everything that reads them. */
export const SETTING_RANGES: Readonly<
  Record<'thresholdPct' | 'thresholdTokens' | 'searchDefaultLimit' | 'maxSearchLimit' | 'codeTimeoutMs', Range>
> = {
  thresholdPct: { min: 0, max: 100, integer: false },
  thresholdTokens: { min: 0, max: Number.MAX_SAFE_INTEGER, integer: true },
  searchDefaultLimit: { min: 1, max: 50, integer: true },
  maxSearchLimit: { min: 1, max: 50, integer: true },
  codeTimeoutMs: { min: 1000, max: 60_000, integer: true },
};

const CHOICES: Readonly<Record<'family' | 'enabled' | 'mode', readonly string[]>> = {
  family: ['default', 'bridge', 'mode'],
  enabled: ['auto', 'on', 'off'],
  mode: ['tools', 'code', 'directory'],
};

/**
 * Completes settings that code hands in. Nothing in them ever switches the search off unsaid: numbers out of range are
 * clamped with a warning, unknown words, wrong types, null and NaN throw and name the setting.
 */
export function completeSettings(given: Partial<ToolSearchSettings> = {}): {
  readonly settings: ToolSearchSettings;
  readonly warnings: readonly string[];
} {
  const warnings: string[] = [];
  for (const [key, choices] of Object.entries(CHOICES)) {
    const value: unknown = given[key as keyof typeof CHOICES];
    if (value !== undefined && !choices.includes(value as string)) {
      throw invalid(key, value, `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`);
    }
  }
  const defaults = FAMILY_DEFAULTS[given.family ?? 'default'];
  const number = (key: keyof typeof SETTING_RANGES, range: Range, fallback: number): number => {
    const value: unknown = given[key];
    if (value === undefined) return fallback;
    const clamped = clamp(key, value, range);
    if (clamped !== value) warnings.push(`${key} is ${String(value)}, outside its range; ${clamped} is used.`);
    return clamped;
  };
  const maxSearchLimit = number('maxSearchLimit', SETTING_RANGES.maxSearchLimit, defaults.maxSearchLimit);
  const settings: ToolSearchSettings = {
    family: defaults.family,
    enabled: given.enabled ?? defaults.enabled,
    mode: given.mode ?? defaults.mode,
    thresholdPct: number('thresholdPct', SETTING_RANGES.thresholdPct, defaults.thresholdPct),
    thresholdTokens:
      given.thresholdTokens === null
        ? null
        : given.thresholdTokens === undefined
          ? defaults.thresholdTokens
          : number('thresholdTokens', SETTING_RANGES.thresholdTokens, 0),
    searchDefaultLimit: number(
      'searchDefaultLimit',
      { ...SETTING_RANGES.searchDefaultLimit, max: maxSearchLimit },
      Math.min(defaults.searchDefaultLimit, maxSearchLimit),
    ),
    maxSearchLimit,
    codeTimeoutMs: number('codeTimeoutMs', SETTING_RANGES.codeTimeoutMs, defaults.codeTimeoutMs),
  };
  return { settings, warnings };
}

/** A context window as given: a positive number of tokens, or undefined for "nobody knows". */
export function readWindow(window: unknown): number | undefined {
  if (window === undefined) return undefined;
  if (typeof window !== 'number' || !Number.isFinite(window) || window < 1) {
    throw invalid('window', window, 'a number of tokens from 1, or absent where it is unknown');
  }
  return Math.floor(window);
}

function clamp(key: string, value: unknown, { min, max, integer }: Range): number {
  if (typeof value !== 'number' || Number.isNaN(value)) throw invalid(key, value, 'a number');
  const whole = integer && Number.isFinite(value) ? Math.floor(value) : value;
  return Math.min(Math.max(whole, min), max);
}

function invalid(key: string, value: unknown, wanted: string): ToolscoutError {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  return new ToolscoutError('CONFIG_INVALID', `${key} must be ${wanted}, not ${shown}.`, {
    next: `Correct ${key}.`,
    details: { key },
  });
}
