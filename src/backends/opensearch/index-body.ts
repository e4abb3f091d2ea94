import { INDEX_FIELDS } from '../../retrieval/index.ts';

/**
 * How vectors lie in the index. `float`: as they are. `sq`: rounded to 7 bits for the graph, a quarter of the memory.
 * `byte`: only the int8 vector that answers are computed with, the smallest. Figures do not change with it, since they come
 * from the int8 vector in each case; which neighbours are found may.
 */
export const ENCODINGS = ['float', 'sq', 'byte'] as const;
export type VectorEncoding = (typeof ENCODINGS)[number];

export interface IndexShape {
  readonly shards: number;
  /** Copies of each shard beside the first; with 0 a lost node loses tools. */
  readonly replicas: number;
  readonly encoding: VectorEncoding;
  /** Length of the vectors; undefined in an index without. */
  readonly dimensions: number | undefined;
  /** What this package wants to know of an index when it opens it. */
  readonly meta: object;
}

/** The fields of terms: those that rank. Look-ups have a place of their own. */
export const TERM_FIELDS: readonly string[] = INDEX_FIELDS.map(({ name }) => name).filter((name) => name !== 'lookups');

/** Longest text of a `keyword` that is indexed, in characters; Lucene's own bound is 32,766 bytes. */
const LONGEST_KEYWORD = 8_000;

/** Until how many documents a shard has, changes become visible by themselves within this time. */
export const REFRESH_INTERVAL = '5s';

/** Settings and mapping of an index of tools. Every text in it has been through our own analysis before. */
export function indexBody({ shards, replicas, encoding, dimensions, meta }: IndexShape): {
  readonly settings: object;
  readonly mappings: object;
} {
  const keyword = { type: 'keyword', ignore_above: LONGEST_KEYWORD };
  // Kept and given back, never looked into.
  const kept = { type: 'keyword', index: false, doc_values: false };
  const terms = { type: 'text', analyzer: 'whitespace', norms: false, index_options: 'docs' };
  return {
    settings: {
      index: {
        number_of_shards: shards,
        number_of_replicas: replicas,
        refresh_interval: REFRESH_INTERVAL,
        ...(dimensions === undefined
          ? {}
          : {
              knn: true,
              // Vectors stay out of the stored source. Never `recovery_source_excludes` in its place: a replica that
              // recovers would lose vectors.
              'knn.derived_source.enabled': true,
            }),
      },
    },
    mappings: {
      dynamic: 'strict',
      _meta: meta,
      properties: {
        id: { type: 'keyword' },
        // Read column by column, since each search asks for it to know what it has to fetch.
        hash: { type: 'keyword', index: false },
        tags: keyword,
        tag_keys: keyword,
        names: keyword,
        lookups: keyword,
        terms: { properties: Object.fromEntries(TERM_FIELDS.map((name) => [name, terms])) },
        impacts: { type: 'rank_features' },
        vector: kept,
        scale: { type: 'double', index: false, doc_values: false },
        payload: kept,
        ...(dimensions === undefined ? {} : { embedding: vectorField(encoding, dimensions) }),
      },
    },
  };
}

/** Always with the engine named: without, a node takes one of native code, which it may not have. */
function vectorField(encoding: VectorEncoding, dimension: number): object {
  const parameters = { m: 16, ef_construction: 128 };
  const sq = { encoder: { name: 'sq', parameters: { bits: 7 } } };
  return {
    type: 'knn_vector',
    dimension,
    // A second copy on disk that neither the graph nor exact comparison needs.
    doc_values: false,
    ...(encoding === 'byte' ? { data_type: 'byte' } : {}),
    // Vectors are of unit length. Rounded to whole numbers each by its own scale they are not, but keep their direction.
    space_type: spaceOf(encoding),
    method: { name: 'hnsw', engine: 'lucene', parameters: encoding === 'sq' ? { ...parameters, ...sq } : parameters },
  };
}

/** What the vectors of an index are compared by. */
export function spaceOf(encoding: VectorEncoding): 'innerproduct' | 'cosinesimil' {
  return encoding === 'byte' ? 'cosinesimil' : 'innerproduct';
}
