export { loadStaticEmbedder, readBuiltInModel } from './built-in-models.ts';
