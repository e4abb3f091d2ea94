import { describe, expect, it } from 'vitest';
import { stem } from './stems.ts';

describe('stem', () => {
  it.each([
    ['other', ['create', 'creates', 'created', 'creating']],
    ['other', ['repository', 'repositories']],
    ['other', ['analysis', 'analyses', 'analyze', 'analyzing']],
    ['cyrillic', ['заказ', 'заказы', 'заказов', 'заказами']],
    ['cyrillic', ['пользователь', 'пользователя', 'пользователей']],
  ] as const)('(%s) is the same for %j', (kind, forms) => {
    expect(new Set(forms.map((form) => stem(form, kind))).size).toBe(1);
  });

  it('keeps news and new apart', () => {
    expect(stem('news', 'other')).not.toBe(stem('new', 'other'));
  });

  it.each([
    ['größe', 'other'],
    ['utf8', 'other'],
    ['检索', 'unspaced'],
    ['날씨', 'hangul'],
  ] as const)('leaves %s as it is', (word, kind) => {
    expect(stem(word, kind)).toBe(word);
  });
});
