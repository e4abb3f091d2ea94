import { describe, expect, it } from 'vitest';
import { createCallPath } from '../../calling/index.ts';
import { ToolscoutError } from '../../errors.ts';
import { loadTokenCounter } from '../../tokens/index.ts';
import { type Catalog, createCatalog, type ToolEntry } from '../../tools/index.ts';
import { totalTokens } from '../activation/index.ts';
import { createBridge } from '../bridge/bridge.ts';
import { codeTool, PROFILES, type ProfileId, withProfile } from './index.ts';

const CATALOG = createCatalog([
  {
    source: { kind: 'mcp', name: 'calendar' },
    definition: {
      name: 'create_event',
      title: 'New event',
      description: 'Create an event in one calendar.',
      inputSchema: {
        type: 'object',
        properties: { summary: { type: 'string' }, start: { type: 'string' } },
        required: ['summary'],
      },
      outputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    },
  },
  { source: { kind: 'plugin', name: 'charts' }, definition: { name: 'draw_chart', description: 'Draw a bar chart.' } },
  { source: { kind: 'client', name: '' }, definition: { name: 'open_tab', description: 'Open a browser tab.' } },
]);

const RESULT = { content: [{ type: 'text', text: 'done' }] };

function open(id: ProfileId) {
  const ran: unknown[] = [];
  const callPath = createCallPath({
    execute: async (tool, args) => {
      ran.push([tool.id, args]);
      return RESULT;
    },
    bridgeNames: ['tool_call'],
  });
  const bridge = withProfile(createBridge({ defaultLimit: 5, maxLimit: 20, callPath }), PROFILES[id]);
  return { bridge, ran };
}

const EVERY = Object.keys(PROFILES) as ProfileId[];

/** Many servers, with names of every script and length. */
const crowded = (): Catalog =>
  createCatalog(
    Array.from(
      { length: 400 },
      (_, i): ToolEntry => ({
        source: {
          kind: 'mcp',
          name: `${['сервер задач', '数据库连接服务', 'server-of-many-words', 'ドライブ'][i % 4]}-${i}`,
        },
        definition: { name: `tool_${i}` },
      }),
    ),
  );

describe.each(EVERY)('the bridge of the profile %s', (id) => {
  it('takes at most 300 tokens, whatever the servers are called, and says how many tools it stands for', async () => {
    const counter = await loadTokenCounter();
    expect(counter.exact).toBe(true);
    for (const catalog of [CATALOG, crowded()]) {
      const definitions = PROFILES[id].definitions(catalog.tools, PROFILES[id].names);
      expect(totalTokens(definitions, counter)).toBeLessThanOrEqual(300);
      expect(definitions[0]!.description).toContain(`${catalog.tools.length} tools`);
    }
  });

  it('bears the names that it is given and no other', () => {
    const names = { search: 'find', describe: 'explain', call: 'dispatch_action' };
    const text = JSON.stringify(PROFILES[id].definitions(CATALOG.tools, names));
    expect(text).not.toMatch(/tool_search|tool_describe|tool_call/);
    expect(text).toContain('dispatch_action');
  });

  it('runs a call in the spelling of every family', async () => {
    const { bridge, ran } = open(id);
    const args = { summary: 'x' };
    for (const input of [
      { name: 'calendar__create_event', arguments: args },
      { name: 'mcp_calendar_create_event', arguments: args },
      { id: 'mcp:calendar:create_event', args },
      { toolId: 'mcp:calendar:create_event', input: args },
      { tool_name: 'create_event', arguments: args },
      { calls: [{ name: 'create_event', arguments: args }] },
      { calls: { name: 'create_event', arguments: args } },
      { calls: JSON.stringify([{ name: 'create_event', arguments: args }]) },
    ]) {
      await bridge.call(CATALOG, input);
    }
    expect(ran).toEqual(Array.from({ length: 8 }, () => ['mcp:calendar:create_event', args]));
  });

  it('searches in the spelling of every family', async () => {
    const { bridge } = open(id);
    for (const input of [
      { query: 'create an event', limit: 1 },
      { query: 'create an event', max_results: 1 },
      { query: 'create an event', type: 'all', maxResults: 1 },
      { query: 'create an event', options: { limit: 1 } },
      { queries: [{ query: 'create an event', limit: 1 }] },
      { queries: 'create an event', limit: '1' },
      { query: 'select:create_event' },
      { query: '+event create' },
    ]) {
      const text = JSON.stringify(await bridge.search(CATALOG, input));
      expect(text, JSON.stringify(input)).toContain('calendar__create_event');
      expect(text, JSON.stringify(input)).not.toContain('draw_chart');
    }
  });

  it('refuses several calls in one, and runs none of them', async () => {
    const { bridge, ran } = open(id);
    const calls = [{ name: 'open_tab' }, { name: 'draw_chart' }];
    await expect(bridge.call(CATALOG, { calls })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(ran).toEqual([]);
  });
});

describe('the profile toolscout', () => {
  const { bridge } = open('toolscout');

  it('describes what there is of several names, and says which mean nothing and what is near them', async () => {
    expect(await bridge.describe(CATALOG, { names: ['draw_chart', 'creat_event', 'open_tab'] })).toMatchObject({
      tools: [{ name: 'charts__draw_chart' }, { name: 'open_tab' }],
      missing: [{ name: 'creat_event', similar: ['calendar__create_event'] }],
    });
    expect(await bridge.describe(CATALOG, { names: ['draw_chart'] })).not.toHaveProperty('missing');
    await expect(bridge.describe(CATALOG, { names: ['nothing_like_it', 'nor_this'] })).rejects.toMatchObject({
      code: 'UNKNOWN_TOOL',
      message: expect.stringContaining('nothing_like_it'),
    });
  });
});

describe('the profile bridge', () => {
  const { bridge } = open('bridge');

  it('answers a search, a description and a call', async () => {
    expect(await bridge.search(CATALOG, { query: 'create an event' })).toEqual({
      query: 'create an event',
      total_available: 3,
      matches: [
        {
          name: 'calendar__create_event',
          source: 'mcp',
          source_name: 'calendar',
          description: 'Create an event in one calendar.',
        },
      ],
    });
    expect(await bridge.describe(CATALOG, { name: 'calendar__create_event' })).toEqual({
      name: 'calendar__create_event',
      description: 'Create an event in one calendar.',
      parameters: CATALOG.byName('calendar__create_event')!.inputSchema,
    });
    expect(await bridge.call(CATALOG, { name: 'draw_chart', arguments: {} })).toBe(RESULT);
  });

  it('names a plugin as such and everything else as other', async () => {
    const sources = async (query: string) => JSON.stringify(await bridge.search(CATALOG, { query }));
    expect(await sources('draw_chart')).toContain('"source":"plugin"');
    expect(await sources('open_tab')).toContain('"source":"other"');
  });

  it('tells of a failure in one text', async () => {
    const thrown = await bridge.call(CATALOG, { name: 'create_event', arguments: {} }).catch((error: unknown) => error);
    const failure = bridge.failure(CATALOG, thrown, { name: 'create_event' });
    expect(Object.keys(failure)).toEqual(['error']);
    expect(failure.error).toContain('summary');
    expect(failure.error).toContain('not run');
  });
});

describe('the profile bridge-batch', () => {
  const { bridge } = open('bridge-batch');

  it('answers several queries over one table of tools', async () => {
    const answer = await bridge.search(CATALOG, { queries: ['create an event', 'zebra unicycle'] });
    expect(answer).toMatchObject({
      queries: ['create an event', 'zebra unicycle'],
      total_available: 3,
      results: [
        { query: 'create an event', matches: ['calendar__create_event'] },
        {
          query: 'zebra unicycle',
          matches: [],
          available_sources: [
            { name: '', tool_count: 1 },
            { name: 'calendar', tool_count: 1 },
            { name: 'charts', tool_count: 1 },
          ],
          hint: expect.any(String),
        },
      ],
      tools: { calendar__create_event: { source: 'mcp', source_name: 'calendar', required: ['summary'] } },
    });
  });

  it('describes what there is and names what there is not', async () => {
    expect(await bridge.describe(CATALOG, { names: ['draw_chart', 'nothing_like_it'] })).toMatchObject({
      tools: { charts__draw_chart: { description: 'Draw a bar chart.' } },
      not_found: ['nothing_like_it'],
      hint: expect.any(String),
    });
  });

  it('shows the schema where arguments do not fit', async () => {
    const thrown = await bridge.call(CATALOG, { name: 'create_event', arguments: {} }).catch((error: unknown) => error);
    const failure = bridge.failure(CATALOG, thrown, { calls: [{ name: 'create_event', arguments: {} }] });
    expect(failure).toMatchObject({
      error: expect.stringContaining('summary'),
      path: expect.any(String),
      parameters: { required: ['summary'] },
      hint: expect.any(String),
    });
  });
});

describe('the profile mode', () => {
  const { bridge, ran } = open('mode');
  const hit = {
    id: 'mcp:calendar:create_event',
    source: 'mcp',
    sourceName: 'calendar',
    mcp: { server: 'calendar', tool: 'create_event' },
    name: 'calendar__create_event',
    label: 'New event',
    description: 'Create an event in one calendar.',
  };

  it('answers one query with a bare list, several with groups', async () => {
    const hits = (await bridge.search(CATALOG, { query: 'create an event' })) as unknown[];
    expect(hits).toEqual([
      { ...hit, input: expect.stringContaining('summary'), output: expect.stringContaining('id') },
    ]);
    expect(await bridge.search(CATALOG, { queries: [{ query: 'create an event' }, { query: 'zebra' }] })).toMatchObject(
      [
        { query: 'create an event', hits: [hit], truncated: false },
        { query: 'zebra', hits: [], truncated: false },
      ],
    );
  });

  it('describes a hit with its exact schemas', async () => {
    expect(await bridge.describe(CATALOG, { id: hit.id })).toMatchObject({
      ...hit,
      parameters: { required: ['summary'] },
      outputSchema: { properties: { id: { type: 'string' } } },
    });
  });

  it('answers a call with the tool that ran beside its result', async () => {
    const answer = await bridge.call(CATALOG, { id: hit.id, args: { summary: 'x' } });
    expect(answer).toMatchObject({ tool: hit, result: RESULT });
  });

  it('spells the ids of plugins its own way, and takes that spelling back', async () => {
    const [chart] = (await bridge.search(CATALOG, { query: 'draw_chart' })) as { id: string; source: string }[];
    expect(chart).toMatchObject({ id: 'openclaw:charts:draw_chart', source: 'openclaw' });
    ran.length = 0;
    await bridge.call(CATALOG, { id: chart!.id, args: {} });
    expect(ran).toEqual([['plugin:charts:draw_chart', {}]]);
    ran.length = 0;
    // Arguments under another word are not lost on the way from one spelling to the other.
    await bridge.call(CATALOG, { id: chart!.id, parameters: { kind: 'bar' } });
    expect(ran).toEqual([['plugin:charts:draw_chart', { kind: 'bar' }]]);
    expect(await bridge.describe(CATALOG, { id: chart!.id })).toMatchObject({ name: 'charts__draw_chart' });
  });

  it('has one tool for code', async () => {
    const { name, inputSchema } = codeTool(CATALOG.tools, PROFILES.mode);
    expect([name, inputSchema.required]).toEqual(['tool_search_code', ['code']]);
    const counter = await loadTokenCounter();
    for (const id of EVERY) {
      expect(totalTokens([codeTool(crowded().tools, PROFILES[id])], counter)).toBeLessThanOrEqual(400);
    }
  });
});

describe('the profile preselection', () => {
  const { bridge } = open('preselection');

  it('calls its search by its own name and takes a query, a type and a number', () => {
    const { names, definitions } = PROFILES.preselection;
    const [search] = definitions(CATALOG.tools, names);
    expect(search?.name).toBe('ToolSearch');
    expect(Object.keys(search?.inputSchema.properties as object)).toEqual(['query', 'type', 'maxResults']);
  });

  it('answers with a status and a count, also where nothing fits', async () => {
    expect(await bridge.search(CATALOG, { query: 'create an event', type: 'all', maxResults: 3 })).toEqual({
      status: 'completed',
      query: 'create an event',
      found: 1,
      tools: [
        {
          name: 'calendar__create_event',
          description: 'Create an event in one calendar.',
          source: 'mcp',
          capability: 'tool',
        },
      ],
    });
    expect(await bridge.search(CATALOG, { query: 'zebra unicycle', type: 'skill' })).toMatchObject({
      status: 'completed',
      query: 'zebra unicycle',
      found: 0,
      tools: [],
      reasoning: expect.any(String),
    });
  });

  it('tells of a failure by a code', async () => {
    const search = await bridge.search(CATALOG, {}).catch((error: unknown) => error);
    expect(bridge.failure(CATALOG, search)).toMatchObject({ status: 'failed', code: 'tool_search_invalid_arguments' });
    const unknown = await bridge.call(CATALOG, { name: 'nothing_like_it' }).catch((error: unknown) => error);
    expect(bridge.failure(CATALOG, unknown)).toMatchObject({ status: 'failed', code: 'unknown_tool' });
    const late = new ToolscoutError('LLM_TIMEOUT', 'The model is late.');
    expect(bridge.failure(CATALOG, late)).toMatchObject({ code: 'tool_search_model_timeout' });
  });
});
