/** Models that come with the package, read from its own folder, and the cache of what they computed. */
export { createBuiltInEmbedder } from './built-in-embedder.ts';
export { loadStaticEmbedder } from './built-in-models.ts';
export { type CacheMachine, cacheFolder } from './cache-folder.ts';
export { withVectorCache } from './cached-embedder.ts';
export { type BuiltInDeepOptions, createBuiltInDeepEmbedder, hasDeepCache } from './deep/deep-embedder.ts';
export type { WorkerEmbedder } from './deep/worker-embedder.ts';
export { findPackageFolder } from './package-folder.ts';
export { createSignInFiles, secretsFolder } from './secrets/sign-in-files.ts';
export { type ReadSessionLog, readSessionLog } from './session-log/read-session-log.ts';
export { openSessionLog, type SessionLog, type SessionLogOptions } from './session-log/session-log-writer.ts';
export { createFileStateStore } from './state-store/file-state-store.ts';
export { stateFolder } from './state-store/state-folder.ts';
export * from './tool-index/index.ts';
export { VectorCache } from './vector-cache.ts';
export { makeFile, moveInPlace } from './whole-file.ts';
