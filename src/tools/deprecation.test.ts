import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';
import type { Tool, ToolDefinition } from './definition.ts';
import { isDeprecated, isNamedInPlaceOf } from './deprecation.ts';

function tool(definition: Partial<ToolDefinition>): Tool {
  const source = { kind: 'mcp', name: 's' } as const;
  return createCatalog([{ source, definition: { name: 'lookup', ...definition } }]).tools[0]!;
}

describe('a tool is deprecated', () => {
  it.each([
    'Deprecated. List downloads for a repository.',
    'DEPRECATED: use files_read instead.',
    'Deprecated use drives.delete instead',
    'Get information for a specific deal. (deprecated)',
    'Create a payment (Deprecated since 20.6)',
    'Deletes a project version. Deprecated, use another.',
    'Runs one or more SQL statements. This operation is deprecated.',
    'Closes a tab by its position. STRONGLY DEPRECATED: use close_tab_by_id.',
    'Устарел: используйте orders_find.',
    'Ищет заказы. Этот инструмент устарел.',
    '已弃用，请使用 orders_find。',
    '查询订单（已废弃）',
    '查询订单。此接口已弃用。',
  ])('where it says so: %s', (description) => {
    expect(isDeprecated(tool({ description }))).toBe(true);
  });

  it('where its definition is marked, whatever it says', () => {
    for (const mark of [
      { deprecated: true },
      { annotations: { deprecated: 'use b' } },
      { _meta: { deprecated: true } },
    ])
      expect(isDeprecated(tool({ description: 'Find orders.', ...mark }))).toBe(true);
    expect(isDeprecated(tool({ description: 'Find orders.', deprecated: false }))).toBe(false);
  });

  it.each([
    'Check if packages are deprecated.',
    'Deprecates the specified workflow.',
    'List deprecated and obsolete parts of a machine.',
    'Create a room. The field "topic" is deprecated, use "name".',
    'Deprecated packages of a project, as a list.',
    'Показывает устаревшие пакеты проекта.',
    '列出所有已弃用的软件包。',
  ])('not where it speaks of other things: %s', (description) => {
    expect(isDeprecated(tool({ description }))).toBe(false);
  });
});

describe('a tool is named in place of a deprecated one', () => {
  const named = (description: string, name: string, source = 'files') => {
    const at = (of: string, definition: ToolDefinition) => ({ source: { kind: 'mcp' as const, name: of }, definition });
    const { tools } = createCatalog([at('files', { name: 'old_read', description }), at(source, { name })]);
    const old = tools.find(({ originalName }) => originalName === 'old_read')!;
    return isNamedInPlaceOf(tools.find((one) => one !== old)!, old);
  };

  it.each([
    ['Reads a file. DEPRECATED: Use read_text instead.', 'read_text'],
    ['Reads a file. Deprecated, use files.read.', 'files.read'],
    ['已弃用，请使用read_text。', 'read_text'],
    ['Устарел: вместо него read_text.', 'read_text'],
  ])('where it says: %s', (description, name) => {
    expect(named(description, name)).toBe(true);
  });

  it.each([
    ['Reads as read_text does.', 'read_text'], // not deprecated at all
    ['Better than read_text. Deprecated, use other.', 'read_text'], // named before, for something else
    ['Deprecated: use read_text_file or files.read_text.', 'read_text'], // parts of longer names
  ])('not where it says: %s', (description, name) => {
    expect(named(description, name)).toBe(false);
  });

  it('by its own server only', () => {
    expect(named('Deprecated: use read_text.', 'read_text', 'elsewhere')).toBe(false);
  });
});
