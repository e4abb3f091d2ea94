import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_WORD, withUnit } from '../../shared/word-table.ts';
import { isUnspaced, MAX_KNOWN_LENGTH, modelWords, WordReader } from './words.ts';

const reader = new WordReader();

function read(text: string): string[] {
  const words: string[] = [];
  reader.start(text);
  while (reader.next()) {
    const word = reader.word();
    words.push(word);
    const units = Array.from({ length: word.length }, (_, i) => word.charCodeAt(i));
    expect(reader.length).toBe(word.length);
    expect(reader.hash).toBe(units.reduce(withUnit, EMPTY_WORD));
    expect([...reader.units.slice(0, word.length)]).toEqual(units.slice(0, MAX_KNOWN_LENGTH));
  }
  return words;
}

describe('modelWords', () => {
  it.each([
    ['list_pull-requests.v2/all:of', ['list', 'pull', 'requests', 'v2', 'all', 'of']],
    ['listPullRequests', ['list', 'pull', 'requests']],
    ['HTTPServer parseJSON aB1C', ['http', 'server', 'parse', 'json', 'a', 'b1', 'c']],
    ['ＦＵＬＬ width ﬁle', ['full', 'width', 'file']],
    ["don't, stop!", ['don', 't', 'stop']],
    ['Найди ЁЛКУ', ['найди', 'ёлку']],
    ['次の会議、カレンダー', ['次の会議', 'カレンダー']],
    ['创建2024年预算abc', ['创建', '2024', '年预算', 'abc']],
    ['नमस्ते दुनिया', ['नमस्ते', 'दुनिया']],
    ['내일 회의', ['내일', '회의']],
    ['🙂 _ - …', []],
  ])('parts %j as %j', (text, words) => {
    expect(modelWords(text)).toEqual(words);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const word of modelWords(text))
          expect(word).toMatch(/^[\p{L}\p{N}\p{M}\u2e80-\u9fff\u0e00-\u0e7f\uf900-\ufaff]+$/u);
      }),
    );
  });
});

describe('WordReader', () => {
  it('reads the same words', () => {
    const part = fc.constantFrom(
      ...['a', 'b', 'z', 'A', 'B', '0', '9', '_', ' ', '-', '.', 'é', 'É', 'ё', 'Ё', 'Σ', 'ς', 'İ', 'ſ', 'K', 'ǅ'],
      ...[
        '会',
        '議',
        'カ',
        '・',
        'ｶ',
        'ﾞ',
        'ค',
        '้',
        '한',
        '\u1112',
        '\u1161',
        '\u0301',
        '½',
        '…',
        '　',
        '🙂',
        '\ud83d',
        '\u00ad',
      ],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'aabzAABZ09_ -.'), maxLength: 60 }),
      fc.array(part, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(read(text)).toEqual(modelWords(text));
      }),
      { numRuns: 500 },
    );
  });

  it('reads characters of the whole basic plane as the rule does', () => {
    for (let first = 0; first < 2 ** 16; first += 5 * 16) {
      // Sixteen together: one that the short cut does not take costs it fifteen others.
      const units = Array.from({ length: 16 }, (_, i) => String.fromCharCode(first + 5 * i));
      const text = units.map((unit) => `a${unit}B${unit}`).join(' ');
      expect(read(text)).toEqual(modelWords(text));
    }
  });
});

describe('isUnspaced', () => {
  it('tells scripts without spaces', () => {
    expect(['会議', 'カ', 'ค้นหา'].map(isUnspaced)).toEqual([true, true, true]);
    expect(['word', 'слово', '회의', '2024'].map(isUnspaced)).toEqual([false, false, false, false]);
  });
});
