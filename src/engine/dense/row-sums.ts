import { f64x2, i8x16, i32, i32x4, type V128, v128 } from '../assembler/instructions.ts';
import { type BodyBuilder, type Local, ModuleBuilder } from '../assembler/module.ts';
import { createMemory } from '../codec/segment-memory.ts';

/** Dimensions that are summed side by side. */
const STEP = 8;
/** Rows that are added at once: see `TokenTable.addUp`, of which every addition is done in the same order. */
const ROWS = 4;
const ALIGNMENT = 64;

type AddRows = (places: number, placesEnd: number, scales: number, dimensions: number, sum: number) => void;

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: object };
};

/**
 * Sums of rows of a table as `TokenTable.addUp` gives them, to the last bit, in a third of its time. Has a copy of the table in
 * its memory, so it earns its keep with hundreds of texts.
 */
export class RowSums {
  readonly #dimensions: number;
  readonly #rows: number;
  readonly #scales: Float32Array;
  readonly #places: Uint32Array;
  readonly #placeScales: Float64Array;
  readonly #sum: Float64Array;
  readonly #addRows: AddRows;

  /** Can rows of so many dimensions be summed here? */
  static takes(dimensions: number): boolean {
    return dimensions % STEP === 0;
  }

  /** @param maxPieces most rows in one sum */
  constructor(dimensions: number, rows: Int8Array, scales: Float32Array, maxPieces: number) {
    let end = 0;
    const reserve = (bytes: number): number => {
      const at = end;
      end = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
      return at;
    };
    this.#dimensions = dimensions;
    this.#scales = scales;
    this.#rows = reserve(rows.length);
    const places = reserve(4 * maxPieces);
    const placeScales = reserve(8 * maxPieces);
    const sum = reserve(8 * dimensions);
    const memory = createMemory(end);
    new Int8Array(memory.buffer).set(rows, this.#rows);
    this.#places = new Uint32Array(memory.buffer, places, maxPieces);
    this.#placeScales = new Float64Array(memory.buffer, placeScales, maxPieces);
    this.#sum = new Float64Array(memory.buffer, sum, dimensions);
    const module = new ModuleBuilder();
    defineAddRows(module);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(module.bytes()), { env: { memory } });
    this.#addRows = (instance.exports as { readonly addRows: AddRows }).addRows;
  }

  /** The sum of the vectors of `pieces`, each times its place's weight; valid until the next. */
  sum(pieces: readonly number[], weights: Float64Array): Float64Array {
    const places = this.#places;
    for (let i = 0; i < pieces.length; i++) {
      places[i] = this.#rows + pieces[i]! * this.#dimensions;
      this.#placeScales[i] = this.#scales[pieces[i]!]! * weights[i]!;
    }
    const start = places.byteOffset;
    this.#addRows(
      start,
      start + 4 * pieces.length,
      this.#placeScales.byteOffset,
      this.#dimensions,
      this.#sum.byteOffset,
    );
    return this.#sum;
  }
}

/** Numbers lie in the memory as the processor has them, which for WebAssembly means little-endian. */
function defineAddRows(module: ModuleBuilder): void {
  module.define('addRows', ['i32', 'i32', 'i32', 'i32', 'i32'], (f, places, placesEnd, scales, dimensions, sum) => {
    const d = f.local('i32');
    const at = f.local('i32');
    const scale = f.local('i32');
    const manyEnd = f.let(i32.add(places, i32.and(i32.sub(placesEnd, places), i32.const(-4 * ROWS))));
    const sums = Array.from({ length: STEP / 2 }, () => f.local('v128'));
    const add = adder(f, sums);
    f.repeatUntil(d, dimensions, STEP, () => {
      for (const one of sums) f.set(one, i32x4.splat(i32.const(0)));
      f.set(at, places);
      f.set(scale, scales);
      f.repeatUntil(at, manyEnd, 4 * ROWS, () => {
        add(ROWS, at, d, scale);
        f.advance(scale, 8 * ROWS);
      });
      f.repeatUntil(at, placesEnd, 4, () => {
        add(1, at, d, scale);
        f.advance(scale, 8);
      });
      for (const [i, one] of sums.entries()) f.run(v128.store(sum, one, 16 * i));
      f.advance(sum, 8 * STEP);
    });
  });
}

/** Gives the code that adds so many rows to the sums: the rows to one another first, in their order. */
function adder(f: BodyBuilder, sums: readonly Local<'v128'>[]) {
  const bytes = Array.from({ length: ROWS }, () => f.local('v128'));
  const scales = Array.from({ length: ROWS }, () => f.local('v128'));
  const quarters = Array.from({ length: ROWS }, () => f.local('v128'));
  return (rows: number, at: Local<'i32'>, d: Local<'i32'>, scale: Local<'i32'>): void => {
    for (let row = 0; row < rows; row++) {
      f.set(bytes[row]!, v128.load8x8S(i32.add(i32.load(at, 4 * row), d)));
      f.set(scales[row]!, v128.load64Splat(scale, 8 * row));
    }
    for (const [half, extend] of [i32x4.extendLowI16x8S, i32x4.extendHighI16x8S].entries()) {
      for (let row = 0; row < rows; row++) f.set(quarters[row]!, extend(bytes[row]!));
      for (const [part, lanes] of [(value: V128) => value, i8x16.upperHalf].entries()) {
        const products = quarters
          .slice(0, rows)
          .map((quarter, row) => f64x2.mul(scales[row]!, f64x2.convertLowI32x4S(lanes(quarter))));
        const sum = sums[2 * half + part]!;
        f.set(
          sum,
          f64x2.add(
            sum,
            products.reduce((left, right) => f64x2.add(left, right)),
          ),
        );
      }
    }
  };
}
