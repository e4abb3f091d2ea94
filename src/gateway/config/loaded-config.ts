import type { LlmSettings } from '../../llm/index.ts';
import type { ClientId, OpenApiSpec, ServerSpec } from '../../sources/index.ts';
import type { ApprovalSettings } from '../approvals/index.ts';
import type { AuditSettings } from '../audit/index.ts';
import type { AuthSettings } from '../auth/index.ts';
import type { RateLimitSettings } from '../limits/index.ts';
import type { ViewTable } from '../view-settings.ts';
import type { DashboardSettings } from './dashboard-settings.ts';
import type { ToolOverrides } from './overrides.ts';
import type { PolicySettings } from './policy.ts';
import type { PreselectConfig } from './preselect-settings.ts';
import type { SearchSettings } from './search-settings.ts';
import type { ExampleSettings, GatewaySettings, HttpSettings } from './sections.ts';
import type { StateSettings } from './state-settings.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';
import type { ToolSearchConfig } from './tool-search.ts';

/** A configuration, ready to run: every server checked and complete, everything else listed with its reason. */
export interface LoadedConfig {
  /** The file, absolute. */
  readonly path: string;
  /** Whose format the file has: our own, or that of a client whose file was given directly. */
  readonly format: 'toolscout' | ClientId;
  readonly servers: readonly ServerSpec[];
  /** HTTP APIs whose operations are tools. */
  readonly openapi: readonly OpenApiSpec[];
  readonly failed: readonly FailedServer[];
  readonly disabled: readonly DisabledServer[];
  readonly warnings: readonly ConfigWarning[];
  readonly toolSearch: ToolSearchConfig;
  readonly gateway: GatewaySettings;
  readonly http: HttpSettings;
  readonly examples: ExampleSettings;
  /** The language model to ask, where one is configured. */
  readonly llm?: LlmSettings;
  readonly preselect: PreselectConfig;
  readonly telemetry: TelemetrySettings;
  readonly dashboard: DashboardSettings;
  readonly search: SearchSettings;
  readonly policy: PolicySettings;
  /** Who may come in over HTTP. Absent: whoever can reach it. */
  readonly auth?: AuthSettings;
  /** Which calls wait for consent. */
  readonly approvals: ApprovalSettings;
  /** Where sessions and what belongs to them are kept. Absent: in the process, and consent in a folder. */
  readonly state?: StateSettings;
  /** How tools are shown where that differs from what servers say. */
  readonly overrides: ToolOverrides;
  /** Other ways to see the gateway, by name. */
  readonly views: ViewTable;
  /** The record of every call, where one is kept. */
  readonly audit?: AuditSettings;
  /** What each client may do at most. */
  readonly limits: RateLimitSettings;
  /** Every file that took part, this one first; a change in any of them changes the configuration. */
  readonly files: readonly string[];
}

/** A server that is configured but cannot be started. */
export interface FailedServer {
  readonly name: string;
  /** Names the fields and variables that are wrong or missing; never their values. */
  readonly message: string;
  /** The file and entry. */
  readonly origin: string;
}

/** A server that its file switches off. */
export interface DisabledServer {
  readonly name: string;
  readonly origin: string;
}

/** Something to look at that keeps nothing from running. */
export interface ConfigWarning {
  /** The key in the file that was loaded, such as `tools.toolSearch.foo` or `mcpServers.github.arg`. */
  readonly path: string;
  readonly message: string;
  readonly nearest?: string;
}
