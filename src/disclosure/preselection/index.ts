/** What a turn starts with: chosen before the main model is asked. */
export { createAuxiliaryFunction, createAuxiliaryModel } from './auxiliary-model.ts';
export { createPreselector } from './preselector.ts';
export { PRESELECT_RANGES } from './settings.ts';
export { createToolSearch, type ToolSearch } from './tool-search.ts';
export type {
  AuxiliaryCandidate,
  AuxiliaryModel,
  AuxiliaryReply,
  AuxiliaryRequest,
  DialogueMessage,
  LeftOut,
  ModelReport,
  PreselectedTool,
  PreselectFailure,
  Preselector,
  PreselectorOptions,
  PreselectResult,
  PreselectSettings,
  PreselectSide,
  PreselectSource,
  PreselectTurn,
  SideReport,
  SkipReason,
} from './types.ts';
