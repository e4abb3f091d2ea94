import type { FilterPart, SegmentSpace } from '../segment/parts.ts';
import { BitmapPool } from './bitmap-pool.ts';
import { type DocumentTags, type FilterExpression, filterKey } from './expression.ts';
import { isSet } from './sees.ts';
import { Selector, WORKING_BITMAPS } from './selector.ts';
import { TagTable } from './tag-table.ts';
import { ValueSets } from './value-sets.ts';
import { countRanges, EMPTY_VIEW, type View } from './view.ts';

/** Views that are kept, each with a bitmap at most: 8 MB for a million documents. */
const KEPT_VIEWS = 64;
/** With more ranges, going from one to the next costs more than testing bits. */
const MOST_RANGES = 256;
/** With so few documents, going to each costs less than testing all bits between them. */
const FEW_DOCUMENTS = 256;
/** Key of the view without a filter; no key of an expression is empty. */
const UNFILTERED = '';

/** Opens the filter of a segment. */
export function openFilter(segment: SegmentSpace): FilterPart {
  return new SegmentFilter(segment);
}

/**
 * Invariant: #views holds views that no removal has made stale, least recently used first; their bitmaps are not in the
 * pool, which has always enough left to work out another one.
 */
class SegmentFilter implements FilterPart {
  readonly #segment: SegmentSpace;
  readonly #tags: TagTable;
  readonly #pool: BitmapPool;
  readonly #selector: Selector;
  readonly #views = new Map<string, View>();
  #removed = 0;

  constructor(segment: SegmentSpace) {
    this.#segment = segment;
    const { image } = segment.space;
    this.#tags = new TagTable(image);
    this.#pool = new BitmapPool(segment, KEPT_VIEWS + WORKING_BITMAPS);
    this.#selector = new Selector(this.#tags, new ValueSets(image), this.#pool);
  }

  get tagKeys(): readonly string[] {
    return this.#tags.tags;
  }

  tagKeysOf({ ranges, bits }: View): readonly string[] {
    const { tags } = this.#tags;
    const memory = new Uint8Array(this.#segment.space.memory.buffer);
    const found = new Uint8Array(tags.length);
    let missing = tags.length;
    // As a rule the first documents have them all.
    for (let i = 0; i < ranges.length && missing > 0; i += 2) {
      for (let doc = ranges[i]!; doc < ranges[i + 1]! && missing > 0; doc++) {
        if (bits === undefined || isSet(memory, bits, doc)) missing -= this.#tags.markTags(doc, found);
      }
    }
    return tags.filter((_, tag) => found[tag] === 1);
  }

  tags(doc: number): DocumentTags {
    return this.#tags.combination(this.#tags.combinationOf(doc));
  }

  view(expression: FilterExpression | undefined): View {
    if (this.#removed !== this.#segment.removed.count) this.#forgetAll();
    const key = expression === undefined ? UNFILTERED : filterKey(expression);
    const view = this.#views.get(key) ?? this.#make(expression);
    this.#views.delete(key);
    this.#views.set(key, view);
    return view;
  }

  #make(expression: FilterExpression | undefined): View {
    if (this.#views.size >= KEPT_VIEWS) this.#forget(this.#views.keys().next().value!);
    const all = Uint32Array.of(0, this.#segment.size);
    if (this.#segment.size === 0) return EMPTY_VIEW;
    let { ranges, bits } = expression === undefined ? { ranges: all } : this.#selector.select(expression, all);
    const { removed } = this.#segment;
    if (ranges.length > 2 * MOST_RANGES || (bits === undefined && removed.count > 0)) {
      const wide = bits === undefined ? joined(ranges) : ranges;
      bits ??= this.#filled(ranges, wide);
      ranges = wide;
    }
    if (bits === undefined) return { ranges, count: countRanges(ranges) };
    this.#pool.cutTo(bits, ranges);
    if (removed.count > 0) this.#pool.clear(bits, removed.address, ranges);
    return this.#simplest(ranges, bits);
  }

  /** A bitmap of these ranges that means something in wider ones. */
  #filled(ranges: Uint32Array, wide: Uint32Array): number {
    const bits = this.#pool.take();
    this.#pool.empty(bits, wide);
    this.#pool.fill(bits, ranges);
    return bits;
  }

  /** Leaves a bitmap away that says no more than ranges can. It must have been cut to the ranges. */
  #simplest(ranges: Uint32Array, bits: number): View {
    const count = this.#pool.count(bits, ranges);
    const few = count <= FEW_DOCUMENTS;
    if (!few && count < countRanges(ranges)) return { ranges, bits, count };
    const simple = few ? this.#pool.toRanges(bits, ranges) : ranges;
    this.#pool.give(bits);
    return count === 0 ? EMPTY_VIEW : { ranges: simple, count };
  }

  #forgetAll(): void {
    for (const key of this.#views.keys()) this.#forget(key);
    this.#removed = this.#segment.removed.count;
  }

  #forget(key: string): void {
    const bits = this.#views.get(key)?.bits;
    if (bits !== undefined) this.#pool.give(bits);
    this.#views.delete(key);
  }
}

/** Ranges that hold these, so few that they may lie beside a bitmap: the narrowest gaps are closed. */
function joined(ranges: Uint32Array): Uint32Array {
  for (let gap = 64; ; gap *= 4) {
    const borders: number[] = [];
    for (let i = 0; i < ranges.length; i += 2) {
      if (borders.length > 0 && ranges[i]! - borders.at(-1)! < gap) borders[borders.length - 1] = ranges[i + 1]!;
      else borders.push(ranges[i]!, ranges[i + 1]!);
    }
    if (borders.length <= 2 * MOST_RANGES) return Uint32Array.from(borders);
  }
}
