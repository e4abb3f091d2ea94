import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyWords, isUnspaced, modelWords } from './words.ts';

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

  it('takes the short cut for ASCII to the same end', () => {
    const ascii = fc.oneof(
      fc.string({ unit: 'binary-ascii', maxLength: 40 }),
      fc.string({ unit: fc.constantFrom(...'aabzAABZ09_ -.'), maxLength: 20 }),
    );
    fc.assert(
      fc.property(ascii, (text) => {
        expect(modelWords(text)).toEqual(anyWords(text));
      }),
      { numRuns: 3000 },
    );
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

describe('isUnspaced', () => {
  it('tells scripts without spaces', () => {
    expect(['会議', 'カ', 'ค้นหา'].map(isUnspaced)).toEqual([true, true, true]);
    expect(['word', 'слово', '회의', '2024'].map(isUnspaced)).toEqual([false, false, false, false]);
  });
});
