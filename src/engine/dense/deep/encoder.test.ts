import { describe, expect, it } from 'vitest';
import { readModelFile } from '../model-file.ts';
import { Encoder } from './encoder.ts';
import { HEAD_WIDTH, MAX_TOKENS } from './kernels/attend.ts';
import { readDeepLayout } from './model-layout.ts';
import { makeTestModel, TEST_SHAPE, type TestLinear, type TestModel, type TestNorm } from './test-model.ts';

type Rows = readonly (readonly number[])[];

/** The encoder by its definition, in 64-bit floats and without rounding activations. */
function naive(model: TestModel, ids: readonly number[]): number[] {
  const { dimensions } = TEST_SHAPE;
  const word = (id: number, i: number): number => model.words[id * dimensions + i]!;
  let x: Rows = ids.map((id, t) =>
    Array.from({ length: dimensions }, (_, i) => word(id, i) + model.positions[t * dimensions + i]!),
  );
  x = norm(x, model.norm);
  for (const layer of model.layers) {
    x = norm(add(x, linear(attention(linear(x, layer.qkv)), layer.out)), layer.norm1);
    x = norm(add(x, linear(map(linear(x, layer.up), gelu), layer.down)), layer.norm2);
  }
  const sums = x[0]!.map((_, i) => x.reduce((sum, row) => sum + row[i]!, 0));
  return sums.map((sum) => sum / Math.hypot(...sums));
}

const map = (x: Rows, f: (value: number) => number): Rows => x.map((row) => row.map(f));
const add = (x: Rows, y: Rows): Rows => x.map((row, t) => row.map((value, i) => value + y[t]![i]!));

function linear(x: Rows, { weights, bias }: TestLinear): Rows {
  return x.map((row) =>
    Array.from(bias, (b, c) => row.reduce((sum, value, k) => sum + value * weights[c * row.length + k]!, b)),
  );
}

function norm(x: Rows, { weight, bias }: TestNorm): Rows {
  return x.map((row) => {
    const mean = row.reduce((a, b) => a + b) / row.length;
    const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length;
    return row.map((value, i) => ((value - mean) / Math.sqrt(variance + TEST_SHAPE.epsilon)) * weight[i]! + bias[i]!);
  });
}

function attention(qkv: Rows): Rows {
  const { dimensions } = TEST_SHAPE;
  return qkv.map((row) =>
    Array.from({ length: dimensions }, (_, i) => {
      const from = i - (i % HEAD_WIDTH);
      const weights = qkv.map((other) => {
        let score = 0;
        for (let d = from; d < from + HEAD_WIDTH; d++) score += row[d]! * other[dimensions + d]!;
        return Math.exp(score / Math.sqrt(HEAD_WIDTH));
      });
      const total = weights.reduce((a, b) => a + b);
      return qkv.reduce((sum, other, t) => sum + (weights[t]! * other[2 * dimensions + i]!) / total, 0);
    }),
  );
}

/** By numerical integration of the normal density: good to six digits, and nothing that the kernel does. */
function gelu(x: number): number {
  const steps = 400;
  let integral = 0;
  for (let i = 0; i < steps; i++) integral += Math.exp(-(((x * (i + 0.5)) / steps) ** 2) / 2) / steps;
  return x * (0.5 + (x * integral) / Math.sqrt(2 * Math.PI));
}

function makeEncoder(model: TestModel): Encoder {
  const { shape, places } = readDeepLayout(readModelFile(model.bytes), model.bytes);
  return new Encoder(model.bytes, shape, places);
}

const model = makeTestModel();
const encoder = makeEncoder(model);
const idsOf = (length: number): number[] => Array.from({ length }, (_, i) => (i * 5 + 2) % TEST_SHAPE.vocabulary);

describe('the encoder', () => {
  it.each([1, 2, 5, 6, 7, 12, 13, 23, MAX_TOKENS])('computes what the definition says for %i tokens', (length) => {
    const expected = naive(model, idsOf(length));
    const vector = encoder.encode(idsOf(length));
    expect(vector.length).toBe(TEST_SHAPE.dimensions);
    // Activations are rounded to one in 8,191; the rest are 32-bit floats.
    for (const [i, value] of vector.entries()) expect(Math.abs(value - expected[i]!)).toBeLessThan(3e-4);
  });

  it('gives the same bits whatever it computed before', () => {
    const fresh = makeEncoder(model).encode(idsOf(9));
    encoder.encode(idsOf(MAX_TOKENS));
    expect(encoder.encode(idsOf(9))).toEqual(fresh);
  });

  it('gives vectors that later ones do not change', () => {
    const first = encoder.encode(idsOf(4));
    const copy = first.slice();
    encoder.encode(idsOf(6));
    expect(first).toEqual(copy);
  });

  it('refuses what it has no room for', () => {
    expect(() => encoder.encode([])).toThrow(RangeError);
    expect(() => encoder.encode(idsOf(MAX_TOKENS + 1))).toThrow(RangeError);
    for (const id of [-1, TEST_SHAPE.vocabulary, Number.NaN]) expect(() => encoder.encode([id])).toThrow(RangeError);
  });
});
