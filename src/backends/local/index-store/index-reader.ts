import { readFileSync, statSync } from 'node:fs';
import type { EngineIndex } from '../../../engine/index.ts';
import { type IndexSettings, MANIFEST_FILE } from './manifest.ts';
import type { StoredSegment } from './segment-files.ts';
import { type MakeParts, openSnapshot, type Snapshot } from './snapshot.ts';
import { StoreFiles } from './store-files.ts';

/** An index on disk, as it was at one moment, whatever a writer does meanwhile. */
export interface IndexReader {
  /** Another object after {@link IndexReader.refresh} said true. */
  readonly index: EngineIndex;
  readonly settings: IndexSettings;
  /** Takes in what was written since; segments that still count are not read again. @returns whether anything was */
  refresh(): boolean;
  /** No use of the index after this. */
  close(): void;
}

/**
 * Opens an index for searching. Any number of readers may be open beside one writer.
 * @throws ToolscoutError `INDEX_FOREIGN`, `INDEX_VERSION` or `INDEX_DAMAGED`
 */
export function openIndexReader(folder: string, makeParts: MakeParts): IndexReader {
  return new FolderReader(new StoreFiles(folder), makeParts);
}

class FolderReader implements IndexReader {
  readonly #files: StoreFiles;
  readonly #makeParts: MakeParts;
  #snapshot: Snapshot;
  /** What the files said of their state when the snapshot was made. */
  #state: string;

  constructor(files: StoreFiles, makeParts: MakeParts) {
    this.#files = files;
    this.#makeParts = makeParts;
    this.#snapshot = openSnapshot(files, makeParts);
    this.#state = this.#stateOf(this.#snapshot);
  }

  get index(): EngineIndex {
    return this.#snapshot.index;
  }

  get settings(): IndexSettings {
    return this.#snapshot.manifest.settings;
  }

  refresh(): boolean {
    const now = this.#currentState();
    if (now === this.#state) return false;
    const old = this.#snapshot.segments;
    this.#snapshot = openSnapshot(this.#files, this.#makeParts, old);
    this.#state = this.#stateOf(this.#snapshot);
    const kept = new Set(this.#snapshot.segments.map(({ segment }) => segment));
    closeAll(old.filter(({ segment }) => !kept.has(segment)));
    return true;
  }

  close(): void {
    closeAll(this.#snapshot.segments);
  }

  #stateOf({ manifest, logEnd }: Snapshot): string {
    return `${JSON.stringify(manifest)} ${logEnd}`;
  }

  /** As {@link #stateOf}, from the files; of a log that is being written it may say more than can be read yet. */
  #currentState(): string | undefined {
    try {
      const {
        kind: _,
        version: __,
        checksum: ___,
        ...manifest
      } = JSON.parse(readFileSync(this.#files.path(MANIFEST_FILE), 'utf8'));
      return `${JSON.stringify(manifest)} ${statSync(this.#files.path(manifest.log)).size}`;
    } catch {
      return undefined;
    }
  }
}

function closeAll(segments: readonly StoredSegment[]): void {
  for (const stored of segments) stored.close();
}
