import { Buffer } from 'node:buffer';
import { type QuantisedVector, xxh32 } from '../../engine/index.ts';

/**
 * One vector on disk, numbers little-endian:
 *
 *   magic u32 · length of the record u32 · key 16 bytes · scale f32 · components i8 … · XXH32 of all before u32
 */
export interface VectorRecord {
  /** 32 hex digits. */
  readonly key: string;
  readonly vector: QuantisedVector;
}

const MAGIC = 0x31565354; // "TSV1"
const KEY_BYTES = 16;
const COMPONENTS_AT = 4 + 4 + KEY_BYTES + 4;
const CHECKSUM_BYTES = 4;

/** Bytes of a record of so many dimensions. */
export function recordBytes(dimensions: number): number {
  return COMPONENTS_AT + dimensions + CHECKSUM_BYTES;
}

/** A scale as it comes back from disk, so that a fresh vector and a kept one are the same. */
export function storedScale(scale: number): number {
  return Math.fround(scale);
}

export function writeRecord({ key, vector }: VectorRecord): Buffer {
  const { values, scale } = vector;
  const bytes = Buffer.alloc(recordBytes(values.length));
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(bytes.length, 4);
  bytes.write(key, 8, KEY_BYTES, 'hex');
  bytes.writeFloatLE(scale, 8 + KEY_BYTES);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), COMPONENTS_AT);
  const checksumAt = bytes.length - CHECKSUM_BYTES;
  bytes.writeUInt32LE(xxh32(bytes.subarray(0, checksumAt)), checksumAt);
  return bytes;
}

/**
 * Every whole record in the bytes, in order. What is no record is stepped over, so that one torn write costs only
 * itself; `damaged` tells that there was such a place.
 */
export function readRecords(bytes: Buffer, dimensions: number): { records: VectorRecord[]; damaged: boolean } {
  const length = recordBytes(dimensions);
  const records: VectorRecord[] = [];
  let damaged = false;
  let at = 0;
  while (at < bytes.length) {
    if (isRecord(bytes, at, length)) {
      records.push(readRecord(bytes, at, dimensions));
      at += length;
    } else {
      damaged = true;
      at++;
    }
  }
  return { records, damaged };
}

function isRecord(bytes: Buffer, at: number, length: number): boolean {
  if (at + length > bytes.length) return false;
  if (bytes.readUInt32LE(at) !== MAGIC || bytes.readUInt32LE(at + 4) !== length) return false;
  const checksumAt = at + length - CHECKSUM_BYTES;
  return bytes.readUInt32LE(checksumAt) === xxh32(bytes.subarray(at, checksumAt));
}

function readRecord(bytes: Buffer, at: number, dimensions: number): VectorRecord {
  return {
    key: bytes.toString('hex', at + 8, at + 8 + KEY_BYTES),
    vector: {
      scale: bytes.readFloatLE(at + 8 + KEY_BYTES),
      values: new Int8Array(bytes.buffer, bytes.byteOffset + at + COMPONENTS_AT, dimensions),
    },
  };
}
