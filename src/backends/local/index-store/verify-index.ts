import { closeSync, openSync, readFileSync } from 'node:fs';
import { damaged, type PartMaker, type Segment } from '../../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { readLog } from './change-log.ts';
import { scanDocuments } from './document-file.ts';
import { MANIFEST_FILE, readManifest, type SegmentEntry } from './manifest.ts';
import { documentsFile, openSegment, startOf } from './segment-files.ts';
import type { MakeParts } from './snapshot.ts';
import { StoreFiles } from './store-files.ts';

/** Something in an index that is not as it was written. */
export interface IndexProblem {
  /** File or segment. */
  readonly where: string;
  readonly code: string;
  readonly message: string;
}

export interface IndexReport {
  readonly ok: boolean;
  /** Segments and documents that were looked at, removed ones included. */
  readonly segments: number;
  readonly documents: number;
  readonly problems: readonly IndexProblem[];
}

/**
 * Reads every byte of an index and compares it with its checksums and counts. Changes nothing.
 * @throws ToolscoutError `INDEX_FOREIGN` where there is no index, `INDEX_VERSION` where another version wrote it
 */
export function verifyIndex(folder: string, makeParts: MakeParts): IndexReport {
  const files = new StoreFiles(folder);
  const problems: IndexProblem[] = [];
  const attempt = (where: string, check: () => void): void => {
    try {
      check();
    } catch (error) {
      problems.push(problemOf(where, error));
    }
  };
  let segments: readonly SegmentEntry[] = [];
  try {
    const manifest = readManifest(files.path(MANIFEST_FILE));
    segments = manifest.segments;
    const maker = makeParts(manifest.settings);
    for (const entry of segments) attempt(entry.name, () => checkSegment(files, entry, maker));
    attempt(manifest.log, () => readLog(readFileSync(files.path(manifest.log)), manifest.log));
  } catch (error) {
    if (!(error instanceof ToolscoutError && error.code === 'INDEX_DAMAGED')) throw error;
    problems.push(problemOf(MANIFEST_FILE, error));
  }
  const documents = segments.reduce((sum, entry) => sum + entry.documents, 0);
  return { ok: problems.length === 0, segments: segments.length, documents, problems };
}

/** Every checksum of a segment, and that image and documents speak of the same. @throws what is wrong first */
export function checkSegment(files: StoreFiles, entry: SegmentEntry, maker: PartMaker): void {
  const stored = openSegment(files, entry, maker);
  try {
    checkDocuments(files, entry, stored.segment);
  } finally {
    stored.close();
  }
}

function checkDocuments(files: StoreFiles, entry: SegmentEntry, segment: Segment): void {
  const name = documentsFile(entry.name);
  const placed = new Map<number, number>();
  for (let doc = 0; doc < segment.size; doc++) placed.set(startOf(segment.place(doc)), doc);
  const fd = openSync(files.path(name), 'r');
  let count = 0;
  try {
    for (const found of scanDocuments(fd, name, entry.documentBytes)) {
      if (!('document' in found)) continue;
      const doc = placed.get(startOf(found));
      if (doc === undefined || segment.keys.key(doc) !== found.document.key) {
        throw damaged(`Image and documents of ${entry.name} differ at byte ${found.start}.`, { file: name });
      }
      count++;
    }
  } finally {
    closeSync(fd);
  }
  if (count !== entry.documents) {
    throw damaged(`The file ${name} holds ${count} documents where ${entry.documents} were written.`, { file: name });
  }
}

function problemOf(where: string, error: unknown): IndexProblem {
  const code = error instanceof ToolscoutError ? error.code : 'FILE_UNREADABLE';
  return { where, code, message: errorMessage(error) };
}
