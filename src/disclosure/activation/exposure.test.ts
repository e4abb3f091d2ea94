import { describe, expect, it } from 'vitest';
import { createCatalog, type SourceKind, type ToolEntry } from '../../tools/index.ts';
import { type ExposureRules, splitExposure } from './exposure.ts';

const entry = (kind: SourceKind, name: string, more: Partial<ToolEntry> = {}): ToolEntry => ({
  source: { kind, name: kind === 'core' || kind === 'client' ? '' : 's' },
  definition: { name },
  ...more,
});

const ENTRIES = [
  entry('core', 'read_file'),
  entry('core', 'stop_run', { catalogMode: 'direct-only' }),
  entry('client', 'open_tab'),
  entry('plugin', 'make_chart'),
  entry('openapi', 'get_pet'),
  entry('mcp', 'create_issue'),
];

const visibleOf = (rules: Partial<ExposureRules>, entries: readonly ToolEntry[] = ENTRIES) =>
  splitExposure(createCatalog(entries).tools, { family: 'default', mode: 'tools', ...rules }).visible.map(
    ({ originalName }) => originalName,
  );

describe('splitExposure', () => {
  it.each([
    ['default', 'tools', ['read_file', 'stop_run']],
    ['default', 'directory', ['open_tab', 'read_file', 'stop_run']],
    ['bridge', 'tools', ['read_file', 'stop_run']],
    ['mode', 'tools', ['stop_run']],
    ['mode', 'code', ['stop_run']],
    ['mode', 'directory', ['open_tab', 'stop_run']],
  ] as const)('in the family %s and the mode %s keeps visible what never hides', (family, mode, visible) => {
    expect(visibleOf({ family, mode })).toEqual(visible);
  });

  it('keeps pinned tools by id, name or own name', () => {
    for (const pin of ['mcp:s:create_issue', 's__create_issue', 'create_issue', 's/create_issue', 's:create_issue']) {
      expect(visibleOf({ pinned: [pin] })).toContain('create_issue');
      if (pin.startsWith('s')) expect(visibleOf({ frequent: [pin] })).toContain('create_issue');
    }
  });

  it('keeps the five most used, and five that their servers mark, within thirty definitions', () => {
    const many = Array.from({ length: 60 }, (_, i) => entry('mcp', `t${String(i).padStart(2, '0')}`));
    const frequent = many.slice(0, 10).map(({ definition }) => `s__${definition.name}`);
    expect(visibleOf({ frequent }, many)).toEqual(['t00', 't01', 't02', 't03', 't04']);

    const marked = many.map(({ source, definition }) => ({
      source,
      definition: { ...definition, _meta: { 'anthropic/alwaysLoad': true } },
    }));
    const { visible, crowdedOut } = splitExposure(createCatalog(marked).tools, {
      family: 'default',
      mode: 'tools',
      bridgeTools: 3,
    });
    expect(visible).toHaveLength(5);
    expect(crowdedOut).toHaveLength(55);
    expect(visibleOf({ frequent, maxExposed: 7, bridgeTools: 3 }, marked)).toHaveLength(4);
  });

  it('depends on nothing but the tools', () => {
    const rules = { family: 'default', mode: 'directory', pinned: ['make_chart'] } as const;
    expect(visibleOf(rules, [...ENTRIES].reverse())).toEqual(visibleOf(rules));
  });
});
