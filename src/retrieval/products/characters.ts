/** Classes of UTF-16 code units, as far as the names of products need them. */
export const SEPARATOR = 0;
/** Letters of Latin and of every other script with spaces, except Cyrillic. */
export const LETTER = 1;
export const CYRILLIC = 2;
export const DIGIT = 3;
export const HAN = 4;
export const KATAKANA = 5;
export const HIRAGANA = 6;
export const HANGUL = 7;

const ASCII = /^[\u0000-\u007f]*$/;
const ASCII_END = 0x80;
/** Latin with marks and Greek; past it come scripts whose letters need no folding beyond case. */
const FOLDED_END = 0x400;

/** Base letters of U+0000–U+03FF: é is e, Ö is o. */
let bases: Uint16Array | undefined;

/** Class of a code unit. Characters beyond the basic plane come as two units that no name has, and count as Han. */
export function classOf(code: number): number {
  if (code < ASCII_END) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return LETTER;
    return code >= 48 && code <= 57 ? DIGIT : SEPARATOR;
  }
  if (code < 0xc0 || code === 0xd7 || code === 0xf7) return SEPARATOR;
  if (code >= 0x400 && code < 0x530) return CYRILLIC;
  if (code < 0x1100) return LETTER;
  if (code >= 0x4e00 && code < 0xa000) return HAN;
  if (code >= 0xac00 && code < 0xd7b0) return HANGUL;
  if (code >= 0x30a1 && code <= 0x30fe && code !== 0x30fb) return KATAKANA;
  if (code >= 0x3041 && code <= 0x3096) return HIRAGANA;
  if (code >= 0xff10 && code <= 0xff19) return DIGIT;
  if ((code >= 0xff21 && code <= 0xff3a) || (code >= 0xff41 && code <= 0xff5a)) return LETTER;
  if ((code >= 0x2000 && code < 0x2e80) || (code >= 0x3000 && code < 0x3041) || code >= 0xff00) return SEPARATOR;
  if (code >= 0x3400 && code < 0xfb00) return HAN;
  return code < 0x2000 ? LETTER : SEPARATOR;
}

/** Is the class one of a script that writes words without spaces (or, like Korean, hangs endings onto them)? */
export function isUnspaced(kind: number): boolean {
  return kind >= HAN;
}

/** The code unit that stands for all spellings of a letter: small, without marks, ё as е, full width as usual. */
export function foldCode(code: number): number {
  if (code < ASCII_END) return code >= 65 && code <= 90 ? code + 32 : code;
  if (code < FOLDED_END) return baseOf(code);
  if (code < 0x530) {
    if (code === 0x401 || code === 0x451) return 0x435;
    if (code >= 0x410 && code < 0x430) return code + 32;
    return code >= 0x400 && code < 0x410 ? code + 80 : code;
  }
  if (code >= 0xff01 && code <= 0xff5e) return foldCode(code - 0xfee0);
  return code;
}

/** {@link foldCode} of every code unit; the length stays. */
export function foldName(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  let folded = '';
  for (let index = 0; index < text.length; index++) folded += String.fromCharCode(foldCode(text.charCodeAt(index)));
  return folded;
}

function baseOf(code: number): number {
  bases ??= baseLetters();
  return bases[code]!;
}

function baseLetters(): Uint16Array {
  const table = new Uint16Array(FOLDED_END);
  for (let code = 0; code < FOLDED_END; code++) {
    table[code] = String.fromCharCode(code).normalize('NFD').slice(0, 1).toLowerCase().charCodeAt(0);
  }
  return table;
}
