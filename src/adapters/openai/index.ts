/** Toolscout for OpenAI's Responses and Chat Completions APIs: `toolscout/openai`. Plain JSON in and out, with any client. */
export {
  createToolAccess,
  type ListedDefinition,
  type ToolAccess,
  type ToolAccessOptions,
} from '../shared/tool-access.ts';
export { type ChatTools, type ChatToolsOptions, createChatTools } from './chat-tools.ts';
export { withoutRepeats, withoutSearches } from './history.ts';
export {
  createOpenAITools,
  type OpenAIDiscovery,
  type OpenAIRequestPart,
  type OpenAITools,
  type OpenAIToolsOptions,
} from './responses-tools.ts';
export type {
  ChatTool,
  ChatToolCall,
  ChatToolMessage,
  OpenAIFunction,
  OpenAIItem,
  OpenAINamespace,
  OpenAITool,
  OpenAIToolSearch,
} from './types.ts';
