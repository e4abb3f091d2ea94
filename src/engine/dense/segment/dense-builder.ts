import type { Section } from '../../codec/encode-image.ts';
import type { DocumentOrder, PartBuilder } from '../../segment/parts.ts';
import { littleEndianBytes } from '../little-endian.ts';
import type { QuantisedVector } from '../quantise.ts';
import { type Clusters, clusterVectors, LEAST_CLUSTERED } from './cluster-vectors.ts';
import { DENSE_SECTIONS, rowBytesOf } from './dense-layout.ts';
import { type ClusterFigures, describeClusters } from './describe-clusters.ts';
import { permute, VectorRows } from './vector-rows.ts';

/** Builds the dense part of a segment. */
export interface DenseBuilder extends PartBuilder<QuantisedVector> {
  /**
   * For each document added the cluster in which it shall lie: see `documentOrder`. To be asked once, before `finish`;
   * undefined where there are so few documents that clusters earn nothing.
   */
  clusters(): Uint32Array | undefined;
}

/** See {@link DenseBuilder}. */
export function createDenseBuilder(dimensions: number): DenseBuilder {
  if (!(Number.isSafeInteger(dimensions) && dimensions >= 1)) {
    throw new RangeError(`Vectors have at least 1 dimension, not ${dimensions}.`);
  }
  return new Builder(dimensions);
}

interface Clustered {
  readonly codes: Uint8Array<ArrayBuffer>;
  readonly mean: Float32Array;
  readonly clusters: Clusters;
  readonly figures: ClusterFigures;
}

class Builder implements DenseBuilder {
  readonly #vectors: VectorRows;
  #clustered: Clustered | undefined;

  constructor(dimensions: number) {
    this.#vectors = new VectorRows(dimensions);
  }

  add(vector: QuantisedVector): void {
    this.#vectors.add(vector);
  }

  clusters(): Uint32Array | undefined {
    if (this.#vectors.size < LEAST_CLUSTERED) return undefined;
    const mean = this.#vectors.mean();
    const codes = this.#vectors.codes(mean);
    const clusters = clusterVectors(this.#vectors, codes, mean);
    this.#clustered = { codes, mean, clusters, figures: describeClusters(this.#vectors, clusters) };
    return clusters.assignments;
  }

  finish(order: DocumentOrder): readonly Section[] {
    const { rows, scales, rowBytes, dimensions, size } = this.#vectors;
    // In their place: a second copy of the rows would be the largest thing in memory.
    permute(rows, rowBytes, order);
    permute(scales, 1, order);
    const clustered = this.#clustered;
    return [
      {
        name: DENSE_SECTIONS.shape,
        bytes: littleEndianBytes(Uint32Array.of(dimensions, clustered?.clusters.count ?? 0)),
      },
      { name: DENSE_SECTIONS.rows, bytes: new Uint8Array(rows.buffer, 0, size * rowBytes) },
      { name: DENSE_SECTIONS.scales, bytes: littleEndianBytes(scales.subarray(0, size)) },
      ...(clustered === undefined ? [] : clusterSections(clustered, dimensions, order)),
    ];
  }
}

function clusterSections(
  { codes, mean, clusters, figures }: Clustered,
  dimensions: number,
  order: DocumentOrder,
): Section[] {
  const rowBytes = rowBytesOf(dimensions);
  permute(codes, rowBytes / 8, order);
  const centroids = new Int8Array(clusters.count * rowBytes);
  for (const [i, { values }] of figures.centroids.entries()) centroids.set(values, i * rowBytes);
  const { runEnds, runs } = runsOf(clusters, order);
  return [
    { name: DENSE_SECTIONS.codes, bytes: codes },
    { name: DENSE_SECTIONS.mean, bytes: littleEndianBytes(mean) },
    { name: DENSE_SECTIONS.centroids, bytes: new Uint8Array(centroids.buffer) },
    {
      name: DENSE_SECTIONS.centroidScales,
      bytes: littleEndianBytes(Float64Array.from(figures.centroids, ({ scale }) => scale)),
    },
    { name: DENSE_SECTIONS.spreads, bytes: littleEndianBytes(figures.spreads) },
    { name: DENSE_SECTIONS.runEnds, bytes: littleEndianBytes(runEnds) },
    { name: DENSE_SECTIONS.runs, bytes: littleEndianBytes(runs) },
  ];
}

/** Where the documents of each cluster lie, whatever the order is. */
function runsOf(
  { count, assignments }: Clusters,
  order: DocumentOrder,
): { readonly runEnds: Uint32Array; readonly runs: Uint32Array } {
  const runsByCluster = Array.from({ length: count }, (): number[] => []);
  for (let start = 0, end = 0; start < order.length; start = end) {
    const cluster = assignments[order[start]!]!;
    while (end < order.length && assignments[order[end]!] === cluster) end++;
    runsByCluster[cluster]!.push(start, end);
  }
  let words = 0;
  const runEnds = Uint32Array.from(runsByCluster, (runs) => (words += runs.length));
  const runs = new Uint32Array(words);
  for (const [cluster, own] of runsByCluster.entries()) runs.set(own, runEnds[cluster]! - own.length);
  return { runEnds, runs };
}
