import { PassThrough } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPreselector } from '../../src/disclosure/index.ts';
import { ExactLines } from '../../src/gateway/exact-arguments.ts';
import { createHttpApiDoor, Gateway, type HttpGateway, serveGatewayHttp } from '../../src/gateway/index.ts';
import { silentLogger } from '../../src/gateway/log.ts';
import { serveGatewayOver } from '../../src/gateway/serve-stdio.ts';
import { anyJson, DEEP_TEXTS, damagedText, PATIENCE_MS, runs, SEED } from './fuzz.ts';

const NOTE = { type: 'object', properties: { text: { type: 'string' }, more: {} }, required: ['text'] };
let gateway: Gateway;
let http: HttpGateway;
/** What reached the log as a fault of ours. */
const faults: unknown[] = [];

beforeAll(async () => {
  gateway = new Gateway({
    servers: [],
    entries: ['add', 'list', 'drop'].map((name) => ({
      source: { kind: 'plugin', name: 'notes' } as const,
      definition: { name, description: `Can ${name} notes.`, inputSchema: NOTE },
      tags: { tenant: ['t1'] },
    })),
    execute: async (_tool, args) => ({ content: [{ type: 'text', text: JSON.stringify(args) }] }),
  });
  gateway.start();
  await gateway.settled();
  const log = silentLogger();
  log.error = ((fault: unknown) => faults.push(fault)) as typeof log.error;
  http = await serveGatewayHttp(
    gateway,
    {
      port: 0,
      doors: [
        createHttpApiDoor({ log, preselection: { open: async () => createPreselector() }, maxBodyBytes: 2 ** 20 }),
      ],
    },
    log,
  );
});
afterAll(async () => {
  await http.close();
  await gateway.close();
});

const METHODS = [
  'initialize',
  'tools/list',
  'tools/call',
  'ping',
  'resources/read',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/cancelled',
  'server/discover',
  'subscriptions/listen',
  'x',
];
const WORDS = [
  'jsonrpc',
  'method',
  'params',
  'arguments',
  'query',
  'queries',
  'limit',
  'server',
  'names',
  '_meta',
  'uri',
  'ref',
  'requestId',
  'progressToken',
  'cursor',
  'protocolVersion',
  'capabilities',
  'clientInfo',
];
const VALUES: readonly unknown[] = [
  '2.0',
  'tool_search',
  'tool_call',
  'tool_describe',
  'notes__add',
  '2025-11-25',
  '2026-07-28',
  'select:add',
  '/(a+)+$/',
  '+note',
];
const json = anyJson(WORDS, VALUES);
const message = fc.oneof(
  json,
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.oneof(fc.nat(5), json),
    method: fc.constantFrom(...METHODS),
    params: json,
  }),
  fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.nat(5),
    method: fc.constant('tools/call'),
    params: fc.record({ name: fc.constantFrom('tool_search', 'tool_call', 'tool_describe'), arguments: json }),
  }),
  fc.array(json, { maxLength: 3 }),
);
const CALL =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"tool_search","arguments":{"query":"notes","limit":3}}}';
const PING = '{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}';
const text = fc.oneof(
  { weight: 6, arbitrary: message.map((one) => JSON.stringify(one)) },
  { weight: 3, arbitrary: damagedText([CALL, PING]) },
  { weight: 1, arbitrary: fc.constantFrom(...DEEP_TEXTS, CALL.replace('{"query":"notes","limit":3}', DEEP_TEXTS[1]!)) },
);

/** No answer says that something of ours failed that we had not foreseen. */
async function answered(response: Response): Promise<void> {
  const body = await response.text();
  expect(response.status, body.slice(0, 300)).not.toBe(500);
  expect(faults).toEqual([]);
  expect(body).not.toContain('"INTERNAL"');
}

describe(`requests over HTTP (seed ${SEED})`, () => {
  it('are answered or refused by a code, whatever is in them: MCP', { timeout: PATIENCE_MS }, async () => {
    const headers = fc.record(
      {
        'content-type': fc.constantFrom('application/json', 'text/plain', 'application/json; charset=utf-16'),
        accept: fc.constantFrom('application/json, text/event-stream', '*/*', 'text/html'),
        'mcp-protocol-version': fc.constantFrom('2025-11-25', '2026-07-28', 'x'),
        'mcp-session-id': fc.constantFrom('', 'x', '../..'),
      },
      { requiredKeys: ['content-type', 'accept'] },
    );
    await fc.assert(
      fc.asyncProperty(
        text,
        headers,
        fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'DELETE'),
        async (body, extra, method) => {
          const stop = AbortSignal.timeout(300_000);
          await answered(
            await fetch(http.url, { method, headers: extra as Record<string, string>, body, signal: stop }),
          );
        },
      ),
      runs(150),
    );
  });

  it('are answered or refused by a code, whatever is in them: the plain API', { timeout: PATIENCE_MS }, async () => {
    const paths = fc.constantFrom(
      'search',
      'describe',
      'call',
      'assemble',
      'preselect',
      'approvals',
      'nothing',
      '%00',
      '..%2f',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          json.map((one) => JSON.stringify(one)),
          text,
        ),
        paths,
        async (body, path) => {
          const headers = { 'content-type': 'application/json' };
          await answered(await fetch(new URL(`/v1/${path}`, http.url), { method: 'POST', headers, body }));
        },
      ),
      runs(200),
    );
  });
});

describe(`lines over stdio (seed ${SEED})`, () => {
  /** A gateway behind two streams. */
  const open = () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const lines = input.pipe(new ExactLines());
    const serving = serveGatewayOver(new StdioServerTransport(lines, output), gateway, silentLogger());
    const told: string[] = [];
    let wake = (): void => {};
    output.on('data', (chunk: Buffer) => {
      told.push(chunk.toString());
      wake();
    });
    const until = async (holds: (all: string) => boolean): Promise<void> => {
      while (!holds(told.join(''))) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    return { input, until, told, close: () => serving.close() };
  };
  const HELLO =
    '{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"f","version":"0"}}}';
  const ready = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  const last =
    '{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"tool_search","arguments":{"query":"notes"}}}';

  it('never end the gateway nor the answers to those behind them', { timeout: PATIENCE_MS }, async () => {
    const bytes = fc.oneof(
      text.map((one) => Buffer.from(one.replaceAll('\n', ' '))),
      fc.uint8Array({ maxLength: 60 }).map((one) => Buffer.from(one.filter((byte) => byte !== 10))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { maxLength: 6 }), fc.integer({ min: 1, max: 5_000 }), async (all, piece) => {
        const client = open();
        try {
          client.input.write(`${HELLO}\n${ready}\n`);
          const flood = Buffer.concat(all.flatMap((one) => [one, Buffer.from('\n')]));
          for (let at = 0; at < flood.length; at += piece) client.input.write(flood.subarray(at, at + piece));
          client.input.write(`${last}\n`);
          await client.until((said) => said.includes('"id":"last"'));
          for (const line of client.told.join('').trimEnd().split('\n'))
            expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
        } finally {
          await client.close();
        }
      }),
      runs(40),
    );
  });
});
