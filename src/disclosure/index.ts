/** What a model sees: the bridge tools, their input and their answers. */
export type { DescribeAnswer, HitAnswer, SearchAnswer, UnavailableServer } from './bridge/answers.ts';
export { searchAdvice, toDescribeAnswer } from './bridge/answers.ts';
export { type Bridge, type BridgeOptions, createBridge } from './bridge/bridge.ts';
export {
  type BridgeNames,
  type BridgeTool,
  bridgeInstructions,
  bridgeTools,
  DEFAULT_BRIDGE_NAMES,
} from './bridge/definitions.ts';
