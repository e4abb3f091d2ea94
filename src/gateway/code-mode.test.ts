import { afterAll, describe, expect, it } from 'vitest';
import { createRecentEvents, createTelemetry, type RawToolResult } from '../calling/index.ts';
import { createSandbox } from '../sandbox/index.ts';
import { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

const PATIENCE_MS = 60_000;
const sandbox = createSandbox();
const open: Gateway[] = [];
afterAll(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
  await sandbox.close();
});

interface Ran {
  readonly tool: string;
  readonly args: unknown;
  readonly key: string | undefined;
}

function start(options: Partial<GatewayOptions> = {}) {
  const ran: Ran[] = [];
  const events = createRecentEvents();
  const tool = (server: string, name: string, description: string, more: object = {}) => ({
    source: { kind: 'mcp' as const, name: server },
    definition: { name, description, inputSchema: { type: 'object' as const }, ...more },
  });
  const gateway = new Gateway({
    servers: [],
    startGrace: false,
    mode: 'code',
    sandbox,
    entries: [
      tool('tracker', 'create_issue', 'Create an issue.', {
        inputSchema: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] },
        outputSchema: { type: 'object', properties: { number: { type: 'integer', description: 'Its number.' } } },
      }),
      tool('tracker', 'list_issues', 'List issues.', { annotations: { readOnlyHint: true } }),
      tool('tracker', 'long_job', 'Count all issues of all time.'),
      tool('vault', 'export_salaries', 'Export the salaries.'),
    ],
    execute: async ({ originalName, id }, args, context): Promise<RawToolResult> => {
      ran.push({ tool: id, args, key: context.key });
      if (originalName === 'list_issues') return { content: [{ type: 'text', text: '[{"number":1},{"number":2}]' }] };
      if (originalName === 'create_issue') return { content: [], structuredContent: { number: ran.length } };
      context.onProgress?.({ progress: 7, total: 9 });
      await new Promise((_resolve, reject) => {
        context.signal?.addEventListener('abort', () => reject(new Error('given up')));
      });
      return { content: [] };
    },
    policy: { agents: { root: {}, clerk: { deny: ['vault/*'] } } },
    session: { agent: 'root' },
    telemetry: createTelemetry({ sinks: [events.sink] }),
    ...options,
  });
  open.push(gateway);
  gateway.start();
  return { gateway, ran, events };
}

describe('the mode "code" of a gateway', { timeout: PATIENCE_MS }, () => {
  it('shows one tool, and its instructions name it', async () => {
    const { gateway, events } = start();
    expect((await gateway.bridgeTools({ session: 's' })).map(({ name }) => name)).toEqual(['tool_search_code']);
    expect(gateway.instructions()).toContain('tool_search_code');
    await expect.poll(() => events.list('s')).toMatchObject([{ type: 'assembly', mode: 'code' }]);
  });

  it('runs a search, a description and calls in one snippet, each call as itself', async () => {
    const { gateway, ran, events } = start();
    const code = `
      const { hits } = await tools.search('create an issue');
      const { types } = await tools.describe(hits[0].id);
      const { data } = await tools.call('tracker/list_issues');
      const made = await Promise.all(data.map((one) => tools.call(hits[0].id, { title: 'about ' + one.number })));
      return { types, numbers: made.map((one) => one.data.number) };`;
    const answer = await gateway.code({ code }, { session: 's', key: 'turn-1' });
    expect(answer).toMatchObject({
      ok: true,
      value: {
        types: 'type Arguments = {\n  title: string;\n};\ntype Result = {\n  number?: number; // Its number.\n};',
        numbers: [2, 3],
      },
      calls: [{ tool: 'mcp:tracker:list_issues', ok: true }, { ok: true }, { ok: true }],
      telemetry: { catalogSize: 4, searchCount: 1, describeCount: 1, callCount: 3 },
    });
    expect(ran).toEqual([
      { tool: 'mcp:tracker:list_issues', args: {}, key: 'tool_search_code:turn-1:3' },
      { tool: 'mcp:tracker:create_issue', args: { title: 'about 1' }, key: 'tool_search_code:turn-1:4' },
      { tool: 'mcp:tracker:create_issue', args: { title: 'about 2' }, key: 'tool_search_code:turn-1:5' },
    ]);
    const told = events.list('s').map((event) => [event.type, 'entrance' in event ? event.entrance : undefined]);
    expect(told).toEqual([['search', undefined], ['describe', undefined], ...Array(3).fill(['call', 'code'])]);
    expect(JSON.stringify(answer)).not.toMatch(/pid|memory/);
  });

  it('answers a search in full however often it was made', async () => {
    const { gateway } = start();
    const code = `return (await tools.search('list the issues')).hits[0].signature`;
    for (let time = 0; time < 3; time++) {
      expect(await gateway.code({ code }, { session: 's' })).toMatchObject({ value: '{}' });
    }
  });

  it('keeps a session within its rights, and tells it of nothing else', async () => {
    const { gateway, ran } = start();
    const clerk = gateway.session({ agent: 'clerk' });
    const code = `
      const seen = [];
      for (const id of ['vault/export_salaries', 'vault/no_such_tool']) {
        for (const use of [() => tools.describe(id), () => tools.call(id, {})]) {
          try { seen.push(await use()) } catch (error) { seen.push(JSON.stringify([error.code, error.message, error]).replaceAll(id, 'ID')) }
        }
      }
      return [seen[0] === seen[2] && seen[1] === seen[3], await tools.search('export the salaries')]`;
    const answer = await clerk.code({ code });
    expect(answer).toMatchObject({ ok: true, value: [true, { verdict: 'none' }], telemetry: { catalogSize: 3 } });
    // Calls are listed in the words of the snippet.
    expect(JSON.stringify(answer.value)).not.toContain('export_salaries');
    expect(ran).toEqual([]);
  });

  it('stops the clock while a person is asked, goes on after a yes, and throws a no with its reason', async () => {
    const asked: string[] = [];
    const { gateway, ran } = start({
      codeTimeoutMs: 1_000,
      callPolicies: [({ tool }) => (tool.originalName === 'create_issue' ? { ask: 'it writes' } : true)],
      approval: {
        approver: async ({ text }) => {
          asked.push(text);
          if (asked.length > 1) return { approved: false, reason: 'not on Sundays' };
          // Longer than the snippet may take.
          await new Promise((resolve) => setTimeout(resolve, 1_500));
          return true;
        },
      },
    });
    const code = `
      const first = await tools.call('tracker/create_issue', { title: 'a' });
      try { await tools.call('tracker/create_issue', { title: 'b' }) } catch (error) { return [first.data.number, error.code, error.message] }`;
    const answer = await gateway.code({ code }, { session: 's' });
    expect(answer).toMatchObject({
      ok: true,
      value: [1, 'APPROVAL_DENIED', expect.stringContaining('not on Sundays')],
      calls: [{ ok: true }, { ok: false, error: 'APPROVAL_DENIED' }],
    });
    expect(asked).toHaveLength(2);
    expect(ran).toHaveLength(1);
  });

  it('gives the steps of calls inside as its own, and ends them with itself', async () => {
    const { gateway, events } = start();
    const steps: unknown[] = [];
    const cancel = new AbortController();
    const answer = await gateway.code(
      { code: `return await tools.call('tracker/long_job', {})` },
      {
        session: 's',
        signal: cancel.signal,
        onProgress: (step) => {
          steps.push(step);
          cancel.abort();
        },
      },
    );
    expect(steps).toEqual([{ progress: 1, message: 'tracker__long_job: 7 of 9' }]);
    expect(answer).toMatchObject({ ok: false, error: { kind: 'cancelled' }, unfinished: ['mcp:tracker:long_job'] });
    await expect.poll(() => events.list('s').at(-1)).toMatchObject({ type: 'call', outcome: 'failed' });
  });

  it('ends a snippet at its time, and refuses what is no snippet', async () => {
    const { gateway } = start({ codeTimeoutMs: 1_000 });
    expect(await gateway.code({ code: 'for (;;);' })).toMatchObject({ ok: false, error: { kind: 'timeout' } });
    expect(await gateway.code({ code: 'const a = 1;\nreturn a.b.c' })).toMatchObject({ error: { line: 2 } });
    for (const input of [{}, { code: '' }, { code: 7 }, undefined]) {
      await expect(gateway.code(input)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    }
    expect(await gateway.code({ code: '```js\nreturn 1\n```' })).toMatchObject({ ok: true, value: 1 });
  });

  it('cannot be called from inside itself, nor can the other tools of the bridge', async () => {
    const { gateway, ran } = start();
    for (const name of ['tool_search_code', 'tool_call', 'tool_search']) {
      const answer = await gateway.code({ code: `return await tools.call('${name}', { code: 'return 1' })` });
      expect(answer).toMatchObject({ ok: false, error: { code: 'BRIDGE_IN_BRIDGE' } });
    }
    expect(ran).toEqual([]);
  });

  it('speaks the words of the mode family in its profile', async () => {
    const { gateway } = start({ profile: 'mode' });
    const code = `
      const [hit] = await openclaw.tools.search('create an issue', { limit: 1 });
      const { parameters } = await openclaw.tools.describe(hit.id);
      const { tool, result } = await openclaw.tools.call(hit.id, { title: 'x' });
      return [hit.id, parameters.required, tool.id, result.structuredContent]`;
    expect(await gateway.code({ code })).toMatchObject({
      ok: true,
      value: ['mcp:tracker:create_issue', ['title'], 'mcp:tracker:create_issue', { number: 1 }],
      telemetry: { catalogSize: 4, sources: { mcp: 4, openclaw: 0, client: 0 } },
    });
  });

  it('is the mode "tools" where no process can be had: the same bytes, a line in the log, and an answer that says so', async () => {
    const lines: string[] = [];
    const log = {
      isLevelEnabled: () => false,
      debug() {},
      info() {},
      error() {},
      warn: (_fields: unknown, text: string) => void lines.push(text),
    };
    const { gateway } = start({ sandbox: createSandbox({ nodePath: '/nowhere/node' }), log: log as never });
    const tools = start({ mode: 'tools' });
    expect(JSON.stringify(await gateway.bridgeTools())).toBe(JSON.stringify(await tools.gateway.bridgeTools()));
    expect(gateway.instructions()).toBe(tools.gateway.instructions());
    expect(lines).toEqual([expect.stringContaining('the mode "tools" is used')]);
    await expect(gateway.code({ code: 'return 1' })).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
  });
});
