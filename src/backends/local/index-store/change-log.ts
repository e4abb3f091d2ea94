import { Buffer } from 'node:buffer';
import {
  damaged,
  decodeDocument,
  encodeDocument,
  type IndexChange,
  paddedLength,
  recordLength,
  xxh32,
} from '../../../engine/index.ts';

/**
 * The log of changes since the newest segment: one frame for each update, which counts as a whole or not at all. Numbers
 * are little-endian.
 *
 *    0  uint32  magic "TSCL"
 *    4  uint32  length of the body
 *    8  uint32  XXH32 of the body
 *   12  uint32  XXH32 of the 12 bytes before
 *   16  body    entries: 1 · record of a document, or 2 · uint32 length · key (UTF-8)
 *       uint32  end mark: the XXH32 of the body again
 *
 * A process that dies while it writes leaves a frame that is cut off; so does a machine, or one that ends in zeros.
 * Such a frame was not acknowledged and is dropped. Every other difference is damage.
 */
const MAGIC = 0x4c435354;
const HEADER_BYTES = 16;
const END_BYTES = 4;
const PUT = 1;
const REMOVE = 2;

export function encodeFrame(changes: readonly IndexChange[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const change of changes) {
    if (change.op === 'put') {
      parts.push(Uint8Array.of(PUT), encodeDocument(change.document));
    } else {
      const key = Buffer.from(change.key);
      const prefix = Buffer.alloc(5);
      prefix.writeUInt8(REMOVE);
      prefix.writeUInt32LE(key.length, 1);
      parts.push(prefix, key);
    }
  }
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(HEADER_BYTES);
  const checksum = xxh32(body);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(body.length, 4);
  header.writeUInt32LE(checksum, 8);
  header.writeUInt32LE(xxh32(header.subarray(0, 12)), 12);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(checksum);
  return Buffer.concat([header, body, end]);
}

/** What a log says. */
export interface ReadLog {
  readonly changes: readonly IndexChange[];
  /** Bytes up to the end of the last whole frame: where the next one belongs. */
  readonly end: number;
  /** Bytes of damaged frames that were stepped over. Always 0 unless asked to step over them. */
  readonly lost: number;
}

/**
 * Reads all whole frames.
 * @param stepOver damaged frames, in place of throwing: for repair
 * @throws ToolscoutError `INDEX_DAMAGED`
 */
export function readLog(bytes: Buffer, name: string, stepOver = false): ReadLog {
  const changes: IndexChange[] = [];
  let at = 0;
  let end = 0;
  let lost = 0;
  while (at < bytes.length) {
    const frame = readFrame(bytes, at);
    if (frame === 'torn') break;
    if (frame === 'damaged') {
      if (!stepOver) throw damaged(`The log ${name} is damaged at byte ${at}.`, { file: name, at });
      const next = nextFrame(bytes, at + 1);
      lost += next - at;
      at = next;
      continue;
    }
    changes.push(...decodeBody(frame.body));
    at = frame.end;
    end = at;
  }
  return { changes, end, lost };
}

function readFrame(bytes: Buffer, at: number): 'torn' | 'damaged' | { readonly body: Buffer; readonly end: number } {
  const rest = bytes.subarray(at);
  if (rest.length < HEADER_BYTES || rest.every((byte) => byte === 0)) return 'torn';
  const header = rest.subarray(0, HEADER_BYTES);
  if (header.readUInt32LE(0) !== MAGIC || header.readUInt32LE(12) !== xxh32(header.subarray(0, 12))) return 'damaged';
  const bodyEnd = HEADER_BYTES + header.readUInt32LE(4);
  if (bodyEnd + END_BYTES > rest.length) return 'torn';
  const body = rest.subarray(HEADER_BYTES, bodyEnd);
  const checksum = header.readUInt32LE(8);
  if (xxh32(body) === checksum) return { body, end: at + bodyEnd + END_BYTES };
  const isLast = bodyEnd + END_BYTES === rest.length;
  return isLast && rest.readUInt32LE(bodyEnd) !== checksum ? 'torn' : 'damaged';
}

/** Where the next sound frame starts, or the end. */
function nextFrame(bytes: Buffer, from: number): number {
  for (let at = from; at + HEADER_BYTES <= bytes.length; at++) {
    if (bytes.readUInt32LE(at) === MAGIC && typeof readFrame(bytes, at) === 'object') return at;
  }
  return bytes.length;
}

function decodeBody(body: Buffer): IndexChange[] {
  const changes: IndexChange[] = [];
  let at = 0;
  while (at < body.length) {
    const kind = body[at]!;
    at++;
    if (kind === PUT) {
      const end = at + paddedLength(recordLength(body.subarray(at)));
      changes.push({ op: 'put', document: decodeDocument(body.subarray(at, end)) });
      at = end;
    } else {
      const end = at + 4 + body.readUInt32LE(at);
      changes.push({ op: 'remove', key: body.toString('utf8', at + 4, end) });
      at = end;
    }
  }
  return changes;
}
