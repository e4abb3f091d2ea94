import { ATTEND_SCRATCH_BYTES, HEAD_WIDTH, MAX_TOKENS } from './kernels/attend.ts';
import { instantiateKernels, type KernelMemory, type Kernels } from './kernels/kernels.ts';
import { MAX_PANEL_ROWS } from './kernels/matmul.ts';
import { WORD_BLOCK } from './kernels/unpack.ts';
import type { DeepPlaces, DeepShape, LayerPlaces, LinearPlace, NormPlace } from './model-layout.ts';

/** Addresses of the intermediate results, behind the model in the memory. */
interface Workspace {
  /** The tokens' vectors between the layers. */
  readonly stream: number;
  /** What a layer's half adds to them. */
  readonly delta: number;
  /** Queries, keys and values, or the inner part of a layer. */
  readonly wide: number;
  /** The rows of a matrix product as whole numbers, and a scale for each. */
  readonly activations: number;
  readonly rowScales: number;
  readonly scratch: number;
  readonly vector: number;
  readonly end: number;
}

/**
 * A BERT-style encoder: word and position vectors, then layers of attention and of a wide inner part, each followed by
 * a layer norm; the mean of the tokens' vectors, of unit length, is the text's. One text at a time, so that a vector
 * does not depend on its neighbours and the memory does not grow: 64 rows are enough to be as fast as any number.
 */
export class Encoder {
  readonly #shape: DeepShape;
  readonly #places: DeepPlaces;
  readonly #memory: KernelMemory;
  readonly #kernels: Kernels;
  readonly #work: Workspace;

  /** Copies `model`; `places` are offsets in it. */
  constructor(model: Uint8Array, shape: DeepShape, places: DeepPlaces) {
    this.#shape = shape;
    this.#places = places;
    this.#work = layOut(model.byteLength, shape);
    const { memory, kernels } = instantiateKernels(this.#work.end);
    this.#memory = memory;
    this.#kernels = kernels;
    new Uint8Array(memory.buffer).set(model);
  }

  /** The vector of 1 … 64 token ids. */
  encode(ids: readonly number[]): Float32Array {
    const tokens = ids.length;
    if (tokens < 1 || tokens > MAX_TOKENS) throw new RangeError(`${tokens} tokens, not 1 to ${MAX_TOKENS}.`);
    const { stream, scratch, vector } = this.#work;
    const { dimensions } = this.#shape;
    this.#kernels.maskColumns(tokens, scratch);
    this.#lookUp(ids);
    for (const layer of this.#places.layers) {
      this.#attention(layer, tokens);
      this.#innerPart(layer, tokens);
    }
    const rowBytes = 4 * dimensions;
    this.#kernels.pool(stream, rowBytes, stream + tokens * rowBytes, vector);
    const view = new DataView(this.#memory.buffer, vector, rowBytes);
    return Float32Array.from({ length: dimensions }, (_, i) => view.getFloat32(4 * i, true));
  }

  #lookUp(ids: readonly number[]): void {
    const { dimensions, vocabulary } = this.#shape;
    const { words, wordScales, positions, norm } = this.#places;
    const blocks = dimensions / WORD_BLOCK;
    ids.forEach((id, row) => {
      if (!(id >= 0 && id < vocabulary)) throw new RangeError(`Token id ${id} is not below ${vocabulary}.`);
      const out = this.#work.stream + row * 4 * dimensions;
      this.#kernels.unpack(words + (id * dimensions) / 2, wordScales + id * blocks * 4, out, blocks);
    });
    this.#addNorm(positions, norm, ids.length);
  }

  #attention(layer: LayerPlaces, tokens: number): void {
    const { stream, delta, wide, scratch } = this.#work;
    const rowBytes = 4 * this.#shape.dimensions;
    this.#linear(layer.qkv, stream, wide, tokens);
    for (let head = 0; head < this.#shape.heads; head++) {
      const queries = wide + head * 4 * HEAD_WIDTH;
      const out = delta + head * 4 * HEAD_WIDTH;
      const keys = queries + rowBytes;
      this.#kernels.attend(queries, keys, keys + rowBytes, 3 * rowBytes, out, rowBytes, tokens, scratch);
    }
    this.#linear(layer.out, delta, delta, tokens);
    this.#addNorm(delta, layer.norm1, tokens);
  }

  #innerPart(layer: LayerPlaces, tokens: number): void {
    const { stream, delta, wide } = this.#work;
    this.#linear(layer.up, stream, wide, tokens);
    this.#kernels.gelu(wide, wide + tokens * 4 * this.#shape.feedForward);
    this.#linear(layer.down, wide, delta, tokens);
    this.#addNorm(delta, layer.norm2, tokens);
  }

  /** `out` may be `x`: the whole numbers in between are a copy. */
  #linear({ weights, scales, bias, inner, channels }: LinearPlace, x: number, out: number, rows: number): void {
    const { activations, rowScales } = this.#work;
    const { panelRows, full, less } = planPanels(rows);
    for (let row = 0; row < rows; row++) {
      const inFull = row < full * panelRows;
      const width = inFull ? panelRows : panelRows - 1;
      const before = inFull ? 0 : full * panelRows;
      const inPanel = (row - before) % width;
      const to = activations + (row - inPanel) * inner * 2 + inPanel * 4;
      this.#kernels.quantize(x + row * inner * 4, inner, to, width * 4, rowScales + row * 4);
    }
    this.#kernels.matmul(activations, rowScales, panelRows, full, less, weights, scales, bias, out, inner, channels);
  }

  /** The stream becomes the norm of stream + `delta`, row by row. */
  #addNorm(delta: number, norm: NormPlace, rows: number): void {
    const bytes = 4 * this.#shape.dimensions;
    for (let at = 0; at < rows * bytes; at += bytes) {
      this.#kernels.addNorm(this.#work.stream + at, delta + at, norm.weight, norm.bias, bytes, this.#shape.epsilon);
    }
  }
}

/** Rows as `full` panels of `panelRows` rows and `less` panels of one less. */
export function planPanels(rows: number): { readonly panelRows: number; readonly full: number; readonly less: number } {
  const panels = Math.ceil(rows / MAX_PANEL_ROWS);
  const panelRows = Math.ceil(rows / panels);
  const less = panels * panelRows - rows;
  return { panelRows, full: panels - less, less };
}

function layOut(start: number, { dimensions, feedForward }: DeepShape): Workspace {
  let end = start;
  const reserve = (bytes: number): number => {
    const address = Math.ceil(end / 64) * 64; // whole cache lines
    end = address + bytes;
    return address;
  };
  const widest = Math.max(3 * dimensions, feedForward);
  const places = {
    stream: reserve(4 * MAX_TOKENS * dimensions),
    delta: reserve(4 * MAX_TOKENS * dimensions),
    wide: reserve(4 * MAX_TOKENS * widest),
    activations: reserve(2 * MAX_TOKENS * Math.max(dimensions, feedForward)),
    rowScales: reserve(4 * MAX_TOKENS),
    scratch: reserve(ATTEND_SCRATCH_BYTES),
    vector: reserve(4 * dimensions),
  };
  return { ...places, end };
}
