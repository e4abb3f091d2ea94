import { closeSync, openSync } from 'node:fs';
import type { PartMaker } from '../../../engine/index.ts';
import { scanDocuments } from './document-file.ts';
import type { IndexSettings, SegmentEntry } from './manifest.ts';
import { documentsFile, SegmentWriter, startOf } from './segment-files.ts';
import type { StoreFiles } from './store-files.ts';

/** Segments to become one; plain data, so that it can go to a thread. */
export interface MergeJob {
  readonly folder: string;
  readonly settings: IndexSettings;
  /** Of the new segment. */
  readonly name: string;
  readonly sources: readonly {
    readonly entry: SegmentEntry;
    /** Starts of the documents to leave out. */
    readonly removed: Uint32Array;
  }[];
}

/** What a thread says when it is done. */
export type MergeReply = { readonly entry: SegmentEntry | undefined } | { readonly failure: string };

/** Writes the segment of what lives in others. @returns undefined where nothing lives in them */
export function mergeSegments(files: StoreFiles, maker: PartMaker, job: MergeJob): SegmentEntry | undefined {
  const writer = new SegmentWriter(files, job.name, maker);
  try {
    for (const { entry, removed } of job.sources) copyLive(files, entry, new Set(removed), writer);
    if (writer.size > 0) return writer.finish();
  } catch (error) {
    writer.abort();
    throw error;
  }
  writer.abort();
  return undefined;
}

function copyLive(files: StoreFiles, entry: SegmentEntry, removed: ReadonlySet<number>, writer: SegmentWriter): void {
  const name = documentsFile(entry.name);
  const fd = openSync(files.path(name), 'r');
  try {
    for (const found of scanDocuments(fd, name, entry.documentBytes)) {
      if ('document' in found && !removed.has(startOf(found))) {
        writer.add(found.document, found.bytes);
      }
    }
  } finally {
    closeSync(fd);
  }
}
