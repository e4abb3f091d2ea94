import { describe, expect, it } from 'vitest';
import { bigrams, isLongHanWord, scriptRuns, segmentUnspaced } from './words.ts';

describe('scriptRuns', () => {
  it('parts a run where the script changes', () => {
    expect(scriptRuns('用API查询')).toEqual([
      { kind: 'unspaced', text: '用' },
      { kind: 'other', text: 'API' },
      { kind: 'unspaced', text: '查询' },
    ]);
    expect(scriptRuns('PDFфайл날씨').map(({ kind }) => kind)).toEqual(['other', 'cyrillic', 'hangul']);
  });

  it('keeps Japanese words together, whatever mix of kana and Han they are', () => {
    expect(scriptRuns('人々のサーバー')).toEqual([{ kind: 'unspaced', text: '人々のサーバー' }]);
  });

  it('loses no character of letters, marks and digits', () => {
    const run = 'aé1๑й́漢ガ한ß٣हि';
    expect(
      scriptRuns(run)
        .map(({ text }) => text)
        .join(''),
    ).toBe(run);
  });
});

describe('segmentUnspaced', () => {
  it.each([
    ['查询天气预报', ['查询', '天气', '预报']],
    ['会議を検索', ['会議', 'を', '検索']],
    ['ค้นหาเที่ยวบิน', ['ค้นหา', 'เที่ยว', 'บิน']],
  ])('finds the words of %s', (run, words) => {
    expect(segmentUnspaced(run)).toEqual(words);
  });
});

describe('bigrams', () => {
  it('pairs neighbours and never splits a surrogate pair', () => {
    expect(bigrams('날씨를')).toEqual(['날씨', '씨를']);
    expect(bigrams('𠮷野家')).toEqual(['𠮷野', '野家']);
    expect(bigrams('값')).toEqual(['값']);
    expect(bigrams('')).toEqual([]);
  });
});

describe('isLongHanWord', () => {
  it('is for three Han characters and more', () => {
    expect(isLongHanWord('数据库')).toBe(true);
    expect(isLongHanWord('数据')).toBe(false);
    expect(isLongHanWord('ファイル')).toBe(false);
  });
});
