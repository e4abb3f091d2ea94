/** Toolscout for Anthropic's Messages API: `toolscout/anthropic`. Plain JSON in and out, with any client. */
export {
  type FaultCode,
  type LintMode,
  type LintOptions,
  type LintProvider,
  lintRequest,
  type RequestFault,
  type RequestKind,
} from '../lint/index.ts';
export {
  type Capability,
  type CapabilityApi,
  type CapabilityEvent,
  type CapabilityMemory,
  type CapabilityMemoryOptions,
  createCapabilityMemory,
  type Endpoint,
} from '../probe/index.ts';
export {
  createToolAccess,
  type ListedDefinition,
  type ToolAccess,
  type ToolAccessOptions,
} from '../shared/tool-access.ts';
export { createAnthropicTools } from './anthropic-tools.ts';
export type {
  AnthropicDiscovery,
  AnthropicRequestPart,
  AnthropicTools,
  AnthropicToolsOptions,
  RequestPurpose,
} from './contract.ts';
export { withoutReferences } from './history.ts';
export type { AnthropicProbe, AnthropicProbeMessage } from './probe.ts';
export {
  type DeferralRefusal,
  type ProviderSearch,
  readProviderSearches,
  readRefusal,
  type SearchErrorKind,
} from './search-errors.ts';
export type {
  AnthropicBlock,
  AnthropicImageType,
  AnthropicMessage,
  AnthropicResultPart,
  AnthropicSearchTool,
  AnthropicTool,
  AnthropicToolResult,
  BlockLike,
  CacheControl,
  MessageLike,
} from './types.ts';
