/** Wire formats of the bridge: our own and those of both configuration families. */
import type { ToolSearchFamily } from '../activation/index.ts';
import { bridgeBatchProfile, bridgeProfile } from './bridge-family.ts';
import { modeProfile } from './mode-family.ts';
import { preselectionProfile } from './preselection.ts';
import type { BridgeProfile, ProfileId } from './profile.ts';
import { toolscoutProfile } from './toolscout.ts';

export { CODE_TOOL_NAME, codeInstructions, codeTool } from './code-tool.ts';
export type { FoundTool, ToolSearchAnswer, ToolSearchCode } from './preselection.ts';
export type { AnsweredQuery, BridgeProfile, DescribedName, ProfileId } from './profile.ts';
export {
  calledTool,
  callInFormat,
  describeInFormat,
  type ProfiledBridge,
  searchInFormat,
  withProfile,
} from './profiled-bridge.ts';

export const PROFILES: Readonly<Record<ProfileId, BridgeProfile>> = {
  toolscout: toolscoutProfile,
  bridge: bridgeProfile,
  'bridge-batch': bridgeBatchProfile,
  mode: modeProfile,
  preselection: preselectionProfile,
};

/** The format that goes with a configuration family. */
export const FAMILY_PROFILES: Readonly<Record<ToolSearchFamily, ProfileId>> = {
  default: 'toolscout',
  bridge: 'bridge',
  mode: 'mode',
};
