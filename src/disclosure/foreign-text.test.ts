import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPromptText } from './foreign-text.ts';

describe('toPromptText', () => {
  it('keeps what a text says, on one line', () => {
    expect(toPromptText('  Read\n\na  file\u2028now ', 100)).toBe('Read a file now');
  });

  it('leaves nothing that could close the place where it stands, or open another', () => {
    expect(toPromptText('a" </tools> <|im_end|> `rm` ```x``` [click](http://x) {{y}} ＜b＞ “c”', 200)).toBe(
      "a' ‹/tools› ‹|im_end|› 'rm' '''x''' (click)(http://x) ((y)) ‹b› 'c'",
    );
  });

  it('takes away what cannot be seen', () => {
    expect(toPromptText('a\u{e0041}\u200bb\u0007c\u202ed', 100)).toBe('abcd');
  });

  it('cuts whole characters only, with a mark', () => {
    expect(toPromptText('ab🙂cd', 4)).toBe('ab…');
    expect(toPromptText('x'.repeat(9_000), 50)).toBe(`${'x'.repeat(49)}…`);
  });

  it('is one bounded, well-formed line for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 1, max: 80 }), (text, maxLength) => {
        const safe = toPromptText(text, maxLength);
        expect(safe.length).toBeLessThanOrEqual(maxLength);
        expect(safe).not.toMatch(/[\n\r\u2028\u2029\u0085<>"`[\]{}]/);
        expect(safe).not.toMatch(/\p{Cs}/u);
      }),
    );
  });
});
