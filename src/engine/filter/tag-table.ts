import type { Image } from '../codec/open-image.ts';
import { readUint16s, readUint32s } from '../dense/little-endian.ts';
import type { DocumentTags } from './expression.ts';
import { EMPTY_TAG, FILTER_SECTIONS } from './filter-layout.ts';

/** Tags and values of a segment by name and number, and what each document carries; read in place. */
export class TagTable {
  readonly #names: Uint16Array;
  readonly #nameEnds: Uint32Array;
  readonly #tagEnds: Uint32Array;
  readonly #documents: Uint32Array;
  readonly #combinationEnds: Uint32Array;
  readonly #combinations: Uint32Array;

  constructor(image: Image) {
    this.#names = readUint16s(image.section(FILTER_SECTIONS.names));
    this.#nameEnds = readUint32s(image.section(FILTER_SECTIONS.nameEnds));
    this.#tagEnds = readUint32s(image.section(FILTER_SECTIONS.tagEnds));
    this.#documents = readUint32s(image.section(FILTER_SECTIONS.documents));
    this.#combinationEnds = readUint32s(image.section(FILTER_SECTIONS.combinationEnds));
    this.#combinations = readUint32s(image.section(FILTER_SECTIONS.combinations));
  }

  get tags(): readonly string[] {
    return Array.from(this.#tagEnds, (_, tag) => this.#name(tag));
  }

  get combinationCount(): number {
    return this.#combinationEnds.length;
  }

  /** The numbers of those values that a document carries. */
  findValues(tag: string, values: Iterable<string>): readonly number[] {
    const tags = this.#tagEnds.length;
    const number = this.#find(tag, 0, tags);
    if (number === undefined) return [];
    const start = tags + (number === 0 ? 0 : this.#tagEnds[number - 1]!);
    const end = tags + this.#tagEnds[number]!;
    const found = new Set<number>();
    for (const value of values) {
      const name = this.#find(value, start, end);
      if (name !== undefined) found.add(name - tags);
    }
    return [...found];
  }

  combinationOf(doc: number): number {
    return this.#documents[doc]!;
  }

  combination(number: number): DocumentTags {
    const tags = this.#tagEnds.length;
    // Without a prototype, so that a tag may have any name.
    const held: Record<string, string[]> = Object.create(null);
    const start = number === 0 ? 0 : this.#combinationEnds[number - 1]!;
    for (const entry of this.#combinations.subarray(start, this.#combinationEnds[number])) {
      const tag = entry >= EMPTY_TAG ? entry - EMPTY_TAG : this.#tagOf(entry);
      const name = this.#name(tag);
      held[name] ??= [];
      if (entry < EMPTY_TAG) held[name].push(this.#name(tags + entry));
    }
    return held;
  }

  /** Sets 1 at the place of each tag that a document carries. @returns how many of these were 0 */
  markTags(doc: number, found: Uint8Array): number {
    const number = this.#documents[doc]!;
    const end = this.#combinationEnds[number]!;
    let added = 0;
    for (let i = number === 0 ? 0 : this.#combinationEnds[number - 1]!; i < end; i++) {
      const entry = this.#combinations[i]!;
      const tag = entry >= EMPTY_TAG ? entry - EMPTY_TAG : this.#tagOf(entry);
      if (found[tag] === 0) added++;
      found[tag] = 1;
    }
    return added;
  }

  #tagOf(value: number): number {
    let low = 0;
    let high = this.#tagEnds.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#tagEnds[middle]! <= value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The number of a name among the ascending ones of [low, high). */
  #find(name: string, low: number, high: number): number | undefined {
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = this.#compare(middle, name);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  /** Negative where the name of this number comes before the text. By UTF-16 units, as the builder sorted. */
  #compare(number: number, text: string): number {
    const start = number === 0 ? 0 : this.#nameEnds[number - 1]!;
    const length = this.#nameEnds[number]! - start;
    for (let i = 0; i < length && i < text.length; i++) {
      const order = this.#names[start + i]! - text.charCodeAt(i);
      if (order !== 0) return order;
    }
    return length - text.length;
  }

  #name(number: number): string {
    let name = '';
    const start = number === 0 ? 0 : this.#nameEnds[number - 1]!;
    for (let i = start; i < this.#nameEnds[number]!; i++) name += String.fromCharCode(this.#names[i]!);
    return name;
  }
}
