/** Door of the gateway's configuration: `toolscout.json` or a client's file in, servers and settings out. */
export { parseLlmSettings } from './llm-settings.ts';
export { loadConfig, type ParseConfigOptions, parseConfig } from './load.ts';
export type { ConfigWarning, DisabledServer, FailedServer, LoadedConfig } from './loaded-config.ts';
export type { ToolOverride, ToolOverrides } from './overrides.ts';
export type { PreselectConfig } from './preselect-settings.ts';
export { DEFAULT_SEARCH, type SearchSettings } from './search-settings.ts';
export type { ExampleSettings, GatewaySettings, HttpSettings } from './sections.ts';
export type { TelemetrySettings } from './telemetry-settings.ts';
export type { ToolSearchConfig } from './tool-search.ts';
