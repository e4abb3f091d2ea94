/** One seam for language models, and what every use of one needs: fenced foreign text out, lenient JSON in. */

export { type AnthropicMessagesOptions, createAnthropicModel } from './anthropic-messages.ts';
export { readApiKey } from './api-key.ts';
export { createLanguageModel, LLM_PROVIDERS, type LlmProvider, type LlmSettings } from './create-model.ts';
export { type EndpointOptions, postJson } from './endpoint.ts';
export { createFence, type Fence } from './fence.ts';
export { createFunctionModel } from './function-model.ts';
export type {
  Completion,
  CompletionRequest,
  LanguageModel,
  ModelMessage,
  ModelUsage,
  StopReason,
} from './language-model.ts';
export { chatUrl, createOpenAiChatModel, type OpenAiChatOptions } from './openai-chat.ts';
export { readJsonReply } from './read-json-reply.ts';
export { createScriptedModel, type ScriptedModel, type ScriptedReply } from './scripted-model.ts';
