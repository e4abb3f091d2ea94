/** A plain agent loop over any OpenAI-compatible endpoint: `toolscout/loop`. */
export {
  createToolAccess,
  type ListedDefinition,
  type ToolAccess,
  type ToolAccessOptions,
} from '../shared/tool-access.ts';
export type { LoopEndpoint } from './endpoint-model.ts';
export { runToolLoop, type ToolLoopOptions, type ToolLoopResult } from './tool-loop.ts';
export type { LoopEvent, LoopMessage, LoopModel, LoopReply, LoopRequest } from './types.ts';
