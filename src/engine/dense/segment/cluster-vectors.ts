import { quantiseQuery } from '../quantise.ts';
import { Assigner } from './assigner.ts';
import { addRow, type VectorRows } from './vector-rows.ts';

/** Vectors that are alike, for searches that need not look at all of them. */
export interface Clusters {
  readonly count: number;
  /** For each vector its cluster. */
  readonly assignments: Uint32Array;
}

/** With fewer documents, looking at each takes about a millisecond at most, and finds everything. */
export const LEAST_CLUSTERED = 65_536;
/** Vectors of the sample a cluster, and rounds over it: more of either finds no better clusters. */
const SAMPLE = 32;
const ROUNDS = 6;

/** How many clusters so many documents shall lie in: about the square root, a power of 2. */
function clusterCount(size: number): number {
  return 2 ** Math.round(Math.log2(size) / 2);
}

/**
 * Groups vectors by direction: k-means with centroids of unit length (spherical k-means, Dhillon and Modha, 2001) on a
 * sample that lies evenly over the vectors, then every vector to its centroid. Equal vectors in equal order give equal
 * clusters.
 */
export function clusterVectors(vectors: VectorRows, codes: Uint8Array, mean: Float32Array): Clusters {
  const count = clusterCount(vectors.size);
  const sample = evenly(vectors.size, Math.min(vectors.size, SAMPLE * count));
  const assigner = new Assigner(vectors, codes, mean, count);
  let centroids = evenly(sample.length, count).map((i) => directionOf(vectors, [sample[i]!]));
  for (let round = 0; round < ROUNDS; round++) {
    assigner.setCentroids(centroids.map(quantiseQuery));
    const assignments = assigner.assign(sample);
    const members = Array.from({ length: count }, (): number[] => []);
    for (let i = 0; i < sample.length; i++) members[assignments[i]!]!.push(sample[i]!);
    centroids = centroids.map((old, cluster) => {
      // A cluster that lost all its members keeps its place: it may win some back.
      return members[cluster]!.length === 0 ? old : directionOf(vectors, members[cluster]!);
    });
  }
  assigner.setCentroids(centroids.map(quantiseQuery));
  return { count, assignments: assigner.assignAll() };
}

/** `count` whole numbers that lie evenly in 0 … size - 1. */
export function evenly(size: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => Math.floor((i * size) / count));
}

/** The sum of vectors at unit length. */
function directionOf(vectors: VectorRows, docs: readonly number[]): Float32Array {
  const sums = new Float64Array(vectors.rowBytes);
  for (const doc of docs) addRow(sums, vectors, doc);
  const length = Math.sqrt(sums.reduce((squares, sum) => squares + sum * sum, 0));
  return Float32Array.from(sums, (sum) => (length === 0 ? 0 : sum / length));
}
