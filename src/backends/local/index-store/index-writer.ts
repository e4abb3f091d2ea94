import {
  type ChangeCounts,
  type EngineIndex,
  type IndexChange,
  MAX_HEAD_DOCUMENTS,
  type PartMaker,
  planMerge,
  type SegmentedIndex,
} from '../../../engine/index.ts';
import { errorMessage, ToolscoutError } from '../../../errors.ts';
import { encodeFrame } from './change-log.ts';
import { IndexFolder, removeUnnamed } from './index-folder.ts';
import { lockIndex } from './index-lock.ts';
import { LogFile } from './log-file.ts';
import { healManifestCopy, type IndexSettings, MANIFEST_FILE, readManifest, type SegmentEntry } from './manifest.ts';
import { type MergeJob, mergeSegments } from './merge-segments.ts';
import { openSegment, removedStarts, type StoredSegment, startOf, writeSegment } from './segment-files.ts';
import { type MakeParts, openSnapshot, type Snapshot } from './snapshot.ts';
import { StoreFiles, type WriteSome } from './store-files.ts';

/** Does a merge and tells what came of it: see `mergeSegments`. */
export type RunMerge = (job: MergeJob) => Promise<SegmentEntry | undefined>;

export interface IndexWriterOptions {
  /** Where large merges run. Default: on this thread. */
  readonly runMerge?: RunMerge;
  /** Told what went wrong beside the work that was asked for, such as a merge that failed. */
  readonly warn?: (message: string) => void;
  /** Live documents in the head from which on a segment is written. */
  readonly maxHead?: number;
  /** In place of the system's, for tests. */
  readonly write?: WriteSome;
}

/** The one writer of an index on disk. */
export interface IndexWriter {
  /** Always the newest state. */
  readonly index: EngineIndex;
  readonly settings: IndexSettings;
  /** Whether the document of this key has this hash: to put it would change nothing. */
  holds(key: string, hash: Uint8Array): boolean;
  /**
   * Makes the changes, as a whole or not at all. They are on the disk when this returns, and searches see them. Keep an
   * update to some thousands of documents.
   * @throws ToolscoutError `FILE_NOT_WRITTEN`; the index is as before then
   */
  apply(changes: readonly IndexChange[]): ChangeCounts;
  /** Resolves when no merge is due any more. */
  settle(): Promise<void>;
  /** Waits for a merge that runs and gives the lock back. */
  close(): Promise<void>;
}

/** A log above this becomes a segment, however few live documents it holds. */
const MAX_LOG_BYTES: number = 128 * 2 ** 20;

/** A writer that ends leaves no larger log than this: readers would take it in again each time they open. */
const MAX_LOG_BYTES_LEFT: number = 2 ** 20;

/** Documents up to which a merge is done before a thread has started. */
const MAX_MERGED_HERE = 2_000;

/**
 * Opens an index for changing it.
 * @throws ToolscoutError `INDEX_LOCKED`, `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function openIndexWriter(folder: string, makeParts: MakeParts, options: IndexWriterOptions = {}): IndexWriter {
  const files = new StoreFiles(folder, options.write);
  // Tells a folder without an index before anything is put into it.
  readManifest(files.path(MANIFEST_FILE));
  const unlock = lockIndex(folder);
  try {
    return new FolderWriter(files, openSnapshot(files, makeParts), unlock, options);
  } catch (error) {
    unlock();
    throw error;
  }
}

class FolderWriter implements IndexWriter {
  readonly #folder: IndexFolder;
  readonly #index: SegmentedIndex;
  readonly #maker: PartMaker;
  readonly #unlock: () => void;
  readonly #options: IndexWriterOptions;
  #log: LogFile;
  /** The merge that runs, and the name of its segment. */
  #merge: { readonly done: Promise<void>; readonly name: string } | undefined;
  #isClosed = false;

  constructor(files: StoreFiles, snapshot: Snapshot, unlock: () => void, options: IndexWriterOptions) {
    const { manifest, index, segments, maker, logEnd } = snapshot;
    this.#folder = new IndexFolder(files, manifest.settings, segments, manifest.next);
    this.#index = index;
    this.#maker = maker;
    this.#unlock = unlock;
    this.#options = options;
    this.#log = new LogFile(files, manifest.log, logEnd);
    healManifestCopy(files);
    removeUnnamed(files, manifest);
  }

  get index(): EngineIndex {
    return this.#index;
  }

  get settings(): IndexSettings {
    return this.#folder.settings;
  }

  holds(key: string, hash: Uint8Array): boolean {
    return this.#index.holds(key, hash);
  }

  apply(changes: readonly IndexChange[]): ChangeCounts {
    if (this.#isClosed) throw new Error('This writer was closed.');
    const news = this.#index.news(changes);
    if (news.length > 0) this.#log.append(encodeFrame(news));
    const counts = this.#index.apply(news);
    // The update is safe already: what goes wrong from here on is tried again with the next one.
    if (this.#isHeadLarge()) this.#attempt('The head was not written as a segment', () => this.#seal());
    this.#startMerge();
    return { ...counts, unchanged: counts.unchanged + changes.length - news.length };
  }

  async settle(): Promise<void> {
    this.#startMerge();
    while (this.#merge !== undefined) await this.#merge.done;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    while (this.#merge !== undefined) await this.#merge.done;
    if (this.#log.bytes > MAX_LOG_BYTES_LEFT) {
      this.#attempt('The head was not written as a segment', () => this.#seal());
    }
    this.#log.close();
    for (const stored of this.#folder.segments) stored.close();
    this.#unlock();
  }

  #isHeadLarge(): boolean {
    const { maxHead = MAX_HEAD_DOCUMENTS } = this.#options;
    return this.#index.headSize > maxHead || this.#log.bytes > MAX_LOG_BYTES;
  }

  /** Writes the head as a segment and begins a new log. */
  #seal(): void {
    const { files, segments } = this.#folder;
    const documents = this.#index.headDocuments();
    const sealed =
      documents.length === 0
        ? []
        : [this.#open(writeSegment(files, this.#folder.newName('segment'), this.#maker, documents))];
    try {
      const log = LogFile.create(files, this.#folder.newName('log'));
      this.#folder.publish([...segments, ...sealed], log.name, this.#merge?.name);
      this.#log.close();
      this.#log = log;
    } catch (error) {
      sealed[0]?.close();
      // Failed at the very last step: what is added to the old log now would be lost.
      if (readManifest(files.path(MANIFEST_FILE)).log !== this.#log.name) this.#log.disown();
      throw error;
    }
    this.#index.exchange('head', sealed[0]?.segment);
  }

  #startMerge(): void {
    if (this.#merge !== undefined || this.#isClosed) return;
    const { files, settings, segments } = this.#folder;
    const plan = planMerge(segments.map(({ segment }) => ({ size: segment.size, removed: segment.removed.count })));
    if (plan === undefined) return;
    const sources = plan.map((i) => segments[i]!);
    const job: MergeJob = {
      folder: files.folder,
      settings,
      name: this.#folder.newName('segment'),
      sources: sources.map(({ entry, segment }) => ({ entry, removed: removedStarts(segment) })),
    };
    const here: RunMerge = async () => mergeSegments(files, this.#maker, job);
    const documents = sources.reduce((sum, { segment }) => sum + segment.live, 0);
    const run = documents < MAX_MERGED_HERE ? here : (this.#options.runMerge ?? here);
    const done = run(job)
      .then((entry) => this.#finishMerge(job, sources, entry))
      .then(
        () => {
          this.#merge = undefined;
          this.#startMerge();
        },
        (error: unknown) => {
          this.#merge = undefined;
          this.#options.warn?.(`Segments of ${files.folder} were not merged: ${errorMessage(error)}`);
        },
      );
    this.#merge = { done, name: job.name };
  }

  #finishMerge(job: MergeJob, sources: readonly StoredSegment[], entry: SegmentEntry | undefined): void {
    const merged = entry === undefined ? [] : [this.#open(entry)];
    // What was removed while the merge ran lives in the new segment still.
    for (const [i, { segment }] of sources.entries()) {
      const before = new Set(job.sources[i]!.removed);
      for (let doc = 0; doc < segment.size; doc++) {
        if (!segment.isRemoved(doc) || before.has(startOf(segment.place(doc)))) continue;
        const place = merged[0]?.segment.find(segment.keys.key(doc));
        if (place !== undefined) merged[0]!.segment.remove(place);
      }
    }
    const old = new Set(sources.map(({ segment }) => segment));
    // A seal meanwhile has given the sources new entries, so they are told by their segment.
    const kept = this.#folder.segments.filter(({ segment }) => !old.has(segment));
    this.#folder.publish([...kept, ...merged], this.#log.name);
    this.#index.exchange([...old], merged[0]?.segment);
  }

  #open(entry: SegmentEntry): StoredSegment {
    return openSegment(this.#folder.files, entry, this.#maker);
  }

  #attempt(failure: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      if (!(error instanceof ToolscoutError)) throw error;
      this.#options.warn?.(`${failure}: ${error.message}`);
    }
  }
}
