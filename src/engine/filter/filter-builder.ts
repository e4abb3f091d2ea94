import type { Section } from '../codec/encode-image.ts';
import { littleEndianBytes } from '../dense/little-endian.ts';
import { GrowingNumbers } from '../lexical/growing-numbers.ts';
import type { DocumentOrder, PartBuilder } from '../segment/parts.ts';
import type { DocumentTags } from './expression.ts';
import { EMPTY_TAG, FILTER_SECTIONS } from './filter-layout.ts';
import { type SortedTags, TagNumbers } from './tag-numbers.ts';
import { type DocumentSet, writeSets } from './write-sets.ts';

/** Builds what filters of a segment work on. */
export interface FilterBuilder extends PartBuilder<DocumentTags> {
  /** For each document added so far the partition in which it shall lie: see `documentOrder`. */
  partitions(): Uint32Array;
}

/** See {@link FilterBuilder}. */
export function createFilterBuilder(): FilterBuilder {
  return new Builder();
}

class Builder implements FilterBuilder {
  readonly #numbers = new TagNumbers();
  /** The combination of each document. */
  readonly #documents = new GrowingNumbers();

  add(tags: DocumentTags): void {
    this.#documents.push(this.#numbers.combination(tags));
  }

  partitions(): Uint32Array {
    const places = this.#numbers.partitions();
    return this.#documents.toArray().map((combination) => places[combination]!);
  }

  finish(order: DocumentOrder): readonly Section[] {
    const tags = this.#numbers.sorted();
    const combined = this.#inOrder(order, tags);
    const { postings, sets } = writeSets(collectSets(combined, tags.valueNumbers.length), order.length);
    return [
      ...nameSections(tags),
      { name: FILTER_SECTIONS.postings, bytes: littleEndianBytes(postings) },
      { name: FILTER_SECTIONS.sets, bytes: sets },
      { name: FILTER_SECTIONS.documents, bytes: littleEndianBytes(combined.documents) },
      { name: FILTER_SECTIONS.combinationEnds, bytes: littleEndianBytes(combined.ends) },
      { name: FILTER_SECTIONS.combinations, bytes: littleEndianBytes(combined.entries) },
    ];
  }

  /** Combinations are numbered as they come in the order, so that equal segments have equal bytes. */
  #inOrder(order: DocumentOrder, { tagNumbers, valueNumbers }: SortedTags): Combined {
    const renumber = (entry: number): number =>
      entry >= EMPTY_TAG ? EMPTY_TAG + tagNumbers[entry - EMPTY_TAG]! : valueNumbers[entry]!;
    /** Place + 1 of each combination; 0 = none yet. */
    const places = new Uint32Array(this.#numbers.combinationCount);
    const entries = new GrowingNumbers();
    const ends = new GrowingNumbers();
    const documents = order.map((added) => {
      const combination = this.#documents.at(added);
      if (places[combination] === 0) {
        this.#numbers.copyCombination(combination, entries, renumber);
        ends.push(entries.length);
        places[combination] = ends.length;
      }
      return places[combination]! - 1;
    });
    return { documents, ends: ends.toArray(), entries: entries.toArray() };
  }
}

/** What the documents of a segment carry, in its order: see `filter-layout.ts`. */
interface Combined {
  readonly documents: Uint32Array;
  readonly ends: Uint32Array;
  readonly entries: Uint32Array;
}

/** The documents of each value, as ranges. They are counted first: as growing lists they would take twice the room. */
function collectSets(combined: Combined, values: number): readonly DocumentSet[] {
  const counts = new Uint32Array(values);
  const rangeCounts = new Uint32Array(values);
  /** End of the newest range of each value. */
  const newest = new Uint32Array(values).fill(NONE);
  eachHeld(combined, (value, doc) => {
    counts[value]!++;
    if (newest[value] !== doc) rangeCounts[value]!++;
    newest[value] = doc + 1;
  });
  const sets = Array.from(rangeCounts, (ranges, value) => ({
    ranges: new Uint32Array(2 * ranges),
    count: counts[value]!,
  }));
  const written = new Uint32Array(values);
  newest.fill(NONE);
  eachHeld(combined, (value, doc) => {
    const { ranges } = sets[value]!;
    if (newest[value] !== doc) {
      ranges[written[value]!] = doc;
      written[value]! += 2;
    }
    ranges[written[value]! - 1] = doc + 1;
    newest[value] = doc + 1;
  });
  return sets;
}

/** No document has this number. */
const NONE = 2 ** 32 - 1;

/** Calls for each document, in order, and each value that it holds, once however often it is given. */
function eachHeld({ documents, ends, entries }: Combined, call: (value: number, doc: number) => void): void {
  for (let doc = 0; doc < documents.length; doc++) {
    const combination = documents[doc]!;
    const start = combination === 0 ? 0 : ends[combination - 1]!;
    const end = ends[combination]!;
    for (let i = start; i < end; i++) {
      const entry = entries[i]!;
      if (entry < EMPTY_TAG && !isRepeated(entries, start, i)) call(entry, doc);
    }
  }
}

/** A view for each entry would cost more than all the rest of a build's filters. */
function isRepeated(entries: Uint32Array, start: number, at: number): boolean {
  for (let i = start; i < at; i++) if (entries[i] === entries[at]) return true;
  return false;
}

function nameSections({ names, tagEnds }: SortedTags): Section[] {
  const text = names.join('');
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  let end = 0;
  const nameEnds = Uint32Array.from(names, (name) => (end += name.length));
  return [
    { name: FILTER_SECTIONS.names, bytes: littleEndianBytes(units) },
    { name: FILTER_SECTIONS.nameEnds, bytes: littleEndianBytes(nameEnds) },
    { name: FILTER_SECTIONS.tagEnds, bytes: littleEndianBytes(Uint32Array.from(tagEnds)) },
  ];
}
