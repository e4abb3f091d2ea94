import { BLOCK_CHANNELS } from './kernels/matmul.ts';
import { WORD_BLOCK } from './kernels/unpack.ts';

/**
 * The layouts of a model file, as code: `training/embedding/export_deep.py` does the same for the shipped model. Sizes must
 * already be the multiples that the kernels want.
 */

/** A matrix of `channels` rows of `inner` numbers in the order of `kernels/matmul.ts`. */
export function packMatrix(weights: Int8Array, inner: number, channels: number): Int8Array {
  const packed = new Int8Array(inner * channels);
  let at = 0;
  for (let block = 0; block < channels; block += BLOCK_CHANNELS) {
    for (let k = 0; k < inner; k += 2) {
      for (let channel = block; channel < block + BLOCK_CHANNELS; channel++) {
        packed[at++] = weights[channel * inner + k]!;
        packed[at++] = weights[channel * inner + k + 1]!;
      }
    }
  }
  return packed;
}

/** Numbers of −8 … 7 in the order of `kernels/unpack.ts`, two a byte. */
export function packWords(numbers: Int8Array): Uint8Array {
  const half = WORD_BLOCK / 2;
  return Uint8Array.from({ length: numbers.length / 2 }, (_, i) => {
    const low = Math.floor(i / half) * WORD_BLOCK + (i % half);
    return (numbers[low]! + 8) | ((numbers[low + half]! + 8) << 4);
  });
}

/** Rows of whole numbers as one panel of activations: pair after pair, each with the rows side by side. */
export function packPanel(rows: readonly Int16Array[]): Int16Array {
  const inner = rows[0]?.length ?? 0;
  const packed = new Int16Array(rows.length * inner);
  rows.forEach((row, r) => {
    for (let k = 0; k < inner; k++) packed[(k >> 1) * 2 * rows.length + 2 * r + (k & 1)] = row[k]!;
  });
  return packed;
}
