import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from './definition.ts';
import { readTool } from './read-tool.ts';

const read = (definition: Omit<ToolDefinition, 'name'>, examples?: readonly string[]) =>
  readTool({
    source: { kind: 'mcp', name: 'files' },
    definition: { name: 'read', ...definition },
    ...(examples === undefined ? {} : { examples }),
  })!;

describe('example requests of a tool', () => {
  it.each<[string, Omit<ToolDefinition, 'name'>]>([
    ['_meta["toolscout/examples"]', { _meta: { 'toolscout/examples': ['open my notes'] } }],
    ['_meta.examples', { _meta: { examples: ['open my notes'] } }],
    ['annotations.examples', { annotations: { examples: ['open my notes'] } }],
    ['examples', { examples: ['open my notes'] }],
    ['x-examples', { 'x-examples': ['open my notes'] }],
  ])('are read from %s', (_key, definition) => {
    expect(read(definition).examples).toEqual(['open my notes']);
  });

  it.each<[string, Omit<ToolDefinition, 'name'>]>([
    ['arguments', { input_examples: [{ path: 'notes.md' }] }],
    ['objects', { 'x-examples': { first: { path: 'notes.md' } }, examples: [{ path: 'notes.md' }, 7, null] }],
    ['serialised arguments', { examples: ['{"path":"notes.md"}', ' ["notes.md"]'] }],
    ['anything but a list', { _meta: { examples: 'open my notes', 'toolscout/examples': null } }],
  ])('are not %s', (_what, definition) => {
    expect(read(definition).examples).toEqual([]);
  });

  it('are not texts with nothing to see', () => {
    expect(read({ examples: ['', ' ', '\u200b', 'x'] }, ['\n', 'y']).examples).toEqual(['y', 'x']);
  });

  it('stand behind those of the entry, each once', () => {
    const { examples } = read({ _meta: { examples: ['open my notes', 'show the file'] } }, ['show the file']);
    expect(examples).toEqual(['show the file', 'open my notes']);
  });

  it('lose hidden characters and line breaks, and the tool is reported', () => {
    const { examples, warnings } = read({ _meta: { examples: ['open\nmy\u200b notes\u{e0041}'] } });
    expect(examples).toEqual(['open my notes']);
    expect(warnings.map(({ code }) => code)).toContain('HIDDEN_CHARACTERS');
  });

  it('are bounded in number and length, more narrowly where the server praises itself', () => {
    const many = Array.from({ length: 80 }, (_, i) => `${i} ${'long '.repeat(200)}`);
    const own = read({ _meta: { examples: many } }).examples;
    expect(own).toHaveLength(12);
    expect(Math.max(...own.map(({ length }) => length))).toBeLessThanOrEqual(300);
    const given = read({}, many).examples;
    expect(given).toHaveLength(50);
    expect(Math.max(...given.map(({ length }) => length))).toBeLessThanOrEqual(500);
  });

  it('change the hash of the tool, so that what is remembered of it is not taken for the new one', () => {
    expect(read({}, ['a']).hash).not.toBe(read({}, ['b']).hash);
  });
});
