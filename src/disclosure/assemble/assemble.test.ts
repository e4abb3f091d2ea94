import { describe, expect, it } from 'vitest';
import type { ToolEntry } from '../../tools/index.ts';
import { assemble } from './assemble.ts';
import { makeEntries, makeEntry } from './test-tools.ts';

/** Small enough that forty tools are over the limit. */
const SMALL = { window: 8_000 };
const LARGE = { window: 1_000_000, settings: { thresholdTokens: null } };

const namesOf = (tools: readonly ToolEntry[]) => tools.map(({ definition }) => definition.name);
const BRIDGE = ['tool_search', 'tool_describe', 'tool_call'];

describe('assemble below the threshold', () => {
  it('gives the very array back: same objects, same order, no bridge, nothing for the prompt', async () => {
    const tools = [...makeEntries(40)].reverse();
    const before = [...tools];
    const assembly = await assemble(tools, LARGE);
    expect(assembly.tools).toBe(tools);
    expect(tools.every((tool, index) => tool === before[index])).toBe(true);
    expect(assembly).toMatchObject({ bridged: false, mode: 'direct', deferred: 0, prompt: '' });
  });

  it('decides afresh: servers that come late count, and removing them leads back', async () => {
    const few = makeEntries(9);
    const first = await assemble([], SMALL);
    expect(first).toMatchObject({ bridged: false, activation: { reason: 'nothing-deferrable' } });
    const late = await assemble([...few, ...makeEntries(200, 'late')], { ...SMALL, previous: first });
    expect(late.bridged).toBe(true);
    const gone = await assemble(few, { ...SMALL, previous: late });
    expect(gone.tools).toBe(few);
    expect(gone.changes).toMatchObject({ invalidatesPromptCache: true, causes: ['toolset', 'activation'] });
    expect(gone.changes.removed).toHaveLength(200);
  });

  it('passes everything through when it is switched off', async () => {
    const tools = makeEntries(300);
    const assembly = await assemble(tools, { ...SMALL, settings: { enabled: 'off' } });
    expect(assembly.tools).toBe(tools);
    expect(assembly.activation.reason).toBe('switched-off');
  });
});

describe('assemble above the threshold', () => {
  it('carries what stays visible and the bridge, and counts what it hides', async () => {
    const core = makeEntry('read_file', 'core');
    const direct: ToolEntry = { ...makeEntry('stop_run', 'core'), catalogMode: 'direct-only' };
    const assembly = await assemble([...makeEntries(60), core, direct], SMALL);
    expect(namesOf(assembly.tools)).toEqual(['read_file', 'stop_run', ...BRIDGE]);
    expect(assembly.tools[0]).toBe(core);
    expect(assembly).toMatchObject({ bridged: true, mode: 'tools', deferred: 60 });
    expect(assembly.tools[2]!.definition.description).toContain('60 tools');
    expect(assembly.catalog.byId('core::stop_run')).toBeUndefined();
    expect(assembly.authorized.byId('core::stop_run')).toBeDefined();
    expect(assembly.catalog.byName('read_file')).toBeDefined();
    expect(assembly.prompt).toContain('tool_search');
  });

  it('gives the same bytes for the same tools in any order', async () => {
    const tools = [...makeEntries(60), makeEntry('read_file', 'core'), makeEntry('write_file', 'core')];
    const a = await assemble(tools, { ...SMALL, pinned: ['tool_0003'] });
    const b = await assemble([...tools].reverse(), { ...SMALL, pinned: ['tool_0003'] });
    expect(JSON.stringify(a.tools)).toBe(JSON.stringify(b.tools));
    expect(a.hash).toBe(b.hash);
    expect(namesOf(a.tools)).toEqual(['read_file', 'write_file', 'files__tool_0003', ...BRIDGE]);
  });

  it('tells which tools the model has before it already', async () => {
    const assembly = await assemble(makeEntries(60), { ...SMALL, frequent: ['files__tool_0007'] });
    const isExposed = (name: string) => assembly.isExposed(assembly.authorized.byName(name)!);
    expect([isExposed('files__tool_0007'), isExposed('files__tool_0008')]).toEqual([true, false]);
  });

  it('keeps the favourites of the assembly before, for the sake of the prompt cache', async () => {
    const tools = makeEntries(60);
    const first = await assemble(tools, { ...SMALL, frequent: ['files__tool_0007'] });
    const next = await assemble(tools, { ...SMALL, frequent: ['files__tool_0009'], previous: first });
    expect(next.hash).toBe(first.hash);
    const more = await assemble([...tools, makeEntry('x')], {
      ...SMALL,
      frequent: ['files__tool_0009'],
      previous: next,
    });
    expect(more.frequent).toEqual(['mcp:files:tool_0009']);
  });

  it('falls back from code to tools where no sandbox can be had, before anything is hidden', async () => {
    const settings = { family: 'mode' } as const;
    const without = await assemble(makeEntries(12), { settings });
    expect(without).toMatchObject({ mode: 'tools', fallback: { from: 'code', to: 'tools' } });
    const broken = await assemble(makeEntries(12), {
      settings,
      codeMode: { available: () => Promise.reject(new Error('no process')) },
    });
    expect(broken.mode).toBe('tools');
    expect(broken.warnings.join(' ')).toContain('no process');
    const able = await assemble(makeEntries(12), { settings, codeMode: { available: async () => true } });
    expect(able.mode).toBe('code');
    expect(namesOf(able.tools)).toEqual(['tool_search_code']);
    expect(able.prompt).toContain('tool_search_code');
  });

  it('says when the window is not known', async () => {
    const assembly = await assemble(makeEntries(12), {});
    expect(assembly.activation).toMatchObject({ window: 200_000, windowKnown: false });
    expect(assembly.warnings.join(' ')).toContain('200,000');
  });

  it('counts with the counter that it is given, and says which', async () => {
    const counter = {
      exact: false,
      encoding: 'letters',
      countTokens: (text: string) => ({ tokens: text.length, exact: false }),
    };
    const { weighed } = (await assemble(makeEntries(12), { counter })).activation;
    expect(weighed).toMatchObject({ exact: false, encoding: 'letters' });
    expect((await assemble(makeEntries(12), {})).activation.weighed.exact).toBe(true);
    expect(weighed.allTokens).toBeGreaterThan(12 * 200);
  });

  it('refuses a request in which one name would be two tools', async () => {
    const tools = [...makeEntries(60), makeEntry('tool_search', 'client')];
    await expect(assemble(tools, SMALL)).rejects.toMatchObject({ code: 'NAME_COLLISION' });
    const renamed = await assemble(tools, { ...SMALL, names: { search: 'find_tools' } });
    expect(namesOf(renamed.tools)).toEqual(['find_tools', 'tool_describe', 'tool_call']);
    expect(renamed.prompt).not.toContain('tool_search');
  });
});

describe('assemble in directory mode', () => {
  const directory = { ...SMALL, settings: { mode: 'directory' } } as const;

  it('lists what there is in the prompt and shows what the turn asks for', async () => {
    const tools = [...makeEntries(60), makeEntry('open_tab', 'client')];
    const assembly = await assemble(tools, { ...directory, required: ['files__tool_0005'] });
    expect(namesOf(assembly.tools)).toEqual(['open_tab', ...BRIDGE, 'files__tool_0005']);
    expect(assembly.prompt).toContain('tool_0004');
    expect(assembly).toMatchObject({ mode: 'directory', deferred: 59, hydrated: ['mcp:files:tool_0005'] });
    expect(assembly.directory?.total).toBe(60);
  });

  it('keeps what it showed before, so that the tools change only when something comes', async () => {
    const tools = makeEntries(60);
    const first = await assemble(tools, { ...directory, required: ['files__tool_0005'] });
    const same = await assemble(tools, { ...directory, previous: first });
    expect(same.hash).toBe(first.hash);
    const more = await assemble(tools, { ...directory, previous: same, required: ['files__tool_0006'] });
    expect(more.changes).toMatchObject({ invalidatesPromptCache: true, causes: ['hydration'] });
    expect(more.hydrated).toHaveLength(2);
  });

  it('refuses a client tool whose name the catalog has, and names both', async () => {
    const tools = [...makeEntries(60), makeEntry('files__tool_0001', 'client')];
    const collision = assemble(tools, directory);
    await expect(collision).rejects.toMatchObject({ code: 'NAME_COLLISION' });
    await expect(collision).rejects.toThrow(/client::files__tool_0001.*mcp:files:tool_0001/);
    expect((await assemble(tools, SMALL)).bridged).toBe(true);
  });
});

describe('what an assembly remembers', () => {
  it('recognises the same objects and equal fresh ones as unchanged', async () => {
    const tools = makeEntries(60);
    const first = await assemble(tools, SMALL);
    const again = await assemble([...tools], { ...SMALL, previous: first });
    expect(again.tools).toBe(first.tools);
    expect(again.authorized).toBe(first.authorized);
    const fresh = await assemble(makeEntries(60), { ...SMALL, previous: again });
    expect(fresh.authorized).toBe(first.authorized);
    expect(fresh.changes).toEqual({
      compared: true,
      added: [],
      removed: [],
      altered: [],
      invalidatesPromptCache: false,
      causes: [],
    });
  });

  it('reports a changed definition by id', async () => {
    const first = await assemble(makeEntries(60), SMALL);
    const tools = makeEntries(60);
    tools[7] = { ...tools[7]!, definition: { ...tools[7]!.definition, description: 'Another one.' } };
    const { changes } = await assemble([...tools, makeEntry('new')], { ...SMALL, previous: first });
    expect(changes).toMatchObject({ added: ['mcp:files:new'], removed: [], altered: ['mcp:files:tool_0007'] });
    expect(changes.causes).toEqual(['toolset']);
  });

  it('sees a new order where the array is passed through', async () => {
    const tools = makeEntries(20);
    const first = await assemble(tools, LARGE);
    const { changes } = await assemble([...tools].reverse(), { ...LARGE, previous: first });
    expect(changes).toMatchObject({ added: [], invalidatesPromptCache: true, causes: ['order'] });
  });

  it('freezes definitions on entry, all the way down, so that a change in place throws', async () => {
    const [entry] = makeEntries(1);
    const schema = entry!.definition.inputSchema as { properties: { path: { type: string } }; required: string[] };
    Object.freeze(entry!.definition);
    await assemble([entry!], LARGE);
    expect(() => {
      schema.properties.path.type = 'number';
    }).toThrow(TypeError);
    expect(() => schema.required.push('depth')).toThrow(TypeError);
    expect(() => {
      (entry as { catalogMode?: string }).catalogMode = 'direct-only';
    }).toThrow(TypeError);
  });

  it('sees a change in what cannot be frozen', async () => {
    let description = 'First.';
    const live: ToolEntry = {
      source: { kind: 'mcp', name: 'live' },
      definition: {
        name: 'live',
        get description() {
          return description;
        },
      },
    };
    const first = await assemble([live], LARGE);
    description = 'Second.';
    const second = await assemble([live], { ...LARGE, previous: first });
    expect(second.changes).toMatchObject({ altered: ['mcp:live:live'], invalidatesPromptCache: true });
    expect(second.tools[0]).toBe(live);
  });

  it('takes definitions that hold themselves', async () => {
    const circular: Record<string, unknown> = { type: 'object' };
    circular.self = circular;
    const { seal } = await import('./seal.ts');
    expect(seal({ circular })).toBe(true);
    expect(Object.isFrozen(circular)).toBe(true);
  });

  it('lets no tool pass for another of the same name', async () => {
    const one = makeEntry('same', 'mcp', 'a');
    const other = makeEntry('same', 'mcp', 'b');
    const { authorized } = await assemble([one, other, makeEntry('same', 'mcp', 'a')], LARGE);
    expect(authorized.tools.map(({ id }) => id)).toEqual(['mcp:a:same', 'mcp:b:same']);
  });
});
