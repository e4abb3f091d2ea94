import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compilePolicy,
  createCallPath,
  createTelemetry,
  createTelemetryCounters,
  layersOf,
  observeCalls,
  type PolicyBook,
} from '../../src/calling/index.ts';
import { assemble, createBridge, type SearchAnswer } from '../../src/disclosure/index.ts';
import { Gateway } from '../../src/gateway/index.ts';
import { createCatalog, type SourceKind, type ToolEntry } from '../../src/tools/index.ts';

const KINDS: readonly SourceKind[] = ['core', 'plugin', 'mcp', 'client', 'openapi'];

const entry = (kind: SourceKind, source: string, name: string, more: Partial<ToolEntry> = {}): ToolEntry => ({
  source: { kind, name: source },
  definition: { name, description: `Does ${name}.` },
  ...more,
});

/** What a turn may use, one step after the other. */
describe('the effective catalog of a turn', () => {
  const BOOK: PolicyBook = {
    all: {},
    agents: { writer: { deny: [{ server: 'denied-to-agent' }] } },
    profiles: { work: { deny: [{ server: 'denied-to-profile' }] } },
    sandboxes: { strict: { deny: [{ server: 'denied-to-sandbox' }] } },
    sessions: { s1: { deny: [{ server: 'denied-to-session' }] } },
    channels: { mail: { deny: [{ server: 'denied-to-channel' }], allow: ['*'] } },
  };
  const SCOPE = { agent: 'writer', profile: 'work', sandbox: 'strict', session: 's1', channel: 'mail' };
  const LAYERS = ['agent', 'profile', 'sandbox', 'session', 'channel'] as const;
  const ENTRIES: readonly ToolEntry[] = [
    ...LAYERS.flatMap((layer) => KINDS.map((kind) => entry(kind, `denied-to-${layer}`, `${kind}_of_${layer}`))),
    entry('core', '', 'read_file'),
    entry('plugin', 'charts', 'draw_chart'),
    entry('mcp', 'calendar', 'create_event'),
    entry('client', 'app', 'open_tab'),
    entry('plugin', 'charts', 'show_chart', { catalogMode: 'direct-only' }),
    entry('mcp', 'denied-to-agent', 'show_secret', { catalogMode: 'direct-only' }),
  ];

  it('loses what any one layer denies, of whatever source, and then sets direct-only tools aside', async () => {
    const gateway = new Gateway({ servers: [], entries: ENTRIES, policy: BOOK, session: SCOPE });
    const ids = [
      'client:app:open_tab',
      'core::read_file',
      'mcp:calendar:create_event',
      'plugin:charts:draw_chart',
      'plugin:charts:show_chart',
    ];
    expect(gateway.catalog().tools.map(({ id }) => id)).toEqual(ids);
    await gateway.close();

    const policy = compilePolicy(layersOf(BOOK, SCOPE));
    const allowed = ENTRIES.filter((one) => policy.allows(createCatalog([one]).tools[0]!));
    const assembly = await assemble(allowed, { settings: { enabled: 'on' } });
    expect(assembly.authorized.tools.map(({ id }) => id)).toEqual(ids);
    expect(assembly.catalog.tools.map(({ id }) => id)).toEqual(ids.filter((id) => !id.endsWith('show_chart')));
    expect(assembly.tools.map(({ definition }) => definition.name)).toEqual([
      'read_file',
      'charts__show_chart',
      'tool_search',
      'tool_describe',
      'tool_call',
    ]);
  });

  it.each(LAYERS)('cannot get back in the layer of the %s what another one denies', (layer) => {
    const greedy = Object.fromEntries(
      Object.entries({ agents: 'writer', profiles: 'work', sandboxes: 'strict', sessions: 's1', channels: 'mail' }).map(
        ([table, name]) => [table, { [name]: table === `${layer}s` || table === `${layer}es` ? {} : { deny: ['*'] } }],
      ),
    );
    const policy = compilePolicy(layersOf({ ...greedy, all: { allow: ['*'] } }, SCOPE));
    expect(createCatalog(ENTRIES).tools.filter((tool) => policy.allows(tool))).toEqual([]);
  });
});

describe('the names of tools', () => {
  const part = fc.oneof(
    fc.constantFrom('a', 'b', 'a__b', 'b__c', 'mcp__a', 'get.it', 'get-it', 'задача', '日历', 'x'.repeat(70)),
    fc.string({ minLength: 1, maxLength: 12 }),
  );
  const entries = fc.array(fc.tuple(fc.constantFrom(...KINDS), part, part), { minLength: 1, maxLength: 12 });

  it('lead back to their own tool, whatever tools stand together, and so do the ids', () => {
    fc.assert(
      fc.property(entries, (parts) => {
        const catalog = createCatalog(parts.map(([kind, source, name]) => entry(kind, source, name)));
        expect(new Set(catalog.tools.map(({ name }) => name)).size).toBe(catalog.tools.length);
        for (const tool of catalog.tools) {
          expect(tool.name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
          expect(catalog.byName(tool.name)).toBe(tool);
          expect(catalog.byId(tool.id)).toBe(tool);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('entries beside tools', () => {
  it('are found as what they are, skills and subagents too', async () => {
    const catalog = createCatalog([
      ...(['tool', 'skill', 'subagent'] as const).map((kind) =>
        entry('plugin', 'office', `review_${kind}`, { kind, id: `office/${kind}` }),
      ),
    ]);
    const bridge = createBridge({
      defaultLimit: 5,
      maxLimit: 20,
      callPath: createCallPath({ execute: async () => ({ content: [] }) }),
    });
    for (const kind of ['tool', 'skill', 'subagent']) {
      const answer = (await bridge.search(catalog, { query: `kind:${kind} review` })) as SearchAnswer;
      expect(answer.hits.map(({ id }) => id)).toEqual([`office/${kind}`]);
    }
  });
});

describe('the most used tools', () => {
  const TOOLS = Array.from({ length: 40 }, (_, i) => entry('mcp', 'ops', `tool_${String(i).padStart(2, '0')}`));

  it.each(['tools', 'directory', 'code'] as const)(
    'stay visible as telemetry counted them, the first five of them, in the mode %s',
    async (mode) => {
      const counters = createTelemetryCounters();
      const path = createCallPath({
        execute: async () => ({ content: [] }),
        observers: [observeCalls(createTelemetry({ sinks: [counters.sink] }))],
      });
      const catalog = createCatalog(TOOLS);
      for (const [index, { definition }] of TOOLS.slice(10, 17).entries()) {
        for (let times = 0; times < 8 - index; times++) {
          await path.call(catalog, { reference: definition.name, arguments: {} });
        }
      }
      const frequent = counters.snapshot().tools.map(({ tool }) => tool);
      expect(frequent).toHaveLength(7);
      const codeMode = { available: () => true };
      const assembly = await assemble(TOOLS, { settings: { enabled: 'on', mode }, frequent, codeMode });
      expect(assembly.mode).toBe(mode);
      const visible = assembly.tools.map(({ definition }) => definition.name).filter((name) => /^ops__/.test(name));
      expect(visible).toEqual([10, 11, 12, 13, 14].map((i) => `ops__tool_${i}`));
    },
  );
});
