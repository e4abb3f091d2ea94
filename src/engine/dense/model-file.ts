import { errorMessage, ToolscoutError } from '../../errors.ts';
import { isObject, own } from '../../shared/json.ts';
import { xxh32 } from './checksum.ts';

/**
 * The container of the built-in models. Numbers are little-endian; sections start at multiples of 16.
 *
 *    0  8 bytes   magic "TSCMODEL"
 *    8  uint32    version of this layout
 *   12  uint32    XXH32 of everything from byte 16 on
 *   16  uint32    length of the whole file
 *   20  uint32    length of the header
 *   24  header    JSON object {"id", …facts, "sections": {name: [start, length]}}, padded with spaces
 *       sections  each at its start, counted from the end of the header; padded with zeros
 */
const MAGIC = [0x54, 0x53, 0x43, 0x4d, 0x4f, 0x44, 0x45, 0x4c] as const;
const FORMAT_VERSION = 1;
const CHECKED_FROM = 16;
const HEADER_FROM = 24;
const ALIGNMENT = 16;

/** A model file whose checksum was right. */
export interface ModelFile {
  /** Names model and version, for example `static-45k-256@3`. */
  readonly id: string;
  /** What the header says beside id and sections. Untyped: the reader of each kind of model looks at its own facts. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** XXH32 of the content: tells two builds under one id apart. */
  readonly checksum: number;
  /** A view on the bytes of a section, no copy. @throws ToolscoutError `MODEL_INVALID` where the file has none. */
  section(name: string): Uint8Array;
}

/**
 * Reads the container and holds on to `bytes`, which must not change afterwards.
 * @throws ToolscoutError `MODEL_INVALID` for anything but a whole, undamaged file of this version.
 */
export function readModelFile(bytes: Uint8Array): ModelFile {
  if (bytes.byteLength < HEADER_FROM || MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw invalidModel(`${bytes.byteLength} bytes that do not start as a model file.`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version !== FORMAT_VERSION) {
    throw invalidModel(`A model file has layout version ${version}; this package reads ${FORMAT_VERSION}.`);
  }
  const length = view.getUint32(16, true);
  if (length !== bytes.byteLength) {
    throw invalidModel(`A model file has ${bytes.byteLength} bytes where ${length} were written.`);
  }
  const checksum = xxh32(bytes.subarray(CHECKED_FROM));
  if (checksum !== view.getUint32(12, true)) throw invalidModel('The checksum of a model file is wrong.');
  return toModelFile(bytes, view.getUint32(20, true), checksum);
}

/** Builds a model file. `facts` must be JSON; sections keep the order of their names in the record. */
export function writeModelFile(
  id: string,
  facts: Readonly<Record<string, unknown>>,
  sections: Readonly<Record<string, Uint8Array>>,
): Uint8Array {
  const encode = (starts: Readonly<Record<string, readonly [start: number, length: number]>>): Uint8Array =>
    new TextEncoder().encode(JSON.stringify({ id, ...facts, sections: starts }));
  // Starts count from the end of the header, so that the header's own length does not depend on them.
  const starts: Record<string, readonly [number, number]> = {};
  let end = 0;
  for (const [name, content] of Object.entries(sections)) {
    starts[name] = [end, content.byteLength];
    end = aligned(end + content.byteLength);
  }
  const header = encode(starts);
  const bodyFrom = aligned(HEADER_FROM + header.byteLength);
  const bytes = new Uint8Array(bodyFrom + end);
  bytes.set(MAGIC);
  bytes.fill(0x20, HEADER_FROM, bodyFrom);
  bytes.set(header, HEADER_FROM);
  for (const [name, content] of Object.entries(sections)) bytes.set(content, bodyFrom + starts[name]![0]);
  const view = new DataView(bytes.buffer);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(16, bytes.byteLength, true);
  view.setUint32(20, bodyFrom - HEADER_FROM, true);
  view.setUint32(12, xxh32(bytes.subarray(CHECKED_FROM)), true);
  return bytes;
}

/** A model file that is damaged, of another version, or does not hold what its kind must hold. */
export function invalidModel(message: string, cause?: unknown): ToolscoutError {
  return new ToolscoutError('MODEL_INVALID', message, {
    next: 'Install toolscout again, or build the model file anew as models/README.md says.',
    ...(cause === undefined ? {} : { cause }),
  });
}

function toModelFile(bytes: Uint8Array, headerLength: number, checksum: number): ModelFile {
  const bodyFrom = HEADER_FROM + headerLength;
  const { id, sections, ...facts } = readHeader(bytes.subarray(HEADER_FROM, bodyFrom));
  if (typeof id !== 'string' || !isObject(sections)) throw invalidModel('The header of a model file names no id.');
  return {
    id,
    facts,
    checksum,
    section(name) {
      const place = own(sections, name);
      if (!Array.isArray(place)) throw invalidModel(`Model ${id} has no section "${name}".`);
      const [start, length]: unknown[] = place;
      if (!isCount(start) || !isCount(length) || bodyFrom + start + length > bytes.byteLength) {
        throw invalidModel(`Section "${name}" of model ${id} lies outside the file.`);
      }
      // Made anew: a view cut from a Node Buffer would be one too, and its slice() shares memory where others copy.
      return new Uint8Array(bytes.buffer, bytes.byteOffset + bodyFrom + start, length);
    },
  };
}

function readHeader(bytes: Uint8Array): Record<string, unknown> {
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw invalidModel(`The header of a model file is not JSON (${errorMessage(error)}).`, error);
  }
  if (!isObject(header)) throw invalidModel('The header of a model file is no object.');
  return header;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}
