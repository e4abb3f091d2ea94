import type { View } from './view.ts';

/** Whether a view shows a document. `memory`: that of the segment, from its start. */
export function sees({ ranges, bits }: View, memory: Uint8Array, doc: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ranges[middle]! <= doc) low = middle + 1;
    else high = middle;
  }
  // Behind an odd number of borders one is within a range.
  return low % 2 === 1 && (bits === undefined || isSet(memory, bits, doc));
}

/** Whether a bitmap has a document's bit set. */
export function isSet(memory: Uint8Array, bits: number, doc: number): boolean {
  return (memory[bits + (doc >> 3)]! & (1 << (doc & 7))) !== 0;
}
