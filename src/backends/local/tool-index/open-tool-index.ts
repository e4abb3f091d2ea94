import { type EngineIndex, type FilterInput, readFilter } from '../../../engine/index.ts';
import {
  createIndexBackend,
  createIndexCatalog,
  type IndexBackendOptions,
  type RetrievalBackend,
} from '../../../retrieval/index.ts';
import type { Catalog } from '../../../tools/index.ts';
import { openIndexReader } from '../index-store/index-reader.ts';
import { makeParts } from './make-parts.ts';
import { checkEmbedder, checkToolIndex, embedderOfIndex } from './settings.ts';

/** An index of tools on disk, open for searching. Files that were written since count from {@link ToolIndex.refresh} on. */
export interface ToolIndex {
  /** Id of the embedder that its vectors are of. */
  readonly embedder: string | undefined;
  /** How many tools it holds, whoever may see them. */
  readonly size: number;
  /**
   * Resolves names to tools, of those only that pass the filter; its `tools` are the first by id.
   * @throws ToolscoutError `FILTER_INVALID`
   */
  catalog(filter?: FilterInput): Catalog & { readonly size: number };
  /**
   * Searches what the index holds now, for `searchTools`, whose request carries the filter.
   * @throws ToolscoutError `CONFIG_INVALID` for another embedder than that of the index; without one it searches by words
   */
  backend(options?: IndexBackendOptions): RetrievalBackend;
  /** Takes in what was written since. @returns whether anything was: backends made before are of no use then */
  refresh(): boolean;
  close(): void;
}

/** With what is beneath, for this package. */
export interface OpenToolIndex extends ToolIndex {
  readonly index: EngineIndex;
}

/**
 * Opens an index of tools.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function openToolIndex(folder: string): OpenToolIndex {
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
    get size() {
      return reader.index.size;
    },
    catalog: (filter) => createIndexCatalog(reader.index, filter === undefined ? undefined : readFilter(filter)),
    backend: (options = {}) => {
      if (options.embedder !== undefined) checkEmbedder(reader.settings, options.embedder, folder);
      return createIndexBackend(reader.index, options);
    },
    refresh: () => reader.refresh(),
    close: () => reader.close(),
  };
}
