import { describe, expect, it } from 'vitest';
import type { CallFinishedEvent, SearchEvent } from './events.ts';
import { createOpenTelemetrySink, type OtelAttributes } from './open-telemetry.ts';

const HEAD = { v: 1, at: '2026-11-30T12:00:01.000Z', session: 's' } as const;
const CALL: CallFinishedEvent = {
  ...HEAD,
  type: 'call',
  callId: 'c1',
  tool: 'mcp:mail:send',
  name: 'send',
  source: 'mcp',
  server: 'mail',
  entrance: 'bridge',
  outcome: 'ok',
  ran: true,
  ms: 250,
  executionMs: 200,
  resultBytes: 10,
};
const SEARCH: SearchEvent = {
  ...HEAD,
  type: 'search',
  queryLength: 4,
  queryHash: 'h',
  verdict: 'confident',
  tier: 'lexical',
  hits: ['mcp:mail:send'],
  shown: 1,
  total: 1,
  ms: 2,
};

interface SeenSpan {
  name: string;
  kind: number | undefined;
  startTime: number | undefined;
  attributes: OtelAttributes | undefined;
  status?: number;
  endTime?: number | undefined;
}

function harness() {
  const spans: SeenSpan[] = [];
  const points: { name: string; value: number; attributes: OtelAttributes | undefined }[] = [];
  const record = (name: string) => (value: number, attributes?: OtelAttributes) =>
    void points.push({ name, value, attributes });
  const sink = createOpenTelemetrySink({
    tracer: {
      startSpan: (name, { kind, startTime, attributes } = {}) => {
        const span: SeenSpan = { name, kind, startTime, attributes };
        spans.push(span);
        return {
          setStatus: ({ code }) => {
            span.status = code;
          },
          end: (time) => {
            span.endTime = time;
          },
        };
      },
    },
    meter: {
      createHistogram: (name) => ({ record: record(name) }),
      createCounter: (name) => ({ add: record(name) }),
    },
  });
  return { sink, spans, points };
}

describe('the OpenTelemetry sink', () => {
  it('makes a client span of a call on an MCP server, under the names of the conventions', () => {
    const { sink, spans, points } = harness();
    sink(CALL);
    const end = Date.parse(HEAD.at);
    expect(spans).toMatchObject([{ name: 'tools/call send', kind: 2, startTime: end - 250, endTime: end }]);
    expect(spans[0]!.status).toBeUndefined();
    expect(spans[0]!.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'send',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.type': 'function',
      'mcp.method.name': 'tools/call',
      'mcp.session.id': 's',
      'toolscout.entrance': 'bridge',
      'toolscout.outcome': 'ok',
      'toolscout.result.bytes': 10,
      'toolscout.tool.id': 'mcp:mail:send',
      'toolscout.tool.server': 'mail',
      'toolscout.tool.source': 'mcp',
    });
    expect(points.map(({ name, value }) => [name, value])).toEqual([
      ['toolscout.call.duration', 0.25],
      ['mcp.client.operation.duration', 0.2],
    ]);
  });

  it('says what kind of error ended a call', () => {
    const { sink, spans } = harness();
    sink({ ...CALL, outcome: 'error' });
    sink({ ...CALL, outcome: 'refused', code: 'INVALID_ARGUMENTS', ran: false });
    expect(spans.map(({ attributes, status }) => [attributes?.['error.type'], status])).toEqual([
      ['tool_error', 2],
      ['INVALID_ARGUMENTS', 2],
    ]);
  });

  it('names what it can of a call that is no tool of an MCP server, or of none', () => {
    const { sink, spans, points } = harness();
    sink({ ...CALL, source: 'plugin' });
    const { tool: _tool, name: _name, source: _source, server: _server, resultBytes: _bytes, ...lost } = CALL;
    sink({ ...lost, outcome: 'refused', ran: false, argumentsText: '{"a":1}' });
    expect(spans.map(({ name, kind }) => [name, kind])).toEqual([
      ['execute_tool send', 0],
      ['execute_tool', 0],
    ]);
    expect(spans[0]!.attributes).toMatchObject({ 'toolscout.tool.source': 'plugin' });
    expect(spans[0]!.attributes).not.toHaveProperty('mcp.method.name');
    expect(spans[1]!.attributes).toStrictEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.call.id': 'c1',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.arguments': '{"a":1}',
      'mcp.session.id': 's',
      'toolscout.entrance': 'bridge',
      'toolscout.outcome': 'refused',
      'error.type': '_OTHER',
    });
    expect(points.map(({ name }) => name)).toEqual(['toolscout.call.duration', 'toolscout.call.duration']);
  });

  it('measures requests and descriptions, and times on the server where there were any', () => {
    const { sink, points } = harness();
    sink({
      ...HEAD,
      type: 'assembly',
      mode: 'tools',
      visible: 3,
      deferred: 1,
      toolBytes: 1,
      promptBytes: 1,
      tokens: 250,
      exactTokens: true,
      catalog: { size: 1, epoch: 'e', sources: {} },
    });
    sink({ ...HEAD, type: 'describe', tools: ['a', 'b'], bytes: 1, ms: 1 });
    sink({
      ...HEAD,
      ...{ tool: 'a', name: 'a', source: 'mcp', server: 's' },
      type: 'policy',
      callId: 'c',
      decision: 'ask',
    });
    const { executionMs: _ms, ...refused } = CALL;
    sink(refused);
    expect(points).toMatchObject([
      {
        name: 'toolscout.assembly.tokens',
        value: 250,
        attributes: { 'toolscout.mode': 'tools', 'toolscout.tokens.exact': true },
      },
      { name: 'toolscout.describes', value: 2 },
      { name: 'toolscout.call.duration', value: 0.25 },
    ]);
  });

  it('declares its instruments with units, and the bounds that the conventions give', () => {
    const declared: Record<string, object | undefined> = {};
    const declare = (name: string, options?: object) => {
      declared[name] = options;
    };
    createOpenTelemetrySink({
      meter: {
        createHistogram: (name, options) => {
          declare(name, options);
          return { record: () => {} };
        },
        createCounter: (name, options) => {
          declare(name, options);
          return { add: () => {} };
        },
      },
    });
    const seconds = {
      unit: 's',
      description: expect.stringMatching(/./),
      advice: { explicitBucketBoundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300] },
    };
    expect(declared).toEqual({
      'mcp.client.operation.duration': seconds,
      'toolscout.call.duration': seconds,
      'toolscout.search.duration': seconds,
      'toolscout.describes': { description: expect.stringMatching(/./) },
      'toolscout.assembly.tokens': { unit: '{token}', description: expect.stringMatching(/./) },
    });
  });

  it('puts nothing into metrics that is different for each call or session', () => {
    const { sink, points } = harness();
    sink(CALL);
    sink(SEARCH);
    for (const { attributes } of points) {
      expect(JSON.stringify(attributes)).not.toMatch(/"s"|c1|queryHash/);
    }
  });

  it('makes a retrieval span of a search', () => {
    const { sink, spans, points } = harness();
    sink(SEARCH);
    expect(spans).toMatchObject([
      {
        name: 'retrieval toolscout',
        kind: 0,
        attributes: { 'gen_ai.operation.name': 'retrieval', 'toolscout.search.hits': ['mcp:mail:send'] },
      },
    ]);
    expect(spans[0]!.attributes).not.toHaveProperty('gen_ai.retrieval.query.text');
    expect(points).toMatchObject([
      { name: 'toolscout.search.duration', value: 0.002, attributes: { 'toolscout.search.verdict': 'confident' } },
    ]);
    const end = Date.parse(HEAD.at);
    expect(spans).toMatchObject([{ startTime: end - 2, endTime: end }]);
    sink({ ...SEARCH, query: 'mail' });
    expect(spans[1]!.attributes).toStrictEqual({
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': 'toolscout',
      'mcp.session.id': 's',
      'toolscout.search.verdict': 'confident',
      'toolscout.search.tier': 'lexical',
      'toolscout.search.hits': ['mcp:mail:send'],
      'toolscout.search.total': 1,
      'gen_ai.retrieval.query.text': 'mail',
    });
  });

  it('needs neither of the two', () => {
    expect(() => createOpenTelemetrySink({})(CALL)).not.toThrow();
  });
});
