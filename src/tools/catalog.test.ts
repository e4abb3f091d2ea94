import { describe, expect, it } from 'vitest';
import { catalogOf, createCatalog } from './catalog.ts';
import type { SourceKind, ToolDefinition, ToolEntry } from './definition.ts';

const entry = (server: string, definition: ToolDefinition, more: Partial<ToolEntry> = {}): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition,
  ...more,
});
const tool = (name: string, description = ''): ToolDefinition => ({
  name,
  description,
  inputSchema: { type: 'object', properties: {} },
});

describe('createCatalog', () => {
  it('is the same in bytes and epoch whatever order the entries come in', () => {
    const entries = [entry('b', tool('two')), entry('a', tool('one')), entry('a', tool('three'))];
    const forward = createCatalog(entries);
    const backward = createCatalog([...entries].reverse());
    expect(backward.epoch).toBe(forward.epoch);
    expect(backward.tools.map((one) => one.name)).toEqual(forward.tools.map((one) => one.name));
  });

  it('changes its epoch when a schema changes and nothing else', () => {
    const before = createCatalog([
      entry('a', { name: 'x', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } }),
    ]);
    const after = createCatalog([
      entry('a', { name: 'x', inputSchema: { type: 'object', properties: { q: { type: 'number' } } } }),
    ]);
    expect(after.epoch).not.toBe(before.epoch);
  });

  it('keeps the first of two definitions with one name, and says so', () => {
    const catalog = createCatalog([entry('a', tool('x', 'first')), entry('a', tool('x', 'second'))]);
    expect(catalog.tools.map((one) => one.description)).toEqual(['first']);
    expect(catalog.warnings.map((one) => one.code)).toEqual(['NAME_DUPLICATE']);
  });

  it('drops nothing but the tool without a name', () => {
    const nameless = [{}, { name: '' }, { name: 7 }].map((raw) => entry('a', raw as unknown as ToolDefinition));
    const odd = {
      name: 'odd',
      description: null,
      inputSchema: true,
      outputSchema: 'no',
      annotations: [],
    } as unknown as ToolDefinition;
    const catalog = createCatalog([...nameless, entry('a', odd), entry('a', tool('fine'))]);
    expect(catalog.tools.map((one) => one.originalName)).toEqual(['fine', 'odd']);
    expect(catalog.warnings.filter((one) => one.code === 'NAME_MISSING')).toHaveLength(3);
  });

  it('gives names that stay when other servers come and go', () => {
    const mine = entry('mine', tool('do.it'));
    const alone = createCatalog([mine]).tools[0]!.name;
    const crowd = createCatalog([entry('other', tool('do.it')), mine, entry('mine', tool('do_it'))]);
    expect(crowd.byId('mcp:mine:do.it')!.name).toBe(alone);
  });

  it('lets the host keep its name where a core tool meets a server’s', () => {
    const catalog = createCatalog([
      entry('a', tool('b')),
      { source: { kind: 'core', name: 'host' }, definition: tool('a__b') },
    ]);
    expect(catalog.byName('a__b')!.source.kind).toBe('core');
    expect(new Set(catalog.tools.map((one) => one.name)).size).toBe(2);
  });

  it('lets the first by id keep a name that two have the same claim on, however they come', () => {
    const core = (id: string) => ({ source: { kind: 'core' as const, name: 'host' }, definition: tool('run'), id });
    for (const ids of [
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
    ]) {
      const catalog = createCatalog(ids.map(core));
      expect(catalog.byName('run')!.id).toBe('a');
      expect(new Set(catalog.tools.map((one) => one.name)).size).toBe(3);
    }
  });

  it('can be made of tools that were read already', () => {
    const catalog = createCatalog([entry('a', tool('one')), entry('b', tool('two'))]);
    const again = catalogOf([...catalog.tools].reverse());
    expect([again.epoch, again.tools, again.warnings]).toEqual([catalog.epoch, catalog.tools, []]);
  });

  it('knows a tool’s kind by its recorded source, never by the look of its name', () => {
    const catalog = createCatalog([
      entry('files', tool('read_file')),
      { source: { kind: 'core', name: 'host' }, definition: tool('mcp__files__write') },
    ]);
    expect(catalog.byId('mcp:files:read_file')!.source.kind).toBe('mcp');
    expect(catalog.byName('mcp__files__write')!.source.kind).toBe('core');
  });

  it('reads an unchanged definition once', () => {
    const one = entry('a', tool('x'));
    expect(createCatalog([one]).tools[0]).toBe(createCatalog([one]).tools[0]);
  });

  it('removes hidden characters from what a model reads and reports them', () => {
    const catalog = createCatalog([entry('a', tool('read_note', 'Read a note.\u{e0069}\u{e0067}\u200b'))]);
    expect(catalog.tools[0]!.description).toBe('Read a note.');
    expect(catalog.warnings[0]).toMatchObject({ tool: 'mcp:a:read_note', code: 'HIDDEN_CHARACTERS' });
  });
});

describe('names that meet', () => {
  const at = (kind: SourceKind, name: string, tool: string): ToolEntry => ({
    source: { kind, name },
    definition: { name: tool },
  });
  const namesOf = (...entries: readonly ToolEntry[]) =>
    Object.fromEntries(createCatalog(entries).tools.map(({ id, name }) => [id, name]));

  it('stay with the tool that the host knows by it: of a client before the core, before a server', () => {
    const names = namesOf(at('mcp', 'a', 'b'), at('core', 'h', 'a__b'), at('client', 'c', 'a__b'));
    expect(names['client:c:a__b']).toBe('a__b');
    expect(names['core:h:a__b']).toMatch(/^a__b_[0-9a-z]{16}$/);
    expect(names['mcp:a:b']).toMatch(/^a__b_[0-9a-z]{16}$/);
    expect(new Set(Object.values(names)).size).toBe(3);
    expect(namesOf(at('core', 'h', 'a__b'), at('mcp', 'a', 'b'))['core:h:a__b']).toBe('a__b');
  });

  it('stay with the first by id where the claims are equal', () => {
    const names = namesOf(at('plugin', 'a', 'b'), at('mcp', 'a', 'b'), at('openapi', 'a', 'b'));
    expect(names['mcp:a:b']).toBe('a__b');
    expect([names['plugin:a:b'], names['openapi:a:b']]).toEqual([
      expect.stringMatching(/^a__b_[0-9a-z]{16}$/),
      expect.stringMatching(/^a__b_[0-9a-z]{16}$/),
    ]);
    expect(new Set(Object.values(names)).size).toBe(3);
  });

  it('are another one for each of several tools that would fall back on the same', () => {
    const twins = ['one', 'two', 'three'].map((id) => ({ ...at('mcp', 'a', 'b'), id }));
    const names = Object.values(namesOf(...twins));
    expect([new Set(names).size, names.filter((name) => name === 'a__b').length]).toEqual([3, 1]);
    for (const name of names) expect(name).toMatch(/^a__b(?:_\w+_[0-9a-z]{16}|_[0-9a-z]{16})?$/);
    expect(Object.values(namesOf(...twins.toReversed())).sort()).toEqual(names.sort());
  });

  it('find their tool, by whatever it is called now', () => {
    const catalog = createCatalog([at('mcp', 'a', 'b'), at('core', 'h', 'a__b')]);
    for (const tool of catalog.tools) {
      expect(catalog.byName(tool.name)).toBe(tool);
      expect(catalog.byId(tool.id)).toBe(tool);
    }
    expect([catalog.byName('b'), catalog.byId('b')]).toEqual([undefined, undefined]);
    expect(Object.isFrozen(catalog.tools) && Object.isFrozen(catalog.warnings) && Object.isFrozen(catalog)).toBe(true);
  });
});

describe('what is wrong with entries', () => {
  it('is said with the source, and with the id where one was given', () => {
    const nameless = { definition: { name: '' }, source: { kind: 'mcp', name: 's' } } as const;
    const { warnings } = createCatalog([
      nameless,
      { ...nameless, id: 'mine' },
      entry('a', tool('x')),
      entry('a', tool('x')),
    ]);
    expect(warnings).toEqual([
      { tool: 'mcp:s:?', code: 'NAME_MISSING', message: expect.stringContaining('mcp source "s"') },
      { tool: 'mine', code: 'NAME_MISSING', message: expect.stringContaining('mcp source "s"') },
      { tool: 'mcp:a:x', code: 'NAME_DUPLICATE', message: expect.stringContaining('mcp:a:x') },
    ]);
  });
});

describe('resolve', () => {
  const catalog = createCatalog([
    entry('github', tool('create_issue')),
    entry('gitlab', tool('create_issue')),
    entry('calendar', tool('create_event')),
    entry('office-suite', tool('agenda.answerInvite')),
    entry('plain', tool('constructor')),
  ]);
  const found = (reference: string) => {
    const resolution = catalog.resolve(reference);
    return resolution.kind === 'found' ? resolution.tool.id : resolution.kind;
  };

  it.each([
    ['mcp:calendar:create_event', 'a full id'],
    ['calendar__create_event', 'a model-safe name'],
    ['create_event', 'a unique original name'],
    ['calendar:create_event', 'an ending of the id'],
    ['calendar/create_event', 'a slash form'],
    ['mcp__calendar__create_event', 'the spelling of other hosts'],
  ])('finds %s: %s', (reference) => {
    expect(found(reference)).toBe('mcp:calendar:create_event');
  });

  it('finds a dotted name by its last part', () => {
    expect(found('answerInvite')).toBe('mcp:office-suite:agenda.answerInvite');
  });

  it('lists the owners of a name that several servers offer', () => {
    const resolution = catalog.resolve('create_issue');
    expect(resolution.kind === 'ambiguous' && resolution.tools.map((one) => one.id)).toEqual([
      'mcp:github:create_issue',
      'mcp:gitlab:create_issue',
    ]);
  });

  it('never takes the nearest name, but names it', () => {
    const resolution = catalog.resolve('create_events');
    expect(resolution.kind === 'unknown' && resolution.similar.map((one) => one.originalName)).toEqual([
      'create_event',
    ]);
    expect(found('event')).toBe('unknown');
    expect(found('Create_Event')).toBe('unknown');
    expect(found('')).toBe('unknown');
  });

  it.each(['toString', '__proto__', 'valueOf', 'hasOwnProperty'])('does not know %s', (word) => {
    expect(found(word)).toBe('unknown');
  });

  it('knows a tool that is really called constructor', () => {
    expect(found('constructor')).toBe('mcp:plain:constructor');
  });
});

describe('a narrowed catalog', () => {
  const visible = (one: { tags: Readonly<Record<string, readonly string[]>> }) => one.tags.tenant?.[0] === 'mine';
  const mine = (server: string, definition: ToolDefinition) =>
    entry(server, definition, { tags: { tenant: ['mine'] } });
  const theirs = (server: string, definition: ToolDefinition) =>
    entry(server, definition, { tags: { tenant: ['theirs'], region: ['eu'] } });
  const clashing = { kind: 'client', name: '' } as const;
  const hidden = [
    theirs('a', tool('x', 'listed first under the same id')),
    // A client tool keeps its name, so the visible tool would take another one.
    { ...theirs('', tool('a__y')), source: clashing },
    theirs('b', tool('z')),
    entry('a', { name: '' }),
  ];
  const shown = [mine('a', tool('x', 'mine')), mine('a', tool('y'))];
  const said = (catalog: ReturnType<typeof createCatalog>) =>
    JSON.stringify([catalog.epoch, catalog.tools, catalog.warnings, [...catalog.tagKeys], catalog.resolve('z')]);

  it('is that of a registry which never held the others: ids, names, epoch, warnings, tags, suggestions', () => {
    const narrowed = createCatalog([...hidden, ...shown]).narrow(visible);
    expect(said(narrowed)).toBe(said(createCatalog(shown).narrow(visible)));
    expect(narrowed.tools.map((one) => [one.name, one.description])).toEqual([
      ['a__x', 'mine'],
      ['a__y', ''],
    ]);
  });

  it('can only lose tools by being narrowed again', () => {
    const narrowed = createCatalog([...hidden, ...shown])
      .narrow(visible)
      .narrow((one) => one.originalName !== 'x');
    expect(narrowed.narrow(() => true).tools.map((one) => one.id)).toEqual(['mcp:a:y']);
  });

  it('is the same object where nothing is lost', () => {
    const catalog = createCatalog(shown);
    expect(catalog.narrow(() => true)).toBe(catalog);
  });
});
