/** Toolscout for Anthropic's Messages API: `toolscout/anthropic`. Plain JSON in and out, with any client. */
export {
  createToolAccess,
  type ListedDefinition,
  type ToolAccess,
  type ToolAccessOptions,
} from '../shared/tool-access.ts';
export {
  type AnthropicDiscovery,
  type AnthropicRequestPart,
  type AnthropicTools,
  type AnthropicToolsOptions,
  createAnthropicTools,
} from './anthropic-tools.ts';
export { withoutReferences } from './history.ts';
export {
  type DeferralRefusal,
  type ProviderSearch,
  readProviderSearches,
  readRefusal,
  type SearchErrorKind,
} from './search-errors.ts';
export type {
  AnthropicBlock,
  AnthropicMessage,
  AnthropicSearchTool,
  AnthropicTool,
  AnthropicToolResult,
  CacheControl,
} from './types.ts';
