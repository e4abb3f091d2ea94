import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, fold } from './fold.ts';

describe('fold', () => {
  it.each([
    ['Café', 'cafe', 'marks on Latin letters are optional'],
    ['ΣΟΦΌΣ', 'σοφοσ', 'marks on Greek letters are optional, and a final sigma is a sigma'],
    ['Straße', 'strasse', 'ß has a plain spelling'],
    ['ŁÓDŹ', 'lodz', 'ł does not decompose'],
    ['İstanbul', 'istanbul', 'the Turkish capital İ leaves no dot behind'],
    ['ＡＢＣ', 'abc', 'full-width letters are letters'],
    ['ﬁle', 'file', 'ligatures are resolved'],
    ['Ёлка', 'елка', 'ё is written е'],
    ['за\u0301мок', 'замок', 'a stress mark is no letter'],
    ['Йод', 'йод', 'й is a letter of its own'],
    ['Київ', 'київ', 'ї is a letter of its own'],
    ['to\u00adken\u200d', 'token', 'invisible characters are no part of a word'],
    ['हिन्दी', 'हिन्दी', 'marks of other scripts are vowels'],
  ])('turns %s into %s: %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('gives the same for composed and decomposed text', () => {
    expect(fold('e\u0301 и\u0306'.normalize('NFD'))).toBe(fold('é й'.normalize('NFC')));
  });

  it('changes nothing the second time, for every character of the basic plane', () => {
    const unstable: string[] = [];
    for (let code = 0; code <= 0xffff; code++) {
      const once = fold(`a${String.fromCharCode(code)}b`);
      if (fold(once) !== once) unstable.push(code.toString(16));
    }
    expect(unstable).toEqual([]);
  });

  it('changes nothing the second time, for any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const once = fold(text);
        expect(fold(once)).toBe(once);
      }),
    );
  });
});

describe('cleanText', () => {
  it('keeps case and lets a zero-width space part words', () => {
    expect(cleanText('ｇｅｔUser\u200bName')).toBe('getUser\u200bName');
  });

  it('bounds a stack of combining marks', () => {
    expect(cleanText(`x${'\u0301\u0316'.repeat(5000)}`).length).toBeLessThan(40);
  });
});
