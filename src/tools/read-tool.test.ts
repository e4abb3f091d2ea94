import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';
import type { Tool, ToolDefinition, ToolEntry } from './definition.ts';
import { readPassingEntry, readPassingTool, readTool } from './read-tool.ts';

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

describe('a definition that is read', () => {
  const SOURCE = { kind: 'mcp', name: 's' } as const;
  const read = (definition: Partial<ToolDefinition>, more: Partial<ToolEntry> = {}): Tool =>
    readTool({ source: SOURCE, definition: { name: 'x', ...definition }, ...more })!;

  it('is taken as it stands', () => {
    const definition = {
      name: 'x',
      title: 'An x',
      description: ' Makes an x. ',
      inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
      outputSchema: { type: 'object', properties: { b: { type: 'number' } } },
      annotations: { readOnlyHint: true },
      more: 1,
    };
    const tags = { tenant: ['t'] };
    const tool = readTool({ source: SOURCE, definition, tags, kind: 'skill', catalogMode: 'direct-only' });
    expect(tool).toEqual({
      id: 'mcp:s:x',
      name: 's__x',
      source: SOURCE,
      kind: 'skill',
      originalName: 'x',
      title: 'An x',
      description: 'Makes an x.',
      inputSchema: definition.inputSchema,
      wrapped: false,
      outputSchema: definition.outputSchema,
      annotations: { readOnlyHint: true },
      tags,
      directOnly: true,
      examples: [],
      hash: expect.stringMatching(/./),
      raw: definition,
      warnings: [],
    });
    expect(tool?.raw).toBe(definition);
  });

  it('is filled with what it does not say', () => {
    expect(read({})).toMatchObject({
      kind: 'tool',
      title: undefined,
      description: '',
      inputSchema: { type: 'object' },
      wrapped: false,
      outputSchema: undefined,
      annotations: undefined,
      tags: {},
      directOnly: false,
    });
    expect(read({ inputSchema: { type: 'string' } }).wrapped).toBe(true);
    expect(read({ annotations: ['x'] as never }).annotations).toBeUndefined();
  });

  it('takes its title from its hints where it has none of its own, on one line', () => {
    expect(read({ annotations: { title: 'Hinted' } }).title).toBe('Hinted');
    expect(read({ title: 'A\n title', annotations: { title: 'Hinted' } }).title).toBe('A title');
    expect(read({ title: ' ' }).title).toBeUndefined();
  });

  it('may have an id and a name for models of its own', () => {
    const tool = read({}, { id: 'my id', alias: 'other' });
    expect([tool.id, tool.name, tool.originalName]).toEqual(['my id', 's__other', 'x']);
  });

  it('has a name of a thousand characters at most', () => {
    expect(read({ name: 'n'.repeat(1_000) }).originalName).toHaveLength(1_000);
    expect(readTool({ source: SOURCE, definition: { name: 'n'.repeat(1_001) } })).toBeUndefined();
  });

  it('says what was done to it', () => {
    const tool = read({
      title: `t${'\u200b'.repeat(2)}${'t'.repeat(300)}`,
      description: `d\u200b${'d'.repeat(20_000)}`,
      inputSchema: { type: 'object', properties: { a: { type: 'strin' } }, required: 'a' },
      outputSchema: 'none',
    });
    expect(tool.title).toHaveLength(200);
    expect(tool.description).toHaveLength(16_000);
    const said = tool.warnings.map(({ code, message, tool: id }) => `${id} ${code}: ${message}`);
    expect(said).toContainEqual(expect.stringMatching(/^mcp:s:x HIDDEN_CHARACTERS: Title .* 2 hidden/));
    expect(said).toContainEqual(expect.stringMatching(/^mcp:s:x HIDDEN_CHARACTERS: Description .* 1 hidden/));
    expect(said).toContainEqual(expect.stringMatching(/^mcp:s:x TEXT_CUT: Title .* 200 /));
    expect(said).toContainEqual(expect.stringMatching(/^mcp:s:x TEXT_CUT: Description .* 16000 /));
    expect(said).toContainEqual(expect.stringMatching(/^mcp:s:x SCHEMA_REPAIRED: Input schema of mcp:s:x: ./));
    expect(said).toContainEqual(expect.stringMatching(/^mcp:s:x OUTPUT_SCHEMA_IGNORED: Output schema of mcp:s:x: ./));
  });

  it('gives another hash for every part that tells tools apart, and the same for the same', () => {
    const definition: ToolDefinition = { name: 'x', description: 'd' };
    const entry: ToolEntry = { source: SOURCE, definition };
    const others: readonly ToolEntry[] = [
      { ...entry, source: { kind: 'plugin', name: 's' } },
      { ...entry, source: { kind: 'mcp', name: 't' } },
      { ...entry, kind: 'skill' },
      { ...entry, id: 'y' },
      { ...entry, alias: 'y' },
      { ...entry, tags: { a: ['b'] } },
      { ...entry, tags: { a: ['c'] } },
      { ...entry, catalogMode: 'direct-only' },
      { ...entry, examples: ['e'] },
      { ...entry, definition: { ...definition, description: 'e' } },
      { ...entry, definition: { ...definition, more: 1 } },
    ];
    const hashes = [entry, ...others].map((one) => readTool(one)!.hash);
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(readPassingTool({ ...entry, definition: { ...definition } })!.hash).toBe(hashes[0]);
    // What is remembered of a definition is that of this very entry.
    expect([entry, ...others].map((one) => readTool(one)!.hash)).toEqual(hashes);
    expect(readTool({ ...entry })).toBe(readTool(entry));
    expect(readPassingTool(entry)).not.toBe(readTool(entry));
    expect(readPassingEntry(entry)?.definitionJson).toBe(JSON.stringify(definition));
    expect(readPassingEntry({ ...entry, definition: { name: '' } })).toBeUndefined();
  });

  it('may nest five hundred levels deep', () => {
    const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
    expect(Object.keys(read({ more: nested(498) }).raw)).toEqual(['name', 'more']);
    const cut = read({ more: nested(502), description: 'd' });
    expect(Object.keys(cut.raw)).toEqual(['name', 'description']);
    expect(Object.isFrozen(cut.raw)).toBe(true);
  });
});
