/**
 * What a caller may see of one segment: the documents of `ranges`, and of those only the ones whose bit is set where
 * there are bits.
 *
 *     ranges  [3, 9, 40, 64]      documents 3 … 8 and 40 … 63
 *     bits    address ─▶ byte d >> 3, bit d & 7; outside of the ranges it may hold anything
 *
 * Documents that were removed are in no view.
 */
export interface View {
  /** Pairs of start and end; ascending, disjoint, none empty, never two that touch. */
  readonly ranges: Uint32Array;
  /** Address of a bitmap in the memory of the segment; without it every document of the ranges is seen. */
  readonly bits?: number;
  /** How many documents are seen. */
  readonly count: number;
}

/** A view of nothing. */
export const EMPTY_VIEW: View = { ranges: new Uint32Array(0), count: 0 };

/** A view of all documents of a segment from which none was removed. */
export function wholeView(size: number): View {
  return size === 0 ? EMPTY_VIEW : { ranges: Uint32Array.of(0, size), count: size };
}

/** How many documents lie in ranges. */
export function countRanges(ranges: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < ranges.length; i += 2) count += ranges[i + 1]! - ranges[i]!;
  return count;
}

/** The documents in both of two lists of ranges. */
export function intersectRanges(left: Uint32Array, right: Uint32Array): Uint32Array {
  return combineRanges(left, right, (inLeft, inRight) => inLeft && inRight);
}

/** The documents in either of two lists of ranges. */
export function uniteRanges(left: Uint32Array, right: Uint32Array): Uint32Array {
  return combineRanges(left, right, (inLeft, inRight) => inLeft || inRight);
}

/** The documents in the first list of ranges and not in the second. */
export function subtractRanges(left: Uint32Array, right: Uint32Array): Uint32Array {
  return combineRanges(left, right, (inLeft, inRight) => inLeft && !inRight);
}

/** The documents in any of many lists of ranges. */
export function mergeRanges(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length <= 1) return lists[0] ?? new Uint32Array(0);
  const middle = lists.length >> 1;
  return uniteRanges(mergeRanges(lists.slice(0, middle)), mergeRanges(lists.slice(middle)));
}

/** Walks over the borders of both lists. At an odd place of a list one is within its ranges. */
function combineRanges(
  left: Uint32Array,
  right: Uint32Array,
  keep: (inLeft: boolean, inRight: boolean) => boolean,
): Uint32Array {
  const borders: number[] = [];
  let atLeft = 0;
  let atRight = 0;
  let kept = false;
  while (atLeft < left.length || atRight < right.length) {
    const border = Math.min(left[atLeft] ?? Infinity, right[atRight] ?? Infinity);
    // Ranges that touch have one border twice.
    while (left[atLeft] === border) atLeft++;
    while (right[atRight] === border) atRight++;
    const keeps = keep(atLeft % 2 === 1, atRight % 2 === 1);
    if (keeps === kept) continue;
    borders.push(border);
    kept = keeps;
  }
  return Uint32Array.from(borders);
}
