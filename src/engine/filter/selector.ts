import type { BitmapPool } from './bitmap-pool.ts';
import { compileFilter, type FilterExpression, PUBLIC } from './expression.ts';
import type { TagTable } from './tag-table.ts';
import type { ValueSets } from './value-sets.ts';
import { intersectRanges, mergeRanges, subtractRanges, uniteRanges } from './view.ts';

/**
 * Documents as ranges, and of them only the set ones where there is a bitmap. The bitmap is taken from the pool and
 * means nothing outside of the ranges.
 */
export interface Selection {
  readonly ranges: Uint32Array;
  readonly bits?: number | undefined;
}

/** Bitmaps that may be taken while one expression is worked out. */
export const WORKING_BITMAPS = 12;

/** Works out which documents an expression lets through: ranges as long as possible, bitmaps where they must be. */
export class Selector {
  readonly #tags: TagTable;
  readonly #sets: ValueSets;
  readonly #pool: BitmapPool;

  constructor(tags: TagTable, sets: ValueSets, pool: BitmapPool) {
    this.#tags = tags;
    this.#sets = sets;
    this.#pool = pool;
  }

  /** The documents of `within` that pass. */
  select(expression: FilterExpression, within: Uint32Array): Selection {
    // One more is needed for cutting.
    if (this.#bitmapsFor(expression) < WORKING_BITMAPS) return this.#select(expression, within);
    return this.#selectByCombination(expression, within);
  }

  #select(expression: FilterExpression, within: Uint32Array): Selection {
    switch (expression.op) {
      case 'none':
        return { ranges: new Uint32Array(0) };
      case 'in':
        return this.#selectValues(this.#valuesOf(expression), within);
      case 'and':
        return this.#selectAll(expression.parts, within);
      case 'or':
        return this.#selectAny(expression.parts, within);
      case 'not':
        return this.#invert(this.#select(expression.part, within), within);
    }
  }

  #valuesOf({ tag, values }: FilterExpression & { readonly op: 'in' }): readonly number[] {
    return values.length === 0 ? [] : this.#tags.findValues(tag, [PUBLIC, ...values]);
  }

  #selectValues(values: readonly number[], within: Uint32Array): Selection {
    const ranges: Uint32Array[] = [];
    const bitmaps: number[] = [];
    for (const value of values) {
      const set = this.#sets.get(value);
      if ('ranges' in set) ranges.push(set.ranges);
      else bitmaps.push(set.bits);
    }
    const listed = intersectRanges(mergeRanges(ranges), within);
    if (bitmaps.length === 0) return { ranges: listed };
    const bits = this.#pool.take();
    this.#pool.unite(bits, bitmaps, within);
    this.#pool.fill(bits, listed);
    return { ranges: within, bits };
  }

  #selectAll(parts: readonly FilterExpression[], within: Uint32Array): Selection {
    let ranges = within;
    let bits: number | undefined;
    // Ranges first: the bitmaps of the rest are then looked at within them only.
    for (const part of this.#rangesFirst(parts)) {
      const next = this.#select(part, ranges);
      ranges = next.ranges;
      if (next.bits === undefined) continue;
      if (bits === undefined) bits = next.bits;
      else {
        this.#pool.and(bits, next.bits, ranges);
        this.#pool.give(next.bits);
      }
    }
    return { ranges, bits };
  }

  #selectAny(parts: readonly FilterExpression[], within: Uint32Array): Selection {
    let ranges: Uint32Array = new Uint32Array(0);
    let bits: number | undefined;
    for (const part of this.#rangesFirst(parts)) {
      const next = this.#select(part, within);
      if (next.bits !== undefined) {
        // Ranges of `next` are not those of what was found before: both become bits of all that is looked at.
        this.#pool.cutTo(next.bits, next.ranges);
        if (bits === undefined) {
          bits = this.#pool.take();
          this.#pool.empty(bits, within);
          this.#pool.fill(bits, ranges);
          ranges = within;
        }
        this.#pool.or(bits, next.bits, next.ranges);
        this.#pool.give(next.bits);
      } else if (bits !== undefined) this.#pool.fill(bits, next.ranges);
      else ranges = uniteRanges(ranges, next.ranges);
    }
    return { ranges, bits };
  }

  #invert({ ranges, bits }: Selection, within: Uint32Array): Selection {
    const others = subtractRanges(within, ranges);
    if (bits === undefined) return { ranges: others };
    this.#pool.invert(bits, ranges);
    this.#pool.fill(bits, others);
    return { ranges: within, bits };
  }

  /** Asks the predicate itself once for each combination of tags: slower, and no matter how deep an expression is. */
  #selectByCombination(expression: FilterExpression, within: Uint32Array): Selection {
    const passes = compileFilter(expression);
    const passing = Array.from({ length: this.#tags.combinationCount }, (_, i) => passes(this.#tags.combination(i)));
    const borders: number[] = [];
    for (let i = 0; i < within.length; i += 2) {
      for (let doc = within[i]!; doc < within[i + 1]!; doc++) {
        if (!passing[this.#tags.combinationOf(doc)]) continue;
        if (borders.at(-1) === doc) borders[borders.length - 1] = doc + 1;
        else borders.push(doc, doc + 1);
      }
    }
    return { ranges: Uint32Array.from(borders) };
  }

  #rangesFirst(parts: readonly FilterExpression[]): readonly FilterExpression[] {
    const needs = new Map(parts.map((part) => [part, this.#bitmapsFor(part)]));
    // What needs most comes before what needs few, so that little is held meanwhile.
    const order = (part: FilterExpression): number => (needs.get(part) === 0 ? -Infinity : -needs.get(part)!);
    return [...parts].sort((a, b) => order(a) - order(b));
  }

  /** The most bitmaps that are taken at a time while a part is worked out. */
  #bitmapsFor(expression: FilterExpression): number {
    switch (expression.op) {
      case 'none':
        return 0;
      case 'in':
        return this.#valuesOf(expression).some((value) => this.#sets.hasBits(value)) ? 1 : 0;
      case 'not':
        return this.#bitmapsFor(expression.part);
      default: {
        const needs = expression.parts.map((part) => this.#bitmapsFor(part)).sort((a, b) => b - a);
        if ((needs[0] ?? 0) === 0) return 0;
        // The result of `or` lies beside its parts, and cutting one takes another.
        if (expression.op === 'or') return needs[0]! + 2;
        return Math.max(needs[0]!, 1 + (needs[1] ?? 0));
      }
    }
  }
}
