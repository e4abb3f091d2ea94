import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QuantisedVector } from '../../engine/index.ts';
import { errorMessage } from '../../errors.ts';
import { findPackageFolder } from './package-folder.ts';
import { readRecords } from './vector-records.ts';

/** Where the package keeps the deep model's vectors of the pack's example requests. */
const PACK_VECTORS = join('packs', 'known-servers', 'deep-45k-384.vectors');

/**
 * Vectors of documents that come with the package, by the keys of `VectorCache`, which name the model, too: another one finds
 * none of them. Without the file none is known, and all are made here.
 * @param warn told of a file that is damaged or cannot be read; what is whole of it counts.
 * @param from a folder inside the package; this file's own unless a test says otherwise.
 */
export function readShippedVectors(
  dimensions: number,
  warn: (message: string) => void,
  from: string = import.meta.dirname,
): ReadonlyMap<string, QuantisedVector> {
  try {
    const path = join(findPackageFolder(from).path, PACK_VECTORS);
    const { records, damaged } = readRecords(readFileSync(path), dimensions);
    if (damaged) warn(`${path} is damaged; what is whole of it is used. Install toolscout again.`);
    return new Map(records.map(({ key, vector }) => [key, vector]));
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (!missing) warn(`The vectors that come with the package cannot be read: ${errorMessage(error)}.`);
    return new Map();
  }
}
