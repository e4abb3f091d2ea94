import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';
import type { SourceKind, ToolEntry } from './definition.ts';
import { spellingsOf } from './references.ts';

const entry = (server: string, name: string, kind: SourceKind = 'mcp', more: Partial<ToolEntry> = {}): ToolEntry => ({
  source: { kind, name: server },
  definition: { name },
  ...more,
});
const catalogOf = (...entries: readonly ToolEntry[]) => createCatalog(entries);

describe('how a tool may be called', () => {
  it('is by id, by the name that models see, by its own name, and by what ends one of them', () => {
    const [tool] = catalogOf(entry('web', 'pages.read')).tools;
    expect(spellingsOf(tool!)).toEqual([
      'mcp:web:pages.read',
      tool!.name,
      'pages.read',
      'web:pages.read',
      'read',
      tool!.name.slice('web__'.length),
      'web/pages.read',
      'web.pages.read',
      'web__pages.read',
      'web_pages.read',
      'web-pages.read',
      'mcp__web__pages.read',
      'mcp_web_pages.read',
    ]);
  });

  it('is not with a server that has no name, nor as hosts of MCP write it where it is none', () => {
    expect(spellingsOf(catalogOf(entry('', 'x')).tools[0]!)).toEqual(['mcp::x', 'x', ':x']);
    const plugin = spellingsOf(catalogOf(entry('web', 'x', 'plugin')).tools[0]!);
    expect(plugin.filter((text) => text.startsWith('mcp'))).toEqual([]);
    expect(plugin).toContain('web/x');
  });
});

describe('a reference', () => {
  it('means by a stronger kind of name what it means, whatever a weaker one could mean', () => {
    const catalog = catalogOf(entry('a', 'search'), entry('b', 'web.search'), entry('c', 'x', 'mcp', { id: 'search' }));
    expect(catalog.resolve('search')).toMatchObject({ kind: 'found', tool: { id: 'search', originalName: 'x' } });
    const without = catalogOf(entry('a', 'search'), entry('b', 'web.search'));
    expect(without.resolve(' search\n')).toMatchObject({ kind: 'found', tool: { id: 'mcp:a:search' } });
    expect(catalogOf(entry('b', 'web.search'), entry('d', 'pages.search')).resolve('search')).toMatchObject({
      kind: 'ambiguous',
      tools: [{ id: 'mcp:b:web.search' }, { id: 'mcp:d:pages.search' }],
    });
  });

  const close = (reference: string, ...names: readonly string[]) => {
    const found = catalogOf(...names.map((name) => entry('s', name))).resolve(reference);
    return found.kind === 'unknown' ? found.similar.map(({ originalName }) => originalName) : found.kind;
  };

  it('that means nothing is told what is close, nearest first, equal ones by id, three at most', () => {
    expect(close('read_fila', 'read_file', 'read_fil', 'write_file')).toEqual(['read_fil', 'read_file']);
    expect(close('read_xile', 'read_filing', 'read_file', 'read_pile', 'read_aile', 'read_bile')).toEqual([
      'read_aile',
      'read_bile',
      'read_file',
    ]);
    expect(close('READ_FILES', 'Read_File')).toEqual(['Read_File']);
    expect(close('s__read_fill', 'read_file')).toEqual(['read_file']);
  });

  it('is close within a quarter of its length, one at least', () => {
    expect(close('ax', 'ab')).toEqual(['ab']);
    expect(close('xy', 'ab')).toEqual([]);
    expect(close('abcdefgh', 'abcdefxy')).toEqual(['abcdefxy']);
    expect(close('abcdefgh', 'abcdexyz')).toEqual([]);
    expect(close('abcdefgh', 'abcdefghij')).toEqual(['abcdefghij']);
    expect(close('abcdefgh', 'abcdefghijk')).toEqual([]);
    expect(close('  ', 'a')).toEqual([]);
  });

  it('is compared by its first 128 characters', () => {
    const long = 'n'.repeat(128);
    expect(close(`${long}${'z'.repeat(500)}`, long)).toEqual([long]);
  });
});

describe('a text that names tools', () => {
  const catalog = catalogOf(entry('git', 'Create_Issue'), entry('lab', 'create_issue'), entry('web', 'pages.Read'));
  const named = (text: string) => catalog.references.named(text).map(({ id }) => id);

  it('names those of the strongest kind, and only then those that differ by letter case', () => {
    expect(named('create_issue')).toEqual(['mcp:lab:create_issue']);
    expect(named('CREATE_ISSUE')).toEqual(['mcp:git:Create_Issue', 'mcp:lab:create_issue']);
    expect(named('READ')).toEqual(['mcp:web:pages.Read']);
    expect(named('WEB/PAGES.READ')).toEqual(['mcp:web:pages.Read']);
    expect(named('nothing')).toEqual([]);
  });
});
