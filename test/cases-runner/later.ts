/**
 * What a case may ask for and the product cannot do yet, with the issue that brings it. A later issue takes its lines
 * out here and adds a handler in `ops/`, `checks/` or `product/`; nothing else changes.
 */
const RELOAD = "needs issue 9's reload of the configuration (not built yet)";
const ADAPTERS = "needs issue 11's adapters (not built yet)";

export const LATER_OPS: Readonly<Record<string, string>> = {
  build_request: ADAPTERS,
  provider_calls: ADAPTERS,
  search_as_provider_result: ADAPTERS,
  reload: RELOAD,
};

const LATER_CHECKS: Readonly<Record<string, string>> = {
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
  provider: ADAPTERS,
  native: ADAPTERS,
  strict: ADAPTERS,
  options: ADAPTERS,
};

export function laterCheck(name: string): string | undefined {
  return Object.hasOwn(LATER_CHECKS, name) ? LATER_CHECKS[name] : undefined;
}
