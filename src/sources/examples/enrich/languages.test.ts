import { describe, expect, it } from 'vitest';
import { fitsLanguage, isUsualLanguage, languageName, missingCounts } from './languages.ts';

describe('fitsLanguage', () => {
  it.each([
    ['en', 'open a bug report'],
    ['ru', 'Покажи открытые pull requests в GitHub'],
    ['zh', '在GitHub上创建一个issue'],
    ['zh', '新建日程'],
    ['ja', '新しい予定を追加して'],
    ['ko', 'GitHub 이슈를 만들어 줘'],
    ['de', 'Lege einen Termin für morgen an'],
    ['ar', 'أنشئ موعدًا غدًا'],
    ['hi', 'कल के लिए एक बैठक जोड़ें'],
    ['sr-Latn', 'dodaj sastanak'],
  ])('takes %s: %s', (code, text) => {
    expect(fitsLanguage(text, code)).toBe(true);
  });

  it.each([
    ['ru', 'open a bug report'],
    ['ru', 'open a bug report в'],
    ['zh', 'create an issue on GitHub 好'],
    ['zh', '新しい予定を追加して'],
    ['en', 'Покажи открытые задачи'],
    ['ja', 'add an event'],
    ['en', '12:30'],
  ])('does not take for %s: %s', (code, text) => {
    expect(fitsLanguage(text, code)).toBe(false);
  });
});

describe('languages', () => {
  it('have names, and what has none is no language', () => {
    expect([languageName('ru'), languageName('pt-BR')]).toEqual(['Russian', 'Brazilian Portuguese']);
    for (const code of ['', 'englisch', 'e', '../x', 'qq'])
      expect(() => languageName(code)).toThrow('no language code');
  });

  it('are told by their script only where they are the usual one', () => {
    expect(['en', 'ru', 'zh', 'ja', 'ko'].map(isUsualLanguage)).toEqual([true, true, true, true, true]);
    expect(['de', 'uk'].map(isUsualLanguage)).toEqual([false, false]);
  });

  it('are missing as far as they are wanted and not there', () => {
    expect(missingCounts({ en: 2, ru: 1, zh: 1 }, { en: 1, ru: 4 })).toEqual({ en: 1, zh: 1 });
  });
});
