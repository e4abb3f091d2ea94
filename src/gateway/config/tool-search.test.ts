import { describe, expect, it } from 'vitest';
import { ToolscoutError } from '../../errors.ts';
import type { ConfigWarning } from './loaded-config.ts';
import { SettingsReader } from './settings-reader.ts';
import { readToolSearch, type ToolSearchConfig } from './tool-search.ts';

function read(tools: unknown): { config: ToolSearchConfig; warnings: readonly ConfigWarning[] } {
  const reader = new SettingsReader('toolscout.json');
  return { config: readToolSearch({ tools }, reader), warnings: reader.warnings };
}

function error(tools: unknown): string {
  try {
    read(tools);
  } catch (thrown) {
    if (thrown instanceof ToolscoutError && thrown.code === 'CONFIG_INVALID') return thrown.message;
    throw thrown;
  }
  return 'no error';
}

describe('readToolSearch', () => {
  it('has defaults of its own where nothing is given', () => {
    expect(readToolSearch({}, new SettingsReader('x'))).toEqual({
      family: 'default',
      enabled: 'auto',
      mode: 'tools',
      thresholdPct: 10,
      thresholdTokens: 20_000,
      searchDefaultLimit: 5,
      maxSearchLimit: 20,
      codeTimeoutMs: 10_000,
    });
  });

  it('reads true in the bridge family as auto, false as off', () => {
    expect(read({ tool_search: true })).toEqual({
      config: {
        family: 'bridge',
        enabled: 'auto',
        mode: 'tools',
        thresholdPct: 10,
        thresholdTokens: null,
        searchDefaultLimit: 5,
        maxSearchLimit: 20,
        codeTimeoutMs: 10_000,
      },
      warnings: [],
    });
    expect(read({ tool_search: false }).config.enabled).toBe('off');
    expect(read({ tool_search: {} }).config.enabled).toBe('auto');
  });

  it('reads true in the mode family as on in mode code, false as off', () => {
    expect(read({ toolSearch: true })).toEqual({
      config: {
        family: 'mode',
        enabled: 'on',
        mode: 'code',
        thresholdPct: 10,
        thresholdTokens: null,
        searchDefaultLimit: 8,
        maxSearchLimit: 20,
        codeTimeoutMs: 10_000,
      },
      warnings: [],
    });
    expect(read({ toolSearch: false }).config.enabled).toBe('off');
    expect(read({ toolSearch: { mode: 'directory' } }).config).toMatchObject({ enabled: 'on', mode: 'directory' });
  });

  it('reads every key of both families', () => {
    const bridge = {
      enabled: 'on',
      threshold_pct: 0,
      threshold_tokens: 500,
      search_default_limit: 3,
      max_search_limit: 9,
    };
    expect(read({ tool_search: bridge })).toEqual({
      config: {
        family: 'bridge',
        enabled: 'on',
        mode: 'tools',
        thresholdPct: 0,
        thresholdTokens: 500,
        searchDefaultLimit: 3,
        maxSearchLimit: 9,
        codeTimeoutMs: 10_000,
      },
      warnings: [],
    });
    const mode = {
      enabled: 'auto',
      mode: 'tools',
      thresholdPct: 12.5,
      thresholdTokens: null,
      searchDefaultLimit: 3,
      maxSearchLimit: 9,
      codeTimeoutMs: 2000,
    };
    expect(read({ toolSearch: mode })).toEqual({ config: { family: 'mode', ...mode }, warnings: [] });
    expect(read({ toolSearch: { enabled: false } }).config.enabled).toBe('off');
  });

  it.each<[object, Partial<ToolSearchConfig>, string]>([
    [{ tool_search: { threshold_pct: 101 } }, { thresholdPct: 100 }, 'tools.tool_search.threshold_pct'],
    [{ tool_search: { threshold_pct: -1 } }, { thresholdPct: 0 }, 'tools.tool_search.threshold_pct'],
    [{ tool_search: { threshold_tokens: -5 } }, { thresholdTokens: 0 }, 'tools.tool_search.threshold_tokens'],
    [
      { tool_search: { max_search_limit: 0 } },
      { maxSearchLimit: 1, searchDefaultLimit: 1 },
      'tools.tool_search.max_search_limit',
    ],
    [{ tool_search: { max_search_limit: Infinity } }, { maxSearchLimit: 50 }, 'tools.tool_search.max_search_limit'],
    [{ toolSearch: { maxSearchLimit: 51 } }, { maxSearchLimit: 50 }, 'tools.toolSearch.maxSearchLimit'],
    [{ toolSearch: { searchDefaultLimit: 21 } }, { searchDefaultLimit: 20 }, 'tools.toolSearch.searchDefaultLimit'],
    [
      { toolSearch: { searchDefaultLimit: 9, maxSearchLimit: 6 } },
      { searchDefaultLimit: 6 },
      'tools.toolSearch.searchDefaultLimit',
    ],
    [{ toolSearch: { searchDefaultLimit: 2.7 } }, { searchDefaultLimit: 2 }, 'tools.toolSearch.searchDefaultLimit'],
    [{ toolSearch: { codeTimeoutMs: 10 } }, { codeTimeoutMs: 1000 }, 'tools.toolSearch.codeTimeoutMs'],
    [{ toolSearch: { codeTimeoutMs: 70_000 } }, { codeTimeoutMs: 60_000 }, 'tools.toolSearch.codeTimeoutMs'],
  ])('moves %j into its range and says so', (tools, expected, path) => {
    const { config, warnings } = read(tools);
    expect(config).toMatchObject(expected);
    expect(warnings.map((warning) => warning.path)).toEqual([path]);
  });

  it('lowers the default limit to a lower maximum without a word', () => {
    expect(read({ toolSearch: { maxSearchLimit: 3 } })).toMatchObject({
      config: { searchDefaultLimit: 3, maxSearchLimit: 3 },
      warnings: [],
    });
  });

  it.each<[unknown, string]>([
    [null, 'tools must be an object, not null'],
    [{ toolSearch: null }, 'tools.toolSearch must be an object, not null'],
    [{ tool_search: 'on' }, 'tools.tool_search must be an object, not a string'],
    [{ toolSearch: [] }, 'tools.toolSearch must be an object, not a list'],
    [{ toolSearch: { maxSearchLimit: '20' } }, 'tools.toolSearch.maxSearchLimit must be a number, not a string'],
    [{ toolSearch: { maxSearchLimit: null } }, 'tools.toolSearch.maxSearchLimit must be a number, not null'],
    [{ toolSearch: { maxSearchLimit: Number.NaN } }, 'tools.toolSearch.maxSearchLimit must be a number, not NaN'],
    [{ toolSearch: { mode: null } }, 'tools.toolSearch.mode must be one of "tools", "code", "directory", not null'],
    [
      { toolSearch: { mode: 'direcotry' } },
      'tools.toolSearch.mode must be one of "tools", "code", "directory", not "direcotry"; did you mean "directory"?',
    ],
    [{ toolSearch: { enabled: null } }, 'tools.toolSearch.enabled must be one of "auto", "on", "off", not null'],
    [{ tool_search: { enabled: true } }, 'tools.tool_search.enabled must be one of "auto", "on", "off", not a boolean'],
    [{ tool_search: { threshold_pct: null } }, 'tools.tool_search.threshold_pct must be a number, not null'],
    [{ toolSearch: true, tool_search: true }, 'tools holds both toolSearch and tool_search, which exclude each other'],
  ])('refuses %j by key', (tools, message) => {
    expect(error(tools)).toBe(`toolscout.json: ${message}`);
  });

  it('names unknown keys with the nearest known one and stays on', () => {
    const { config, warnings } = read({ toolSearch: { search_default_limit: 4, codeTimeout: 5, colour: 1 }, x: 1 });
    expect(config).toMatchObject({ enabled: 'on', searchDefaultLimit: 8 });
    expect(warnings.map(({ path, nearest }) => [path, nearest])).toEqual([
      ['tools.x', undefined],
      ['tools.toolSearch.search_default_limit', 'searchDefaultLimit'],
      ['tools.toolSearch.codeTimeout', 'codeTimeoutMs'],
      ['tools.toolSearch.colour', undefined],
    ]);
    expect(read({ toolsearch: false })).toMatchObject({
      config: { enabled: 'auto' },
      warnings: [{ path: 'tools.toolsearch', nearest: 'toolSearch' }],
    });
  });
});
