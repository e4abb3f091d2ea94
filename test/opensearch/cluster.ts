import type { BuildOpenSearchOptions, OpenSearchHttp } from '../../src/backends/index.ts';
import {
  buildOpenSearchIndex,
  connectOpenSearch,
  deleteOpenSearchIndex,
  openOpenSearchIndex,
} from '../../src/backends/index.ts';
import type { RemoteRetrievalBackend } from '../../src/retrieval/index.ts';
import type { CatalogRow } from '../../src/sources/index.ts';
import type { ToolEntry } from '../../src/tools/index.ts';

const named = process.env.TOOLSCOUT_OPENSEARCH_URL;

/** Addresses of the nodes of a cluster to test with, or undefined where there is none. */
export const clusterUrls: readonly string[] | undefined =
  named === undefined || named === '' ? undefined : named.split(',');

/** What to say where {@link clusterUrls} is undefined. */
export const CLUSTER_MISSING = 'no cluster: run test/opensearch/run.sh, or set TOOLSCOUT_OPENSEARCH_URL';

/** Longest a test may take: real nodes on a machine that others use, too. */
export const PATIENCE_MS = 240_000;

/** A cluster with indexes that are gone when it is closed. */
export interface TestCluster {
  readonly http: OpenSearchHttp;
  newName(): string;
  /** Builds an index and opens it with the same embedder. */
  index(
    entries: Iterable<ToolEntry>,
    options?: BuildOpenSearchOptions & { readonly groups?: boolean },
    name?: string,
  ): Promise<RemoteRetrievalBackend>;
  close(): Promise<void>;
}

/** @throws where there is no cluster */
export async function openTestCluster(): Promise<TestCluster> {
  const http = await connectOpenSearch({ nodes: clusterUrls! });
  const names: string[] = [];
  const newName = (): string => {
    const name = `test-${process.pid}-${names.length}`;
    names.push(name);
    return name;
  };
  return {
    http,
    newName,
    index: async (entries, options = {}, name = newName()) => {
      await buildOpenSearchIndex(http, name, rowsOf(entries), { replicas: 0, ...options });
      const { embedder, groups } = options;
      return (await openOpenSearchIndex(http, name)).backend({
        ...(embedder === undefined ? {} : { embedder }),
        ...(groups === undefined ? {} : { groups }),
      });
    },
    close: async () => {
      for (const name of names) await deleteOpenSearchIndex(http, name);
      await http.close();
    },
  };
}

export async function* rowsOf(entries: Iterable<ToolEntry>): AsyncGenerator<CatalogRow> {
  for (const entry of entries) yield { entry };
}
