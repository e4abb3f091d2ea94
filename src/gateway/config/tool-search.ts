import { FAMILY_DEFAULTS, SETTING_RANGES, type ToolSearchSettings } from '../../disclosure/index.ts';
import { own } from '../../shared/json.ts';
import type { SettingsReader } from './settings-reader.ts';

/** How tools are deferred and searched, whichever family's keys said so. */
export type ToolSearchConfig = ToolSearchSettings;

/** What holds where a file says nothing. */
export const DEFAULT_TOOL_SEARCH: ToolSearchConfig = FAMILY_DEFAULTS.default;

const ENABLED = ['auto', 'on', 'off'] as const;
const MODES = ['tools', 'code', 'directory'] as const;
/** Reads the section `tools`. A wrong value throws; nothing in it ever switches the search off unsaid. */
export function readToolSearch(root: Readonly<Record<string, unknown>>, reader: SettingsReader): ToolSearchConfig {
  if (!Object.hasOwn(root, 'tools')) return DEFAULT_TOOL_SEARCH;
  const tools = reader.object(root.tools, 'tools', ['toolSearch', 'tool_search']);
  const hasBridge = Object.hasOwn(tools, 'tool_search');
  const hasMode = Object.hasOwn(tools, 'toolSearch');
  if (hasBridge && hasMode) {
    return reader.fail('tools', 'holds both toolSearch and tool_search, which exclude each other', 'Keep one of them.');
  }
  if (hasBridge) return readBridgeFamily(own(tools, 'tool_search'), reader);
  return hasMode ? readModeFamily(own(tools, 'toolSearch'), reader) : DEFAULT_TOOL_SEARCH;
}

function readBridgeFamily(value: unknown, reader: SettingsReader): ToolSearchConfig {
  const key = 'tools.tool_search';
  if (typeof value === 'boolean') return { ...FAMILY_DEFAULTS.bridge, enabled: value ? 'auto' : 'off' };
  const section = reader.object(value, key, [
    'enabled',
    'threshold_pct',
    'threshold_tokens',
    'search_default_limit',
    'max_search_limit',
  ]);
  return readSection(section, key, FAMILY_DEFAULTS.bridge, reader, {
    enabled: (given, path) => reader.oneOf(given, path, ENABLED),
    names: {
      enabled: 'enabled',
      thresholdPct: 'threshold_pct',
      thresholdTokens: 'threshold_tokens',
      searchDefaultLimit: 'search_default_limit',
      maxSearchLimit: 'max_search_limit',
    },
  });
}

function readModeFamily(value: unknown, reader: SettingsReader): ToolSearchConfig {
  const key = 'tools.toolSearch';
  if (typeof value === 'boolean') return { ...FAMILY_DEFAULTS.mode, enabled: value ? 'on' : 'off' };
  const section = reader.object(value, key, [
    'enabled',
    'mode',
    'thresholdPct',
    'thresholdTokens',
    'searchDefaultLimit',
    'maxSearchLimit',
    'codeTimeoutMs',
  ]);
  return readSection(section, key, FAMILY_DEFAULTS.mode, reader, {
    // This family knows booleans only; the words of the other one are taken as well.
    enabled: (given, path) => {
      if (typeof given === 'boolean') return given ? 'on' : 'off';
      return reader.oneOf(given, path, ENABLED);
    },
    names: {
      enabled: 'enabled',
      mode: 'mode',
      thresholdPct: 'thresholdPct',
      thresholdTokens: 'thresholdTokens',
      searchDefaultLimit: 'searchDefaultLimit',
      maxSearchLimit: 'maxSearchLimit',
      codeTimeoutMs: 'codeTimeoutMs',
    },
  });
}

interface FamilyKeys {
  /** Setting → its key in this family; a setting without a key keeps its default. */
  readonly names: Readonly<Partial<Record<keyof ToolSearchConfig, string>>>;
  readonly enabled: (given: unknown, path: string) => ToolSearchConfig['enabled'];
}

function readSection(
  section: Readonly<Record<string, unknown>>,
  key: string,
  defaults: ToolSearchConfig,
  reader: SettingsReader,
  family: FamilyKeys,
): ToolSearchConfig {
  const read = <T>(setting: keyof ToolSearchConfig, fallback: T, take: (given: unknown, path: string) => T): T => {
    const name = family.names[setting];
    if (name === undefined || !Object.hasOwn(section, name)) return fallback;
    return take(section[name], `${key}.${name}`);
  };
  const maxSearchLimit = read('maxSearchLimit', defaults.maxSearchLimit, (given, path) =>
    reader.number(given, path, SETTING_RANGES.maxSearchLimit),
  );
  return {
    family: defaults.family,
    enabled: read('enabled', defaults.enabled, family.enabled),
    mode: read('mode', defaults.mode, (given, path) => reader.oneOf(given, path, MODES)),
    thresholdPct: read('thresholdPct', defaults.thresholdPct, (given, path) =>
      reader.number(given, path, SETTING_RANGES.thresholdPct),
    ),
    thresholdTokens: read('thresholdTokens', defaults.thresholdTokens, (given, path) =>
      given === null ? null : reader.number(given, path, SETTING_RANGES.thresholdTokens),
    ),
    searchDefaultLimit: read(
      'searchDefaultLimit',
      // A default above a lowered maximum was not written by anybody: no warning.
      Math.min(defaults.searchDefaultLimit, maxSearchLimit),
      (given, path) => reader.number(given, path, { min: 1, max: maxSearchLimit, integer: true }),
    ),
    maxSearchLimit,
    codeTimeoutMs: read('codeTimeoutMs', defaults.codeTimeoutMs, (given, path) =>
      reader.number(given, path, SETTING_RANGES.codeTimeoutMs),
    ),
  };
}
