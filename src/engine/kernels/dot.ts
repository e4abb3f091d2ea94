import { type F32, f32, f64, type I32, i16x8, i32, i32x4, type V128, v128 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local, ModuleBuilder } from '../assembler/module.ts';
import { CANDIDATE_BYTES, whenSeen } from './hamming.ts';

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
      f.repeatUntil(runs, runsEnd, 8, () => {
        f.set(doc, i32.load(runs));
        f.set(end, i32.load(runs, 4));
        f.repeatUntil(doc, end, 1, () => {
          whenSeen(f, bits, doc, () => {
            const score = f.let(scoreOf(doc));
            f.when(f32.ge(score, least), () => {
              f.run(i32.store(out, doc));
              f.run(f32.store(out, score, 4));
              f.advance(out, CANDIDATE_BYTES);
            });
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

interface OperandLocals {
  readonly rows: Local<'i32'>;
  readonly rowBytes: Local<'i32'>;
  readonly scales: Local<'i32'>;
  readonly query: Local<'i32'>;
  readonly queryScale: Local<'f64'>;
}

/** Sets up scoring; the function that it gives writes the score of one document. */
function scorer(f: BodyBuilder, { rows, rowBytes, scales, query, queryScale }: OperandLocals): (doc: I32) => F32 {
  const at = f.local('i32');
  const end = f.local('i32');
  const factor = f.local('i32');
  const sums = Array.from({ length: SUMS }, () => f.local('v128'));
  return (doc) => {
    f.set(at, i32.add(rows, i32.mul(doc, rowBytes)));
    f.set(end, i32.add(at, rowBytes));
    f.set(factor, query);
    for (const sum of sums) f.set(sum, i32x4.splat(i32.const(0)));
    f.repeatWhile(
      () => {
        for (let i = 0; i < ROW_STEP / 16; i++) {
          const sixteen = f.let(v128.load(at, 16 * i));
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
    const all = f.let(sums.map((sum): V128 => sum).reduce((left, right) => i32x4.add(left, right)));
    const lanes = [0, 1, 2, 3].map((lane) => i32x4.extractLane(all, lane));
    const sum = lanes.reduce((left, right) => i32.add(left, right));
    const scale = f64.load(i32.add(scales, i32.mul(doc, i32.const(SCALE_BYTES))));
    return f32.demoteF64(f64.mul(f64.mul(f64.convertI32S(sum), queryScale), scale));
  };
}
