import { describe, expect, it } from 'vitest';
import { readModelFile, writeModelFile } from './model-file.ts';
import type { Vocabulary } from './tokenizer.ts';
import { readVocabulary, writeVocabulary } from './vocabulary.ts';

const PIECES = ['\u2581', 'a', '\u2581ab', '漢字', '\u{20000}'];
const SCORES = [-3.93, -9.5532, -20.3643, 0, -31.875];

function read(sections: Record<string, Uint8Array>): Vocabulary {
  return readVocabulary(readModelFile(writeModelFile('tiny@1', {}, sections)));
}

describe('a vocabulary', () => {
  it('comes back with every piece, and each score the very number that was written', () => {
    const { units, starts, scores } = read(writeVocabulary(PIECES, SCORES));
    const pieces = [...scores].map((_, i) => String.fromCharCode(...units.subarray(starts[i], starts[i + 1])));
    expect(pieces).toEqual(PIECES);
    expect([...scores].map((score) => score + 0)).toEqual(SCORES);
  });

  it.each(['pieceUnits', 'pieceLengths', 'pieceScores'])('is refused when %s does not fit the rest', (name) => {
    const sections = writeVocabulary(PIECES, SCORES);
    for (const wrong of [undefined, sections[name]!.subarray(1), Uint8Array.of(...sections[name]!, 1)]) {
      const { [name]: _, ...others } = sections;
      expect(() => read(wrong === undefined ? others : { ...sections, [name]: wrong })).toThrow(
        expect.objectContaining({ code: 'MODEL_INVALID' }),
      );
    }
  });

  it('is refused with an empty piece', () => {
    const { pieceScores } = writeVocabulary(['a'], [-1]);
    const sections = { pieceUnits: Uint8Array.of(), pieceLengths: Uint8Array.of(0), pieceScores: pieceScores! };
    expect(() => read(sections)).toThrow(expect.objectContaining({ code: 'MODEL_INVALID' }));
  });

  it.each([
    ['an empty piece', '', -1],
    ['a piece of 256 units', 'x'.repeat(256), -1],
    ['a probability above 1', 'x', 0.5],
    ['no score', 'x', Number.NaN],
  ])('is not written with %s', (_, piece, score) => {
    expect(() => writeVocabulary([piece], [score])).toThrow(RangeError);
  });
});
