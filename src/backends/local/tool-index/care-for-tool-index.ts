import { indexStats } from '../index-store/index-stats.ts';
import { type MigrationReport, migrateIndex } from '../index-store/migrate-index.ts';
import { type RepairReport, repairIndex } from '../index-store/repair-index.ts';
import { type IndexReport, verifyIndex } from '../index-store/verify-index.ts';
import { makeParts } from './make-parts.ts';
import { openToolIndex } from './open-tool-index.ts';

/** What an index of tools holds, and what it takes. */
export interface ToolIndexStats {
  readonly tools: number;
  /** Id of the embedder that the vectors are of; null without vectors. */
  readonly embedder: string | null;
  /** Tags that a filter may name. */
  readonly tags: readonly string[];
  readonly segments: number;
  /** Tools in segments that were replaced or taken out since. */
  readonly removed: number;
  /** Of all files. */
  readonly diskBytes: number;
  /** Of these, what is read into memory to search. */
  readonly imageBytes: number;
  /** Version of the folder's layout. */
  readonly version: number;
}

/** @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED` */
export function toolIndexStats(folder: string): ToolIndexStats {
  const { segments, totalBytes, version } = indexStats(folder);
  const open = openToolIndex(folder);
  try {
    return {
      tools: open.index.size,
      embedder: open.embedder ?? null,
      tags: [...open.backend().tagKeys].sort(),
      segments: segments.length,
      removed: segments.reduce((sum, { removedDocuments }) => sum + removedDocuments, 0),
      diskBytes: totalBytes,
      imageBytes: segments.reduce((sum, { imageBytes }) => sum + imageBytes, 0),
      version,
    };
  } finally {
    open.close();
  }
}

/**
 * Compares every byte of an index with its checksums. Changes nothing.
 * @throws ToolscoutError `INDEX_FOREIGN` or `INDEX_VERSION`
 */
export function verifyToolIndex(folder: string): IndexReport {
  return verifyIndex(folder, makeParts);
}

/**
 * Builds again what can be built again of a damaged index.
 * @throws ToolscoutError `INDEX_LOCKED`, `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function repairToolIndex(folder: string): RepairReport {
  return repairIndex(folder, makeParts);
}

/**
 * Brings an index that an older version has written to the layout of this one.
 * @throws ToolscoutError `INDEX_LOCKED`, `INDEX_FOREIGN`, `INDEX_DAMAGED` or `INDEX_VERSION`
 */
export function migrateToolIndex(folder: string): MigrationReport {
  return migrateIndex(folder);
}
