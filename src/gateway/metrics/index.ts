/** Counts of what goes through the gateway, for Prometheus. */
export type { MetricsNow } from './gateway-metrics.ts';
export { PROMETHEUS_CONTENT_TYPE } from './prometheus-text.ts';
export { SessionCounts } from './session-counts.ts';
