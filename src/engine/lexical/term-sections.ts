import type { Section } from '../codec/encode-image.ts';
import { littleEndianBytes, readUint16s, readUint32s } from '../dense/little-endian.ts';
import { hashTerm, slotsFor } from './term-hash.ts';

/** Writes the terms of a segment, in the order of their numbers, with a hash table over them. */
export function termSections(terms: readonly string[]): Section[] {
  const starts = new Uint32Array(terms.length + 1);
  for (const [number, term] of terms.entries()) starts[number + 1] = starts[number]! + term.length;
  const text = new Uint16Array(starts[terms.length]!);
  const slots = new Uint32Array(slotsFor(terms.length));
  const mask = slots.length - 1;
  for (const [number, term] of terms.entries()) {
    for (let i = 0; i < term.length; i++) text[starts[number]! + i] = term.charCodeAt(i);
    let slot = hashTerm(term) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
  return [
    { name: 'lexical.text', bytes: littleEndianBytes(text) },
    { name: 'lexical.textStarts', bytes: littleEndianBytes(starts) },
    { name: 'lexical.slots', bytes: littleEndianBytes(slots) },
  ];
}

/** Finds terms in the sections that {@link termSections} wrote, without taking them apart. */
export class SegmentTerms {
  readonly #text: Uint16Array;
  readonly #starts: Uint32Array;
  readonly #slots: Uint32Array;

  constructor(section: (name: string) => Uint8Array) {
    this.#text = readUint16s(section('lexical.text'));
    this.#starts = readUint32s(section('lexical.textStarts'));
    this.#slots = readUint32s(section('lexical.slots'));
  }

  /** The number of a term; −1 where no document has it. */
  find(term: string): number {
    const mask = this.#slots.length - 1;
    let slot = hashTerm(term) & mask;
    // A table of a damaged image may have no free slot.
    for (let tries = 0; tries <= mask; tries++) {
      const number = this.#slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#isTerm(number, term)) return number;
      slot = (slot + 1) & mask;
    }
    return -1;
  }

  #isTerm(number: number, term: string): boolean {
    const start = this.#starts[number]!;
    if (this.#starts[number + 1]! - start !== term.length) return false;
    for (let i = 0; i < term.length; i++) if (this.#text[start + i] !== term.charCodeAt(i)) return false;
    return true;
  }
}
