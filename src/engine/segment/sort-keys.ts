import { compareKeys } from './key-order.ts';

/**
 * Fewer keys are sorted by comparing. A million share long beginnings, so that two are told apart late and at the cost of reading
 * both: these are sorted by the numbers of their first units, digit by digit (LSD radix sort).
 */
const LEAST_BY_DIGITS = 4_096;
/** Numbers of {@link HEAD_UNITS} units each: few keys of different tools are equal in all of them. */
const HEADS = 3;
/** As many as a whole number of a float64 holds, and as {@link DIGITS} digits do. */
const HEAD_UNITS = 7;
const DIGITS = 4;
const DIGIT_BITS = 13;
const ASCII = 128;

/** The positions of keys, in the order of `compareKeys`. */
export function sortedByKey(keys: readonly string[]): Uint32Array {
  if (keys.length < LEAST_BY_DIGITS) {
    const heads = Float64Array.from(keys, (key) => headOf(key, 0));
    return positions(keys.length).sort((a, b) => heads[a]! - heads[b]! || compareKeys(keys[a]!, keys[b]!));
  }
  const heads = headsOf(keys);
  const sorted = sortedByDigits(heads);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const first = sorted[start]!;
    for (end = start + 1; end < sorted.length && heads.every((head) => head[sorted[end]!] === head[first]); ) end++;
    if (end > start + 1) sorted.subarray(start, end).sort((a, b) => compareKeys(keys[a]!, keys[b]!));
  }
  return sorted;
}

/** Of keys that are all short the later heads are all 0, and left out. */
function headsOf(keys: readonly string[]): Float64Array[] {
  let longest = 1;
  for (const key of keys) longest = Math.max(longest, key.length);
  return Array.from({ length: Math.min(HEADS, Math.ceil(longest / HEAD_UNITS)) }, (_, i) => {
    const heads = new Float64Array(keys.length);
    for (let at = 0; at < keys.length; at++) heads[at] = headOf(keys[at]!, i * HEAD_UNITS);
    return heads;
  });
}

/** By the first of these columns, where that is equal by the second, and so on. Sorted from the last digit of all to the first. */
function sortedByDigits(heads: readonly Float64Array[]): Uint32Array {
  let sorted = positions(heads[0]!.length);
  let next = new Uint32Array(sorted.length);
  for (let i = heads.length - 1; i >= 0; i--) {
    for (let digit = 0; digit < DIGITS; digit++) {
      sortByDigit(sorted, heads[i]!, 2 ** (digit * DIGIT_BITS), next);
      [sorted, next] = [next, sorted];
    }
  }
  return sorted;
}

/** Counting sort; what is equal in this digit keeps its order. */
function sortByDigit(from: Uint32Array, heads: Float64Array, unit: number, to: Uint32Array): void {
  const base = 2 ** DIGIT_BITS;
  const digits = new Uint16Array(heads.length);
  const starts = new Uint32Array(base + 1);
  for (let i = 0; i < heads.length; i++) {
    const digit = Math.floor(heads[i]! / unit) % base;
    digits[i] = digit;
    starts[digit + 1]!++;
  }
  for (let digit = 0; digit < base; digit++) starts[digit + 1]! += starts[digit]!;
  for (let i = 0; i < from.length; i++) to[starts[digits[from[i]!]!]!++] = from[i]!;
}

/**
 * Some units of a key as a number. Of two keys whose earlier units have equal numbers the one with the lower number comes
 * first; nothing is said where the numbers are equal.
 */
function headOf(key: string, from: number): number {
  let head = 0;
  for (let i = 0; i < from && i < key.length; i++) if (key.charCodeAt(i) >= ASCII) return 0;
  for (let i = 0; i < HEAD_UNITS; i++) {
    const unit = from + i < key.length ? key.charCodeAt(from + i) + 1 : 0;
    // What is behind ASCII all counts the same, and so does all that follows it.
    if (unit > ASCII) return (head + 1) * (ASCII + 2) ** (HEAD_UNITS - i) - 1;
    head = head * (ASCII + 2) + unit;
  }
  return head;
}

function positions(count: number): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(count);
  for (let i = 0; i < count; i++) all[i] = i;
  return all;
}
