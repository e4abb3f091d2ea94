import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorMessage, ToolscoutError } from '../errors.ts';

/** One line of a text file, without its line break. */
export interface Line {
  readonly text: string;
  /** 1-based. */
  readonly number: number;
}

/**
 * Streams the lines of a UTF-8 file, unpacking `*.gz`; blank lines are left out but counted. Only one chunk is in
 * memory at a time, so the file may be larger than memory.
 */
export async function* readLines(path: string): AsyncGenerator<Line> {
  const decoder = new TextDecoder('utf-8'); // drops a byte order mark
  let rest = '';
  let number = 0;
  try {
    for await (const chunk of open(path)) {
      const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const text of lines) {
        number++;
        if (text.trim() !== '') yield { text, number };
      }
    }
  } catch (error) {
    throw new ToolscoutError('FILE_UNREADABLE', `${path} cannot be read: ${errorMessage(error)}`, {
      next: 'Check the path, its rights and, for .gz, that the file is complete.',
      details: { path },
      cause: error,
    });
  }
  rest += decoder.decode();
  if (rest.trim() !== '') yield { text: rest, number: number + 1 };
}

/** The whole text of a file, unpacking `*.gz`. */
export async function readText(path: string): Promise<string> {
  const lines: string[] = [];
  for await (const { text } of readLines(path)) lines.push(text);
  return lines.join('\n');
}

function open(path: string): Readable {
  const file = createReadStream(path);
  // pipeline hands an error of the file on to the unpacked stream, where the reader sees it.
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
}
