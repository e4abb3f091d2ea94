import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';

describe('a definition that is nested beyond any walk', () => {
  it('keeps its tool, and loses the parts that nobody could read, with a warning', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const source = { kind: 'mcp', name: 's' } as const;
    const { tools, warnings } = createCatalog([
      { source, definition: { name: 'x', description: 'Adds.', inputSchema: deep, annotations: deep } },
      { source, definition: { name: 'y', inputSchema: { type: 'object', properties: { a: {} } } } },
    ]);
    expect(tools.map(({ originalName, raw }) => [originalName, Object.keys(raw)])).toEqual([
      ['x', ['name', 'description']],
      ['y', ['name', 'inputSchema']],
    ]);
    expect(warnings).toContainEqual({
      tool: 'mcp:s:x',
      code: 'SCHEMA_UNUSABLE',
      message: expect.stringContaining('inputSchema, annotations'),
    });
  });
});
