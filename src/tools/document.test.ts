import { describe, expect, it } from 'vitest';
import type { ToolDefinition, ToolEntry } from './definition.ts';
import { toDocument } from './document.ts';
import { readTool } from './read-tool.ts';

const documentOf = (definition: Partial<ToolDefinition>, more: Partial<ToolEntry> = {}) =>
  toDocument(
    readTool({ source: { kind: 'mcp', name: 'files' }, definition: { name: 'read-it', ...definition }, ...more })!,
  );
const withProperties = (properties: Readonly<Record<string, unknown>>) =>
  documentOf({ inputSchema: { type: 'object', properties } });

describe('the texts of a tool that are indexed', () => {
  it('are what it says of itself, field by field', () => {
    expect(
      documentOf(
        {
          title: 'Read a file',
          description: 'Reads a file.',
          inputSchema: {
            type: 'object',
            properties: {
              path: { type: 'string', description: 'Where it is' },
              mode: { enum: ['text', 'binary', 7] },
              range: { type: 'object', properties: { from: { type: 'integer', description: 'First line' } } },
            },
          },
        },
        { examples: ['open my notes'] },
      ),
    ).toEqual({
      name: 'read-it',
      title: 'Read a file',
      description: 'Reads a file.',
      parameterNames: ['path', 'mode', 'range', 'from'],
      parameterTexts: ['Where it is', 'text', 'binary', 'First line'],
      server: 'files',
      examples: ['open my notes'],
    });
  });

  it('are empty where it says nothing', () => {
    expect(documentOf({})).toEqual({
      name: 'read-it',
      title: '',
      description: '',
      parameterNames: [],
      parameterTexts: [],
      server: 'files',
      examples: [],
    });
  });

  it('are bounded', () => {
    expect(documentOf({ description: 'x'.repeat(5_000) }).description).toHaveLength(4_000);
    const texts = withProperties({
      a: { description: 'y'.repeat(500) },
      b: { enum: [...'abcdefghijklmnopqrstuvwxyz'] },
    });
    expect(texts.parameterTexts.map(({ length }) => length)).toEqual([400, ...Array.from({ length: 24 }, () => 1)]);
    const many = withProperties(Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`p${index}`, {}])));
    expect(many.parameterNames).toHaveLength(64);
    const nested = (levels: number): object =>
      levels === 0 ? {} : { type: 'object', properties: { [`l${levels}`]: nested(levels - 1) } };
    expect(documentOf({ inputSchema: nested(5) }).parameterNames).toEqual(['l5', 'l4', 'l3']);
  });
});
