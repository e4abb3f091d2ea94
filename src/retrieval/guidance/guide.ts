import type { Embedder } from '../../engine/index.ts';
import { GUIDE_MODEL } from './guide-model.ts';

/** Moves the vector of a request by the first model to where the deep one reads it. Both are of unit length. */
export type Guide = (own: Float32Array, deep: Float32Array) => Float32Array;

/**
 * What the deep model understands of a request, said in the space of the first: the vectors that a catalog has already
 * are compared with both readings, so that no tool needs to be read by the deep model. Learned by
 * `training/embedding/fit_guide.py` for the built-in models.
 * @returns undefined for other models.
 */
export function guideBetween(first: Model, deep: Model): Guide | undefined {
  return isModel(first, GUIDE_MODEL.first) && isModel(deep, GUIDE_MODEL.deep) ? guide : undefined;
}

type Model = Pick<Embedder, 'id' | 'dimensions'>;

function isModel(one: Model, other: Model): boolean {
  return one.id === other.id && one.dimensions === other.dimensions;
}

interface Matrix {
  /** A row for each output; int8 times the scale of the row. */
  readonly rows: Int8Array;
  readonly scales: Float32Array;
  readonly bias: Float32Array;
}

let unpacked: Matrix | undefined;

function guide(own: Float32Array, deep: Float32Array): Float32Array {
  unpacked ??= unpack();
  const { rows, scales, bias } = unpacked;
  const width = deep.length;
  const read = own.map((_, row) => {
    let sum = 0;
    for (let i = 0, at = row * width; i < width; i++, at++) sum += rows[at]! * deep[i]!;
    return sum * scales[row]! + bias[row]!;
  });
  const length = Math.hypot(...read) || 1;
  const both = own.map((component, row) => component + read[row]! / length);
  const whole = Math.hypot(...both) || 1;
  return both.map((component) => component / whole);
}

function unpack(): Matrix {
  const { rows, scales, bias } = GUIDE_MODEL;
  return { rows: new Int8Array(bytesOf(rows).buffer), scales: floatsOf(scales), bias: floatsOf(bias) };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Written in little-endian order, whatever the machine's own. */
function floatsOf(base64: string): Float32Array {
  const view = new DataView(bytesOf(base64).buffer);
  return Float32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getFloat32(4 * i, true));
}
