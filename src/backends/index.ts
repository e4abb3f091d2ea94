export { loadStaticEmbedder, readBuiltInModel } from './local/index.ts';
