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
 */
export async function* readLines(
  path: string,
  onRead?: (bytes: number) => void,
  maxLineLength: number = MAX_LINE_LENGTH,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8'); // drops a byte order mark
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of open(path, onRead)) {
      const text = decoder.decode(chunk as Buffer, { stream: true });
      // A long line is not searched again with every piece of it.
      if (!text.includes('\n')) {
        rest += text;
        if (rest.length > maxLineLength)
          throw new Error(`line ${number + 1} is longer than ${maxLineLength} characters`);
        continue;
      }
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        number++;
        if (text.trim() !== '') yield { text, number };
      }
    }
  } catch (error) {
    throw unreadable(path, error);
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield { text: rest, number: number + 1 };
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
