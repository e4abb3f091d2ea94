import { statSync } from 'node:fs';
import { type IndexSettings, MANIFEST_FILE, readManifest, type SegmentEntry, STORE_VERSION } from './manifest.ts';
import { StoreFiles } from './store-files.ts';

export interface IndexStats {
  readonly version: number;
  readonly settings: IndexSettings;
  readonly segments: readonly SegmentEntry[];
  /** Documents in segments that were not removed; updates in the log not counted. */
  readonly storedDocuments: number;
  readonly logBytes: number;
  /** Of all files that count. */
  readonly totalBytes: number;
}

/**
 * What the manifest of an index says, without opening its segments.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function indexStats(folder: string): IndexStats {
  const files = new StoreFiles(folder);
  const { settings, segments, log } = readManifest(files.path(MANIFEST_FILE));
  const logBytes = statSync(files.path(log), { throwIfNoEntry: false })?.size ?? 0;
  return {
    version: STORE_VERSION,
    settings,
    segments,
    storedDocuments: sum(segments.map(({ documents, removedDocuments }) => documents - removedDocuments)),
    logBytes,
    totalBytes: logBytes + sum(segments.map(({ imageBytes, documentBytes }) => imageBytes + documentBytes)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
