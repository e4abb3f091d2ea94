/** Toolscout for OpenAI's Responses and Chat Completions APIs: `toolscout/openai`. Plain JSON in and out, with any client. */
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
export { type ChatTools, type ChatToolsOptions, createChatTools } from './chat-tools.ts';
export type {
  OpenAIDiscovery,
  OpenAIRequestPart,
  OpenAITools,
  OpenAIToolsOptions,
} from './contract.ts';
export { withoutRepeats, withoutSearches } from './history.ts';
export type { OpenAIProbe, OpenAIProbeItem } from './probe.ts';
export { readSearchRefusal, type SearchRefusal } from './refusals.ts';
export { createOpenAITools } from './responses-tools.ts';
export type {
  ChatTool,
  ChatToolCall,
  ChatToolMessage,
  OpenAIAnswer,
  OpenAIFunction,
  OpenAIItem,
  OpenAINamespace,
  OpenAIResultPart,
  OpenAITool,
  OpenAIToolSearch,
} from './types.ts';
