/** Indexes of tools on disk: what the store of documents is filled with, and searched through. */
export {
  migrateToolIndex,
  repairToolIndex,
  type ToolIndexStats,
  toolIndexStats,
  verifyToolIndex,
} from './care-for-tool-index.ts';
export { openToolIndex, type ToolIndex } from './open-tool-index.ts';
export {
  buildToolIndex,
  type UpdateToolIndexOptions,
  updateToolIndex,
  type WriteToolIndexOptions,
} from './write-tool-index.ts';
