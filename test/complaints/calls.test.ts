import type { RequestOptions } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { ToolDefinition } from '../../src/tools/index.ts';
import { closeAfterEach, connect, ERAS, openGateway, seenBy, serve, steered } from './harness.ts';

closeAfterEach();

const FULL: ToolDefinition = {
  name: 'read_ledger',
  title: 'Ledger',
  description: 'Reads one page of the ledger.',
  inputSchema: {
    type: 'object',
    properties: { page: { type: 'integer', minimum: 1 }, 'x-odd': { $ref: '#/$defs/Odd' } },
    required: ['page'],
    $defs: { Odd: { anyOf: [{ type: 'null' }, { type: 'string', format: 'uuid' }] } },
  },
  outputSchema: {
    type: 'object',
    properties: { rows: { type: 'array', items: { type: 'object' } }, total: { type: 'number' } },
    required: ['rows'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};
const PLAIN: ToolDefinition = {
  name: 'erase_ledger',
  description: 'Erases the ledger.',
  inputSchema: { type: 'object' },
};
const TOOLS = [FULL, PLAIN];

describe('complaints 17 and 22: output schemas and annotations are lost', () => {
  it.each(ERAS)('a client of the %s era is described a tool with all that its server says of it', async (era) => {
    const gateway = await openGateway({ servers: [steered('s', { tools: TOOLS })] });
    const { client } = await connect(await serve(gateway), era);
    const { structuredContent } = await client.callTool({
      name: 'tool_describe',
      arguments: { name: 's__read_ledger' },
    });
    const { inputSchema, outputSchema, annotations } = FULL;
    expect(structuredContent).toMatchObject({ inputSchema, outputSchema, annotations });
    for (const [member, value] of Object.entries({ inputSchema, outputSchema, annotations })) {
      // Bytes, so that the order of members and whatever they hold is the same.
      expect(JSON.stringify((structuredContent as Record<string, unknown>)[member])).toBe(JSON.stringify(value));
    }
  });

  it('what a tool is marked as decides whether somebody is asked', async () => {
    const gateway = await openGateway({
      servers: [steered('s', { tools: TOOLS })],
      approvals: {
        rules: [
          { id: 'mcp:s:seen', decide: 'auto' },
          { annotations: { readOnlyHint: false }, decide: 'prompt' },
        ],
        ask: 'operator',
        timeoutMs: 1,
      },
    });
    expect((await gateway.call({ name: 's__read_ledger', arguments: { page: 1 } })).isError).not.toBe(true);
    const refused = await gateway.call({ name: 's__erase_ledger', arguments: {} }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: expect.stringMatching(/^APPROVAL_/), details: { ran: false } });
    expect((await seenBy(gateway, 's')).ids).not.toHaveProperty('erase_ledger');
  });
});

describe('complaints 18 and 19: results that do not look as expected become errors', () => {
  const results = {
    only_structure: '{"content":[],"structuredContent":{"rows":[{"id":1}],"total":1.50}}',
    failing: '{"content":[{"type":"text","text":"no such page"}],"isError":true}',
  };
  const { inputSchema, outputSchema } = { ...FULL, inputSchema: { type: 'object' } };
  const tools = Object.keys(results).map((name) => ({ name, inputSchema, outputSchema }));

  it.each(ERAS)('a result of structure alone comes to a client of the %s era as it was', async (era) => {
    const gateway = await openGateway({ servers: [steered('s', { tools, results })] });
    const { client } = await connect(await serve(gateway), era);
    for (const name of ['s__only_structure', 'tool_call']) {
      const args = name === 'tool_call' ? { name: 's__only_structure', arguments: {} } : {};
      const result = await client.callTool({ name, arguments: args });
      expect(result.isError).not.toBe(true);
      expect(result.structuredContent).toEqual({ rows: [{ id: 1 }], total: 1.5 });
    }
  });

  it.each(ERAS)('a failure of a tool with an output schema comes to a client of the %s era as it was', async (era) => {
    const gateway = await openGateway({ servers: [steered('s', { tools, results })], expose: 'tools' });
    const { client } = await connect(await serve(gateway), era);
    await client.listTools();
    expect(await client.callTool({ name: 'failing', arguments: {} })).toMatchObject({
      content: [{ type: 'text', text: 'no such page' }],
      isError: true,
    });
  });
});

describe('complaint 37: a cancellation waits behind the running call, and names another', () => {
  it('cancelling the running call ends it under its own id, and the one that waited runs', async () => {
    const gateway = await openGateway({ servers: [steered('s', {}, { maxConcurrentCalls: 1 })] });
    const { client } = await connect(await serve(gateway));
    const call = (name: string, options: RequestOptions = {}) =>
      client.callTool({ name: 'tool_call', arguments: { name: `s__${name}`, arguments: {} } }, options);
    const stop = new AbortController();
    let running: Promise<unknown> | undefined;
    await new Promise<void>((begun) => {
      running = call('hold', { signal: stop.signal, onprogress: () => begun() });
      running.catch(() => {});
    });
    const waiting = call('quick');
    const given = new AbortController();
    const givenUp = call('grow', { signal: given.signal });
    const ends = [expect(running).rejects.toThrow(), expect(givenUp).rejects.toThrow()];
    // It never had its turn, so the server is told nothing of it.
    given.abort('changed my mind');
    stop.abort('enough');
    await Promise.all(ends);
    expect((await waiting).content).toEqual([{ type: 'text', text: 'quick done' }]);
    const { ids, cancelled } = await seenBy(gateway, 's');
    expect(cancelled).toEqual([ids.hold]);
    expect(ids).not.toHaveProperty('grow');
  });
});

describe('complaint 38: progress under a token that nobody gave', () => {
  it('comes under the client’s own token, and not at all where it gave none', async () => {
    const url = await serve(await openGateway({ servers: [steered('s')] }));
    const told = async (token?: string): Promise<readonly unknown[]> => {
      const prefix = 'io.modelcontextprotocol/';
      const meta = {
        [`${prefix}protocolVersion`]: '2026-07-28',
        [`${prefix}clientInfo`]: { name: 'raw', version: '1.0.0' },
        [`${prefix}clientCapabilities`]: {},
        ...(token === undefined ? {} : { progressToken: token }),
      };
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-method': 'tools/call',
          'mcp-name': 's__steps',
          'mcp-protocol-version': '2026-07-28',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 's__steps', arguments: {}, _meta: meta },
        }),
      });
      const text = await response.text();
      expect(text).toContain('steps done');
      return [...text.matchAll(/"progressToken":("[^"]*"|\d+)/g)].map(([, found]) => JSON.parse(found!));
    };
    expect(await told('mine-1')).toEqual(['mine-1']);
    expect(await told()).toEqual([]);
  });
});
