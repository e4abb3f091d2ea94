import { type F32, f32, f32x4, i32, i32x4, type V128 } from '../../../assembler/instructions.ts';
import type { BodyBuilder, Local } from '../../../assembler/module.ts';

/** Below it, e^x and the products that it enters come near the subnormal numbers, which are slow; e^-80 is as good as 0. */
const LEAST_EXPONENT = -80;
/** ln 2 in two parts; the first has few bits, so that its product with a whole number is exact (Cody and Waite, 1980). */
const LN_2_HIGH = 0.693359375;
const LN_2_LOW = Math.LN2 - LN_2_HIGH;
/** 1/k!, k = 6 … 0: on |r| ≤ ln 2 / 2 the series errs by less than two units of a 32-bit float's last place. */
const SERIES = [1 / 720, 1 / 120, 1 / 24, 1 / 6, 1 / 2, 1, 1];
const EXPONENT_BIAS = 127;
const MANTISSA_BITS = 23;
/** 1.5 · 2²³: a float of this size has no bits behind the point. Adding it rounds to whole numbers, ties to even. */
const ROUNDER = 12_582_912;

/** The same constant in each lane. Costs several instructions where it stands: outside of loops, in a local. */
export function constant(value: number): V128 {
  return f32x4.splat(f32.const(value));
}

/**
 * Sets up e^x for x ≤ 88: the constants are made where this is called, before a loop; the function that it gives adds
 * the computation. x = n ln 2 + r, e^x = 2^n e^r. Written here and not taken from the platform, whose `Math.exp`
 * differs in the last place between engines: vectors must not.
 */
export function exponentialFor(f: BodyBuilder): (x: V128) => Local<'v128'> {
  const least = f.let(constant(LEAST_EXPONENT));
  const log2e = f.let(constant(Math.LOG2E));
  const rounder = f.let(constant(ROUNDER));
  const high = f.let(constant(LN_2_HIGH));
  const low = f.let(constant(LN_2_LOW));
  const series = SERIES.map((value) => f.let(constant(value)));
  const bias = f.let(i32x4.splat(i32.const(EXPONENT_BIAS)));
  return (x) => {
    const clamped = f.let(f32x4.pmax(x, least));
    const rounded = f.let(f32x4.add(f32x4.mul(clamped, log2e), rounder));
    const n = f.let(f32x4.sub(rounded, rounder));
    const r = f.let(f32x4.sub(f32x4.sub(clamped, f32x4.mul(n, high)), f32x4.mul(n, low)));
    const exponentBits = i32x4.add(i32x4.sub(rounded, rounder), bias);
    const twoToN = i32x4.shl(exponentBits, i32.const(MANTISSA_BITS));
    return f.let(f32x4.mul(polynomial(r, series), twoToN));
  };
}

/**
 * Sets up rounding to whole numbers below 2²², ties to even, as 32-bit integers. Adding {@link ROUNDER} leaves the
 * number in the low bits of the sum; the instructions for rounding and converting cost four times as much.
 */
export function wholeNumbersFor(f: BodyBuilder): (x: V128) => V128 {
  const rounder = f.let(constant(ROUNDER));
  return (x) => i32x4.sub(f32x4.add(x, rounder), rounder);
}

/** Horner's rule; the coefficient of the highest power comes first. */
export function polynomial(x: Local<'v128'>, coefficients: readonly V128[]): V128 {
  const [highest, ...rest] = coefficients;
  return rest.reduce((sum, coefficient) => f32x4.add(f32x4.mul(sum, x), coefficient), highest!);
}

/** The four lanes added, always in the same order. */
export function sumOfLanes(vector: Local<'v128'>): F32 {
  const [a, b, c, d] = lanes(vector);
  return f32.add(f32.add(a, b), f32.add(c, d));
}

/** The greatest of the four lanes. */
export function maxOfLanes(vector: Local<'v128'>): F32 {
  const [a, b, c, d] = lanes(vector);
  return f32.max(f32.max(a, b), f32.max(c, d));
}

function lanes(vector: Local<'v128'>): [F32, F32, F32, F32] {
  const lane = (index: number): F32 => f32x4.extractLane(vector, index);
  return [lane(0), lane(1), lane(2), lane(3)];
}
