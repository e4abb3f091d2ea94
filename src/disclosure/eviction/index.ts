/** The set of definitions that a session's requests carry: how it grows, when it shrinks, what that costs. */
export { nextExposedSet } from './next-set.ts';
export type {
  CacheLoss,
  EvictionPolicy,
  EvictionReason,
  EvictionSettings,
  ExposedSet,
  ExposedTool,
  ExposureChange,
  ExposureMoment,
  NextExposedSet,
  Placement,
} from './types.ts';
