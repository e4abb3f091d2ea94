import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Line, readLines } from './read-lines.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolscout-lines-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function linesOf(name: string, content: string | Buffer, maxLineLength?: number): Promise<Line[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const lines: Line[] = [];
  for await (const line of readLines(path, undefined, maxLineLength)) lines.push(line);
  return lines;
}

describe('readLines', () => {
  it('counts blank lines, leaves them out, and takes a last line without an end', async () => {
    expect(await linesOf('a.txt', 'one\n\n  \ntwo')).toEqual([
      { text: 'one', number: 1 },
      { text: 'two', number: 4 },
    ]);
  });

  it('gives lines longer than a piece of the file whole, packed or not', async () => {
    const long = 'é'.repeat(200_000);
    const lines = [
      { text: long, number: 1 },
      { text: 'b', number: 2 },
      { text: long, number: 3 },
    ];
    expect(await linesOf('a.txt', `${long}\nb\n${long}`)).toEqual(lines);
    expect(await linesOf('a.txt.gz', gzipSync(`${long}\nb\n${long}`))).toEqual(lines);
  });

  it('gives up on a line without an end, of which a small packed file can hold gigabytes', async () => {
    const packed = gzipSync(Buffer.alloc(2_000_000, 'a'));
    expect(packed.length).toBeLessThan(10_000);
    await expect(linesOf('a.txt.gz', packed, 100_000)).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
      message: expect.stringContaining('line 1'),
    });
  });
});
