import { Buffer } from 'node:buffer';
import {
  type DocumentSource,
  damaged,
  decodeDocument,
  decodePayload,
  paddedLength,
  RECORD_PREFIX_BYTES,
  type RecordPlace,
  recordLength,
  type SegmentDocument,
} from '../../../engine/index.ts';
import { ToolscoutError } from '../../../errors.ts';
import { readFully } from './store-files.ts';

/** Enough for some thousand records; larger ones are read alone. */
const CHUNK_BYTES: number = 4 * 2 ** 20;

/** Reads documents where a segment says they lie, one by one: for the few that a search shows. */
export function documentSource(fd: number, name: string): DocumentSource {
  const record = ({ start, length }: RecordPlace): Uint8Array => {
    const bytes = new Uint8Array(length);
    if (readFully(fd, bytes, start) === length) return bytes;
    throw damaged(`The file ${name} ends before the document at byte ${start}.`, { file: name, at: start });
  };
  const decoded = <Result>(place: RecordPlace, decode: (record: Uint8Array) => Result): Result => {
    try {
      return decode(record(place));
    } catch (error) {
      if (!(error instanceof ToolscoutError) || error.details.file !== undefined) throw error;
      throw damaged(`${error.message.slice(0, -1)} (${name}, byte ${place.start}).`, { file: name, at: place.start });
    }
  };
  return {
    payload: (_, place) => decoded(place, decodePayload),
    document: (_, place) => decoded(place, decodeDocument),
  };
}

/** A record as it lies in a file of documents. */
export interface FoundRecord {
  readonly start: number;
  readonly document: SegmentDocument;
  /** With its padding; valid until the next record is asked for. */
  readonly bytes: Uint8Array;
}

/** A stretch in which no record could be read. */
export interface LostBytes {
  readonly start: number;
  readonly lost: number;
}

/**
 * Reads a file of documents from start to end in large pieces.
 * @param stepOver damaged records, reporting where: for repair
 * @throws ToolscoutError `INDEX_DAMAGED`
 */
export function* scanDocuments(
  fd: number,
  name: string,
  length: number,
  stepOver = false,
): Generator<FoundRecord | LostBytes, void, undefined> {
  let chunk = Buffer.alloc(0);
  let chunkStart = 0;
  const ensure = (start: number, wanted: number): Buffer => {
    if (start < chunkStart || start + wanted > chunkStart + chunk.length) {
      chunk = Buffer.alloc(Math.min(Math.max(wanted, CHUNK_BYTES), Math.max(length - start, 0)));
      chunkStart = start;
      chunk = chunk.subarray(0, readFully(fd, chunk, start));
    }
    return chunk.subarray(start - chunkStart, start - chunkStart + wanted);
  };
  let lostFrom: number | undefined;
  for (let start = 0; start < length; ) {
    const found = readRecord(ensure, start, length);
    if (found !== undefined) {
      if (lostFrom !== undefined) yield { start: lostFrom, lost: start - lostFrom };
      lostFrom = undefined;
      yield found;
      start += found.bytes.length;
    } else {
      if (!stepOver)
        throw damaged(`The file ${name} has no sound document at byte ${start}.`, { file: name, at: start });
      lostFrom ??= start;
      start += paddedLength(1);
    }
  }
  if (lostFrom !== undefined) yield { start: lostFrom, lost: length - lostFrom };
}

function readRecord(
  ensure: (start: number, wanted: number) => Buffer,
  start: number,
  fileLength: number,
): FoundRecord | undefined {
  const prefix = ensure(start, RECORD_PREFIX_BYTES);
  if (prefix.length < RECORD_PREFIX_BYTES) return undefined;
  const length = paddedLength(recordLength(prefix));
  if (start + length > fileLength) return undefined;
  const bytes = ensure(start, length);
  try {
    return { start, bytes, document: decodeDocument(bytes) };
  } catch {
    return undefined;
  }
}
