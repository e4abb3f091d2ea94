import { describe, expect, it } from 'vitest';
import { createBuiltInEmbedder } from '../../src/backends/index.ts';
import { type CallContext, createCallPath, type RawToolResult, toCallFailure } from '../../src/calling/index.ts';
import {
  bridgeInstructions,
  bridgeTools,
  buildDirectory,
  callByName,
  chooseHydrated,
  createBridge,
  findNameCollisions,
  nameCollisionError,
  type SearchAnswer,
} from '../../src/disclosure/index.ts';
import { createMemoryBackend } from '../../src/retrieval/index.ts';
import { type Catalog, createCatalog, type SourceKind, type Tool, type ToolEntry } from '../../src/tools/index.ts';

/**
 * Probes about what the model sees besides the search, and about calls under a tool's own name. The numbers are those
 * of the list that `search.test.ts` speaks of.
 */
const tool = (server: string, name: string, more: Partial<ToolEntry['definition']> = {}): ToolEntry => ({
  source: { kind: 'mcp', name: server },
  definition: { name, ...more },
});
const of = (kind: SourceKind, server: string, name: string): ToolEntry => ({
  source: { kind, name: server },
  definition: { name },
});
const text = (word: string): RawToolResult => ({ content: [{ type: 'text', text: word }] });
const ISSUE = {
  description: 'Create an issue in a repository.',
  annotations: { readOnlyHint: false },
  inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
};

function bridgeOver(
  execute: (tool: Tool, args: unknown, context: CallContext) => Promise<RawToolResult> = async ({ id }) => text(id),
  bridgeNames: readonly string[] = ['tool_search', 'tool_describe', 'tool_call'],
) {
  const ran: string[] = [];
  const callPath = createCallPath({
    execute: (one, args, context) => {
      ran.push(one.id);
      return execute(one, args, context);
    },
    bridgeNames,
  });
  return { ran, callPath, bridge: createBridge({ defaultLimit: 5, maxLimit: 20, callPath }) };
}

describe('21: a listing with room for few', () => {
  it('has each of 30 servers with its count, and never starves the late ones', () => {
    const catalog = createCatalog(
      Array.from({ length: 900 }, (_, index) => tool(`space_${String(index % 30).padStart(2, '0')}`, `act_${index}`)),
    );
    const { text: directory, tokens } = buildDirectory(catalog, { maxTokens: 700 });
    expect(tokens).toBeLessThanOrEqual(700);
    const listed = Array.from({ length: 30 }, (_, index) => {
      const name = `space_${String(index).padStart(2, '0')}`;
      expect(directory).toContain(`${name} (30)`);
      return directory.split(`${name}__act_`).length - 1;
    });
    expect(Math.max(...listed) - Math.min(...listed)).toBeLessThanOrEqual(1);
  });
});

describe('25: a bridge under other names', () => {
  it('leaves no usual name in anything that a model reads', async () => {
    const names = { search: 'find_tool', describe: 'explain_tool', call: 'run_tool' };
    const catalog = createCatalog([tool('git', 'create_issue', ISSUE)]);
    const { bridge } = bridgeOver(undefined, Object.values(names));
    const failures = await Promise.all(
      [{ name: 'run_tool' }, { name: 'nothing' }, { name: 'create_issue', arguments: { title: 1 } }, {}].map((input) =>
        bridge.call(catalog, input).catch(toCallFailure),
      ),
    );
    const read = JSON.stringify([
      bridgeTools(catalog, names),
      bridgeInstructions(names),
      buildDirectory(catalog, { names }).text,
      await bridge.search(catalog, { query: 'create issue' }),
      await bridge.search(catalog, { query: 'transplant a kidney' }),
      failures,
    ]);
    expect(read).toContain('run_tool');
    expect(read).not.toMatch(/tool_(search|describe|call)/);
  });
});

describe('26: a visible tool through the bridge', () => {
  it('runs under its own name, and the search says that it is there already', async () => {
    const catalog = createCatalog([
      tool('git', 'create_issue', ISSUE),
      tool('git', 'close_issue', { description: 'Close an issue.' }),
    ]);
    const { bridge, ran } = bridgeOver();
    const isExposed = ({ originalName }: Tool) => originalName === 'create_issue';
    const { hits } = (await bridge.search(catalog, { query: 'issue' }, { isExposed })) as SearchAnswer;
    expect(hits.map(({ name, exposed }) => [name, exposed === true]).sort()).toEqual([
      ['git__close_issue', false],
      ['git__create_issue', true],
    ]);
    await bridge.call(catalog, { name: 'git__create_issue', arguments: { title: 'a' } });
    expect(ran).toEqual(['mcp:git:create_issue']);
  });
});

describe('27: a hidden tool called by its own name', () => {
  it('runs with good arguments, and answers bad ones with what it takes', async () => {
    const catalog = createCatalog([tool('git', 'create_issue', ISSUE)]);
    const { callPath, ran } = bridgeOver();
    expect(await callByName(catalog, callPath, { name: 'git__create_issue', arguments: { title: 'a' } })).toEqual(
      text('mcp:git:create_issue'),
    );
    const bad = callByName(catalog, callPath, { name: 'git__create_issue', arguments: { headline: 'a' } });
    const failure = await bad.catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'INVALID_ARGUMENTS', ran: false });
    expect(JSON.stringify(failure)).toContain('{ title: string }');
    expect(ran).toHaveLength(1);
  });
});

describe('29: reading together and cutting sentences', () => {
  it('runs two read-only tools at the same time', async () => {
    const catalog = createCatalog(
      ['a', 'b'].map((name) => tool('docs', name, { annotations: { readOnlyHint: true } })),
    );
    const started: string[] = [];
    let release: () => void = () => {};
    const bothStarted = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { bridge } = bridgeOver(async ({ id }) => {
      started.push(id);
      if (started.length === 2) release();
      await bothStarted;
      return text(id);
    });
    // One after the other, the first would wait for ever.
    await Promise.all(['a', 'b'].map((name) => bridge.call(catalog, { name })));
    expect(started.sort()).toEqual(['mcp:docs:a', 'mcp:docs:b']);
  });

  it('takes the whole first sentence, whatever stops stand in it', () => {
    const descriptions = [
      'Reads pages, e.g. of a wiki at v1.2. Then more.',
      '读取页面。然后更多。',
      'Reads example.com. More.',
    ];
    const catalog = createCatalog(descriptions.map((description, index) => tool('docs', `t${index}`, { description })));
    const { text: directory } = buildDirectory(catalog);
    expect([...directory.matchAll(/^- \w+ "(.*)"$/gm)].map((match) => match[1])).toEqual([
      'Reads pages, e.g. of a wiki at v1.2',
      '读取页面',
      'Reads example.com',
    ]);
  });
});

describe('30: a search and a call in one batch', () => {
  it('do not wait for each other: the call is checked and run for itself', async () => {
    const catalog = createCatalog([tool('git', 'create_issue', ISSUE)]);
    const { bridge, ran } = bridgeOver();
    for (let turn = 0; turn < 5; turn++) {
      const call = { name: 'create_issue', arguments: { title: 'a' } };
      const [answer, result, refused] = await Promise.all([
        bridge.search(catalog, { query: 'create issue' }),
        bridge.call(catalog, call),
        bridge.call(catalog, { ...call, arguments: {} }).catch(toCallFailure),
      ]);
      expect((answer as SearchAnswer).hits[0]!.name).toBe('git__create_issue');
      expect(result).toEqual(text('mcp:git:create_issue'));
      expect(refused).toMatchObject({ code: 'INVALID_ARGUMENTS', ran: false });
    }
    expect(ran).toHaveLength(5);
  });
});

describe('53: a server named like something else', () => {
  const catalog: Catalog = createCatalog([
    of('core', 'memory', 'save_note'),
    tool('memory', 'save_note', { description: 'Save a note.' }),
    tool('tool_search', 'find', { description: 'Find a document.' }),
    tool('create_issue', 'create_issue', ISSUE),
    tool('git', 'tool_call', { description: 'Call somebody.' }),
  ]);

  it('is listed, found and called', async () => {
    const { bridge, ran } = bridgeOver();
    const { text: directory } = buildDirectory(catalog);
    for (const { id, name, directOnly } of catalog.tools) {
      expect(directOnly).toBe(false);
      expect(directory).toContain(name);
      const { hits } = (await bridge.search(catalog, { query: name })) as SearchAnswer;
      expect(hits[0]).toMatchObject({ id, sure: 'exact' });
      await bridge.call(catalog, { name, arguments: { title: 'a' } });
    }
    expect(ran.sort()).toEqual(catalog.tools.map(({ id }) => id));
  });

  it('is an error that names both where one name would mean two tools', () => {
    const { tools } = createCatalog([of('client', 'app', 'memory__save_note'), tool('memory', 'save_note')]);
    const { code, message } = nameCollisionError(findNameCollisions(tools));
    expect(code).toBe('NAME_COLLISION');
    expect(message).toContain('client:app:memory__save_note');
    expect(message).toContain('mcp:memory:save_note');
  });
});

describe('54: names that look like another source’s', () => {
  it('count by the recorded source, never by their spelling', async () => {
    const catalog = createCatalog([
      of('core', '', 'mcp__github__read_file'),
      tool('files', 'read_file', { description: 'Read a file.' }),
      tool('mcp', 'core_edit', { description: 'Edit a file.' }),
    ]);
    expect(buildDirectory(catalog).text.match(/^.* \(1\):$/gm)).toEqual(['built in (1):', 'files (1):', 'mcp (1):']);
    const named = await chooseHydrated(catalog, createMemoryBackend(catalog), 'mcp__github__read_file');
    expect(named.map(({ id }) => id)).toEqual(['core::mcp__github__read_file']);
  });
});

describe('schemas shown for a turn', () => {
  const catalog = createCatalog([
    tool('github', 'create_issue', ISSUE),
    tool('calendar', 'create_event', { description: 'Create an event in a calendar.' }),
    tool('weather', 'forecast', { description: 'Weather forecast of a city.' }),
  ]);
  const backend = createMemoryBackend(catalog, { embedder: createBuiltInEmbedder() });
  const shown = async (request: string) => (await chooseHydrated(catalog, backend, request)).map(({ name }) => name);

  it('are those that the request means, in any language, and none where nothing fits', async () => {
    expect(await shown('what is the weather forecast for Oslo?')).toEqual(['weather__forecast']);
    expect(await shown('какая погода будет завтра в Осло?')).toEqual(['weather__forecast']);
    expect(await shown('transplant a kidney')).toEqual([]);
  });
});
