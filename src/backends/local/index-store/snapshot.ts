import { readFileSync } from 'node:fs';
import { damaged, type PartMaker, SegmentedIndex } from '../../../engine/index.ts';
import { errorMessage } from '../../../errors.ts';
import { readLog } from './change-log.ts';
import { type IndexSettings, MANIFEST_FILE, type Manifest, readManifest } from './manifest.ts';
import { openSegment, readRemoved, removeStarts, type StoredSegment } from './segment-files.ts';
import { isMissing, type StoreFiles } from './store-files.ts';

/** Makes the parts of an index's segments of what it was built with. */
export type MakeParts = (settings: IndexSettings) => PartMaker;

/** An index as it lay on the disk at one moment. */
export interface Snapshot {
  readonly manifest: Manifest;
  readonly index: SegmentedIndex;
  readonly segments: readonly StoredSegment[];
  readonly maker: PartMaker;
  /** Bytes of the log up to the end of its last whole update. */
  readonly logEnd: number;
}

/** A writer may replace files between the reading of their names and the opening: so often is begun anew. */
const ATTEMPTS = 10;

/**
 * Opens all segments and takes in the log.
 * @param known segments of an earlier snapshot, which are taken over where they still count
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function openSnapshot(files: StoreFiles, makeParts: MakeParts, known: readonly StoredSegment[] = []): Snapshot {
  for (let attempt = 1; ; attempt++) {
    const manifest = readManifest(files.path(MANIFEST_FILE));
    try {
      return openManifest(files, manifest, makeParts(manifest.settings), known);
    } catch (error) {
      if (!isMissing(error) || attempt === ATTEMPTS) throw missingFile(files, error);
    }
  }
}

function openManifest(
  files: StoreFiles,
  manifest: Manifest,
  maker: PartMaker,
  known: readonly StoredSegment[],
): Snapshot {
  const segments: StoredSegment[] = [];
  const opened: StoredSegment[] = [];
  try {
    for (const entry of manifest.segments) {
      const kept = known.find((stored) => stored.entry.name === entry.name);
      if (kept === undefined) {
        const stored = openSegment(files, entry, maker);
        opened.push(stored);
        segments.push(stored);
      } else {
        removeStarts(kept.segment, readRemoved(files, entry));
        segments.push({ ...kept, entry });
      }
    }
    const { changes, end } = readLog(readFileSync(files.path(manifest.log)), manifest.log);
    const index = new SegmentedIndex(maker);
    for (const { segment } of segments) index.exchange([], segment);
    index.apply(changes);
    return { manifest, index, segments, maker, logEnd: end };
  } catch (error) {
    for (const stored of opened) stored.close();
    throw error;
  }
}

function missingFile(files: StoreFiles, error: unknown): unknown {
  if (!isMissing(error)) return error;
  return damaged(`A file of the index ${files.folder} is missing: ${errorMessage(error)}.`, { folder: files.folder });
}
