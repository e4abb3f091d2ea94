/**
 * What a case may ask for and the product cannot do yet, with the issue that brings it. A later issue takes its lines
 * out here and adds a handler in `ops/`, `checks/` or `product/`; nothing else changes.
 */
const SANDBOX = "needs issue 7's sandbox (not built yet)";
const LEDGER = "needs issue 8's ledger of the conversation (not built yet)";
const RELOAD = "needs issue 9's reload of the configuration (not built yet)";
const OPENAPI = "needs issue 10's OpenAPI source (not built yet)";
const ADAPTERS = "needs issue 11's adapters (not built yet)";

export const LATER_OPS: Readonly<Record<string, string>> = {
  code: SANDBOX,
  code_each: SANDBOX,
  import_openapi: OPENAPI,
  build_request: ADAPTERS,
  provider_calls: ADAPTERS,
  search_as_provider_result: ADAPTERS,
  compact_history: LEDGER,
  serialize_session: LEDGER,
  resume_session: LEDGER,
  fork_session: LEDGER,
  reload: RELOAD,
};

const LATER_CHECKS: Readonly<Record<string, string>> = {
  calls_exclude_after: SANDBOX,
  calls_logged_complete: SANDBOX,
  no_escape: SANDBOX,
  http_request: OPENAPI,
  http_body_is: OPENAPI,
  schema_mentions: OPENAPI,
  no_tool_with: ADAPTERS,
  tool_with: ADAPTERS,
  tool_without: ADAPTERS,
  implies: ADAPTERS,
  references_resolve: ADAPTERS,
  deferred_le: ADAPTERS,
  provider_call_maps_to: ADAPTERS,
  result_for_each_call_id: ADAPTERS,
};

export const LATER_SETUP: Readonly<Record<string, string>> = {
  openapi: OPENAPI,
  provider: ADAPTERS,
  native: ADAPTERS,
  strict: ADAPTERS,
  options: ADAPTERS,
};

/** Keys of `setup.config`. */
export const LATER_CONFIG: Readonly<Record<string, string>> = {
  codeTimeoutMs: SANDBOX,
};

/** Bridge tools of the op `bridge_raw`. */
export const LATER_BRIDGE_TOOLS: Readonly<Record<string, string>> = { tool_search_code: SANDBOX };

/** Surfaces of the op `surfaces`. */
export const LATER_SURFACES: Readonly<Record<string, string>> = {
  code: SANDBOX,
};

/** Schema targets beyond the three that are converted today. */
export const LATER_TARGETS: Readonly<Record<string, string>> = {
  'openai-strict': ADAPTERS,
  'anthropic-strict': ADAPTERS,
};

export function laterCheck(name: string): string | undefined {
  return Object.hasOwn(LATER_CHECKS, name) ? LATER_CHECKS[name] : undefined;
}
