/** Where indexes and models live outside the search itself: this machine's files. */
export { createBuiltInEmbedder, loadStaticEmbedder } from './local/index.ts';
