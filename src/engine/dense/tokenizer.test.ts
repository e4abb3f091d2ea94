import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTokenizer, FIRST_PIECE, TOKEN_UNKNOWN, type Tokenizer } from './tokenizer.ts';

/** A tokenizer of these pieces; `_` stands for the mark of a word's beginning. */
function tokenizerOf(scores: Readonly<Record<string, number>>): Tokenizer {
  const pieces = Object.keys(scores).map((piece) => piece.replace('_', '\u2581'));
  const text = pieces.join('');
  const starts = new Uint32Array(pieces.length + 1);
  for (const [i, piece] of pieces.entries()) starts[i + 1] = starts[i]! + piece.length;
  return createTokenizer({
    units: Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)),
    starts,
    scores: Float64Array.from(Object.values(scores)),
  });
}

/** The score of the best of all ways to part a word into pieces: the oracle. */
function bestScore(word: string, scores: Readonly<Record<string, number>>): number {
  if (word === '') return 0;
  let best = -Infinity;
  for (const [piece, score] of Object.entries(scores)) {
    if (word.startsWith(piece)) best = Math.max(best, score + bestScore(word.slice(piece.length), scores));
  }
  return best;
}

describe('a tokenizer', () => {
  it('parts a word in the most likely way', () => {
    const tokenizer = tokenizerOf({ _un: -5, _u: -6, n: -4, like: -4, ly: -4, likely: -7.9, _: -3 });
    const [un, like, likely, mark] = [4, 7, 9, 10];
    expect(tokenizer.encode('unlike')).toEqual([un, like]);
    expect(tokenizer.encode('unlikely')).toEqual([un, likely]);
    expect(tokenizer.encode('unLikely')).toEqual([un, mark, likely]);
  });

  it('finds the best of all ways', () => {
    const cost = fc.integer({ min: 1, max: 20 });
    const pieces = fc.dictionary(fc.stringMatching(/^_?[abc]{1,4}$/), cost, { noNullPrototype: true, maxKeys: 12 });
    const word = fc.stringMatching(/^[abc]{1,8}$/);
    fc.assert(
      fc.property(pieces, word, (some, text) => {
        const costs = { _: 15, a: 15, b: 15, c: 15, ...some };
        const scores = Object.fromEntries(Object.entries(costs).map(([piece, nats]) => [piece, -nats]));
        const names = Object.keys(scores);
        const parts = tokenizerOf(scores)
          .encode(text)
          .map((id) => names[id - FIRST_PIECE]!);
        expect(parts.join('')).toBe(`_${text}`);
        expect(parts.reduce((sum, piece) => sum + scores[piece]!, 0)).toBe(bestScore(`_${text}`, scores));
      }),
      { numRuns: 500 },
    );
  });

  it('counts a run of unknown characters once', () => {
    const tokenizer = tokenizerOf({ _a: -2, b: -2, _: -2 });
    expect(tokenizer.encode('axyzb')).toEqual([4, TOKEN_UNKNOWN, 5]);
    expect(tokenizer.encode('漢字b')).toEqual([TOKEN_UNKNOWN, 6, 5]);
    expect(tokenizer.encode('\u{20000}')).toEqual([6, TOKEN_UNKNOWN]);
  });

  it('marks the beginning of a word, and not that of a script without spaces', () => {
    const tokenizer = tokenizerOf({ _a: -2, a: -2, _漢: -2, 漢: -2 });
    expect(tokenizer.encode('a 漢 A')).toEqual([4, 7, 4]);
  });

  it('gives the first ids when there are too many', () => {
    const tokenizer = tokenizerOf({ _a: -2, b: -2 });
    expect(tokenizer.encode('ab ab ab', 3)).toEqual([4, 5, 4]);
    expect(tokenizer.encode('ab', 0)).toEqual([]);
  });

  it('has the four special ids beside its pieces', () => {
    expect(tokenizerOf({ _a: -2, b: -2 }).size).toBe(6);
  });

  it('has the same ids with a cold cache, a full one, and one that was emptied', () => {
    const tokenizer = tokenizerOf({ _ab: -3, _a: -2, b: -2, _: -4 });
    const first = tokenizer.encode('ab abb ba');
    expect(tokenizer.encode('ab abb ba')).toEqual(first);
    for (let n = 0; n < 45_000; n++) tokenizer.encode(`b${n}`);
    expect(tokenizer.encode('ab abb ba')).toEqual(first);
  });

  it('does not let a caller change what the next one gets', () => {
    const tokenizer = tokenizerOf({ _a: -2, b: -2 });
    tokenizer.encode('ab').push(99);
    expect(tokenizer.encode('ab')).toEqual([4, 5]);
  });
});
