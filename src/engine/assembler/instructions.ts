import { float32, float64, signed, unsigned } from './encoding.ts';

/**
 * Instructions as functions over expressions, so that kernel code reads like arithmetic:
 * `f32x4.add(x, f32x4.mul(y, z))`. Names are those of the specification; only what the kernels use is here, and
 * nothing beyond the fixed-width SIMD that every WebAssembly engine of the last years has.
 */
export type ValueType = 'i32' | 'i64' | 'f32' | 'f64' | 'v128';

/** Code that leaves one value of type `T` on the stack. */
export interface Value<T extends ValueType> {
  readonly type: T;
  readonly code: readonly number[];
}

/** Code that leaves nothing on the stack. */
export interface Effect {
  readonly code: readonly number[];
}

export type I32 = Value<'i32'>;
export type I64 = Value<'i64'>;
export type F32 = Value<'f32'>;
export type F64 = Value<'f64'>;
export type V128 = Value<'v128'>;

type Unary<A extends ValueType, R extends ValueType> = (value: Value<A>) => Value<R>;
type Binary<A extends ValueType, B extends ValueType, R extends ValueType> = (
  left: Value<A>,
  right: Value<B>,
) => Value<R>;
/** `offset` is added to the address at no cost; addresses need no alignment. */
type Load<R extends ValueType> = (address: I32, offset?: number) => Value<R>;
type Store<T extends ValueType> = (address: I32, value: Value<T>, offset?: number) => Effect;

export const i32 = {
  const: (value: number): I32 => ({ type: 'i32', code: [0x41, ...signed(value)] }),
  add: binary([0x6a], 'i32') as Binary<'i32', 'i32', 'i32'>,
  sub: binary([0x6b], 'i32') as Binary<'i32', 'i32', 'i32'>,
  mul: binary([0x6c], 'i32') as Binary<'i32', 'i32', 'i32'>,
  and: binary([0x71], 'i32') as Binary<'i32', 'i32', 'i32'>,
  or: binary([0x72], 'i32') as Binary<'i32', 'i32', 'i32'>,
  shl: binary([0x74], 'i32') as Binary<'i32', 'i32', 'i32'>,
  shrU: binary([0x76], 'i32') as Binary<'i32', 'i32', 'i32'>,
  /** Number of zero bits below the lowest set bit; 32 for zero. */
  ctz: unary([0x68], 'i32') as Unary<'i32', 'i32'>,
  /** Number of set bits. */
  popcnt: unary([0x69], 'i32') as Unary<'i32', 'i32'>,
  eqz: unary([0x45], 'i32') as Unary<'i32', 'i32'>,
  eq: binary([0x46], 'i32') as Binary<'i32', 'i32', 'i32'>,
  ltU: binary([0x49], 'i32') as Binary<'i32', 'i32', 'i32'>,
  leU: binary([0x4d], 'i32') as Binary<'i32', 'i32', 'i32'>,
  geU: binary([0x4f], 'i32') as Binary<'i32', 'i32', 'i32'>,
  load: load([0x28], 'i32') as Load<'i32'>,
  load8U: load([0x2d], 'i32') as Load<'i32'>,
  load16U: load([0x2f], 'i32') as Load<'i32'>,
  store: store([0x36]) as Store<'i32'>,
  store8: store([0x3a]) as Store<'i32'>,
  store16: store([0x3b]) as Store<'i32'>,
  wrapI64: unary([0xa7], 'i32') as Unary<'i64', 'i32'>,
};

export const i64 = {
  /** Of 32 bits at most. */
  const: (value: number): I64 => ({ type: 'i64', code: [0x42, ...signed(value)] }),
  add: binary([0x7c], 'i64') as Binary<'i64', 'i64', 'i64'>,
  sub: binary([0x7d], 'i64') as Binary<'i64', 'i64', 'i64'>,
  and: binary([0x83], 'i64') as Binary<'i64', 'i64', 'i64'>,
  or: binary([0x84], 'i64') as Binary<'i64', 'i64', 'i64'>,
  xor: binary([0x85], 'i64') as Binary<'i64', 'i64', 'i64'>,
  shl: binary([0x86], 'i64') as Binary<'i64', 'i64', 'i64'>,
  shrU: binary([0x88], 'i64') as Binary<'i64', 'i64', 'i64'>,
  ne: binary([0x52], 'i32') as Binary<'i64', 'i64', 'i32'>,
  /** Number of zero bits below the lowest set bit; 64 for zero. */
  ctz: unary([0x7a], 'i64') as Unary<'i64', 'i64'>,
  extendI32U: unary([0xad], 'i64') as Unary<'i32', 'i64'>,
  /** Number of set bits: one instruction of the processor, where SIMD has to count by tables. */
  popcnt: unary([0x7b], 'i64') as Unary<'i64', 'i64'>,
  load: load([0x29], 'i64') as Load<'i64'>,
  store: store([0x37]) as Store<'i64'>,
};

export const f32 = {
  const: (value: number): F32 => ({ type: 'f32', code: [0x43, ...float32(value)] }),
  add: binary([0x92], 'f32') as Binary<'f32', 'f32', 'f32'>,
  sub: binary([0x93], 'f32') as Binary<'f32', 'f32', 'f32'>,
  mul: binary([0x94], 'f32') as Binary<'f32', 'f32', 'f32'>,
  div: binary([0x95], 'f32') as Binary<'f32', 'f32', 'f32'>,
  max: binary([0x97], 'f32') as Binary<'f32', 'f32', 'f32'>,
  sqrt: unary([0x91], 'f32') as Unary<'f32', 'f32'>,
  lt: binary([0x5d], 'i32') as Binary<'f32', 'f32', 'i32'>,
  ge: binary([0x60], 'i32') as Binary<'f32', 'f32', 'i32'>,
  convertI32S: unary([0xb2], 'f32') as Unary<'i32', 'f32'>,
  /** The nearest 32-bit float. */
  demoteF64: unary([0xb6], 'f32') as Unary<'f64', 'f32'>,
  load: load([0x2a], 'f32') as Load<'f32'>,
  store: store([0x38]) as Store<'f32'>,
};

export const f64 = {
  const: (value: number): F64 => ({ type: 'f64', code: [0x44, ...float64(value)] }),
  lt: binary([0x63], 'i32') as Binary<'f64', 'f64', 'i32'>,
  mul: binary([0xa2], 'f64') as Binary<'f64', 'f64', 'f64'>,
  convertI32S: unary([0xb7], 'f64') as Unary<'i32', 'f64'>,
  load: load([0x2b], 'f64') as Load<'f64'>,
};

export const v128 = {
  load: load(simd(0x00), 'v128') as Load<'v128'>,
  /** Eight signed bytes, each widened to 16 bits. */
  load8x8S: load(simd(0x01), 'v128') as Load<'v128'>,
  /** Eight unsigned bytes, each widened to 16 bits. */
  load8x8U: load(simd(0x02), 'v128') as Load<'v128'>,
  /** One 16-bit word in all eight lanes. */
  load16Splat: load(simd(0x08), 'v128') as Load<'v128'>,
  /** One 32-bit word in all four lanes. */
  load32Splat: load(simd(0x09), 'v128') as Load<'v128'>,
  /** One 64-bit word in both lanes. */
  load64Splat: load(simd(0x0a), 'v128') as Load<'v128'>,
  /** Eight bytes, and zeros above them. */
  load64Zero: load(simd(0x5d), 'v128') as Load<'v128'>,
  store: store(simd(0x0b)) as Store<'v128'>,
  /** Stores one 32-bit lane. */
  store32Lane: (address: I32, value: V128, lane: number, offset = 0): Effect => ({
    code: [...address.code, ...value.code, ...simd(0x5a), ...memoryArgument(offset), lane],
  }),
  and: binary(simd(0x4e), 'v128') as Binary<'v128', 'v128', 'v128'>,
  or: binary(simd(0x50), 'v128') as Binary<'v128', 'v128', 'v128'>,
  andnot: binary(simd(0x4f), 'v128') as Binary<'v128', 'v128', 'v128'>,
  not: unary(simd(0x4d), 'v128') as Unary<'v128', 'v128'>,
  /** 1 where any bit is set, else 0. */
  anyTrue: unary(simd(0x53), 'i32') as Unary<'v128', 'i32'>,
};

export const i8x16 = {
  /** Its upper eight bytes in both halves. */
  upperHalf: (value: V128): V128 => ({
    type: 'v128',
    code: [...value.code, ...value.code, ...simd(0x0d), ...UPPER_BYTES, ...UPPER_BYTES],
  }),
  splat: unary(simd(0x0f), 'v128') as Unary<'i32', 'v128'>,
  sub: binary(simd(0x71), 'v128') as Binary<'v128', 'v128', 'v128'>,
  shrU: binary(simd(0x6d), 'v128') as Binary<'v128', 'i32', 'v128'>,
  eq: binary(simd(0x23), 'v128') as Binary<'v128', 'v128', 'v128'>,
  ne: binary(simd(0x24), 'v128') as Binary<'v128', 'v128', 'v128'>,
  leU: binary(simd(0x2a), 'v128') as Binary<'v128', 'v128', 'v128'>,
  geU: binary(simd(0x2c), 'v128') as Binary<'v128', 'v128', 'v128'>,
  maxU: binary(simd(0x79), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** Bit i = highest bit of lane i. */
  bitmask: unary(simd(0x64), 'i32') as Unary<'v128', 'i32'>,
  /** Two vectors of 16-bit lanes as one of bytes, saturated. */
  narrowI16x8S: binary(simd(0x65), 'v128') as Binary<'v128', 'v128', 'v128'>,
};

export const i16x8 = {
  const: (lanes: readonly number[]): V128 => ({
    type: 'v128',
    code: [...simd(0x0c), ...lanes.flatMap((lane) => [lane & 0xff, (lane >> 8) & 0xff])],
  }),
  splat: unary(simd(0x10), 'v128') as Unary<'i32', 'v128'>,
  add: binary(simd(0x8e), 'v128') as Binary<'v128', 'v128', 'v128'>,
  sub: binary(simd(0x91), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** Differences of unsigned lanes, not below 0. */
  subSatU: binary(simd(0x93), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** The lower 16 bits of the products. */
  mul: binary(simd(0x95), 'v128') as Binary<'v128', 'v128', 'v128'>,
  eq: binary(simd(0x2d), 'v128') as Binary<'v128', 'v128', 'v128'>,
  shrU: binary(simd(0x8d), 'v128') as Binary<'v128', 'i32', 'v128'>,
  ne: binary(simd(0x2e), 'v128') as Binary<'v128', 'v128', 'v128'>,
  geU: binary(simd(0x36), 'v128') as Binary<'v128', 'v128', 'v128'>,
  maxU: binary(simd(0x99), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** Products of the first (or last) eight unsigned bytes of each, as 16-bit lanes. */
  extmulLowI8x16U: binary(simd(0x9e), 'v128') as Binary<'v128', 'v128', 'v128'>,
  extmulHighI8x16U: binary(simd(0x9f), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** Neighbours of unsigned bytes added. */
  extaddPairwiseI8x16U: unary(simd(0x7d), 'v128') as Unary<'v128', 'v128'>,
  /** Two vectors of 32-bit lanes as one of 16-bit lanes, saturated. */
  narrowI32x4S: binary(simd(0x85), 'v128') as Binary<'v128', 'v128', 'v128'>,
  extendLowI8x16S: unary(simd(0x87), 'v128') as Unary<'v128', 'v128'>,
  extendHighI8x16S: unary(simd(0x88), 'v128') as Unary<'v128', 'v128'>,
};

export const i32x4 = {
  splat: unary(simd(0x11), 'v128') as Unary<'i32', 'v128'>,
  extractLane: (value: V128, lane: number): I32 => ({ type: 'i32', code: [...value.code, ...simd(0x1b), lane] }),
  /** Neighbours of unsigned 16-bit lanes added. */
  extaddPairwiseI16x8U: unary(simd(0x7f), 'v128') as Unary<'v128', 'v128'>,
  add: binary(simd(0xae), 'v128') as Binary<'v128', 'v128', 'v128'>,
  sub: binary(simd(0xb1), 'v128') as Binary<'v128', 'v128', 'v128'>,
  maxS: binary(simd(0xb8), 'v128') as Binary<'v128', 'v128', 'v128'>,
  shl: binary(simd(0xab), 'v128') as Binary<'v128', 'i32', 'v128'>,
  shrU: binary(simd(0xad), 'v128') as Binary<'v128', 'i32', 'v128'>,
  extendLowI16x8S: unary(simd(0xa7), 'v128') as Unary<'v128', 'v128'>,
  extendHighI16x8S: unary(simd(0xa8), 'v128') as Unary<'v128', 'v128'>,
  /** Products of 16-bit lanes, neighbours added: lane i = a[2i]·b[2i] + a[2i+1]·b[2i+1]. */
  dotI16x8S: binary(simd(0xba), 'v128') as Binary<'v128', 'v128', 'v128'>,
};

export const i64x2 = {
  shrU: binary(simd(0xcd), 'v128') as Binary<'v128', 'i32', 'v128'>,
};

export const f32x4 = {
  splat: unary(simd(0x13), 'v128') as Unary<'f32', 'v128'>,
  extractLane: (value: V128, lane: number): F32 => ({ type: 'f32', code: [...value.code, ...simd(0x1f), lane] }),
  abs: unary(simd(0xe0), 'v128') as Unary<'v128', 'v128'>,
  add: binary(simd(0xe4), 'v128') as Binary<'v128', 'v128', 'v128'>,
  sub: binary(simd(0xe5), 'v128') as Binary<'v128', 'v128', 'v128'>,
  mul: binary(simd(0xe6), 'v128') as Binary<'v128', 'v128', 'v128'>,
  div: binary(simd(0xe7), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** `left < right ? right : left`: one instruction where `max` must look after NaN and −0. */
  pmax: binary(simd(0xeb), 'v128') as Binary<'v128', 'v128', 'v128'>,
  convertI32x4S: unary(simd(0xfa), 'v128') as Unary<'v128', 'v128'>,
};

export const f64x2 = {
  add: binary(simd(0xf0), 'v128') as Binary<'v128', 'v128', 'v128'>,
  mul: binary(simd(0xf2), 'v128') as Binary<'v128', 'v128', 'v128'>,
  /** The lower two of four 32-bit lanes. */
  convertLowI32x4S: unary(simd(0xfe), 'v128') as Unary<'v128', 'v128'>,
};

const UPPER_BYTES = [8, 9, 10, 11, 12, 13, 14, 15] as const;

/** Sets `bytes` bytes from `address` on to `value`. */
export function fillMemory(address: I32, value: I32, bytes: I32): Effect {
  return { code: [...address.code, ...value.code, ...bytes.code, 0xfc, 11, 0] };
}

/** Vector instructions are a prefix byte and a number. */
function simd(opcode: number): number[] {
  return [0xfd, ...unsigned(opcode)];
}

function unary<R extends ValueType>(opcode: readonly number[], type: R) {
  return (value: Value<ValueType>): Value<R> => ({ type, code: [...value.code, ...opcode] });
}

function binary<R extends ValueType>(opcode: readonly number[], type: R) {
  return (left: Value<ValueType>, right: Value<ValueType>): Value<R> => ({
    type,
    code: [...left.code, ...right.code, ...opcode],
  });
}

function load<R extends ValueType>(opcode: readonly number[], type: R) {
  return (address: I32, offset = 0): Value<R> => ({
    type,
    code: [...address.code, ...opcode, ...memoryArgument(offset)],
  });
}

function store(opcode: readonly number[]) {
  return (address: I32, value: Value<ValueType>, offset = 0): Effect => ({
    code: [...address.code, ...value.code, ...opcode, ...memoryArgument(offset)],
  });
}

/** Alignment is a hint that today's processors ignore: 2⁰. */
function memoryArgument(offset: number): number[] {
  return [0, ...unsigned(offset)];
}
