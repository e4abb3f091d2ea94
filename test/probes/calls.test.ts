import { afterEach, describe, expect, it } from 'vitest';
import { type CallEvent, createApprovalDesk, toCallFailure } from '../../src/calling/index.ts';
import { Gateway, type GatewayOptions } from '../../src/gateway/index.ts';
import type { Tool, ToolDefinition, ToolEntry } from '../../src/tools/index.ts';

/**
 * One test for each fault of calls that users of other tool searches reported; the numbers are those of the list of
 * probes that the faults were collected in. What is said of code mode there waits for code mode.
 */
const open: Gateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

const entry = (definition: ToolDefinition, source: ToolEntry['source'] = { kind: 'mcp', name: 'tracker' }) => ({
  source,
  definition,
});
const CREATE = entry({
  name: 'create_issue',
  description: 'Create an issue in the tracker.',
  inputSchema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      body: { type: 'string' },
      labels: { type: 'array', items: { type: 'string' } },
    },
    required: ['title'],
    additionalProperties: false,
  },
});
const RENAME = entry({
  name: 'rename_user',
  description: 'Rename a user.',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    required: ['id', 'name'],
  },
});
const LIST = entry({
  name: 'list_issues',
  description: 'List issues.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
});
const READ_FILE_ID = 'core:host:read_file';
const READ_FILE = entry(
  {
    name: 'read_file',
    description: 'Read a file.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  },
  { kind: 'core', name: 'host' },
);

interface Ran {
  readonly tool: string;
  readonly args: unknown;
}

function serve(options: Omit<GatewayOptions, 'servers'> = {}) {
  const ran: Ran[] = [];
  const gateway = new Gateway({
    servers: [],
    entries: [CREATE, RENAME, LIST, READ_FILE],
    execute: async (tool: Tool, args) => {
      ran.push({ tool: tool.id, args });
      return { content: [{ type: 'text', text: 'done' }] };
    },
    ...options,
  });
  open.push(gateway);
  gateway.start();
  const call = (input: unknown) => gateway.call(input).catch(toCallFailure);
  return { gateway, ran, call };
}

describe('probe 23: bad arguments reach the tool, or loop', () => {
  it.each<[string, object, string]>([
    ['missing', { body: 'x' }, '/title'],
    ['of the wrong type', { title: 7 }, '/title'],
    ['unknown', { title: 'x', colour: 'red' }, '/colour'],
  ])('%s: not run, with place and signature, and the second try works', async (_fault, args, path) => {
    const { ran, call } = serve();
    const failure = await call({ name: 'tracker__create_issue', arguments: args });
    expect(failure).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      path,
      ran: false,
      next: expect.stringContaining('{ title: string, body?: string, labels?: string[] }'),
    });
    expect(ran).toEqual([]);
    await call({ name: 'tracker__create_issue', arguments: { title: 'x' } });
    expect(ran).toHaveLength(1);
  });
});

describe('probe 24: arguments in another place than they belong', () => {
  it.each<[string, unknown, object]>([
    ['flattened', { id: 'create_issue', title: 'x', body: 'y' }, { title: 'x', body: 'y' }],
    ['with a path in front', { name: 'create_issue', 'args.title': 'x' }, { title: 'x' }],
    ['with the id among them', { arguments: { id: 'create_issue', title: 'x' } }, { title: 'x' }],
    ['as JSON text', { name: 'create_issue', arguments: '{"title":"x"}' }, { title: 'x' }],
    ['with null', { name: 'create_issue', arguments: { title: 'x', body: null } }, { title: 'x' }],
  ])('%s: repaired, and the result says so', async (_form, input, args) => {
    const { ran, call } = serve();
    expect(await call(input)).toHaveProperty('_meta.toolscout/repairs');
    expect(ran).toEqual([{ tool: 'mcp:tracker:create_issue', args }]);
  });

  it('a tool with a name and an id of its own is not harmed', async () => {
    const { ran, call } = serve();
    await call({ name: 'rename_user', arguments: { id: '7', name: 'Zoë' } });
    await call({ name: 'rename_user', arguments: { id: 'create_issue', name: 'list_issues' } });
    expect(ran.map(({ args }) => args)).toEqual([
      { id: '7', name: 'Zoë' },
      { id: 'create_issue', name: 'list_issues' },
    ]);
  });

  it('what may mean two things is refused with the reason', async () => {
    const { ran, call } = serve();
    expect(await call({ arguments: { id: 'rename_user', name: 'Zoë' } })).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      message: expect.stringContaining('"id"'),
      ran: false,
    });
    expect(ran).toEqual([]);
  });
});

describe('probe 25: the bridge is called like a model family’s own markup', () => {
  it('a renamed bridge keeps to its new names in everything it says', async () => {
    const { gateway, call } = serve({
      bridgeNames: { search: 'find_tool', describe: 'show_tool', call: 'run_tool' },
      maxResultBytes: 1_000,
      execute: async () => ({ content: [{ type: 'text', text: 'x'.repeat(5_000) }] }),
    });
    const said = [
      await gateway.bridgeTools(),
      gateway.instructions(),
      await gateway.search({ query: 'quantum teapot' }),
      await gateway.search({ query: 'create an issue' }),
      await call({ name: 'run_tool', arguments: {} }),
      await call({ name: 'nothing_like_it', arguments: {} }),
      await call({ name: 'create_issue', arguments: {} }),
      await call({ name: 'list_issues', arguments: {} }),
      await call({}),
    ];
    expect(JSON.stringify(said)).not.toMatch(/tool_(search|describe|call)\b/);
    expect(JSON.stringify(said)).toContain('run_tool {');
  });
});

describe('probe 26: a visible tool is called through the bridge', () => {
  it('runs under its own name and its own rules', async () => {
    const seen: CallEvent[] = [];
    const { ran, call } = serve({ hooks: [{ before: (event) => void seen.push(event) }] });
    await call({ name: 'read_file', arguments: { path: 'a.txt' } });
    expect(ran).toEqual([{ tool: READ_FILE_ID, args: { path: 'a.txt' } }]);
    expect(seen.map(({ tool }) => tool.originalName)).toEqual(['read_file']);
    const strict = serve({ callPolicies: [({ tool }) => tool.id !== READ_FILE_ID || 'files are off'] });
    expect(await strict.call({ name: 'read_file', arguments: { path: 'a.txt' } })).toMatchObject({
      code: 'NOT_ALLOWED',
      ran: false,
    });
    expect(strict.ran).toEqual([]);
  });
});

describe('probe 27: a hidden tool is called by its own name', () => {
  it('runs after policy with good arguments, and gives what it takes with bad ones', async () => {
    const asked: string[] = [];
    const { gateway, ran } = serve({ callPolicies: [({ tool }) => (asked.push(tool.id) > 0 ? true : 'never')] });
    // What the server does with a name that is none of the bridge's.
    const direct = (args: object) =>
      gateway.call({ name: 'tracker__create_issue', arguments: args }, { entrance: 'direct' }).catch(toCallFailure);
    expect(await direct({ title: 'x' })).toHaveProperty('content');
    expect(await direct({})).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      signature: '{ title: string, body?: string, labels?: string[] }',
      ran: false,
    });
    expect(ran).toHaveLength(1);
    expect(asked).toEqual(['mcp:tracker:create_issue', 'mcp:tracker:create_issue']);
  });
});

describe('probe 28: rules match the dispatcher’s name', () => {
  it.each<[string, (call: (input: unknown) => Promise<unknown>) => Promise<unknown>]>([
    ['by the bridge', (call) => call({ name: 'create_issue', arguments: { title: 'x' } })],
    ['flattened', (call) => call({ id: 'mcp:tracker:create_issue', title: 'x' })],
    ['in a list of calls', (call) => call({ calls: [{ name: 'create_issue', arguments: { title: 'x' } }] })],
    [
      'side by side',
      async (call) =>
        (
          await Promise.all([call({ name: 'create_issue', arguments: '{"title":"x"}' }), call({ name: 'list_issues' })])
        )[0],
    ],
  ])('a rule for the real name holds %s', async (_way, run) => {
    const seen: [string, unknown][] = [];
    const { ran, call } = serve({
      callPolicies: [
        ({ tool, arguments: args }) => {
          seen.push([tool.id, args]);
          return tool.id !== 'mcp:tracker:create_issue' || 'no new issues';
        },
      ],
    });
    expect(await run(call)).toMatchObject({ code: 'NOT_ALLOWED', message: expect.stringContaining('no new issues') });
    expect(seen).toContainEqual(['mcp:tracker:create_issue', { title: 'x' }]);
    expect(ran.filter(({ tool }) => tool !== 'mcp:tracker:list_issues')).toEqual([]);
  });

  it('consent is asked for the real tool, whatever the way', async () => {
    const desk = createApprovalDesk();
    const { gateway, ran, call } = serve({
      callPolicies: [({ tool }) => (tool.source.kind === 'core' ? { ask: 'touches files' } : true)],
      approval: { approver: desk.approver },
    });
    const running = Promise.all([
      call({ name: 'read_file', arguments: { path: 'a' } }),
      call({ id: 'core:host:read_file', args: '{"path":"b"}' }),
    ]);
    await new Promise<void>((resolve) => desk.onChange(() => desk.pending().length === 2 && resolve()));
    expect(gateway.pendingApprovals().map(({ text }) => text)).toEqual([
      'host/read_file {"path":"a"}',
      'host/read_file {"path":"b"}',
    ]);
    desk.decide(desk.pending()[1]!.id, true);
    desk.decide(desk.pending()[0]!.id, false);
    expect(await running).toMatchObject([{ code: 'APPROVAL_DENIED', ran: false }, { content: [{ text: 'done' }] }]);
    expect(ran).toEqual([{ tool: READ_FILE_ID, args: { path: 'b' } }]);
  });
});

describe('probe 29: the bridge is a barrier to parallel calls', () => {
  it.each(['as-sent', 'in-order'] as const)(
    'calls of read-only tools overlap in time where the order is %s',
    async (order) => {
      let both: () => void = () => {};
      const met = new Promise<void>((resolve) => {
        both = resolve;
      });
      let running = 0;
      const { gateway } = serve({
        callOrder: order,
        execute: async () => {
          if (++running === 2) both();
          // Neither ends before the other has begun.
          await met;
          return { content: [] };
        },
      });
      const call = () => gateway.call({ name: 'list_issues', arguments: {} }, { session: 'me' });
      expect(await Promise.all([call(), call()])).toHaveLength(2);
    },
  );
});

describe('probe 30: search and call in one turn', () => {
  it('both come to their end, whichever is first', async () => {
    for (const searchFirst of [true, false]) {
      const { gateway, ran, call } = serve();
      const search = () => gateway.search({ query: 'create an issue', limit: 1 });
      const run = () => call({ name: 'tracker__create_issue', arguments: { title: 'x' } });
      const [first, second] = await Promise.all(searchFirst ? [search(), run()] : [run(), search()]);
      const [found, result] = searchFirst ? [first, second] : [second, first];
      expect(found).toMatchObject({ hits: [{ id: 'mcp:tracker:create_issue' }] });
      expect(result).toMatchObject({ content: [{ text: 'done' }] });
      expect(ran).toHaveLength(1);
    }
  });
});

describe('probe 49: a model that is never told to search refuses', () => {
  it('every session is told to, by the names that its bridge has', () => {
    const { gateway } = serve();
    const renamed = serve({ bridgeNames: { search: 'find_tool', describe: 'show_tool', call: 'run_tool' } });
    const sessions = [
      gateway,
      gateway.own(),
      gateway.session({ session: 'a' }),
      gateway.session().session({ agent: 'b' }),
    ];
    for (const session of sessions) expect(session.instructions()).toMatch(/tool_search/);
    expect(renamed.gateway.session({ session: 'a' }).instructions()).toMatch(/find_tool/);
  });
});
