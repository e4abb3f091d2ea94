import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeIdentifier, analyzeText } from './analyze.ts';
import { cleanText } from './fold.ts';
import { TermNumbers } from './term-numbers.ts';
import { OTHER_UNIT, unitKind, WORD_UNIT } from './unit-kinds.ts';
import { WORD_RUNS } from './words.ts';

function analyzer() {
  const terms: string[] = [];
  const numbers = new TermNumbers((term) => {
    const known = terms.indexOf(term);
    return known >= 0 ? known : terms.push(term) - 1;
  });
  const read = (add: (to: number[]) => void): string[] => {
    const to = [7];
    add(to);
    expect(to[0]).toBe(7);
    return to.slice(1).map((number) => terms[number]!);
  };
  return {
    text: (text: string) => read((to) => numbers.addText(text, to)),
    identifier: (name: string) => read((to) => numbers.addIdentifier(name, to)),
  };
}

/** Words, signs and letters that cleaning changes or joins, from several scripts. */
const part = fc.constantFrom(
  ...['the', 'Create', 'issues', 'GitHub', 'ID2', 'ё', 'Поиск', '查询天气', '날씨', 'café', 'cafe\u0301', 'ﬁle', '½'],
  ...[' ', '_', '-', '…', '，', '\u00a0', '\u00ad', '\u200d', '\u200b', '¨', '\u1112\u1161', '😀', '\ud83d', 'ﾊﾞ', 'ー'],
  ...['a'.repeat(40), 'İ', 'ς', '\u0301', '①', 'ก็'],
);

describe('TermNumbers', () => {
  it('gives the terms that the analysis of texts gives', () => {
    const { text, identifier } = analyzer();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (whole) => {
          expect(text(whole)).toEqual(analyzeText(whole));
          expect(identifier(whole)).toEqual(analyzeIdentifier(whole));
          expect(text(whole)).toEqual(analyzeText(whole));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('parts plain text where the expression over cleaned text parts it, whatever two units meet', () => {
    const units = Array.from({ length: 2 ** 16 }, (_, unit) => unit).filter((unit) => unitKind(unit) !== OTHER_UNIT);
    const sample = units.filter((unit) => unit < 0x250 || unit % 97 === 0);
    const pairs = units.map((unit, i) => `a${String.fromCharCode(unit, sample[i % sample.length]!, unit)}b`);
    for (let i = 0; i < pairs.length; i += 64) {
      const text = pairs.slice(i, i + 64).join(' ');
      const runs = [...text].map((one) => (unitKind(one.charCodeAt(0)) === WORD_UNIT ? one : ' ')).join('');
      expect(cleanText(text).match(WORD_RUNS)).toEqual(runs.split(' ').filter((run) => run !== ''));
    }
  });
});
