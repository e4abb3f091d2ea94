/** Where indexes and models live outside the search itself: this machine's files. */
export {
  type BuiltInDeepOptions,
  createBuiltInDeepEmbedder,
  createBuiltInEmbedder,
  findPackageFolder,
  hasDeepCache,
  loadStaticEmbedder,
  type WorkerEmbedder,
} from './local/index.ts';
