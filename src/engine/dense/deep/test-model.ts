import { littleEndianBytes } from '../little-endian.ts';
import { writeModelFile } from '../model-file.ts';
import { MAX_TOKENS } from './kernels/attend.ts';
import { randomNumbers } from './kernels/test-memory.ts';
import { WORD_BLOCK } from './kernels/unpack.ts';
import { packMatrix, packWords } from './pack.ts';

/** A small encoder with random weights, as a file and as plain numbers for a naive computation. */
export interface TestModel {
  readonly bytes: Uint8Array;
  readonly words: Float32Array;
  readonly positions: Float32Array;
  readonly norm: TestNorm;
  readonly layers: readonly TestLayer[];
}

export interface TestLinear {
  /** `channels` rows of `inner` numbers. */
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

export interface TestNorm {
  readonly weight: Float32Array;
  readonly bias: Float32Array;
}

export interface TestLayer {
  readonly qkv: TestLinear;
  readonly out: TestLinear;
  readonly norm1: TestNorm;
  readonly up: TestLinear;
  readonly down: TestLinear;
  readonly norm2: TestNorm;
}

export const TEST_SHAPE = {
  kind: 'deep-encoder',
  vocabulary: 9,
  dimensions: 64,
  layers: 2,
  heads: 2,
  feedForward: 72,
  epsilon: 1e-6,
  queryPrefix: [7, 8],
  documentPrefix: [6],
  queryTokens: 12,
  documentTokens: 20,
} as const;

/** Makes the model; `facts` replace those of {@link TEST_SHAPE} in the header, `drop` leaves a section out. */
export function makeTestModel(facts: Readonly<Record<string, unknown>> = {}, drop?: string): TestModel {
  const { vocabulary, dimensions, feedForward } = TEST_SHAPE;
  const sections: Record<string, Uint8Array> = {};
  let seed = 1;
  const floats = (name: string, count: number, size: number, middle = 0): Float32Array => {
    const values = Float32Array.from(randomNumbers(seed++, count), (value) => middle + size * value);
    sections[name] = littleEndianBytes(values);
    return values;
  };
  const linear = (name: string, inner: number, channels: number): TestLinear => {
    const whole = Int8Array.from(randomNumbers(seed++, inner * channels), (value) => Math.round(127 * value));
    sections[`${name}.weights`] = new Uint8Array(packMatrix(whole, inner, channels).buffer);
    const scales = floats(`${name}.scales`, channels, 0.001, 0.003);
    return {
      weights: Float32Array.from(whole, (value, i) => value * scales[Math.floor(i / inner)]!),
      bias: floats(`${name}.bias`, channels, 0.5),
    };
  };
  const norm = (name: string): TestNorm => ({
    weight: floats(`${name}.weight`, dimensions, 0.4, 1),
    bias: floats(`${name}.bias`, dimensions, 0.4),
  });

  const nibbles = Int8Array.from(randomNumbers(seed++, vocabulary * dimensions), (value) => Math.floor(8 * value));
  sections.words = packWords(nibbles);
  const wordScales = floats('wordScales', nibbles.length / WORD_BLOCK, 0.05, 0.1);
  const plain = {
    words: Float32Array.from(nibbles, (value, i) => value * wordScales[Math.floor(i / WORD_BLOCK)]!),
    positions: floats('positions', MAX_TOKENS * dimensions, 0.3),
    norm: norm('norm'),
    layers: Array.from({ length: TEST_SHAPE.layers }, (_, layer) => ({
      qkv: linear(`${layer}.qkv`, dimensions, 3 * dimensions),
      out: linear(`${layer}.out`, dimensions, dimensions),
      norm1: norm(`${layer}.norm1`),
      up: linear(`${layer}.up`, dimensions, feedForward),
      down: linear(`${layer}.down`, feedForward, dimensions),
      norm2: norm(`${layer}.norm2`),
    })),
  };
  if (drop !== undefined) delete sections[drop];
  return { bytes: writeModelFile('tiny-deep@1', { ...TEST_SHAPE, ...facts }, sections), ...plain };
}
