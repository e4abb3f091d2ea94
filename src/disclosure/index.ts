/** What a model sees: the bridge tools, their input and their answers. */
export type { DescribeAnswer, SearchAnswer, UnavailableServer } from './bridge/answers.ts';
export { searchAdvice, toDescribeAnswer } from './bridge/answers.ts';
export { type Bridge, type BridgeOptions, createBridge } from './bridge/bridge.ts';
export {
  type BridgeNames,
  type BridgeTool,
  bridgeInstructions,
  bridgeTools,
  DEFAULT_BRIDGE_NAMES,
} from './bridge/definitions.ts';
export type { HitAnswer } from './bridge/hit-answer.ts';
export { buildDirectory, type Directory, type DirectoryOptions } from './directory/build-directory.ts';
export { callByName, type NamedCall } from './directory/call-by-name.ts';
export { chooseHydrated, type HydrationOptions } from './directory/choose-hydrated.ts';
export { type DirectoryBridgeOptions, directoryBridgeTools } from './directory/directory-bridge.ts';
export { findNameCollisions, type NameCollision, nameCollisionError } from './directory/name-collisions.ts';
