/** Toolscout for LangChain: `toolscout/langchain`. Needs the package `@langchain/core`, which the host has. */
export {
  createToolAccess,
  type ListedDefinition,
  type ToolAccess,
  type ToolAccessOptions,
} from '../shared/tool-access.ts';
export {
  type BoundModel,
  createLangChainTools,
  type LangChainDiscovery,
  type LangChainQuestion,
  type LangChainTools,
  type LangChainToolsOptions,
} from './langchain-tools.ts';
