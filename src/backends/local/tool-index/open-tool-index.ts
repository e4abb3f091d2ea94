import type { EngineIndex } from '../../../engine/index.ts';
import { createIndexBackend, type IndexBackendOptions, type RetrievalBackend } from '../../../retrieval/index.ts';
import { openIndexReader } from '../index-store/index-reader.ts';
import { makeParts } from './make-parts.ts';
import { checkEmbedder, checkToolIndex, embedderOfIndex } from './settings.ts';

/** An index of tools, open for searching. */
export interface ToolIndex {
  /** Id of the embedder that its vectors are of. */
  readonly embedder: string | undefined;
  /** What is searched now. */
  readonly index: EngineIndex;
  /**
   * Searches what the index holds now.
   * @throws ToolscoutError `CONFIG_INVALID` for another embedder than that of the index; without one it searches by words
   */
  backend(options?: IndexBackendOptions): RetrievalBackend;
  /** Takes in what was written since. @returns whether anything was: backends made before are of no use then */
  refresh(): boolean;
  close(): void;
}

/**
 * Opens an index of tools.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function openToolIndex(folder: string): ToolIndex {
  const reader = openIndexReader(folder, makeParts);
  try {
    checkToolIndex(reader.settings, folder);
  } catch (error) {
    reader.close();
    throw error;
  }
  return {
    embedder: embedderOfIndex(reader.settings),
    get index() {
      return reader.index;
    },
    backend: (options = {}) => {
      if (options.embedder !== undefined) checkEmbedder(reader.settings, options.embedder, folder);
      return createIndexBackend(reader.index, options);
    },
    refresh: () => reader.refresh(),
    close: () => reader.close(),
  };
}
