import type { IndexBackendOptions, RemoteRetrievalBackend } from '../../retrieval/index.ts';
import { createRemoteBackend } from '../../retrieval/index.ts';
import { searchedIndex } from './aliases.ts';
import type { OpenSearchHttp } from './connection.ts';
import { checkIndexEmbedder } from './index-settings.ts';
import { OpenSearchIndex } from './search-index.ts';

/** An index of tools in a cluster, open for searching. */
export interface OpenedOpenSearchIndex {
  /** Id of the embedder that its vectors are of. */
  readonly embedder: string | undefined;
  /**
   * Searches what the index holds at the moment of each search.
   * @throws ToolscoutError `CONFIG_INVALID` for another embedder than that of the index; without one it searches by words
   */
  backend(options?: IndexBackendOptions): RemoteRetrievalBackend;
}

/**
 * Opens an index by its name. What the name points to may be replaced by another that was made in the same way; one
 * with other vectors wants to be opened anew.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_UNAVAILABLE`
 */
export async function openOpenSearchIndex(http: OpenSearchHttp, name: string): Promise<OpenedOpenSearchIndex> {
  const { settings } = await searchedIndex(http, name);
  return {
    embedder: settings.embedder,
    backend: (options = {}) => {
      if (options.embedder !== undefined) checkIndexEmbedder(settings, options.embedder, name);
      return createRemoteBackend(new OpenSearchIndex(http, name, settings), options);
    },
  };
}
