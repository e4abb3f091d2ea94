import { ROW_STEP } from '../../kernels/dot.ts';

/**
 * The sections that a segment's dense part works on. Rows are padded with zeros to `rowBytes`, codes have one bit each
 * number: whether it lies above the mean.
 *
 *     shape            uint32: dimensions, clusters
 *     rows, scales     rowBytes int8 and a float64 each document
 *   and where documents lie in clusters:
 *     codes, mean      rowBytes / 64 words of 64 bits each document; rowBytes float32
 *     centroids, centroidScales   the mean vector of each cluster, like a document
 *     spreads          float32 each cluster: how far scores of its documents lie around that of its centroid
 *     runEnds, runs    uint32 each cluster: its end in `runs`, which are pairs of start and end of documents
 */
export const DENSE_SECTIONS = {
  shape: 'dense.shape',
  rows: 'dense.rows',
  scales: 'dense.scales',
  codes: 'dense.codes',
  mean: 'dense.mean',
  centroids: 'dense.centroids',
  centroidScales: 'dense.centroidScales',
  spreads: 'dense.spreads',
  runEnds: 'dense.runEnds',
  runs: 'dense.runs',
} as const;

/** Bytes of a row of so many numbers. */
export function rowBytesOf(dimensions: number): number {
  return Math.ceil(dimensions / ROW_STEP) * ROW_STEP;
}

/** Writes the code of a vector: bit i & 7 of byte i >> 3 = whether number i lies above its mean. */
export function writeCode(code: Uint8Array, values: Int8Array | Int16Array, scale: number, mean: Float32Array): void {
  for (let byte = 0; byte < code.length; byte++) {
    let eight = 0;
    for (let bit = 0; bit < 8; bit++) {
      const i = byte * 8 + bit;
      if (values[i]! * scale > mean[i]!) eight |= 1 << bit;
    }
    code[byte] = eight;
  }
}
