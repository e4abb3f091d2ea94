import { f32, f32x4, i32, v128 } from '../../../assembler/instructions.ts';
import type { ModuleBuilder } from '../../../assembler/module.ts';
import { constant, exponentialFor, maxOfLanes, sumOfLanes } from './math.ts';

/** Width of one head. The kernels are unrolled over it. */
export const HEAD_WIDTH = 32;
/** The most tokens of one text: the longest that the model is used with. */
export const MAX_TOKENS = 64;
/** Columns that are scored together: four chains of additions keep the adders busy. */
const COLUMNS_AT_ONCE = 16;
const ROW_BYTES = 4 * MAX_TOKENS;
const HEAD_VECTORS = HEAD_WIDTH / 4;

/** Bytes of scratch that `attend` works in: the head's keys, transposed; a row of scores; the mask. */
export const ATTEND_SCRATCH_BYTES: number = ROW_BYTES * (HEAD_WIDTH + 2);
const SCORES = ROW_BYTES * HEAD_WIDTH;
const MASK = SCORES + ROW_BYTES;
/** Added to the scores of columns beyond the text; e^it is 0 beside any real one. */
const MASKED = -1e30;

/**
 * Defines `attend(queries, keys, values, stride, out, outStride, tokens, scratch)`: attention of one head over one
 * text of `tokens` (1 … 64) rows. `queries`, `keys` and `values` point at the head's 32 columns of the first token;
 * strides are in bytes. `maskColumns(tokens, scratch)` must have run for this number of tokens.
 */
export function defineAttend(module: ModuleBuilder): void {
  module.define('maskColumns', ['i32', 'i32'], (f, tokens, scratch) => {
    const at = f.let(scratch);
    f.repeatUntil(at, i32.add(scratch, i32.const(ROW_BYTES)), 4, () => f.run(f32.store(at, f32.const(MASKED), MASK)));
    f.set(at, scratch);
    const textEnd = i32.add(scratch, i32.shl(tokens, i32.const(2)));
    f.repeatUntil(at, textEnd, 4, () => f.run(f32.store(at, f32.const(0), MASK)));
  });

  module.define(
    'attend',
    ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    (f, queries, keys, values, stride, out, outStride, tokens, scratch) => {
      const rowEnd = f.let(i32.add(scratch, i32.shl(tokens, i32.const(2))));
      const column = f.let(scratch);
      // Columns beyond the text keep what an earlier text left there: finite, and masked below.
      f.repeatUntil(column, rowEnd, 4, () => {
        for (let d = 0; d < HEAD_WIDTH; d++) f.run(f32.store(column, f32.load(keys, 4 * d), ROW_BYTES * d));
        f.advance(keys, stride);
      });

      const exponential = exponentialFor(f);
      const row = f.let(i32.const(0));
      const greatest = f.local('v128');
      const sum = f.local('v128');
      const value = f.local('i32');
      const mixed = Array.from({ length: HEAD_VECTORS }, () => f.local('v128'));
      f.repeatUntil(row, tokens, 1, () => {
        f.set(greatest, constant(MASKED));
        f.set(column, scratch);
        f.repeatUntil(column, rowEnd, 4 * COLUMNS_AT_ONCE, () => {
          const scores = Array.from({ length: COLUMNS_AT_ONCE / 4 }, () => f.let(constant(0)));
          const query = f.local('v128');
          for (let d = 0; d < HEAD_WIDTH; d++) {
            f.set(query, v128.load32Splat(queries, 4 * d));
            scores.forEach((score, i) => {
              f.set(score, f32x4.add(score, f32x4.mul(query, v128.load(column, ROW_BYTES * d + 16 * i))));
            });
          }
          scores.forEach((score, i) => {
            const scaled = f32x4.mul(score, constant(1 / Math.sqrt(HEAD_WIDTH)));
            f.set(score, f32x4.add(scaled, v128.load(column, MASK + 16 * i)));
            f.run(v128.store(column, score, SCORES + 16 * i));
            f.set(greatest, f32x4.pmax(greatest, score));
          });
        });

        f.set(greatest, f32x4.splat(maxOfLanes(greatest)));
        f.set(sum, constant(0));
        f.set(column, scratch);
        f.repeatUntil(column, rowEnd, 16, () => {
          const weight = exponential(f32x4.sub(v128.load(column, SCORES), greatest));
          f.run(v128.store(column, weight, SCORES));
          f.set(sum, f32x4.add(sum, weight));
        });
        const factor = f.let(f32x4.splat(f32.div(f32.const(1), sumOfLanes(sum))));

        for (const vector of mixed) f.set(vector, constant(0));
        f.set(value, values);
        f.set(column, scratch);
        const weight = f.local('v128');
        f.repeatUntil(column, rowEnd, 4, () => {
          f.set(weight, v128.load32Splat(column, SCORES));
          mixed.forEach((vector, i) => {
            f.set(vector, f32x4.add(vector, f32x4.mul(weight, v128.load(value, 16 * i))));
          });
          f.advance(value, stride);
        });
        mixed.forEach((vector, i) => {
          f.run(v128.store(out, f32x4.mul(vector, factor), 16 * i));
        });
        f.advance(queries, stride);
        f.advance(out, outStride);
      });
    },
  );
}
