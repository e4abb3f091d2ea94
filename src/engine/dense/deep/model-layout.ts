import { own } from '../../../shared/json.ts';
import { invalidModel, type ModelFile } from '../model-file.ts';
import { HEAD_WIDTH, MAX_TOKENS } from './kernels/attend.ts';
import { MAX_INNER, ROW_STEP } from './kernels/quantize.ts';
import { WORD_BLOCK } from './kernels/unpack.ts';

/**
 * What a deep model file holds beside the container's own: facts as in {@link DeepShape}, and the sections
 *
 *   words         per token, blocks of 32 numbers of 4 bits   (`kernels/unpack.ts`)
 *   wordScales    per token, one float32 a block
 *   positions     float32, 64 positions
 *   norm.*        weight and bias of the first layer norm, float32
 *   N.qkv.* N.out.* N.up.* N.down.*   of layer N: weights, int8 in the order of `kernels/matmul.ts`; scales and bias, float32
 *   N.norm1.* N.norm2.*               of layer N: weight and bias, float32
 */
const KIND = 'deep-encoder';

/** The numbers that describe an encoder. */
export interface DeepShape {
  /** Token ids, the special ones included. */
  readonly vocabulary: number;
  readonly dimensions: number;
  readonly layers: number;
  readonly heads: number;
  /** Width of the layers' inner part. */
  readonly feedForward: number;
  /** Added to variances. */
  readonly epsilon: number;
  /** Ids behind the begin token, which tell the model what the text is. */
  readonly queryPrefix: readonly number[];
  readonly documentPrefix: readonly number[];
  /** The most ids of a text, begin, prefix and end included. */
  readonly queryTokens: number;
  readonly documentTokens: number;
}

/** Byte offsets of one linear layer in the file. */
export interface LinearPlace {
  readonly weights: number;
  readonly scales: number;
  readonly bias: number;
  readonly inner: number;
  readonly channels: number;
}

export interface NormPlace {
  readonly weight: number;
  readonly bias: number;
}

export interface LayerPlaces {
  readonly qkv: LinearPlace;
  readonly out: LinearPlace;
  readonly norm1: NormPlace;
  readonly up: LinearPlace;
  readonly down: LinearPlace;
  readonly norm2: NormPlace;
}

/** Where everything lies, as byte offsets in the file. */
export interface DeepPlaces {
  readonly words: number;
  readonly wordScales: number;
  readonly positions: number;
  readonly norm: NormPlace;
  readonly layers: readonly LayerPlaces[];
}

/** Reads shape and layout of the model in `bytes`, which `file` was read from; every size is checked. */
export function readDeepLayout(
  file: ModelFile,
  bytes: Uint8Array,
): { readonly shape: DeepShape; readonly places: DeepPlaces } {
  const shape = readShape(file);
  const place = (name: string, size: number): number => {
    const section = file.section(name);
    if (section.byteLength !== size) {
      throw invalidModel(`Section "${name}" of model ${file.id} has ${section.byteLength} bytes, not ${size}.`);
    }
    return section.byteOffset - bytes.byteOffset;
  };
  const { vocabulary, dimensions, feedForward } = shape;
  const norm = (name: string): NormPlace => ({
    weight: place(`${name}.weight`, 4 * dimensions),
    bias: place(`${name}.bias`, 4 * dimensions),
  });
  const linear = (name: string, inner: number, channels: number): LinearPlace => ({
    weights: place(`${name}.weights`, inner * channels),
    scales: place(`${name}.scales`, 4 * channels),
    bias: place(`${name}.bias`, 4 * channels),
    inner,
    channels,
  });
  const places: DeepPlaces = {
    words: place('words', (vocabulary * dimensions) / 2),
    wordScales: place('wordScales', (4 * vocabulary * dimensions) / WORD_BLOCK),
    positions: place('positions', 4 * MAX_TOKENS * dimensions),
    norm: norm('norm'),
    layers: Array.from({ length: shape.layers }, (_, layer) => ({
      qkv: linear(`${layer}.qkv`, dimensions, 3 * dimensions),
      out: linear(`${layer}.out`, dimensions, dimensions),
      norm1: norm(`${layer}.norm1`),
      up: linear(`${layer}.up`, dimensions, feedForward),
      down: linear(`${layer}.down`, feedForward, dimensions),
      norm2: norm(`${layer}.norm2`),
    })),
  };
  return { shape, places };
}

function readShape(file: ModelFile): DeepShape {
  const { facts, id } = file;
  const wrong = (name: string): Error =>
    invalidModel(`Model ${id} has ${name} ${JSON.stringify(own(facts, name))}, which its reader cannot use.`);
  if (own(facts, 'kind') !== KIND) throw wrong('kind');
  const count = (name: string, usable: (value: number) => boolean): number => {
    const value = own(facts, name);
    if (!Number.isSafeInteger(value) || (value as number) < 1 || !usable(value as number)) throw wrong(name);
    return value as number;
  };
  const vocabulary = count('vocabulary', () => true);
  const dimensions = count('dimensions', (value) => value % WORD_BLOCK === 0 && value <= MAX_INNER);
  const prefix = (name: string): readonly number[] => {
    const value = own(facts, name);
    if (!Array.isArray(value) || !value.every((one) => Number.isSafeInteger(one) && one >= 0 && one < vocabulary)) {
      throw wrong(name);
    }
    return value;
  };
  const queryPrefix = prefix('queryPrefix');
  const documentPrefix = prefix('documentPrefix');
  const epsilon = own(facts, 'epsilon');
  if (typeof epsilon !== 'number' || !(epsilon > 0 && epsilon < 1)) throw wrong('epsilon');
  return {
    vocabulary,
    dimensions,
    layers: count('layers', (value) => value <= 64),
    heads: count('heads', (value) => value * HEAD_WIDTH === dimensions),
    feedForward: count('feedForward', (value) => value % ROW_STEP === 0 && value <= MAX_INNER),
    epsilon,
    queryPrefix,
    documentPrefix,
    queryTokens: count('queryTokens', (value) => value <= MAX_TOKENS && value > queryPrefix.length + 2),
    documentTokens: count('documentTokens', (value) => value <= MAX_TOKENS && value > documentPrefix.length + 2),
  };
}
