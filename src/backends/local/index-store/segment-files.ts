import { closeSync, openSync, readFileSync } from 'node:fs';
import {
  damaged,
  encodeHeader,
  encodeImage,
  FIXED_HEADER,
  imageSize,
  openImage,
  type PartMaker,
  RecordEncoder,
  readImage,
  recordLength,
  Segment,
  SegmentBuilder,
  type SegmentDocument,
  type SegmentMemory,
} from '../../../engine/index.ts';
import { documentSource } from './document-file.ts';
import type { SegmentEntry } from './manifest.ts';
import { fileLength, isMissing, readFully, type StoreFiles } from './store-files.ts';

/** Records are written in pieces of about this size. */
const BUFFER_BYTES: number = 2 ** 20;

export const imageFile = (name: string): string => `${name}.image`;
export const documentsFile = (name: string): string => `${name}.documents`;

/** An open segment with its entry and the file of its documents, which stays open: it may be removed meanwhile. */
export interface StoredSegment {
  readonly entry: SegmentEntry;
  readonly segment: Segment;
  close(): void;
}

/**
 * Writes the two files of a segment, of documents that come one by one. They are of no use before a manifest names them.
 */
export class SegmentWriter {
  readonly #files: StoreFiles;
  readonly #name: string;
  readonly #builder: SegmentBuilder;
  readonly #fd: number;
  readonly #encoder = new RecordEncoder();
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #filled = 0;
  #written = 0;
  #isClosed = false;

  constructor(files: StoreFiles, name: string, maker: PartMaker) {
    this.#files = files;
    this.#name = name;
    this.#builder = new SegmentBuilder(maker);
    this.#fd = files.open(documentsFile(name));
  }

  get size(): number {
    return this.#builder.size;
  }

  /** @param record of the document, where it is encoded already */
  add(document: SegmentDocument, record: Uint8Array = this.#encoder.encode(document)): void {
    this.#builder.add(document, { start: this.#written, length: recordLength(record) });
    this.#written += record.length;
    if (this.#filled + record.length > BUFFER_BYTES) this.#flush();
    if (record.length > BUFFER_BYTES) {
      this.#files.writeAll(this.#fd, record);
      return;
    }
    this.#buffer.set(record, this.#filled);
    this.#filled += record.length;
  }

  /** On the disk when it returns, but for the names in the folder. */
  finish(): SegmentEntry {
    const name = this.#name;
    this.#flush();
    this.#files.sync(this.#fd, documentsFile(name));
    closeSync(this.#fd);
    this.#isClosed = true;
    const documents = this.#builder.size;
    const imageBytes = this.#writeImage();
    return { name, documents, imageBytes, documentBytes: this.#written, removed: undefined, removedDocuments: 0 };
  }

  /** Leaves nothing behind. */
  abort(): void {
    if (!this.#isClosed) closeSync(this.#fd);
    this.#isClosed = true;
    removeSegment(this.#files, this.#name);
  }

  #flush(): void {
    this.#files.writeAll(this.#fd, this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  /** Section by section: the image is never whole in memory here. */
  #writeImage(): number {
    const { size } = this.#builder;
    const { sections } = this.#builder.finish();
    const { header, places, length } = encodeHeader(sections, size);
    this.#files.create(imageFile(this.#name), (fd) => {
      this.#files.writeAll(fd, header);
      for (const [i, { bytes }] of sections.entries()) {
        this.#files.writeAll(fd, bytes);
        const end = places[i + 1]?.start ?? length;
        this.#files.writeAll(fd, new Uint8Array(end - places[i]!.start - bytes.byteLength));
      }
    });
    return length;
  }
}

/** Removes both files of a segment. */
export function removeSegment(files: StoreFiles, name: string): void {
  files.remove(imageFile(name));
  files.remove(documentsFile(name));
}

/** Writes a segment of documents that are there. */
export function writeSegment(
  files: StoreFiles,
  name: string,
  maker: PartMaker,
  documents: Iterable<SegmentDocument>,
): SegmentEntry {
  const writer = new SegmentWriter(files, name, maker);
  try {
    for (const document of documents) writer.add(document);
    return writer.finish();
  } catch (error) {
    writer.abort();
    throw error;
  }
}

/**
 * Opens a segment: reads its image into memory, compares all checksums and takes out what was removed.
 * @throws ToolscoutError `INDEX_DAMAGED`, `INDEX_FOREIGN`, `INDEX_VERSION`; a missing file as Node throws it
 */
export function openSegment(folder: StoreFiles, entry: SegmentEntry, maker: PartMaker): StoredSegment {
  const space = openImageFile(folder, entry);
  const name = documentsFile(entry.name);
  const fd = openSync(folder.path(name), 'r');
  try {
    const length = fileLength(fd);
    if (length !== entry.documentBytes) {
      throw damaged(`The file ${name} has ${length} bytes where ${entry.documentBytes} were written.`, { file: name });
    }
    const segment = inSegment(entry, () => new Segment(space, maker, documentSource(fd, name)));
    removeStarts(segment, readRemoved(folder, entry));
    return { entry, segment, close: () => closeSync(fd) };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Is the image of a segment as it was written? */
export function isImageSound(folder: StoreFiles, entry: SegmentEntry): boolean {
  try {
    openImageFile(folder, entry);
    return true;
  } catch {
    return false;
  }
}

function openImageFile(folder: StoreFiles, { name, documents, imageBytes }: SegmentEntry): SegmentMemory {
  const file = imageFile(name);
  const fd = openSync(folder.path(file), 'r');
  try {
    const length = fileLength(fd);
    if (length !== imageBytes) {
      throw damaged(`The file ${file} has ${length} bytes where ${imageBytes} were written.`, { file });
    }
    const header = new Uint8Array(FIXED_HEADER);
    readFully(fd, header, 0);
    const head = imageSize(header);
    // Before memory is made of it: a damaged number must not ask for gigabytes.
    if (head.length !== imageBytes || head.documents !== documents) {
      throw damaged(`The header of ${file} is not that which was written.`, { file });
    }
    return readImage(head, (target, position) => void readFully(fd, target, position));
  } finally {
    closeSync(fd);
  }
}

/** An image whose checksums are right has nothing else wrong with it, unless another version wrote it. */
function inSegment<T>({ name }: SegmentEntry, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw damaged(`The segment ${name} does not hold together: ${error.message}`, { segment: name });
  }
}

/** Starts of the records of removed documents. A list of starts, since those are the same when an image is rebuilt. */
export function readRemoved(folder: StoreFiles, { removed }: SegmentEntry): Uint32Array {
  if (removed === undefined) return new Uint32Array(0);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(folder.path(removed));
  } catch (error) {
    if (isMissing(error)) throw error;
    throw damaged(`The file ${removed} cannot be read.`, { file: removed });
  }
  const image = openImage(bytes);
  image.verify();
  const starts = image.section(REMOVED_SECTION);
  const view = new DataView(starts.buffer, starts.byteOffset, starts.byteLength);
  return Uint32Array.from({ length: starts.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
}

/** Writes {@link readRemoved}'s file. */
export function writeRemoved(files: StoreFiles, name: string, starts: Uint32Array): void {
  const bytes = new Uint8Array(starts.byteLength);
  const view = new DataView(bytes.buffer);
  for (const [i, start] of starts.entries()) view.setUint32(4 * i, start, true);
  const image = encodeImage([{ name: REMOVED_SECTION, bytes }], 0);
  files.create(name, (fd) => files.writeAll(fd, image));
}

const REMOVED_SECTION = 'removed.starts';
/** Starts are kept in the units in which records are aligned. */
const START_UNIT = 16;

export function startOf({ start }: { readonly start: number }): number {
  return start / START_UNIT;
}

/** Starts of the documents that were removed from an open segment. */
export function removedStarts(segment: Segment): Uint32Array {
  const starts: number[] = [];
  for (let doc = 0; doc < segment.size; doc++) if (segment.isRemoved(doc)) starts.push(startOf(segment.place(doc)));
  return Uint32Array.from(starts).sort();
}

/** Takes removed documents out of an open segment; those that were out already stay out. */
export function removeStarts(segment: Segment, starts: Uint32Array): void {
  if (starts.length === 0) return;
  const wanted = new Set(starts);
  for (let doc = 0; doc < segment.size; doc++) if (wanted.has(startOf(segment.place(doc)))) segment.remove(doc);
  if (segment.removed.count < wanted.size) {
    throw damaged(`Of ${wanted.size} removed documents of a segment, ${segment.removed.count} are there.`);
  }
}
