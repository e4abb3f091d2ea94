import { closeSync, openSync } from 'node:fs';
import type { PartMaker } from '../../../engine/index.ts';
import { scanDocuments } from './document-file.ts';
import type { SegmentEntry } from './manifest.ts';
import {
  documentsFile,
  imageFile,
  isImageSound,
  openSegment,
  readRemoved,
  SegmentWriter,
  type StoredSegment,
  startOf,
} from './segment-files.ts';
import { fileLength, type StoreFiles } from './store-files.ts';

/** What came of a damaged segment. */
export interface RebuiltSegment {
  /** Absent where nothing lives in it. */
  readonly stored: StoredSegment | undefined;
  /** False where the list of removed documents was lost: some of these may be among those. */
  readonly knowsRemoved: boolean;
  /** Documents that are gone. */
  readonly lost: number;
  /** Keys of some of them, where these could be read. */
  readonly lostKeys: readonly string[];
  /** Those of the segment's files that are damaged; missing ones may be among them. */
  readonly damaged: readonly string[];
}

/** Keys named in a report; the number says how many there are. */
const MAX_KEYS = 20;

/** Builds a segment anew of those of its documents that can be read. The old files are left alone. */
export function rebuildSegment(files: StoreFiles, entry: SegmentEntry, name: string, maker: PartMaker): RebuiltSegment {
  const removed = tryRead(() => readRemoved(files, entry));
  const isRemoved = new Set(removed);
  const found = new Set<number>();
  const writer = new SegmentWriter(files, name, maker);
  try {
    const areDocumentsSound = copySound(files, entry, found, isRemoved, writer);
    const stored = writer.size === 0 ? undefined : openSegment(files, writer.finish(), maker);
    if (stored === undefined) writer.abort();
    return {
      stored,
      knowsRemoved: removed !== undefined,
      lost: entry.documents - isRemoved.size - (stored?.segment.size ?? 0),
      lostKeys: lostKeys(files, entry, maker, found),
      damaged: damagedFiles(files, entry, areDocumentsSound, removed !== undefined),
    };
  } catch (error) {
    writer.abort();
    throw error;
  }
}

function damagedFiles(
  files: StoreFiles,
  entry: SegmentEntry,
  areDocumentsSound: boolean,
  isRemovedSound: boolean,
): readonly string[] {
  const damaged: string[] = [];
  // Files that are sound each and do not belong together: what can be made of the documents is the one to doubt.
  if ((areDocumentsSound && isRemovedSound) || !isImageSound(files, entry)) damaged.push(imageFile(entry.name));
  if (!areDocumentsSound) damaged.push(documentsFile(entry.name));
  if (entry.removed !== undefined && !isRemovedSound) damaged.push(entry.removed);
  return damaged;
}

/** @returns whether the file of documents is as it was written */
function copySound(
  files: StoreFiles,
  entry: SegmentEntry,
  found: Set<number>,
  isRemoved: ReadonlySet<number>,
  writer: SegmentWriter,
): boolean {
  const name = documentsFile(entry.name);
  const fd = tryRead(() => openSync(files.path(name), 'r'));
  if (fd === undefined) return false;
  try {
    const length = fileLength(fd);
    let isSound = length === entry.documentBytes;
    for (const record of scanDocuments(fd, name, length, true)) {
      if (!('document' in record)) {
        isSound = false;
        continue;
      }
      const start = startOf(record);
      found.add(start);
      if (!isRemoved.has(start)) writer.add(record.document, record.bytes);
    }
    return isSound;
  } finally {
    closeSync(fd);
  }
}

/** Keys of live documents that were not found, by the image where that is sound. */
function lostKeys(files: StoreFiles, entry: SegmentEntry, maker: PartMaker, found: ReadonlySet<number>): string[] {
  const stored = tryRead(() => openSegment(files, entry, maker));
  if (stored === undefined) return [];
  const { segment } = stored;
  const keys: string[] = [];
  for (let doc = 0; doc < segment.size && keys.length < MAX_KEYS; doc++) {
    if (!segment.isRemoved(doc) && !found.has(startOf(segment.place(doc)))) keys.push(segment.keys.key(doc));
  }
  stored.close();
  return keys;
}

/** The parts of a damaged segment fail each in its way; which does not matter here. */
function tryRead<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
