const named = process.env.TOOLSCOUT_OPENSEARCH_URL;

/** Addresses of the nodes of a cluster to test with, or undefined where there is none. */
export const clusterUrls: readonly string[] | undefined =
  named === undefined || named === '' ? undefined : named.split(',');

/** What to say where {@link clusterUrls} is undefined. */
export const CLUSTER_MISSING = 'no cluster: run test/opensearch/run.sh, or set TOOLSCOUT_OPENSEARCH_URL';
