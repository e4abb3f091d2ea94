import { mkdirSync, readdirSync } from 'node:fs';
import type { PartMaker, SegmentDocument } from '../../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { freeNumber, IndexFolder, isIndexFile } from './index-folder.ts';
import { lockIndex } from './index-lock.ts';
import { holdsIndex, type IndexSettings, type SegmentEntry } from './manifest.ts';
import { openSegment, removeSegment, SegmentWriter, type StoredSegment } from './segment-files.ts';
import type { MakeParts } from './snapshot.ts';
import { StoreFiles, type WriteSome } from './store-files.ts';

export interface IndexBuildOptions {
  /** Documents from which on another segment is begun: bounds the memory that building takes. */
  readonly segmentDocuments?: number;
  /** In place of the system's, for tests. */
  readonly write?: WriteSome;
}

/** A million documents need some 2 GB while they are built. */
const SEGMENT_DOCUMENTS: number = 2 ** 20;

/** An index that is being built. Until it is finished an older index in the folder stays as it is. */
export interface IndexBuild {
  /** @throws ToolscoutError `FILE_NOT_WRITTEN` */
  add(document: SegmentDocument): void;
  /**
   * Makes what was added the content of the folder.
   * @returns how many documents that is
   * @throws ToolscoutError `CATALOG_INVALID` where two documents have one key, `FILE_NOT_WRITTEN`
   */
  finish(): number;
  /** Leaves the folder as it was. */
  abort(): void;
}

/**
 * Begins an index in a folder, which is made if it is not there.
 * @throws ToolscoutError `INDEX_LOCKED`, `INDEX_FOREIGN`, `FILE_NOT_WRITTEN`
 */
export function buildIndex(
  folder: string,
  settings: IndexSettings,
  makeParts: MakeParts,
  options: IndexBuildOptions = {},
): IndexBuild {
  makeFolder(folder);
  refuseForeign(folder);
  return new FolderBuild(new StoreFiles(folder, options.write), settings, makeParts(settings), options);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ToolscoutError('FILE_NOT_WRITTEN', `The folder ${folder} cannot be made: ${errorMessage(error)}`, {
      next: 'Name a folder that can be written, no file.',
      details: { path: folder },
      cause: error,
    });
  }
}

/**
 * Among files that are not an index's own nobody looks for one, and whoever named a folder of theirs by mistake must not
 * find it filled.
 */
function refuseForeign(folder: string): void {
  if (holdsIndex(folder)) return;
  const foreign = readdirSync(folder).filter((name) => !isIndexFile(name));
  if (foreign.length === 0) return;
  throw new ToolscoutError('INDEX_FOREIGN', `The folder ${folder} holds other files (${foreign[0]}) and no index.`, {
    next: 'Name a folder that is empty or not there yet.',
    details: { path: folder },
  });
}

class FolderBuild implements IndexBuild {
  readonly #folder: IndexFolder;
  readonly #maker: PartMaker;
  readonly #segmentDocuments: number;
  readonly #unlock: () => void;
  readonly #entries: SegmentEntry[] = [];
  #writer: SegmentWriter | undefined;

  constructor(files: StoreFiles, settings: IndexSettings, maker: PartMaker, options: IndexBuildOptions) {
    this.#unlock = lockIndex(files.folder);
    this.#folder = new IndexFolder(files, settings, [], freeNumber(files.folder));
    this.#maker = maker;
    this.#segmentDocuments = options.segmentDocuments ?? SEGMENT_DOCUMENTS;
  }

  add(document: SegmentDocument): void {
    this.#writer ??= new SegmentWriter(this.#folder.files, this.#folder.newName('segment'), this.#maker);
    this.#writer.add(document);
    if (this.#writer.size >= this.#segmentDocuments) this.#finishSegment();
  }

  finish(): number {
    const { files } = this.#folder;
    try {
      this.#finishSegment();
      if (this.#entries.length > 1) this.#refuseSharedKeys();
      const log = this.#folder.newName('log');
      files.create(log, () => {});
      this.#folder.publishNew(this.#entries, log);
      return this.#entries.reduce((sum, { documents }) => sum + documents, 0);
    } catch (error) {
      this.#removeFiles();
      throw error;
    } finally {
      this.#unlock();
    }
  }

  abort(): void {
    this.#removeFiles();
    this.#unlock();
  }

  #finishSegment(): void {
    const writer = this.#writer;
    if (writer === undefined) return;
    this.#entries.push(writer.finish());
    this.#writer = undefined;
  }

  #removeFiles(): void {
    this.#writer?.abort();
    for (const { name } of this.#entries) removeSegment(this.#folder.files, name);
  }

  /** Within one segment its builder has looked; between them somebody must. */
  #refuseSharedKeys(): void {
    const opened: StoredSegment[] = [];
    try {
      for (const entry of this.#entries) {
        const stored = openSegment(this.#folder.files, entry, this.#maker);
        opened.push(stored);
        for (let doc = 0; doc < stored.segment.size; doc++) {
          const key = stored.segment.keys.key(doc);
          const isShared = opened.some(({ segment }) => segment !== stored.segment && segment.find(key) !== undefined);
          if (isShared) throw sharedKey(key);
        }
      }
    } finally {
      for (const stored of opened) stored.close();
    }
  }
}

function sharedKey(key: string): ToolscoutError {
  return new ToolscoutError('CATALOG_INVALID', `Two documents have the key ${JSON.stringify(key)}.`, {
    next: 'Give every document a key of its own.',
    details: { key },
  });
}
