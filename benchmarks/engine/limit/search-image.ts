import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { DIMENSIONS, type SyntheticQuery } from '../catalog.ts';
import type { FilterName } from '../protocol.ts';
import { WordNumbers } from '../word-numbers.ts';
import type { ImageLayout } from './build-image.ts';

const WINDOW = 4096;
const CODE_BYTES = DIMENSIONS / 8;
const TERM_WORDS = 6;
/** More than are wanted are scored exactly, because the scan's scores are rounded. */
const MARGIN = 16;
const CANDIDATES = 400;
const MOST_IDS = 65_536;
const DEPTH = 100;
const RANK_OFFSET = 60;
const K1 = 1.2;

/** The functions of `kernels.wat`; numbers are addresses and counts. */
type Kernels = Readonly<Record<'score' | 'ham_u8' | 'scan_u8' | 'dot_list' | 'and2_6', (...args: number[]) => number>>;

/** A range of documents, and of them only those whose bit is set; 0 = all. */
interface Seen {
  readonly from: number;
  readonly to: number;
  readonly bits: number;
}

interface Wabt {
  readonly default: () => Promise<{
    parseWat(
      name: string,
      text: string,
      features: object,
    ): { toBinary(options: object): { readonly buffer: Uint8Array<ArrayBuffer> } };
  }>;
}

declare const WebAssembly: {
  readonly Memory: new (size: object) => { readonly buffer: ArrayBufferLike };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** Loads an image into memory that its kernels share. */
export async function openImage(wabt: Wabt, file: string): Promise<LimitSearch> {
  const { R: layout, words } = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as { R: ImageLayout; words: string };
  const pages = Math.ceil((layout.end + layout.nd4 * 8 + 2 ** 22) / 65_536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: 65_536, shared: true });
  const bytes = new Uint8Array(memory.buffer);
  const fd = openSync(file, 'r');
  for (let at = 0; at < layout.end; ) at += readSync(fd, bytes, at, Math.min(2 ** 25, layout.end - at), at);
  closeSync(fd);
  const source = readFileSync(join(import.meta.dirname, 'kernels.wat'), 'utf8');
  const features = { threads: true, simd: true, bulk_memory: true };
  const binary = (await wabt.default()).parseWat('kernels.wat', source, features).toBinary({});
  const instance = new WebAssembly.Instance(new WebAssembly.Module(binary.buffer), { env: { mem: memory } });
  const numbers = new WordNumbers();
  for (const word of words.split('\n').slice(numbers.stopWords)) numbers.add(word);
  return new LimitSearch(layout, numbers, memory.buffer, instance.exports as Kernels);
}

/** Searches one image as fast as its memory can be read: no ids, no updates, no explanations, no errors. */
export class LimitSearch {
  readonly #layout: ImageLayout;
  readonly #numbers: WordNumbers;
  readonly #kernels: Kernels;
  readonly #u8: Uint8Array;
  readonly #i8: Int8Array;
  readonly #i32: Int32Array;
  readonly #f32: Float32Array;
  readonly #lists: Uint32Array;
  readonly #order: Uint32Array;
  readonly #mean: Float32Array;
  readonly #histogram = new Uint32Array(257);
  readonly #scratch: Readonly<
    Record<'terms' | 'sums' | 'best' | 'bits' | 'distances' | 'query' | 'ids' | 'dots', number>
  >;

  constructor(layout: ImageLayout, numbers: WordNumbers, buffer: ArrayBufferLike, kernels: Kernels) {
    this.#layout = layout;
    this.#numbers = numbers;
    this.#kernels = kernels;
    this.#u8 = new Uint8Array(buffer);
    this.#i8 = new Int8Array(buffer);
    this.#i32 = new Int32Array(buffer);
    this.#f32 = new Float32Array(buffer);
    this.#lists = new Uint32Array(buffer, layout.dA, layout.nlist);
    this.#order = new Uint32Array(buffer, layout.order, layout.n);
    this.#mean = new Float32Array(buffer, layout.mean, DIMENSIONS);
    let end = layout.end;
    const take = (bytes: number): number => {
      const start = end;
      end += Math.ceil(bytes / 64) * 64;
      return start;
    };
    this.#scratch = {
      terms: take(4096),
      sums: take(2 * WINDOW),
      best: take(8 * 4096),
      bits: take(layout.nd4 / 8),
      distances: take(layout.nd4),
      query: take(4096),
      ids: take(4 * MOST_IDS),
      dots: take(4 * MOST_IDS),
    };
  }

  lexical(query: SyntheticQuery, filter: FilterName, k: number): number[] {
    return this.#lexical(query.terms, this.#seen(query, filter), k).map((place) => this.#order[place]!);
  }

  vectors(query: SyntheticQuery, vector: Float32Array, filter: FilterName, k: number): number[] {
    return this.#vectors(vector, this.#seen(query, filter), k).map((place) => this.#order[place]!);
  }

  hybrid(query: SyntheticQuery, vector: Float32Array, filter: FilterName, k: number): number[] {
    const seen = this.#seen(query, filter);
    const scores = new Map<number, number>();
    for (const leg of [this.#lexical(query.terms, seen, DEPTH), this.#vectors(vector, seen, DEPTH)]) {
      for (const [rank, place] of leg.entries()) {
        scores.set(place, (scores.get(place) ?? 0) + 1 / (RANK_OFFSET + rank));
      }
    }
    const best = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, k);
    return best.map(([place]) => this.#order[place]!);
  }

  #seen({ f01, f30 }: SyntheticQuery, filter: FilterName): Seen {
    const { n, nd4, tStart, bT, bR, bG } = this.#layout;
    if (filter === 'none') return { from: 0, to: n, bits: 0 };
    const bytes = nd4 / 8;
    if (filter === 'f01') {
      const { tenant } = f01;
      return { from: tStart[tenant]!, to: tStart[tenant + 1]!, bits: bT + tenant * bytes };
    }
    const regions = f30.region.map((region) => bG + region * bytes);
    const roles = f30.role.map((role) => bR + role * bytes);
    this.#kernels.and2_6(...regions, ...roles, this.#scratch.bits, bytes);
    return { from: 0, to: n, bits: this.#scratch.bits };
  }

  #lexical(words: readonly string[], { from, to, bits }: Seen, k: number): number[] {
    const { n, nd4, df, lo, P, planes, dA, iA } = this.#layout;
    const { terms: at, sums, best } = this.#scratch;
    const terms: { readonly weight: number; readonly plane: number; readonly start: number; readonly end: number }[] =
      [];
    for (const word of words) {
      const number = this.#numbers.find(word);
      if (number < this.#numbers.stopWords) continue;
      const frequency = this.#i32[df / 4 + number]!;
      const weight = (Math.log(1 + (n - frequency + 0.5) / (frequency + 0.5)) * (K1 + 1)) / 255;
      const plane = this.#i32[P / 4 + number]!;
      terms.push({ weight, plane, start: this.#i32[lo / 4 + number]!, end: this.#i32[lo / 4 + number + 1]! });
    }
    if (terms.length === 0) return [];
    const greatest = Math.max(...terms.map(({ weight }) => weight));
    for (const [i, { weight, plane, start, end }] of terms.entries()) {
      const word = at / 4 + i * TERM_WORDS;
      if (plane >= 0) this.#i32.set([0, planes + plane * nd4], word);
      else {
        const first = lowerBound(this.#lists, start, end, from);
        const last = lowerBound(this.#lists, first, end, to);
        this.#i32.set([1, dA + first * 4, dA + last * 4, iA - dA / 4], word);
      }
      this.#i32[word + 4] = Math.max(1, Math.round((weight / greatest) * 255));
    }
    const windows = [Math.floor(from / WINDOW), Math.ceil(to / WINDOW)];
    const found = this.#kernels.score(terms.length, at, windows[0]!, windows[1]!, sums, bits, best, k + MARGIN);
    const scored: { readonly place: number; readonly score: number }[] = [];
    for (let i = 0; i < found; i++) {
      const place = this.#i32[best / 4 + i * 2 + 1]!;
      let score = 0;
      for (const { weight, plane, start, end } of terms) {
        if (plane >= 0) score += weight * this.#u8[planes + plane * nd4 + place]!;
        else {
          const posting = lowerBound(this.#lists, start, end, place);
          if (posting < end && this.#lists[posting] === place) score += weight * this.#u8[iA + posting]!;
        }
      }
      scored.push({ place, score });
    }
    scored.sort((a, b) => b.score - a.score || a.place - b.place);
    return scored.slice(0, k).map(({ place }) => place);
  }

  #vectors(vector: Float32Array, seen: Seen, k: number): number[] {
    const { i8, scale } = this.#layout;
    const { query, ids, dots } = this.#scratch;
    let greatest = 0;
    for (const value of vector) greatest = Math.max(greatest, Math.abs(value));
    this.#u8.fill(0, query, query + CODE_BYTES);
    for (let j = 0; j < DIMENSIONS; j++) {
      if (vector[j]! > this.#mean[j]!) this.#u8[query + (j >> 3)]! |= 1 << (j & 7);
      this.#i8[query + 64 + j] = Math.round((vector[j]! * 127) / greatest);
    }
    const count = this.#nearCodes(seen);
    if (count > 0) this.#kernels.dot_list(ids, count, i8, query + 64, dots);
    const best: { readonly place: number; readonly score: number }[] = [];
    for (let i = 0; i < count; i++) {
      const place = this.#i32[ids / 4 + i]!;
      const score = this.#i32[dots / 4 + i]! * this.#f32[scale / 4 + place]!;
      if (best.length === k && score <= best[k - 1]!.score) continue;
      if (best.length === k) best.pop();
      let at = best.length;
      while (at > 0 && best[at - 1]!.score < score) at--;
      best.splice(at, 0, { place, score });
    }
    return best.map(({ place }) => place);
  }

  /** Puts the documents with the nearest codes into the scratch for ids, about as many as are to be scored. */
  #nearCodes({ from, to, bits }: Seen): number {
    const { n, nd4, codes } = this.#layout;
    const { distances, query, ids } = this.#scratch;
    const start = from & ~15;
    const end = Math.min(nd4, (to + 15) & ~15);
    this.#kernels.ham_u8(codes, start, Math.min(end, n), query, distances);
    if (end > n) this.#u8.fill(255, distances + n, distances + end);
    const step = end - start > 65_536 ? 16 : 1;
    let sampled = 0;
    this.#histogram.fill(0);
    for (let block = start; block < end; block += 64 * step) {
      for (let i = block; i < Math.min(end, block + 64); i++) {
        if (bits !== 0 && ((this.#u8[bits + (i >> 3)]! >> (i & 7)) & 1) === 0) continue;
        this.#histogram[this.#u8[distances + i]!]!++;
        sampled++;
      }
    }
    let threshold = this.#threshold((CANDIDATES * 1.3) / step);
    let count = 0;
    for (let attempt = 0; attempt < 6; attempt++) {
      count = this.#kernels.scan_u8(distances, start, end, threshold, bits, ids, MOST_IDS);
      if (count >= CANDIDATES || threshold >= 255 || count >= sampled * step * 0.5) break;
      threshold += 2;
    }
    if (count <= CANDIDATES * 1.5) return count;
    this.#histogram.fill(0);
    const list = this.#i32.subarray(ids / 4, ids / 4 + count);
    for (const place of list) this.#histogram[this.#u8[distances + place]!]!++;
    threshold = this.#threshold(CANDIDATES);
    let kept = 0;
    for (const place of list) if (this.#u8[distances + place]! <= threshold) list[kept++] = place;
    return kept;
  }

  /** The distance within which so many are. */
  #threshold(wanted: number): number {
    let sum = 0;
    for (let distance = 0; distance < 255; distance++) {
      sum += this.#histogram[distance]!;
      if (sum >= wanted) return distance;
    }
    return 255;
  }
}

/** The first place in [low, high) whose number is not below `wanted`. */
function lowerBound(numbers: Uint32Array, low: number, high: number, wanted: number): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
