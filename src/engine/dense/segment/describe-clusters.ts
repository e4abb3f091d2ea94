import { type QuantisedVector, quantise } from '../quantise.ts';
import { type Clusters, evenly } from './cluster-vectors.ts';
import { addRow, type VectorRows } from './vector-rows.ts';

/** What a search must know of a cluster to tell whether it is worth a look. */
export interface ClusterFigures {
  /** The mean of its vectors. */
  readonly centroids: readonly QuantisedVector[];
  /** The standard deviation of its vectors' scores for a query of unit length that is near, but not in it. */
  readonly spreads: Float32Array;
}

/** Vectors that stand for queries when spreads are measured, the clusters that each is held against, and of those so many members. */
const PROBES = 32;
const NEAR_CLUSTERS = 16;
const MEMBERS = 64;

/**
 * Scores vary along the directions in which queries lie, more than a sphere of the same radius would make them: by how
 * much is measured with documents in the place of queries, and taken for the same in all clusters.
 */
export function describeClusters(vectors: VectorRows, { count, assignments }: Clusters): ClusterFigures {
  const sums = Array.from({ length: count }, () => new Float64Array(vectors.rowBytes));
  const sizes = new Uint32Array(count);
  const squares = new Float64Array(count);
  const members = Array.from({ length: count }, (): number[] => []);
  for (let doc = 0; doc < vectors.size; doc++) {
    const cluster = assignments[doc]!;
    addRow(sums[cluster]!, vectors, doc);
    sizes[cluster]!++;
    if (members[cluster]!.length < MEMBERS) {
      members[cluster]!.push(doc);
      squares[cluster]! += product(vectors, doc, doc);
    }
  }
  const means = sums.map((sum, cluster) => Float32Array.from(sum, (one) => one / Math.max(1, sizes[cluster]!)));
  const radii = means.map((mean, cluster) => {
    const meanSquare = squares[cluster]! / Math.max(1, members[cluster]!.length);
    return Math.sqrt(Math.max(0, meanSquare - dot(mean, mean)));
  });
  const share = spreadPerRadius(vectors, { means, radii, members });
  return {
    centroids: means.map(quantise),
    spreads: Float32Array.from(radii, (radius) => radius * share),
  };
}

interface Measured {
  readonly means: readonly Float32Array[];
  readonly radii: readonly number[];
  readonly members: readonly (readonly number[])[];
}

function spreadPerRadius(vectors: VectorRows, { means, radii, members }: Measured): number {
  let sum = 0;
  let measured = 0;
  for (const probe of evenly(vectors.size, PROBES)) {
    const length = Math.sqrt(product(vectors, probe, probe));
    if (length === 0) continue;
    const query = vectors.row(probe);
    const near = means
      .map((mean, cluster) => ({ cluster, score: dot(mean, query) }))
      .filter(({ cluster }) => members[cluster]!.length >= MEMBERS / 2 && radii[cluster]! > 0)
      .sort((a, b) => b.score - a.score || a.cluster - b.cluster)
      // The first is its own.
      .slice(1, NEAR_CLUSTERS + 1);
    for (const { cluster } of near) {
      const scores = members[cluster]!.map((doc) => product(vectors, doc, probe) / length);
      const average = scores.reduce((all, score) => all + score, 0) / scores.length;
      const variance = scores.reduce((all, score) => all + (score - average) ** 2, 0) / scores.length;
      sum += Math.sqrt(variance) / radii[cluster]!;
      measured++;
    }
  }
  // Without anything to measure: as if queries lay in any direction.
  return measured === 0 ? 1 / Math.sqrt(vectors.dimensions) : sum / measured;
}

function product(vectors: VectorRows, left: number, right: number): number {
  const a = vectors.row(left);
  const b = vectors.row(right);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum * vectors.scales[left]! * vectors.scales[right]!;
}

function dot(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < left.length; i++) sum += left[i]! * right[i]!;
  return sum;
}
