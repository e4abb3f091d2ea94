/** Toolscout for the Vercel AI SDK: `toolscout/ai-sdk`. Needs the package `ai`, which the host has. */
export {
  createToolAccess,
  type ListedDefinition,
  type ToolAccess,
  type ToolAccessOptions,
} from '../shared/tool-access.ts';
export {
  type AiSdkApproval,
  type AiSdkCall,
  type AiSdkDiscovery,
  type AiSdkStep,
  type AiSdkTools,
  type AiSdkToolsOptions,
  createAiSdkTools,
} from './ai-sdk-tools.ts';
