import type { CallFinishedEvent, SearchEvent, TelemetryEvent, TelemetrySink } from './events.ts';

/** Values that OpenTelemetry takes for attributes, as far as they are used here. */
export type OtelAttributes = Readonly<Record<string, string | number | boolean | string[]>>;

export interface OtelSpan {
  setStatus(status: { code: number; message?: string }): unknown;
  end(endTime?: number): void;
}

/** The part of a `Tracer` of `@opentelemetry/api` that is used here. */
export interface OtelTracer {
  startSpan(name: string, options?: { kind?: number; startTime?: number; attributes?: OtelAttributes }): OtelSpan;
}

/** The part of a `Meter` of `@opentelemetry/api` that is used here. */
export interface OtelMeter {
  createHistogram(
    name: string,
    options?: { unit?: string; description?: string; advice?: { explicitBucketBoundaries?: number[] } },
  ): { record(value: number, attributes?: OtelAttributes): void };
  createCounter(
    name: string,
    options?: { unit?: string; description?: string },
  ): { add(value: number, attributes?: OtelAttributes): void };
}

export interface OpenTelemetryOptions {
  /** `trace.getTracer('toolscout')` of your own `@opentelemetry/api`. */
  readonly tracer?: OtelTracer;
  /** `metrics.getMeter('toolscout')`. */
  readonly meter?: OtelMeter;
}

/** Numbers of the OpenTelemetry API's enumerations, which are fixed. */
const KIND = { internal: 0, client: 2 } as const;
const STATUS_ERROR = 2;
/** In seconds; the ones that the conventions give for operations of MCP. */
const DURATION_BUCKETS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];

/**
 * A sink that makes spans and metrics of events, named by the semantic conventions for generative AI and MCP
 * (development status, as of November 2026); what they have no name for is under `toolscout.`. Tracer and meter are
 * handed in, so that this package needs none. A span begins when the operation did and is a child of what is active.
 */
export function createOpenTelemetrySink({ tracer, meter }: OpenTelemetryOptions): TelemetrySink {
  const record = meter === undefined ? undefined : createMetrics(meter);
  return (event) => {
    record?.(event);
    if (tracer === undefined) return;
    if (event.type === 'call') callSpan(tracer, event);
    if (event.type === 'search') searchSpan(tracer, event);
  };
}

function callSpan(tracer: OtelTracer, event: CallFinishedEvent): void {
  const isMcp = event.source === 'mcp';
  const target = event.name === undefined ? '' : ` ${event.name}`;
  const error = errorType(event);
  const span = tracer.startSpan(`${isMcp ? 'tools/call' : 'execute_tool'}${target}`, {
    kind: isMcp ? KIND.client : KIND.internal,
    startTime: startOf(event),
    attributes: {
      ...callAttributes(event),
      'gen_ai.tool.call.id': event.callId,
      'gen_ai.tool.type': 'function',
      'mcp.session.id': event.session,
      'toolscout.outcome': event.outcome,
      ...(event.tool === undefined ? {} : { 'toolscout.tool.id': event.tool }),
      ...(event.server === undefined ? {} : { 'toolscout.tool.server': event.server }),
      ...(event.resultBytes === undefined ? {} : { 'toolscout.result.bytes': event.resultBytes }),
      ...(event.argumentsText === undefined ? {} : { 'gen_ai.tool.call.arguments': event.argumentsText }),
    },
  });
  if (error !== undefined) span.setStatus({ code: STATUS_ERROR });
  span.end(Date.parse(event.at));
}

/** Shared by spans and metrics, so of low cardinality. */
function callAttributes(event: CallFinishedEvent): OtelAttributes {
  const error = errorType(event);
  return {
    'gen_ai.operation.name': 'execute_tool',
    ...(event.name === undefined ? {} : { 'gen_ai.tool.name': event.name }),
    ...(event.source === 'mcp' ? { 'mcp.method.name': 'tools/call' } : {}),
    ...(event.source === undefined ? {} : { 'toolscout.tool.source': event.source }),
    'toolscout.entrance': event.entrance,
    ...(error === undefined ? {} : { 'error.type': error }),
  };
}

/** `tool_error` is the conventions' word for a result that says `isError`. */
function errorType({ outcome, code }: CallFinishedEvent): string | undefined {
  if (outcome === 'ok') return undefined;
  return outcome === 'error' ? 'tool_error' : (code ?? '_OTHER');
}

function searchSpan(tracer: OtelTracer, event: SearchEvent): void {
  const span = tracer.startSpan('retrieval toolscout', {
    kind: KIND.internal,
    startTime: startOf(event),
    attributes: {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.data_source.id': 'toolscout',
      'mcp.session.id': event.session,
      'toolscout.search.verdict': event.verdict,
      'toolscout.search.tier': event.tier,
      'toolscout.search.hits': [...event.hits],
      'toolscout.search.total': event.total,
      ...(event.query === undefined ? {} : { 'gen_ai.retrieval.query.text': event.query }),
    },
  });
  span.end(Date.parse(event.at));
}

function createMetrics(meter: OtelMeter): (event: TelemetryEvent) => void {
  const advice = { explicitBucketBoundaries: DURATION_BUCKETS };
  const operations = meter.createHistogram('mcp.client.operation.duration', {
    unit: 's',
    description: 'Duration of tool calls on MCP servers',
    advice,
  });
  const executions = meter.createHistogram('toolscout.call.duration', {
    unit: 's',
    description: 'Duration of all tool calls, refused ones included',
    advice,
  });
  const searches = meter.createHistogram('toolscout.search.duration', {
    unit: 's',
    description: 'Duration of tool searches',
    advice,
  });
  const describes = meter.createCounter('toolscout.describes', { description: 'Tools described' });
  const tokens = meter.createHistogram('toolscout.assembly.tokens', {
    unit: '{token}',
    description: 'Tokens of tools and prompt that a model request carries',
  });
  return (event) => {
    if (event.type === 'assembly') {
      tokens.record(event.tokens, { 'toolscout.mode': event.mode, 'toolscout.tokens.exact': event.exactTokens });
    } else if (event.type === 'search') {
      searches.record(event.ms / 1_000, { 'toolscout.search.verdict': event.verdict });
    } else if (event.type === 'describe') {
      describes.add(event.tools.length);
    } else if (event.type === 'call') {
      const attributes = callAttributes(event);
      executions.record(event.ms / 1_000, attributes);
      if (event.source === 'mcp' && event.executionMs !== undefined) {
        operations.record(event.executionMs / 1_000, attributes);
      }
    }
  };
}

function startOf(event: { readonly at: string; readonly ms: number }): number {
  return Date.parse(event.at) - event.ms;
}
