import { readdirSync } from 'node:fs';
import { LOCK_FILE } from './index-lock.ts';
import { type IndexSettings, type Manifest, type SegmentEntry, writeManifest } from './manifest.ts';
import { documentsFile, imageFile, removedStarts, type StoredSegment, writeRemoved } from './segment-files.ts';
import type { StoreFiles } from './store-files.ts';

/** Files that only a manifest gives a meaning; drafts are left by a process that died. */
const OWN_FILE = /^(?:segment|log|removed)-(\d+)(?:\.\w+)*$|\.draft$/;

/** May a file of this name be part of an index that was begun? */
export function isIndexFile(name: string): boolean {
  return OWN_FILE.test(name) || name === LOCK_FILE;
}

/** The name of the n-th file of a folder. */
export function fileName(kind: 'segment' | 'log' | 'removed', number: number): string {
  return `${kind}-${String(number).padStart(6, '0')}`;
}

/** A number above those of all files that lie in the folder. */
export function freeNumber(folder: string): number {
  const numbers = readdirSync(folder).map((name) => Number(OWN_FILE.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}

/**
 * What of an index folder only its writer changes. Every change goes the same way: new files first, then the manifest
 * that names them, then away with those that it does not name any more.
 */
export class IndexFolder {
  readonly files: StoreFiles;
  readonly settings: IndexSettings;
  #segments: readonly StoredSegment[];
  #next: number;

  constructor(files: StoreFiles, settings: IndexSettings, segments: readonly StoredSegment[], next: number) {
    this.files = files;
    this.settings = settings;
    this.#segments = segments;
    this.#next = next;
  }

  get segments(): readonly StoredSegment[] {
    return this.#segments;
  }

  /** A name that no file has. */
  newName(kind: 'segment' | 'log' | 'removed'): string {
    return fileName(kind, this.#next++);
  }

  /**
   * Makes these segments and this log the state of the index.
   * @param unnamed a segment that is being written and must stay
   */
  publish(segments: readonly StoredSegment[], log: string, unnamed?: string): void {
    const stored = segments.map((each) => this.#storeRemoved(each));
    this.files.syncFolder();
    const manifest: Manifest = {
      next: this.#next,
      settings: this.settings,
      segments: stored.map(({ entry }) => entry),
      log,
    };
    writeManifest(this.files, manifest);
    const dropped = this.#segments.filter(({ segment }) => !segments.some((kept) => kept.segment === segment));
    this.#segments = stored;
    for (const each of dropped) each.close();
    removeUnnamed(this.files, manifest, unnamed);
  }

  /** Makes segments that were just written the whole content. */
  publishNew(segments: readonly SegmentEntry[], log: string): void {
    this.files.syncFolder();
    const manifest: Manifest = { next: this.#next, settings: this.settings, segments, log };
    writeManifest(this.files, manifest);
    removeUnnamed(this.files, manifest);
  }

  #storeRemoved(stored: StoredSegment): StoredSegment {
    const { segment, entry } = stored;
    const { count } = segment.removed;
    if (count === entry.removedDocuments) return stored;
    const removed = this.newName('removed');
    writeRemoved(this.files, removed, removedStarts(segment));
    return { ...stored, entry: { ...entry, removed, removedDocuments: count } };
  }
}

/** Removes files of a folder that its manifest does not name. */
export function removeUnnamed(files: StoreFiles, manifest: Manifest, unnamed?: string): void {
  const named = new Set([manifest.log]);
  for (const { name, removed } of manifest.segments) {
    named.add(imageFile(name)).add(documentsFile(name));
    if (removed !== undefined) named.add(removed);
  }
  if (unnamed !== undefined) named.add(imageFile(unnamed)).add(documentsFile(unnamed));
  for (const name of readdirSync(files.folder)) {
    if (OWN_FILE.test(name) && !name.endsWith('.damaged') && !named.has(name)) files.remove(name);
  }
}
