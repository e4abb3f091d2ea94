import { describe, expect, it } from 'vitest';
import { KnownSchemas } from './known-schemas.ts';
import { readPassingEntry } from './read-tool.ts';

const source = { kind: 'mcp', name: 'server' } as const;
const inputSchema = { type: 'object', properties: { id: { type: 'integer', description: '"é"' }, rest: ['odd'] } };

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}

describe('tools whose schemas are known', () => {
  it.each([
    ['last', { name: 'a', description: 'd', inputSchema }],
    ['first', { inputSchema, name: 'a' }],
    ['in the midst', { name: 'a', inputSchema, annotations: { readOnlyHint: true } }],
    ['beside what JSON leaves out', { name: 'a', more: undefined, inputSchema }],
    ['no object', { name: 'a', inputSchema: true }],
    ['absent', { name: 'a' }],
    ['too deep', { name: 'a', inputSchema: nested(600) }],
    ['in other words for JSON', { name: 'a', inputSchema: { type: 'object', toJSON: () => ({ type: 'array' }) } }],
    ['nothing for JSON', { name: 'a', inputSchema: { type: 'object', toJSON: () => undefined } }],
  ])('are read as without: schema %s', (_, definition) => {
    const schemas = new KnownSchemas();
    const plain = readPassingEntry({ source, definition });
    for (const _again of [1, 2]) expect(readPassingEntry({ source, definition }, schemas)).toEqual(plain);
    expect(plain?.definitionJson).toBe(JSON.stringify(plain?.tool.raw));
  });

  it('share what was read of one object', () => {
    const schemas = new KnownSchemas();
    const [a, b] = ['a', 'b'].map((name) => readPassingEntry({ source, definition: { name, inputSchema } }, schemas)!);
    expect(a!.tool.inputSchema).not.toBe(inputSchema);
    expect(b!.tool.inputSchema).toBe(a!.tool.inputSchema);
  });
});
