/** What is told about the use of tools: events, who makes them, and where they go. */
export { type AssembledRequest, assemblyFacts } from './assembly-facts.ts';
export { toJsonText, utf8Bytes } from './byte-size.ts';
export { createTelemetryCounters, type TelemetryCounters, type TelemetryCounts } from './counters.ts';
export type {
  ApprovalEvent,
  ArgumentSizes,
  AssemblyEvent,
  AssemblyMode,
  CalledTool,
  CallFinishedEvent,
  CallTelemetryOutcome,
  CatalogFacts,
  DescribeEvent,
  PolicyEvent,
  SearchEvent,
  TelemetryEvent,
  TelemetryHead,
  TelemetrySink,
} from './events.ts';
export { observeCalls, tenths } from './observe-calls.ts';
export {
  createOpenTelemetrySink,
  type OpenTelemetryOptions,
  type OtelAttributes,
  type OtelMeter,
  type OtelSpan,
  type OtelTracer,
} from './open-telemetry.ts';
export { readTelemetryEvent } from './read-event.ts';
export { createRecentEvents, type RecentEvents } from './recent-events.ts';
export { type ReportedTool, reportSessions, type SessionReport } from './session-report.ts';
export {
  type CallFacts,
  createTelemetry,
  type SearchFacts,
  type Telemetry,
  type TelemetryFacts,
  type TelemetryOptions,
} from './telemetry.ts';
