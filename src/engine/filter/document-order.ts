import type { DocumentOrder } from '../segment/parts.ts';

/** What decides where a document lies, one number each document. */
export interface OrderKeys {
  /** Its place by key. */
  readonly ranks: Uint32Array;
  /** See `FilterBuilder.partitions`. */
  readonly partitions: Uint32Array;
  /** See `DenseBuilder.clusters`; absent in a segment without vectors. */
  readonly clusters?: Uint32Array | undefined;
}

/**
 * The order of a segment's documents: by partition, so that what a tenant may see is one range; within it by cluster,
 * so that what is alike lies side by side; then by key.
 */
export function documentOrder({ ranks, partitions, clusters }: OrderKeys): DocumentOrder {
  let order: DocumentOrder = new Uint32Array(ranks.length);
  for (let doc = 0; doc < ranks.length; doc++) order[ranks[doc]!] = doc;
  if (clusters !== undefined) order = sortedBy(order, clusters);
  return sortedBy(order, partitions);
}

/** Counting sort; equal documents keep their order. */
function sortedBy(order: DocumentOrder, keys: Uint32Array): DocumentOrder {
  let greatest = 0;
  for (const key of keys) greatest = Math.max(greatest, key);
  const next = new Uint32Array(greatest + 2);
  for (const key of keys) next[key + 1]!++;
  for (let key = 0; key < greatest; key++) next[key + 1]! += next[key]!;
  const sorted = new Uint32Array(order.length);
  for (const doc of order) sorted[next[keys[doc]!]!++] = doc;
  return sorted;
}
