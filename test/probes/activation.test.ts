import { describe, expect, it } from 'vitest';
import { createCallPath } from '../../src/calling/index.ts';
import {
  type Assembly,
  type AssemblyContext,
  assemble,
  createBridge,
  type SearchAnswer,
  type ToolSearchSettings,
} from '../../src/disclosure/index.ts';
import { parseConfig } from '../../src/gateway/index.ts';
import type { SourceKind, ToolEntry } from '../../src/tools/index.ts';

/** Probes 4 to 12 and 36 to 43 of the list that search.test.ts tells of. Each builds requests as a host does. */
const entry = (kind: SourceKind, source: string, name: string, description = `Does ${name}.`): ToolEntry => ({
  source: { kind, name: source },
  definition: {
    name,
    description,
    inputSchema: { type: 'object', properties: { value: { type: 'string', description: `What ${name} is given.` } } },
  },
});

const server = (name: string, count: number): ToolEntry[] =>
  Array.from({ length: count }, (_, i) => entry('mcp', name, `${name}_tool_${String(i).padStart(3, '0')}`));

const CORE = [entry('core', '', 'read_file'), entry('core', '', 'write_file')];
const MODES: readonly ToolSearchSettings['mode'][] = ['tools', 'directory', 'code'];
const FAMILIES: readonly ToolSearchSettings['family'][] = ['default', 'bridge', 'mode'];

const namesOf = ({ tools }: Assembly): string[] => tools.map(({ definition }) => definition.name);

function openBridge() {
  const ran: string[] = [];
  const bridge = createBridge({
    defaultLimit: 5,
    maxLimit: 20,
    callPath: createCallPath({
      execute: async ({ id }) => {
        ran.push(id);
        return { content: [] };
      },
    }),
  });
  return { bridge, ran };
}

describe('tools said not to exist', () => {
  it('4: whatever is hidden, a way to it is in the request', async () => {
    const tools = [...server('ops', 60), ...CORE, entry('client', '', 'open_tab')];
    let bridged = 0;
    for (const family of FAMILIES) {
      for (const mode of MODES) {
        for (const enabled of ['auto', 'on', 'off'] as const) {
          for (const codeMode of [undefined, { available: () => true }, { available: () => false }]) {
            const settings = { family, mode, enabled };
            const context: AssemblyContext = { settings, window: 8_000, ...(codeMode && { codeMode }) };
            const assembly = await assemble(tools, context);
            const names = namesOf(assembly);
            const ways =
              assembly.mode === 'code' ? ['tool_search_code'] : ['tool_search', 'tool_describe', 'tool_call'];
            if (assembly.deferred > 0) expect(names).toEqual(expect.arrayContaining(ways));
            else expect(assembly.tools).toBe(tools);
            // Under `off` nothing may be missing; nowhere may anything be lost.
            expect(assembly.deferred + names.length).toBe(tools.length + (assembly.bridged ? ways.length : 0));
            bridged += Number(assembly.bridged);
          }
        }
      }
    }
    expect(bridged).toBe(54);
  });

  it('5: a server that connects after the first search is found by the next one, under a new epoch', async () => {
    const { bridge } = openBridge();
    const first = await assemble(server('ops', 60), { window: 8_000 });
    const late = entry('mcp', 'mail', 'send_mail', 'Send an e-mail to somebody.');
    const next = await assemble([...server('ops', 60), late], { window: 8_000, previous: first });
    expect(next.catalog.epoch).not.toBe(first.catalog.epoch);
    const answer = (await bridge.search(next.catalog, { query: 'send an e-mail' })) as SearchAnswer;
    expect(answer.hits[0]?.id).toBe('mcp:mail:send_mail');
    expect(next.changes).toMatchObject({ added: ['mcp:mail:send_mail'], causes: ['toolset'] });
  });

  it('8: nothing depends on what the conversation still holds', async () => {
    const { bridge, ran } = openBridge();
    const tools = server('ops', 60);
    const before = await assemble(tools, { window: 8_000 });
    bridge.describe(before.catalog, { names: ['ops_tool_001', 'ops_tool_002', 'ops_tool_003'] });
    // Compaction: the host keeps a summary, and not even the assembly.
    const after = await assemble(tools, { window: 8_000 });
    expect(after.hash).toBe(before.hash);
    await bridge.call(after.authorized, { name: 'ops_tool_002', arguments: {} });
    expect(ran).toEqual(['mcp:ops:ops_tool_002']);
  });

  it('10: each hidden tool is the first hit for its exact name, built-in ones too', async () => {
    const { bridge } = openBridge();
    const { catalog, isExposed } = await assemble([...server('ops', 30), ...CORE], { settings: { family: 'mode' } });
    const hidden = catalog.tools.filter((tool) => !isExposed(tool));
    expect(hidden).toHaveLength(32);
    for (const { name, id } of hidden) {
      const answer = (await bridge.search(catalog, { query: name })) as SearchAnswer;
      expect(answer).toMatchObject({ verdict: 'exact', hits: [{ id }] });
    }
  });

  it('11: a tool marked direct-only is always in the request and never in the catalog', async () => {
    const direct: ToolEntry = { ...entry('plugin', 'platform', 'show_result'), catalogMode: 'direct-only' };
    const tools = [...server('ops', 60), direct];
    for (const family of FAMILIES) {
      for (const mode of MODES) {
        for (const enabled of ['auto', 'on', 'off'] as const) {
          const assembly = await assemble(tools, { settings: { family, mode, enabled }, window: 8_000 });
          const shown = assembly.tools.filter(({ definition }) => definition.name.endsWith('show_result'));
          expect(shown).toHaveLength(1);
          expect(assembly.catalog.tools.some(({ directOnly }) => directOnly)).toBe(false);
          expect(assembly.authorized.resolve('show_result').kind).toBe('found');
        }
      }
    }
  });

  it('12: tools of every kind of source are found, by name and by meaning', async () => {
    const { bridge } = openBridge();
    const kinds = {
      core: ['rotate_picture', 'Turn a picture around by ninety degrees.'],
      plugin: ['draw_diagram', 'Draw a diagram of boxes and arrows.'],
      mcp: ['book_flight', 'Book a flight between two airports.'],
      client: ['open_tab', 'Open a web page in a new tab.'],
      openapi: ['list_pets', 'List all animals of the shop.'],
    } as const;
    const tools = Object.entries(kinds).map(([kind, [name, description]]) =>
      entry(kind as SourceKind, 'src', name, description),
    );
    const { catalog } = await assemble([...tools, ...server('ops', 30)], { settings: { family: 'mode' } });
    for (const [kind, [name, description]] of Object.entries(kinds)) {
      for (const query of [name, description.split(' ').slice(0, 4).join(' ')]) {
        const answer = (await bridge.search(catalog, { query })) as SearchAnswer;
        expect(answer.hits[0]?.id, query).toBe(`${kind}:src:${name}`);
      }
    }
  });
});

describe('requests and their bytes', () => {
  const TOOLS = [...server('ops', 60), ...CORE];

  it('36: a request of another kind in the same turn has the same tools, byte for byte', async () => {
    const turn = await assemble(TOOLS, { window: 128_000, settings: { thresholdTokens: 1_000 } });
    const compaction = await assemble([...TOOLS].reverse(), { window: 128_000, settings: { thresholdTokens: 1_000 } });
    expect(turn.bridged).toBe(true);
    expect(JSON.stringify(compaction.tools)).toBe(JSON.stringify(turn.tools));
  });

  it.each(MODES.flatMap((mode) => FAMILIES.map((family) => ({ mode, family }))))(
    'are equal for the same tools in any order, in the mode $mode of the family $family',
    async ({ mode, family }) => {
      const list = [...TOOLS, ...server('mail', 20), entry('client', 'app', 'open_tab')];
      const context: AssemblyContext = {
        window: 8_000,
        settings: { mode, family },
        pinned: ['ops_tool_009'],
        frequent: ['ops__ops_tool_004'],
        codeMode: { available: () => true },
        ...(mode === 'directory' ? { request: 'use mail_tool_003', required: ['ops_tool_007', 'ops_tool_001'] } : {}),
      };
      const first = await assemble(list, context);
      expect(first.mode).toBe(mode);
      if (mode === 'directory') expect(first.hydrated).toHaveLength(3);
      // Fresh objects in other orders: nothing may be recognised by identity or place.
      for (const step of [7, 19, 50]) {
        const shuffled = list.map((_, index) => structuredClone(list[(index * step) % list.length]!));
        expect(new Set(shuffled.map(({ definition }) => definition.name)).size).toBe(list.length);
        const other = await assemble(shuffled, context);
        expect(JSON.stringify(other.tools.map(({ definition }) => definition))).toBe(
          JSON.stringify(first.tools.map(({ definition }) => definition)),
        );
        expect(other.prompt).toBe(first.prompt);
        expect(other.hash).toBe(first.hash);
      }
    },
  );

  it('37: no tool is both hidden and visible, and none is sent twice', async () => {
    for (const mode of ['tools', 'directory'] as const) {
      const assembly = await assemble([...TOOLS, ...TOOLS], {
        window: 8_000,
        settings: { mode },
        pinned: ['ops_tool_001'],
        frequent: ['ops_tool_001', 'ops__ops_tool_002'],
        ...(mode === 'directory' ? { required: ['ops_tool_001', 'ops_tool_003'] } : {}),
      });
      const names = namesOf(assembly);
      expect(new Set(names).size).toBe(names.length);
      const hidden = assembly.catalog.tools.filter((tool) => !assembly.isExposed(tool)).map(({ name }) => name);
      expect(names.filter((name) => hidden.includes(name))).toEqual([]);
      expect(hidden).toHaveLength(assembly.deferred);
    }
  });

  it('41: tools and system prompt hash to one value over ten turns with five tools loaded', async () => {
    const { bridge, ran } = openBridge();
    for (const [mode, codeMode] of [
      ['tools', false],
      ['directory', false],
      ['code', false],
      ['code', true],
    ] as const) {
      const hashes = new Set<string>();
      let previous: Assembly | undefined;
      for (let turn = 0; turn < 10; turn++) {
        // A host builds its list anew each turn, in whatever order its servers answer.
        const list = [...server('ops', 60), ...CORE];
        const tools = turn % 2 === 0 ? list : list.reverse();
        const assembly: Assembly = await assemble(tools, {
          window: 8_000,
          settings: { mode },
          frequent: [`ops__ops_tool_00${turn % 3}`],
          // What the first turn needs stays; a later one that names nothing changes nothing.
          ...(mode === 'directory' ? { request: turn === 0 ? 'use ops_tool_042' : 'go on' } : {}),
          codeMode: { available: () => codeMode },
          ...(previous && { previous }),
        });
        if (turn % 2 === 1) {
          bridge.describe(assembly.catalog, { name: `ops_tool_01${turn}` });
          await bridge.call(assembly.authorized, { name: `ops_tool_01${turn}`, arguments: {} });
        }
        hashes.add(assembly.hash);
        expect(assembly.mode).toBe(mode === 'code' && !codeMode ? 'tools' : mode);
        expect(assembly.hydrated).toHaveLength(mode === 'directory' ? 1 : 0);
        if (previous !== undefined) expect(assembly.changes.invalidatesPromptCache).toBe(false);
        previous = assembly;
      }
      expect(hashes.size).toBe(1);
    }
    expect(ran).toHaveLength(20);
  });

  it('42: twenty turns over ten thousand unchanged tools read them once', async () => {
    const tools = server('ops', 10_000);
    const first = await assemble(tools, { window: 200_000 });
    for (let turn = 0; turn < 20; turn++) {
      const next = await assemble([...tools], { window: 200_000, previous: first });
      expect(next.authorized).toBe(first.authorized);
      expect(next.tools).toBe(first.tools);
    }
  });
});

describe('the threshold', () => {
  it('38: two hundred tools that arrive after the start count at the next request', async () => {
    const start = await assemble([], { window: 200_000, settings: { thresholdTokens: 5_000 } });
    expect(start.bridged).toBe(false);
    const next = await assemble(server('ops', 200), {
      window: 200_000,
      settings: { thresholdTokens: 5_000 },
      previous: start,
    });
    expect(next).toMatchObject({ bridged: true, deferred: 200 });
  });

  it('39: sixty thousand tokens are hidden whatever the window; the share alone never would in a million', async () => {
    const tools = server('ops', 1_200);
    for (const window of [200_000, 1_000_000, undefined]) {
      const assembly = await assemble(tools, window === undefined ? {} : { window });
      expect(assembly.activation.weighed.deferrableTokens).toBeGreaterThan(50_000);
      expect(assembly.bridged).toBe(true);
    }
    const share = await assemble(tools, { window: 1_000_000, settings: { family: 'bridge' } });
    expect(share.bridged).toBe(false);
    expect(share.activation.warnings.map(({ code }) => code)).toContain('threshold-out-of-reach');
  });

  it('40: a measure that saws around the limit flips the tools once', async () => {
    const tools = server('ops', 100);
    const { deferrableTokens } = (await assemble(tools, { window: 8_000 })).activation.weighed;
    // 9.6, 10.4, 9.6, … percent of the window: the model is the same, what is left of its window is not.
    const windows = [9.6, 10.4, 9.6, 10.4, 9.6, 10.4].map((pct) => Math.round((100 * deferrableTokens) / pct));
    let previous: Assembly | undefined;
    const seen: boolean[] = [];
    for (const window of windows) {
      previous = await assemble(tools, { window, ...(previous && { previous }) });
      seen.push(previous.bridged);
    }
    expect(seen).toEqual([false, true, true, true, true, true]);
    expect(previous!.activation.reason).toBe('over-limit');
    const low = await assemble(tools, { window: windows[0]!, previous: previous! });
    expect(low.activation.reason).toBe('held');
  });

  it('43: null, NaN, texts and negative numbers are named or clamped, and never switch the search off unsaid', async () => {
    const tools = server('ops', 60);
    const keys = ['thresholdPct', 'thresholdTokens', 'searchDefaultLimit', 'maxSearchLimit', 'codeTimeoutMs'] as const;
    for (const key of keys) {
      for (const value of [null, Number.NaN, '10', {}]) {
        if (key === 'thresholdTokens' && value === null) continue;
        const settings = { [key]: value } as unknown as Partial<ToolSearchSettings>;
        await expect(assemble(tools, { settings }), `${key} ${String(value)}`).rejects.toThrow(key);
      }
      const negative = await assemble(tools, { settings: { [key]: -5 }, window: 8_000 });
      expect(negative.bridged).toBe(true);
      expect(negative.warnings.join(' ')).toContain(`${key} is -5`);
    }
    for (const enabled of [null, Number.NaN, 'yes', 1, {}]) {
      const settings = { enabled } as unknown as Partial<ToolSearchSettings>;
      await expect(assemble(tools, { settings })).rejects.toThrow('enabled');
      const text = JSON.stringify({ tools: { tool_search: { enabled } } });
      const environment = { platform: 'linux', home: '/home/ada', cwd: '/project', env: {} } as const;
      await expect(parseConfig(text, { path: '/project/toolscout.json', environment })).rejects.toThrow('enabled');
    }
  });
});
