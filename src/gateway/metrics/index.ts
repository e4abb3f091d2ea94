/** Counts of what goes through the gateway, for Prometheus. */
export { GatewayMetrics, type MetricsNow } from './gateway-metrics.ts';
export { PROMETHEUS_CONTENT_TYPE } from './prometheus-text.ts';
export { ScopedMetrics } from './scoped-metrics.ts';
