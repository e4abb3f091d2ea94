/** Finds out whether an endpoint takes deferred tools, and remembers it. */
export {
  type Capability,
  type CapabilityApi,
  type CapabilityEvent,
  type CapabilityMemory,
  type CapabilityMemoryOptions,
  createCapabilityMemory,
  type Endpoint,
} from './capabilities.ts';
export {
  type NativeSign,
  type NativeWatch,
  refusalOf,
  refusalText,
  type WatchOptions,
  watchNative,
} from './native-watch.ts';
export { NO_ARGUMENTS, PROBE_QUESTION, PROBE_SEARCH_QUESTION, PROBE_TOOLS, probeVerdict } from './probe-tools.ts';
