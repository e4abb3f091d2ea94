import { Buffer } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { errorMessage, ToolscoutError } from '../errors.ts';

/** One line of a text file, without its line break. */
export interface Line {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/** Bounds what one line of a file can take: far above any tool, far below what a string can hold. */
const MAX_LINE_LENGTH = 32 * 2 ** 20;
/** A packed document of this size is none. */
const MAX_UNPACKED_BYTES = 512 * 2 ** 20;

/**
 * Streams the lines of a UTF-8 file, unpacking `*.gz`; blank lines are left out but counted. Only one chunk is in
 * memory at a time, so the file may be larger than memory.
 * @param onRead told how many bytes of the file have been read, packed ones where it is packed.
 * @param maxLineLength in bytes
 */
export async function* readLines(
  path: string,
  onRead?: (bytes: number) => void,
  maxLineLength: number = MAX_LINE_LENGTH,
): AsyncGenerator<Line> {
  /** Pieces of the line that goes on in the next chunk. */
  let rest: Buffer[] = [];
  let restLength = 0;
  let number = 0;
  try {
    for await (const piece of open(path, onRead)) {
      const chunk = piece as Buffer;
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        // Each line is decoded for itself: one beyond ASCII would make all texts of the chunk take twice the room.
        const text = rest.length === 0 ? decode(chunk, start, end) : joined(rest, chunk.subarray(start, end));
        rest = [];
        restLength = 0;
        start = end + 1;
        number++;
        const line = number === 1 ? withoutMark(text) : text;
        if (line.trim() !== '') yield { text: line, number };
      }
      if (start === chunk.length) continue;
      rest.push(chunk.subarray(start));
      restLength += chunk.length - start;
      if (restLength > maxLineLength) throw new Error(`line ${number + 1} is longer than ${maxLineLength} bytes`);
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  const last = joined(rest);
  const text = number === 0 ? withoutMark(last) : last;
  if (text.trim() !== '') yield { text, number: number + 1 };
}

const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = '\ufeff';

function decode(bytes: Buffer, start = 0, end: number = bytes.length): string {
  return bytes.toString('utf8', start, end);
}

function joined(...pieces: readonly (Buffer | readonly Buffer[])[]): string {
  return decode(Buffer.concat(pieces.flat()));
}

/** As a decoder of the whole file would drop it. */
function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** The whole text of a UTF-8 file, unpacking `*.gz`. For documents that are parsed in one piece. */
export async function readText(path: string): Promise<string> {
  try {
    const bytes = await readFile(path);
    return new TextDecoder('utf-8').decode(
      isGzip(path) ? await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }) : bytes,
    );
  } catch (error) {
    throw unreadable(path, error);
  }
}

const unpack = promisify(gunzip);
const isGzip = (path: string): boolean => path.endsWith('.gz');

function open(path: string, onRead?: (bytes: number) => void): Readable {
  const file = createReadStream(path);
  if (onRead !== undefined) file.on('data', () => onRead(file.bytesRead));
  // pipeline hands an error of the file on to the unpacked stream, where the reader sees it.
  return isGzip(path) ? pipeline(file, createGunzip(), () => {}) : file;
}

function unreadable(path: string, error: unknown): ToolscoutError {
  return new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(error)}`, {
    next: 'Check the path, its rights and, for .gz, that the file is complete.',
    details: { path },
    cause: error,
  });
}
