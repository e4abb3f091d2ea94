import type { Section } from '../codec/encode-image.ts';
import { littleEndianBytes } from '../dense/little-endian.ts';
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
  readonly #documents: number[] = [];

  add(tags: DocumentTags): void {
    this.#documents.push(this.#numbers.combination(tags));
  }

  partitions(): Uint32Array {
    const places = this.#numbers.partitions();
    return Uint32Array.from(this.#documents, (combination) => places[combination]!);
  }

  finish(order: DocumentOrder): readonly Section[] {
    const tags = this.#numbers.sorted();
    const { documents, combinations } = this.#inOrder(order, tags);
    const { postings, sets } = writeSets(collectSets(documents, combinations, tags.valueNumbers.length), order.length);
    return [
      ...nameSections(tags),
      { name: FILTER_SECTIONS.postings, bytes: littleEndianBytes(postings) },
      { name: FILTER_SECTIONS.sets, bytes: sets },
      { name: FILTER_SECTIONS.documents, bytes: littleEndianBytes(documents) },
      ...listSections(combinations),
    ];
  }

  /** Combinations are numbered as they come in the order, so that equal segments have equal bytes. */
  #inOrder(order: DocumentOrder, tags: SortedTags): { documents: Uint32Array; combinations: (readonly number[])[] } {
    const places = new Map<number, number>();
    const combinations: (readonly number[])[] = [];
    const documents = Uint32Array.from(order, (added) => {
      const combination = this.#documents[added]!;
      let place = places.get(combination);
      if (place === undefined) {
        place = combinations.push(this.#numbers.combinations[combination]!.map((entry) => renumber(entry, tags))) - 1;
        places.set(combination, place);
      }
      return place;
    });
    return { documents, combinations };
  }
}

function renumber(entry: number, { tagNumbers, valueNumbers }: SortedTags): number {
  return entry >= EMPTY_TAG ? EMPTY_TAG + tagNumbers[entry - EMPTY_TAG]! : valueNumbers[entry]!;
}

/** The documents of each value, as ranges. */
function collectSets(
  documents: Uint32Array,
  combinations: readonly (readonly number[])[],
  values: number,
): readonly DocumentSet[] {
  const held = combinations.map((entries) => [...new Set(entries)].filter((entry) => entry < EMPTY_TAG));
  const sets = Array.from({ length: values }, (): { ranges: number[]; count: number } => ({ ranges: [], count: 0 }));
  for (let doc = 0; doc < documents.length; doc++) {
    for (const value of held[documents[doc]!]!) {
      const { ranges } = sets[value]!;
      sets[value]!.count++;
      if (ranges.at(-1) === doc) ranges[ranges.length - 1] = doc + 1;
      else ranges.push(doc, doc + 1);
    }
  }
  return sets;
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

function listSections(combinations: readonly (readonly number[])[]): Section[] {
  let end = 0;
  const ends = Uint32Array.from(combinations, (entries) => (end += entries.length));
  return [
    { name: FILTER_SECTIONS.combinationEnds, bytes: littleEndianBytes(ends) },
    { name: FILTER_SECTIONS.combinations, bytes: littleEndianBytes(Uint32Array.from(combinations.flat())) },
  ];
}
