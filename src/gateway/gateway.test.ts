import { afterEach, describe, expect, it } from 'vitest';
import { toCallFailure } from '../calling/index.ts';
import type { ServerSpec } from '../sources/index.ts';
import { Gateway, type GatewayOptions } from './gateway.ts';

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

  it('fail plainly where the host gave nothing to run them', async () => {
    const gateway = startGateway({
      servers: [],
      entries: [{ source: { kind: 'plugin', name: 'own' }, definition: { name: 'ping' } }],
    });
    const failure = await gateway.call({ name: 'own__ping', arguments: {} }).catch(toCallFailure);
    expect(failure).toMatchObject({ code: 'CALL_FAILED', message: expect.stringContaining('nothing that runs it') });
  });
});
