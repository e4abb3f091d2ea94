import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function split(chunks: readonly Buffer[], maxLineBytes = 1000): { lines: string[]; tooLong: number } {
  const lines: string[] = [];
  let tooLong = 0;
  const splitter = new LineSplitter(
    maxLineBytes,
    (line) => lines.push(line),
    () => tooLong++,
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  return { lines, tooLong };
}

describe('LineSplitter', () => {
  it('gives the same lines wherever the bytes are cut', () => {
    const lineOf = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((line) => !/[\r\n]/.test(line));
    fc.assert(
      fc.property(fc.array(lineOf), fc.array(fc.nat(300)), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
        const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
        const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        expect(split(chunks).lines).toEqual(lines);
      }),
    );
  });

  it('takes Windows line ends and a last line without an end', () => {
    expect(split([Buffer.from('a\r\nb')]).lines).toEqual(['a', 'b']);
  });

  it('leaves out a byte order mark at the beginning, and no other', () => {
    expect(split([Buffer.from('\ufeff{}\n\ufeffb\n')]).lines).toEqual(['{}', '\ufeffb']);
  });

  it('stops at a line that is too long, once, and reads nothing after it', () => {
    const chunks = [Buffer.from('short\n'), Buffer.from('x'.repeat(8)), Buffer.from('yyy\nlater\n')];
    expect(split(chunks, 10)).toEqual({ lines: ['short'], tooLong: 1 });
    expect(split([Buffer.from(`${'x'.repeat(10)}\n`)], 10)).toEqual({ lines: ['x'.repeat(10)], tooLong: 0 });
  });
});
