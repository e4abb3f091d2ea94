import { getOrAdd } from '../../shared/get-or-add.ts';
import { GrowingNumbers } from '../lexical/growing-numbers.ts';
import { type DocumentTags, PUBLIC } from './expression.ts';
import { EMPTY_TAG } from './filter-layout.ts';
import { NumberSequences } from './number-sequences.ts';

/** The tag whose values part the documents of a segment: those of one value lie side by side. */
const PARTITION_TAG = 'tenant';

/** Numbers for tags, their values and what documents carry, given as they come. */
export class TagNumbers {
  readonly #tags = new Map<string, { readonly number: number; readonly values: Map<string, number> }>();
  /** The combinations: values in the order given. */
  readonly #combinations = new NumberSequences();
  /** Of each combination the number of its partition; the values themselves would be a million small arrays. */
  readonly #partitions = new GrowingNumbers();
  /** Numbers of partitions by their keys, and of those of one value by that. */
  readonly #partitionNumbers = new Map<string, number>();
  readonly #partitionOfValue = new Map<string, number>();
  #values = 0;

  get combinationCount(): number {
    return this.#combinations.size;
  }

  /** The number of the combination of tags that a document carries. */
  combination(tags: DocumentTags): number {
    const combinations = this.#combinations;
    combinations.begin();
    for (const tag of Object.keys(tags)) {
      const known = this.#tag(tag);
      const values = tags[tag]!;
      if (values.length === 0) combinations.push(EMPTY_TAG + known.number);
      for (const value of values) combinations.push(this.#value(known.values, value));
    }
    const { size } = combinations;
    const number = combinations.finish();
    if (number === size) this.#partitions.push(this.#partition(tags));
    return number;
  }

  /** Appends the entries of a combination to a column, as `renumber` gives them. */
  copyCombination(number: number, to: GrowingNumbers, renumber: (entry: number) => number): void {
    this.#combinations.copy(number, to, renumber);
  }

  /** For each combination the place of its partition: what is public first, then what has none, then by values. */
  partitions(): Uint32Array {
    const places = new Uint32Array(this.#partitionNumbers.size);
    for (const [place, key] of [...this.#partitionNumbers.keys()].sort().entries()) {
      places[this.#partitionNumbers.get(key)!] = place;
    }
    return this.#partitions.toArray().map((number) => places[number]!);
  }

  /** Names in ascending order, and new numbers in that order for the old ones. */
  sorted(): SortedTags {
    const tags = [...this.#tags].sort(([a], [b]) => (a < b ? -1 : 1));
    const tagNumbers = new Uint32Array(tags.length);
    const valueNumbers = new Uint32Array(this.#values);
    const values: string[] = [];
    const tagEnds: number[] = [];
    for (const [place, [, tag]] of tags.entries()) {
      tagNumbers[tag.number] = place;
      for (const value of [...tag.values.keys()].sort()) {
        valueNumbers[tag.values.get(value)!] = values.length;
        values.push(value);
      }
      tagEnds.push(values.length);
    }
    return { names: [...tags.map(([tag]) => tag), ...values], tagEnds, tagNumbers, valueNumbers };
  }

  #partition(tags: DocumentTags): number {
    const values = Object.hasOwn(tags, PARTITION_TAG) ? tags[PARTITION_TAG]! : [];
    const numberOf = (): number => {
      const key = partitionKey(values);
      return getOrAdd(this.#partitionNumbers, key, () => this.#partitionNumbers.size);
    };
    return values.length === 1 ? getOrAdd(this.#partitionOfValue, values[0]!, numberOf) : numberOf();
  }

  #tag(tag: string): { readonly number: number; readonly values: Map<string, number> } {
    let known = this.#tags.get(tag);
    if (known === undefined) {
      known = { number: this.#tags.size, values: new Map() };
      this.#tags.set(tag, known);
    }
    return known;
  }

  #value(values: Map<string, number>, value: string): number {
    let number = values.get(value);
    if (number === undefined) {
      number = this.#values++;
      values.set(value, number);
    }
    return number;
  }
}

/** In the order of these keys partitions lie. */
function partitionKey(values: readonly string[]): string {
  if (values.includes(PUBLIC)) return '0';
  if (values.length === 0) return '1';
  return `2${JSON.stringify([...new Set(values)].sort())}`;
}

/** See {@link TagNumbers.sorted}. */
export interface SortedTags {
  /** Tags, then values. */
  readonly names: readonly string[];
  /** For each tag the end of its values. */
  readonly tagEnds: readonly number[];
  readonly tagNumbers: Uint32Array;
  readonly valueNumbers: Uint32Array;
}
