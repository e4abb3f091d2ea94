import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { type IndexChange, type PartMaker, SegmentedIndex } from '../../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { readLog } from './change-log.ts';
import { freeNumber, IndexFolder } from './index-folder.ts';
import { lockIndex } from './index-lock.ts';
import { MANIFEST_COPY, MANIFEST_FILE, type Manifest, readManifest, type SegmentEntry } from './manifest.ts';
import { type RebuiltSegment, rebuildSegment } from './rebuild-segment.ts';
import { openSegment, type StoredSegment, writeSegment } from './segment-files.ts';
import type { MakeParts } from './snapshot.ts';
import { isMissing, StoreFiles } from './store-files.ts';
import { checkSegment } from './verify-index.ts';

export interface RepairReport {
  /** What was done, a sentence each; none where nothing was damaged. */
  readonly done: readonly string[];
  /** What could not be brought back, a sentence each. */
  readonly lost: readonly string[];
  /** Documents of the index now. */
  readonly documents: number;
  /** Files that were damaged, kept beside the index under these names. */
  readonly kept: readonly string[];
}

/**
 * Builds again what can be built again: the manifest from its copy, an image from its documents. What cannot is named in
 * the report.
 * @throws ToolscoutError `INDEX_LOCKED`; `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED` where no manifest can be read
 */
export function repairIndex(folder: string, makeParts: MakeParts): RepairReport {
  const files = new StoreFiles(folder);
  // Tells a folder without an index before anything is put into it.
  if (!existsSync(files.path(MANIFEST_COPY))) readManifest(files.path(MANIFEST_FILE));
  const unlock = lockIndex(folder);
  const repair = new Repair(files, makeParts);
  try {
    return repair.run();
  } finally {
    repair.close();
    unlock();
  }
}

class Repair {
  readonly #files: StoreFiles;
  readonly #makeParts: MakeParts;
  readonly #opened: StoredSegment[] = [];
  readonly #done: string[] = [];
  readonly #lost: string[] = [];
  readonly #kept: string[] = [];

  constructor(files: StoreFiles, makeParts: MakeParts) {
    this.#files = files;
    this.#makeParts = makeParts;
  }

  run(): RepairReport {
    const manifest = this.#readManifest();
    const maker = this.#makeParts(manifest.settings);
    const folder = new IndexFolder(this.#files, manifest.settings, [], freeNumber(this.#files.folder));
    const index = new SegmentedIndex(maker);
    const doubtful: StoredSegment[] = [];
    for (const entry of manifest.segments) {
      const problem = this.#problemOf(entry, maker);
      if (problem === undefined) this.#opened.push(openSegment(this.#files, entry, maker));
      else this.#rebuild(entry, problem, folder, maker, doubtful);
    }
    for (const { segment } of this.#opened) index.exchange([], segment);
    for (const stored of doubtful) this.#dropReturned(stored);
    index.apply(this.#readLog(manifest.log));
    if (this.#done.length > 0) this.#publish(index, folder, maker);
    return { done: this.#done, lost: this.#lost, documents: index.size, kept: this.#kept };
  }

  close(): void {
    for (const stored of this.#opened) stored.close();
  }

  #readManifest(): Manifest {
    try {
      return readManifest(this.#files.path(MANIFEST_FILE));
    } catch (error) {
      if (!existsSync(this.#files.path(MANIFEST_COPY))) throw error;
      const copy = readManifest(this.#files.path(MANIFEST_COPY));
      this.#keep(MANIFEST_FILE);
      this.#done.push(`The manifest was taken from its copy (${errorMessage(error)}).`);
      return copy;
    }
  }

  #problemOf(entry: SegmentEntry, maker: PartMaker): unknown {
    try {
      checkSegment(this.#files, entry, maker);
      return undefined;
    } catch (error) {
      // Memory that is missing, or a right to read: no damage, and nothing to be mended here.
      if (!(error instanceof ToolscoutError) && !isMissing(error)) throw error;
      return error;
    }
  }

  #rebuild(
    entry: SegmentEntry,
    problem: unknown,
    folder: IndexFolder,
    maker: PartMaker,
    doubtful: StoredSegment[],
  ): void {
    const rebuilt = rebuildSegment(this.#files, entry, folder.newName('segment'), maker);
    const { stored, knowsRemoved } = rebuilt;
    for (const name of rebuilt.damaged) this.#keep(name);
    const size = stored?.segment.size ?? 0;
    this.#done.push(
      `${entry.name} was built again with ${size} ${size === 1 ? 'document' : 'documents'} (${errorMessage(problem)}).`,
    );
    if (rebuilt.lost > 0) this.#lost.push(lossOf(entry, rebuilt));
    if (stored === undefined) return;
    this.#opened.push(stored);
    if (!knowsRemoved) doubtful.push(stored);
  }

  /** Of documents that may have been removed, those are certain which live in another segment now. */
  #dropReturned({ entry, segment }: StoredSegment): void {
    const others = this.#opened.filter((other) => other.segment !== segment);
    for (let doc = 0; doc < segment.size; doc++) {
      const key = segment.keys.key(doc);
      if (others.some((other) => other.segment.find(key) !== undefined)) segment.remove(doc);
    }
    this.#lost.push(
      `Which documents of ${entry.name} had been removed: some of its ${segment.live} may be back. Update the index from its sources.`,
    );
  }

  #readLog(name: string): readonly IndexChange[] {
    if (!existsSync(this.#files.path(name))) {
      this.#done.push(`A new log was begun (${name} was missing).`);
      this.#lost.push(`All updates in ${name}: those since the newest segment.`);
      return [];
    }
    const { changes, lost } = readLog(readFileSync(this.#files.path(name)), name, true);
    if (lost > 0) {
      this.#keep(name);
      this.#done.push(`The log ${name} was read around its damaged parts.`);
      this.#lost.push(`Updates in ${lost} bytes of the log ${name}.`);
    }
    return changes;
  }

  #publish(index: SegmentedIndex, folder: IndexFolder, maker: PartMaker): void {
    const documents = index.headDocuments();
    if (documents.length > 0) {
      const entry = writeSegment(this.#files, folder.newName('segment'), maker, documents);
      this.#opened.push(openSegment(this.#files, entry, maker));
    }
    const log = folder.newName('log');
    this.#files.create(log, () => {});
    folder.publish(this.#opened, log);
  }

  /** A copy: the file itself goes when the new manifest does not name it, and must be there until then. */
  #keep(name: string): void {
    if (!existsSync(this.#files.path(name))) return;
    copyFileSync(this.#files.path(name), this.#files.path(`${name}.damaged`));
    this.#kept.push(`${name}.damaged`);
  }
}

function lossOf({ name }: SegmentEntry, { lost, lostKeys }: RebuiltSegment): string {
  const keys = lostKeys.map((key) => JSON.stringify(key)).join(', ');
  return `${lost} ${lost === 1 ? 'document' : 'documents'} of ${name}${keys === '' ? '' : `: ${keys}${lost > lostKeys.length ? ' and others' : ''}`}.`;
}
