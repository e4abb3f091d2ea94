import { f32x4, i32, i32x4, v128 } from '../../../assembler/instructions.ts';
import type { BodyBuilder, FunctionRef, Local, ModuleBuilder } from '../../../assembler/module.ts';
import { constant } from './math.ts';

/**
 * How a matrix product is laid out. Inner positions k go in pairs, since one instruction multiplies and adds a pair.
 *
 *   weights      blocks of 8 output channels c; in each, pair after pair, 16 bytes:
 *                c0k0 c0k1 c1k0 c1k1 … c7k0 c7k1                  (int8, one scale a channel)
 *   activations  panels of up to 6 rows r; in each, pair after pair, 2 · rows int16:
 *                r0k0 r0k1 r1k0 r1k1 r2k0 r2k1 …                  (int16, one scale a row)
 *
 * The inner length is a multiple of 4 (`INNER_STEP`), the number of output channels one of 8.
 */
export const BLOCK_CHANNELS = 8;
export const INNER_STEP = 4;
/**
 * Six rows of two vectors of sums, two vectors of weights and one of activations: the 15 vector registers that V8 has
 * on x86-64. Twelve rows of one vector are as fast there on Node 24, but up to 1.7 times as slow on Node 20, which broadcasts less well.
 */
export const MAX_PANEL_ROWS = 6;

/** A vector holds the sums of four channels. */
const VECTORS = BLOCK_CHANNELS / 4;
const PAIRS_UNROLLED = INNER_STEP / 2;
const PAIR_BYTES = 2 * BLOCK_CHANNELS;
const BLOCK_FLOAT_BYTES = 4 * BLOCK_CHANNELS;
const CACHE_LINE_BYTES = 64;
/** activations, rowScales, panels, weights, weightScales, bias, out, inner (k), stride: see `defineMatmul`. */
const PANEL_PARAMETERS = ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'] as const;

/**
 * Defines `matmul(activations, rowScales, panelRows, fullPanels, lessPanels, weights, weightScales, bias, out, inner,
 * channels)`: out = activations · weightsᵀ back in 32-bit floats, + bias. The rows are `fullPanels` panels of
 * `panelRows` rows, then `lessPanels` panels of one row less: even panels cost less than full ones and a narrow rest.
 *
 * The time goes into one `dot` and one `add` for eight products, the least that fixed-width SIMD allows; the rest is
 * arranged so that little comes on top. Loads broadcast the activations, so that no instruction shuffles and the sums
 * of four channels end up side by side. The channels are the outer loop: a block of weights stays in the first cache
 * for all rows.
 */
export function defineMatmul(module: ModuleBuilder): void {
  const panels = Array.from({ length: MAX_PANEL_ROWS }, (_, i) => definePanel(module, i + 1));
  const parameters = ['i32', ...PANEL_PARAMETERS, 'i32'] as const;
  module.define(
    'matmul',
    parameters,
    (f, activations, rowScales, panelRows, full, less, weights, scales, bias, out, inner, channels) => {
      const stride = f.let(i32.shl(channels, i32.const(2)));
      const outEnd = f.let(i32.add(out, stride));
      const fullRows = f.let(i32.mul(panelRows, full));
      const lessActivations = f.let(i32.add(activations, i32.mul(fullRows, i32.shl(inner, i32.const(1)))));
      const lessScales = f.let(i32.add(rowScales, i32.shl(fullRows, i32.const(2))));
      const lessOffset = f.let(i32.mul(fullRows, stride));
      const blockEnd = f.local('i32');
      f.repeatUntil(out, outEnd, BLOCK_FLOAT_BYTES, () => {
        f.set(blockEnd, i32.add(weights, i32.mul(inner, i32.const(BLOCK_CHANNELS))));
        touch(f, weights, blockEnd);
        panels.forEach((panel, i) => {
          f.when(i32.eq(panelRows, i32.const(i + 1)), () => {
            f.call(panel, activations, rowScales, full, weights, scales, bias, out, inner, stride);
            const oneLess = panels[i - 1];
            if (oneLess === undefined) return;
            f.when(less, () => {
              const target = i32.add(out, lessOffset);
              f.call(oneLess, lessActivations, lessScales, less, weights, scales, bias, target, inner, stride);
            });
          });
        });
        f.set(weights, blockEnd);
        f.advance(scales, BLOCK_FLOAT_BYTES);
        f.advance(bias, BLOCK_FLOAT_BYTES);
      });
    },
  );
}

/**
 * Brings a block of weights into the first cache. The panels' loop runs too many instructions for each cache line to
 * have more than two lines under way at a time, this one ten and more; there is no instruction to prefetch. A request
 * of twelve tokens reads 21 MB of weights for 255 million products, and takes two thirds of the time with this.
 */
function touch(f: BodyBuilder, start: Local<'i32'>, end: Local<'i32'>): void {
  const line = f.let(start);
  f.repeatUntil(line, end, CACHE_LINE_BYTES, () => f.drop(i32.load(line)));
}

/**
 * `panels` (≥ 1) panels of `rows` rows times one block of channels. A function of its own, because an engine changes
 * to optimised code when a function is called: with the next block, not with the next request.
 */
function definePanel(module: ModuleBuilder, rows: number): FunctionRef<typeof PANEL_PARAMETERS> {
  return module.define(
    `matmul${rows}`,
    PANEL_PARAMETERS,
    (f, activations, rowScales, panels, weights, scales, bias, out, inner, stride) => {
      const vectors = (): Local<'v128'>[] => Array.from({ length: VECTORS }, () => f.local('v128'));
      const sums = Array.from({ length: rows }, vectors);
      const channelWeights = vectors();
      const activation = f.local('v128');
      const weight = f.local('i32');
      const weightEnd = f.let(i32.add(weights, i32.mul(inner, i32.const(BLOCK_CHANNELS))));
      f.repeatWhile(
        () => {
          for (const sum of sums.flat()) f.set(sum, constant(0));
          f.set(weight, weights);
          f.repeatWhile(
            () => {
              for (let pair = 0; pair < PAIRS_UNROLLED; pair++) {
                channelWeights.forEach((four, v) => {
                  f.set(four, v128.load8x8S(weight, pair * PAIR_BYTES + v * 8));
                });
                sums.forEach((rowSums, row) => {
                  f.set(activation, v128.load32Splat(activations, (pair * rows + row) * 4));
                  rowSums.forEach((sum, v) => {
                    f.set(sum, i32x4.add(sum, i32x4.dotI16x8S(activation, channelWeights[v]!)));
                  });
                });
              }
              f.advance(activations, PAIRS_UNROLLED * rows * 4);
              f.advance(weight, PAIRS_UNROLLED * PAIR_BYTES);
            },
            () => i32.ltU(weight, weightEnd),
          );
          for (const rowSums of sums) {
            const rowScale = f.let(v128.load32Splat(rowScales));
            rowSums.forEach((sum, v) => {
              const scale = f32x4.mul(rowScale, v128.load(scales, 16 * v));
              const value = f32x4.add(f32x4.mul(f32x4.convertI32x4S(sum), scale), v128.load(bias, 16 * v));
              f.run(v128.store(out, value, 16 * v));
            });
            f.advance(rowScales, 4);
            f.advance(out, stride);
          }
          f.advance(panels, -1);
        },
        () => panels,
      );
    },
  );
}
