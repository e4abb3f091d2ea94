import { afterEach, describe, expect, it } from 'vitest';
import { toCallFailure } from '../calling/index.ts';
import type { ServerSpec } from '../sources/index.ts';
import { Gateway } from './gateway.ts';
import type { GatewayOptions } from './gateway-options.ts';

const open: Gateway[] = [];

const startGateway = (options: GatewayOptions): Gateway => {
  const gateway = new Gateway(options);
  open.push(gateway);
  gateway.start();
  return gateway;
};

const missing = (name: string): ServerSpec => ({
  name,
  transport: { kind: 'stdio', command: 'no-such-command-7d1', args: [], env: {} },
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

describe('a call of a tool that no list has', () => {
  it.each(['ghost/report', 'ghost__report', 'mcp:ghost:report', 'ghost.report'])(
    'is told that the server is down where %s names one that is',
    async (name) => {
      const gateway = startGateway({ servers: [missing('ghost')] });
      const failure = await gateway.call({ name, arguments: {} }).catch(toCallFailure);
      expect(failure).toMatchObject({
        code: 'SERVER_UNAVAILABLE',
        message: expect.stringContaining('no-such-command-7d1'),
        tool: name,
        ran: false,
      });
    },
  );

  it('stays unknown where it names no server, and says which servers are missing', async () => {
    const gateway = startGateway({ servers: [missing('ghost')] });
    const failure = await gateway.call({ name: 'ghostly', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'UNKNOWN_TOOL', next: expect.stringContaining('ghost (failed)') });
  });
});

describe('entries that the host brings', () => {
  it('are run by the host, also under the kind of tools that servers have', async () => {
    const ran: unknown[] = [];
    const gateway = startGateway({
      servers: [],
      entries: [{ source: { kind: 'mcp', name: 'own' }, definition: { name: 'ping' } }],
      execute: async (tool, args) => {
        ran.push([tool.id, args]);
        return { content: [] };
      },
    });
    await gateway.call({ name: 'own__ping', arguments: {} });
    expect(ran).toEqual([['mcp:own:ping', {}]]);
  });

  it('are run no more once the gateway has ended, whoever was asked before', async () => {
    const ran: unknown[] = [];
    let ask: (() => void) | undefined;
    const asked = new Promise<void>((resolve) => {
      ask = resolve;
    });
    let answer: ((yes: boolean) => void) | undefined;
    const gateway = startGateway({
      servers: [],
      entries: [{ source: { kind: 'plugin', name: 'jobs' }, definition: { name: 'start' } }],
      execute: async (_tool, args) => {
        ran.push(args);
        return { content: [] };
      },
      callPolicies: [() => ({ ask: 'it starts something' })],
      approval: {
        approver: () =>
          new Promise<boolean>((resolve) => {
            answer = resolve;
            ask?.();
          }),
      },
    });
    const running = gateway.call({ name: 'start', arguments: {} }).catch(toCallFailure);
    await asked;
    await gateway.close();
    answer?.(true);
    expect(await running).toMatchObject({ code: 'SERVER_UNAVAILABLE', ran: false });
    expect(ran).toEqual([]);
  });

  it('fail plainly where the host gave nothing to run them', async () => {
    const gateway = startGateway({
      servers: [],
      entries: [{ source: { kind: 'plugin', name: 'own' }, definition: { name: 'ping' } }],
    });
    const failure = await gateway.call({ name: 'own__ping', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'CALL_FAILED', message: expect.stringContaining('nothing that runs it') });
  });
});

describe('a result that is too long', () => {
  it('says with which call of the bridge to read on, and that call works', async () => {
    const gateway = startGateway({
      servers: [],
      entries: [{ source: { kind: 'plugin', name: 'own' }, definition: { name: 'report' } }],
      maxResultBytes: 2_000,
      execute: async () => ({ content: [{ type: 'text', text: `${'x'.repeat(3_000)}END` }] }),
    });
    const first = await gateway.call({ name: 'report' }, { session: 'mine' });
    const [, note] = first.content as { text: string }[];
    const call = /Read on with tool_call (\{.*\})\.\]$/.exec(note!.text)![1]!;
    const rest = await gateway.call(call, { session: 'mine' });
    expect((rest.content as { text: string }[])[0]!.text).toMatch(/^x{600}/);
    expect(await gateway.call(call, { session: 'yours' }).catch(toCallFailure)).toMatchObject({
      code: 'RESULT_NOT_FOUND',
      ran: false,
    });
  });
});
