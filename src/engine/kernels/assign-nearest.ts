import { f64, i32, i64 } from '../assembler/instructions.ts';
import type { BodyBuilder, Local, ModuleBuilder } from '../assembler/module.ts';
import { multiplier } from './dot.ts';

/**
 * Finds the centroid with which each of `count` vectors has the highest product, among those whose code differs from the
 * vector's by at most `margin` bits more than the nearest one does: comparing codes costs a tenth of multiplying.
 * Vectors have `rowBytes` int8 and `words` 64-bit words of code. Centroids have int16 rows and float64 scales. `scratch`
 * takes a uint32 each centroid. Writes a uint32 each vector to `out`.
 */
export type AssignNearest = (
  rows: number,
  codes: number,
  count: number,
  rowBytes: number,
  words: number,
  centroids: number,
  centroidScales: number,
  centroidCodes: number,
  centroidCount: number,
  margin: number,
  scratch: number,
  out: number,
) => void;

/** Defines `assignNearest`. */
export function defineAssignNearest(module: ModuleBuilder): void {
  module.define(
    'assignNearest',
    ['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i32'],
    (f, row, code, count, rowBytes, words, centroids, scales, centroidCodes, centroidCount, margin, scratch, out) => {
      const codeBytes = f.let(i32.shl(words, i32.const(3)));
      const outEnd = f.let(i32.add(out, i32.shl(count, i32.const(2))));
      const distances = f.let(i32.add(scratch, i32.shl(centroidCount, i32.const(2))));
      const productOf = multiplier(f, rowBytes);
      const [at, centroid, best] = [f.local('i32'), f.local('i32'), f.local('i32')];
      const distance = distanceTo(f, { code, codeBytes });
      const [nearest, other] = [f.local('i32'), f.local('i32')];
      const [score, bestScore] = [f.local('f64'), f.local('f64')];
      f.repeatUntil(out, outEnd, 4, () => {
        f.set(nearest, i32.const(2 ** 31 - 1));
        f.set(other, centroidCodes);
        f.set(at, scratch);
        f.repeatUntil(at, distances, 4, () => {
          const bits = distance(other);
          f.run(i32.store(at, bits));
          f.when(i32.ltU(bits, nearest), () => f.set(nearest, bits));
          f.advance(other, codeBytes);
        });
        f.advance(nearest, margin);
        f.set(bestScore, f64.const(-Infinity));
        f.set(centroid, i32.const(0));
        f.set(at, scratch);
        f.repeatUntil(at, distances, 4, () => {
          f.when(i32.leU(i32.load(at), nearest), () => {
            const factors = i32.add(centroids, i32.shl(i32.mul(centroid, rowBytes), i32.const(1)));
            const scale = f64.load(i32.add(scales, i32.shl(centroid, i32.const(3))));
            f.set(score, f64.mul(f64.convertI32S(productOf(row, factors)), scale));
            f.when(f64.lt(bestScore, score), () => {
              f.set(bestScore, score);
              f.set(best, centroid);
            });
          });
          f.advance(centroid, 1);
        });
        f.run(i32.store(out, best));
        f.advance(row, rowBytes);
        f.advance(code, codeBytes);
      });
    },
  );
}

interface Code {
  readonly code: Local<'i32'>;
  readonly codeBytes: Local<'i32'>;
}

/** Sets up distances; the function that it gives writes that of `code` and another one. */
function distanceTo(f: BodyBuilder, { code, codeBytes }: Code): (other: Local<'i32'>) => Local<'i32'> {
  const sum = f.local('i32');
  const offset = f.local('i32');
  return (other) => {
    f.set(sum, i32.const(0));
    f.set(offset, i32.const(0));
    f.repeatUntil(offset, codeBytes, 8, () => {
      const differing = i64.xor(i64.load(i32.add(code, offset)), i64.load(i32.add(other, offset)));
      f.advance(sum, i32.wrapI64(i64.popcnt(differing)));
    });
    return sum;
  };
}
