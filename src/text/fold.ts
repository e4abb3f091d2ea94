/**
 * Folding: spellings that a reader takes for the same become the same string. Compatibility forms (full width,
 * ligatures, ①) are resolved, case is dropped, and so are marks where leaving them out is usual.
 */

const ASCII = /^[\u0000-\u007f]*$/;

/** Marks on Latin and Greek letters: people type "cafe" for "café". In other scripts a mark can make another letter. */
const OPTIONAL_MARKS = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu;

/** ё is usually written е, and an acute over a Cyrillic vowel only shows the stress. й (и + breve) stays a letter. */
const RUSSIAN_MARKS = /(?<=е)\u0308|(?<=[аеиоуыэюя]\u0308?)\u0301/gu;

/** Letters that Unicode does not decompose, as people spell them on a plain keyboard; ς is σ at the end of a word. */
const PLAIN_SPELLING: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_SPELLING).join('')}]`, 'gu');

/** Characters that show nothing: soft hyphens, joiners, direction marks. The zero-width space does part words. */
const INVISIBLE = /(?!\u200b)\p{Default_Ignorable_Code_Point}/gu;

/** No language stacks more than a few; sorting thousands (normalisation does) takes seconds. 30 is UAX #15's bound. */
const MARKS_PAST_BOUND = /(?<=\p{M}{30})\p{M}+/gu;

/** Compatibility forms resolved and invisible characters gone, case kept: what is split into words. */
export function cleanText(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .replace(MARKS_PAST_BOUND, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(MARKS_PAST_BOUND, '')
    .normalize('NFC');
}

/** The one spelling that stands for all equal spellings of `text`. Folding twice equals folding once. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return cleanText(text)
    .toLowerCase()
    .normalize('NFD')
    .replace(OPTIONAL_MARKS, '')
    .replace(RUSSIAN_MARKS, '')
    .normalize('NFC')
    .replace(SPECIAL_LETTERS, (letter) => PLAIN_SPELLING[letter] ?? letter);
}
