import { type DocumentTags, PUBLIC } from './expression.ts';
import { EMPTY_TAG } from './filter-layout.ts';

/** The tag whose values part the documents of a segment: those of one value lie side by side. */
const PARTITION_TAG = 'tenant';

/** Numbers for tags, their values and what documents carry, given as they come. */
export class TagNumbers {
  readonly #tags = new Map<string, { readonly number: number; readonly values: Map<string, number> }>();
  readonly #root: Step = { steps: new Map(), combination: undefined };
  /** For each combination its values, in the order given. */
  readonly combinations: (readonly number[])[] = [];
  #partitions: (readonly string[] | undefined)[] = [];
  #values = 0;

  /** The number of the combination of tags that a document carries. */
  combination(tags: DocumentTags): number {
    const values: number[] = [];
    for (const tag of Object.keys(tags)) {
      const known = this.#tag(tag);
      if (tags[tag]!.length === 0) values.push(EMPTY_TAG + known.number);
      for (const value of tags[tag]!) values.push(this.#value(known.values, value));
    }
    let at = this.#root;
    for (const value of values) at = stepTo(at, value);
    if (at.combination === undefined) {
      at.combination = this.combinations.push(values) - 1;
      this.#partitions.push(Object.hasOwn(tags, PARTITION_TAG) ? tags[PARTITION_TAG] : undefined);
    }
    return at.combination;
  }

  /** For each combination the place of its partition: what is public first, then what has none, then by values. */
  partitions(): Uint32Array {
    const keys = this.#partitions.map((values) => {
      if (values?.includes(PUBLIC)) return '0';
      if (values === undefined || values.length === 0) return '1';
      return `2${JSON.stringify([...new Set(values)].sort())}`;
    });
    const places = new Map([...new Set(keys)].sort().map((key, place) => [key, place]));
    return Uint32Array.from(keys, (key) => places.get(key)!);
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

/** Where the values of combinations lead, one after the other: much faster than to make a key of them. */
interface Step {
  readonly steps: Map<number, Step>;
  combination: number | undefined;
}

function stepTo({ steps }: Step, value: number): Step {
  let next = steps.get(value);
  if (next === undefined) {
    next = { steps: new Map(), combination: undefined };
    steps.set(value, next);
  }
  return next;
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
