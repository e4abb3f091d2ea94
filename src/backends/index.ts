/** Where indexes and models live outside the search itself: this machine's files. */
export {
  type BuiltInDeepOptions,
  createBuiltInDeepEmbedder,
  createBuiltInEmbedder,
  findPackageFolder,
  hasDeepCache,
  loadStaticEmbedder,
  openSessionLog,
  type ReadSessionLog,
  readSessionLog,
  type SessionLog,
  type SessionLogOptions,
  type WorkerEmbedder,
} from './local/index.ts';
