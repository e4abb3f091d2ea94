/**
 * 128-bit content hash of a string as 32 hex digits: MurmurHash3_x86_128 (Austin Appleby, public domain) over the
 * UTF-16LE bytes, seed 0. Fast, synchronous and the same everywhere; it recognises equal content and makes stable
 * suffixes. It is not a defence against someone who constructs collisions, and nothing here relies on it as one.
 */
export function contentHash(text: string): string {
  const [first, second, third, fourth] = contentWords(text);
  return hex(first!) + hex(second!) + hex(third!) + hex(fourth!);
}

/** {@link contentHash} as four 32-bit words; valid until the next hash is made. */
export function contentWords(text: string): Uint32Array {
  let h1 = 0;
  let h2 = 0;
  let h3 = 0;
  let h4 = 0;
  const units = text.length;
  const bytes = units * 2;
  // One block = 16 bytes = 8 UTF-16 units, read as four little-endian words.
  const blockUnits = units - (units % 8);
  for (let i = 0; i < blockUnits; i += 8) {
    h1 ^= mix(word(text, i), C1, 15, C2);
    h1 = (Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b) | 0;
    h2 ^= mix(word(text, i + 2), C2, 16, C3);
    h2 = (Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747) | 0;
    h3 ^= mix(word(text, i + 4), C3, 17, C4);
    h3 = (Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35) | 0;
    h4 ^= mix(word(text, i + 6), C4, 18, C1);
    h4 = (Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17) | 0;
  }
  const rest = units - blockUnits;
  if (rest > 6) h4 ^= mix(word(text, blockUnits + 6), C4, 18, C1);
  if (rest > 4) h3 ^= mix(word(text, blockUnits + 4), C3, 17, C4);
  if (rest > 2) h2 ^= mix(word(text, blockUnits + 2), C2, 16, C3);
  if (rest > 0) h1 ^= mix(word(text, blockUnits), C1, 15, C2);

  h1 ^= bytes;
  h2 ^= bytes;
  h3 ^= bytes;
  h4 ^= bytes;
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  h1 = finish(h1);
  h2 = finish(h2);
  h3 = finish(h3);
  h4 = finish(h4);
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = (h2 + h1) | 0;
  h3 = (h3 + h1) | 0;
  h4 = (h4 + h1) | 0;
  words[0] = h1;
  words[1] = h2;
  words[2] = h3;
  words[3] = h4;
  return words;
}

const words = new Uint32Array(4);

/** `length` (≤ 16) characters of the hash in base 32 (digits and lower-case letters), 5 bits each: fit for a name. */
export function shortHash(text: string, length: number): string {
  const hash = contentWords(text);
  let out = '';
  for (let i = 0; i < length; i++) out += NAME_ALPHABET.charAt((hash[i >>> 2]! >>> (24 - 8 * (i & 3))) % 32);
  return out;
}

const NAME_ALPHABET = '0123456789bcdefghjklmnpqrstvwxyz';

const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

function word(text: string, unit: number): number {
  const high = unit + 1 < text.length ? text.charCodeAt(unit + 1) : 0;
  return text.charCodeAt(unit) | (high << 16);
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

function mix(block: number, before: number, bits: number, after: number): number {
  return Math.imul(rotate(Math.imul(block, before), bits), after);
}

function finish(value: number): number {
  let h = value;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function hex(value: number): string {
  return PAIRS[value >>> 24]! + PAIRS[(value >>> 16) & 255]! + PAIRS[(value >>> 8) & 255]! + PAIRS[value & 255]!;
}

const PAIRS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
