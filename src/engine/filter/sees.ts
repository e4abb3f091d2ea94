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

/** The documents that a view shows, ascending. */
export function seenDocs({ ranges, bits, count }: View, memory: Uint8Array): Uint32Array {
  const docs = new Uint32Array(count);
  let found = 0;
  for (let i = 0; i < ranges.length; i += 2) {
    const end = ranges[i + 1]!;
    for (let doc = ranges[i]!; doc < end; doc++) {
      if (bits !== undefined && (doc & 7) === 0 && memory[bits + (doc >> 3)] === 0) doc += 7;
      else if (bits === undefined || isSet(memory, bits, doc)) docs[found++] = doc;
    }
  }
  return docs;
}
