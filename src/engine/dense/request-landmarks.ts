import { littleEndianBytes, readFloat32s } from './little-endian.ts';
import { invalidModel, readModelFile, writeModelFile } from './model-file.ts';
import { quantiseInto } from './quantise.ts';
import { buildVectorIndex, type VectorIndex } from './vector-index.ts';

/** Requests that are known for what they are, as vectors of one model: others are judged by which they are near to. */
export interface RequestLandmarks {
  /** Those that no tool does. */
  readonly noTool: VectorIndex;
  /** Those that some tool does. */
  readonly tool: VectorIndex;
}

/** What the header of such a file calls itself. */
const KIND = 'request-landmarks';
const SCALE_BYTES = 4;

/**
 * Reads a file of landmarks: for each kind a section of int8 rows, and one of a scale (float32) a row.
 * @param model the id of the embedder that they must be vectors of.
 * @throws ToolscoutError `MODEL_INVALID` where the bytes are no whole, undamaged file of landmarks of this model.
 */
export function readRequestLandmarks(bytes: Uint8Array, model: string): RequestLandmarks {
  const file = readModelFile(bytes);
  const { kind, dimensions } = file.facts;
  if (kind !== KIND) throw invalidModel(`Model ${file.id} is of kind ${JSON.stringify(kind)}, not ${KIND}.`);
  if (file.facts.model !== model) {
    throw invalidModel(`${file.id} holds vectors of ${JSON.stringify(file.facts.model)}, not of ${model}.`);
  }
  if (!(typeof dimensions === 'number' && Number.isSafeInteger(dimensions) && dimensions >= 1)) {
    throw invalidModel(`${file.id} has vectors of ${JSON.stringify(dimensions)} dimensions.`);
  }
  const indexOf = (name: string): VectorIndex => {
    const rows = file.section(name);
    const scales = file.section(`${name}-scales`);
    const count = scales.byteLength / SCALE_BYTES;
    if (!Number.isInteger(count) || rows.byteLength !== count * dimensions) {
      throw invalidModel(`${file.id} has ${rows.byteLength} bytes of ${name} vectors for ${count} scales.`);
    }
    return buildVectorIndex(vectorsOf(rows, readFloat32s(scales)), dimensions);
  };
  return { noTool: indexOf('noTool'), tool: indexOf('tool') };
}

/** Writes the file that {@link readRequestLandmarks} reads. */
export function writeRequestLandmarks(
  { id, model, dimensions }: { readonly id: string; readonly model: string; readonly dimensions: number },
  vectors: { readonly noTool: readonly Float32Array[]; readonly tool: readonly Float32Array[] },
): Uint8Array {
  const sections = (['noTool', 'tool'] as const).flatMap((name): [string, Uint8Array][] => {
    const rows = new Int8Array(vectors[name].length * dimensions);
    const scales = Float32Array.from(
      vectors[name],
      (vector, row) => quantiseInto(vector, rows.subarray(row * dimensions, (row + 1) * dimensions)).scale,
    );
    return [
      [name, new Uint8Array(rows.buffer)],
      [`${name}-scales`, littleEndianBytes(scales)],
    ];
  });
  return writeModelFile(id, { kind: KIND, model, dimensions }, Object.fromEntries(sections));
}

function* vectorsOf(rows: Uint8Array, scales: Float32Array): Generator<Float32Array> {
  const values = new Int8Array(rows.buffer, rows.byteOffset, rows.byteLength);
  const dimensions = values.length / scales.length;
  for (const [row, scale] of scales.entries()) {
    yield Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions), (value) => value * scale);
  }
}
