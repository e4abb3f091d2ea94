import { type F32, f32, f64, type I32, i16x8, i32, i32x4, type V128, v128 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local, ModuleBuilder } from '../assembler/module.ts';
import { CANDIDATE_BYTES } from './hamming.ts';

/** Bytes of a row are a multiple of this; what a vector lacks is zero. */
export const ROW_STEP = 64;
const SCALE_BYTES = 8;
/** Sums that are kept apart, so that additions need not wait for each other. */
const SUMS = 4;

/** What a document's score is computed from: `rows` of `rowBytes` int8 with float64 `scales`, an int16 query. */
type Operands = [rows: number, rowBytes: number, scales: number, query: number, queryScale: number];

/**
 * Scores of int8 vectors: whole numbers multiplied and added, which is exact, then times both scales in 64-bit floats,
 * then rounded to 32 bits. The same bits as in plain TypeScript.
 */
export interface DotKernels {
  /**
   * The documents of the runs (see `selectNear`) that score `least` or more and whose bit is set, where `bits` is not 0:
   * candidates with their scores from `out` on. Gives the address behind the last. There must be room for all.
   */
  readonly selectBest: (
    runs: number,
    runsEnd: number,
    bits: number,
    least: number,
    out: number,
    ...operands: Operands
  ) => number;
  /** Puts the score of each candidate from `candidates` to `end` in the place of what it had. */
  readonly scoreCandidates: (candidates: number, end: number, ...operands: Operands) => void;
}

/** Defines the kernels of {@link DotKernels}. */
export function defineDot(module: ModuleBuilder): void {
  module.defineNumber(
    'selectBest',
    ['i32', 'i32', 'i32', 'f32', 'i32', 'i32', 'i32', 'i32', 'i32', 'f64'],
    (f, runs, runsEnd, bits, least, out, rows, rowBytes, scales, query, queryScale) => {
      const scoreOf = scorer(f, { rows, rowBytes, scales, query, queryScale });
      const doc = f.local('i32');
      const end = f.local('i32');
      const score = f.local('f32');
      f.repeatUntil(runs, runsEnd, 8, () => {
        f.set(doc, i32.load(runs));
        f.set(end, i32.load(runs, 4));
        eachSeen(f, { doc, end, bits }, () => {
          f.set(score, scoreOf(doc));
          f.when(f32.ge(score, least), () => {
            f.run(i32.store(out, doc));
            f.run(f32.store(out, score, 4));
            f.advance(out, CANDIDATE_BYTES);
          });
        });
      });
      return out;
    },
  );
  module.define(
    'scoreCandidates',
    ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'f64'],
    (f, candidate, end, rows, rowBytes, scales, query, queryScale) => {
      const scoreOf = scorer(f, { rows, rowBytes, scales, query, queryScale });
      const doc = f.local('i32');
      f.repeatUntil(candidate, end, CANDIDATE_BYTES, () => {
        f.set(doc, i32.load(candidate));
        f.run(f32.store(candidate, scoreOf(doc), 4));
      });
    },
  );
}

interface Seen {
  readonly doc: Local<'i32'>;
  readonly end: Local<'i32'>;
  readonly bits: Local<'i32'>;
}

/** Runs `body` for each document from `doc` to `end`; where there is a bitmap, 32 that are not set cost one step. */
function eachSeen(f: BodyBuilder, { doc, end, bits }: Seen, body: () => void): void {
  const unseen = f.local('i32');
  f.when(
    bits,
    () =>
      f.whileTrue(
        () => i32.ltU(doc, end),
        () =>
          f.block((leave) => {
            const word = i32.load(i32.add(bits, i32.shl(i32.shrU(doc, i32.const(5)), i32.const(2))));
            const place = i32.and(doc, i32.const(31));
            const rest = f.let(i32.shrU(word, place));
            // Nothing is set up to the end of the word, or so many documents come before the next that is.
            f.set(unseen, i32.ctz(rest));
            f.when(i32.eqz(rest), () => f.set(unseen, i32.sub(i32.const(32), place)));
            f.advance(doc, unseen);
            leave(i32.eqz(rest));
            leave(i32.geU(doc, end));
            body();
            f.advance(doc, 1);
          }),
      ),
    () => f.repeatUntil(doc, end, 1, body),
  );
}

interface OperandLocals {
  readonly rows: Local<'i32'>;
  readonly rowBytes: Local<'i32'>;
  readonly scales: Local<'i32'>;
  readonly query: Local<'i32'>;
  readonly queryScale: Local<'f64'>;
}

/** Sets up scoring; the function that it gives writes the score of one document. */
function scorer(f: BodyBuilder, { rows, rowBytes, scales, query, queryScale }: OperandLocals): (doc: I32) => F32 {
  const productOf = multiplier(f, rowBytes);
  return (doc) => {
    const product = productOf(i32.add(rows, i32.mul(doc, rowBytes)), query);
    const scale = f64.load(i32.add(scales, i32.mul(doc, i32.const(SCALE_BYTES))));
    return f32.demoteF64(f64.mul(f64.mul(f64.convertI32S(product), queryScale), scale));
  };
}

/** Sets up products; the function that it gives writes the product of an int8 row and int16 factors at two addresses. */
export function multiplier(f: BodyBuilder, rowBytes: I32): (row: I32, factors: I32) => I32 {
  const at = f.local('i32');
  const end = f.local('i32');
  const factor = f.local('i32');
  const sixteen = f.local('v128');
  const all = f.local('v128');
  const sums = Array.from({ length: SUMS }, () => f.local('v128'));
  return (row, factors) => {
    f.set(at, row);
    f.set(end, i32.add(at, rowBytes));
    f.set(factor, factors);
    for (const sum of sums) f.set(sum, i32x4.splat(i32.const(0)));
    f.repeatWhile(
      () => {
        for (let i = 0; i < ROW_STEP / 16; i++) {
          f.set(sixteen, v128.load(at, 16 * i));
          const halves: readonly V128[] = [i16x8.extendLowI8x16S(sixteen), i16x8.extendHighI8x16S(sixteen)];
          halves.forEach((half, h) => {
            const sum = sums[(2 * i + h) % SUMS]!;
            f.set(sum, i32x4.add(sum, i32x4.dotI16x8S(half, v128.load(factor, 32 * i + 16 * h))));
          });
        }
        f.advance(at, ROW_STEP);
        f.advance(factor, 2 * ROW_STEP);
      },
      () => i32.ltU(at, end),
    );
    f.set(
      all,
      sums.map((sum): V128 => sum).reduce((left, right) => i32x4.add(left, right)),
    );
    const lanes = [0, 1, 2, 3].map((lane) => i32x4.extractLane(all, lane));
    return lanes.reduce((left, right) => i32.add(left, right));
  };
}
