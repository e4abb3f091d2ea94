import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Random } from './random.ts';

/** What vectors follow: they lie in as many directions as a model of words would need, not in all there are. */
const INTRINSIC = 64;
const GROUPS = 50;
const ROWS_AT_ONCE = 4096;
/** Normal numbers are drawn once and taken from anywhere in this table: much faster, and the same every time. */
const TABLE = 2 ** 20;
const NOISE = 0.15;

export interface VectorRecipe {
  /** The topic of each tool. */
  readonly topics: Uint16Array;
  readonly topicCount: number;
  /** The tool of each query. */
  readonly targets: readonly number[];
  readonly dimensions: number;
  readonly seed: number;
}

/** Writes `vec.f32` and `qvec.f32`: vectors of unit length, those of one topic alike, those of queries near their tool's. */
export function generateVectors(folder: string, { topics, topicCount, targets, dimensions, seed }: VectorRecipe): void {
  const random = new Random(seed);
  const normal = (length: number): Float32Array => Float32Array.from({ length }, () => random.gauss());
  const projection = normal(INTRINSIC * dimensions).map((value) => value / Math.sqrt(INTRINSIC));
  const groups = normal(GROUPS * INTRINSIC);
  const centres = new Float32Array(topicCount * INTRINSIC);
  for (let topic = 0; topic < topicCount; topic++) {
    const group = random.below(GROUPS) * INTRINSIC;
    for (let i = 0; i < INTRINSIC; i++) {
      centres[topic * INTRINSIC + i] = 0.7 * groups[group + i]! + 0.7 * random.gauss();
    }
  }
  const table = normal(TABLE);
  const latent = new Float32Array(INTRINSIC);
  const writeRow = (row: Float32Array): void => {
    const base = random.below(TABLE - dimensions);
    for (let j = 0; j < dimensions; j++) row[j] = NOISE * table[base + j]!;
    for (let i = 0; i < INTRINSIC; i++) {
      for (let j = 0; j < dimensions; j++) row[j]! += latent[i]! * projection[i * dimensions + j]!;
    }
    const length = Math.hypot(...row);
    for (let j = 0; j < dimensions; j++) row[j]! /= length;
  };

  const wanted = new Set(targets);
  const latents = new Map<number, Float32Array>();
  const fd = openSync(join(folder, 'vec.f32'), 'w');
  const rows = new Float32Array(ROWS_AT_ONCE * dimensions);
  for (let start = 0; start < topics.length; start += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, topics.length - start);
    for (let i = 0; i < count; i++) {
      const centre = topics[start + i]! * INTRINSIC;
      const base = random.below(TABLE - INTRINSIC);
      for (let l = 0; l < INTRINSIC; l++) latent[l] = centres[centre + l]! + 0.75 * table[base + l]!;
      if (wanted.has(start + i)) latents.set(start + i, latent.slice());
      writeRow(rows.subarray(i * dimensions, (i + 1) * dimensions));
    }
    writeSync(fd, new Uint8Array(rows.buffer, 0, count * dimensions * 4));
  }
  closeSync(fd);

  const queries = new Float32Array(targets.length * dimensions);
  for (const [i, target] of targets.entries()) {
    const near = latents.get(target)!;
    for (let l = 0; l < INTRINSIC; l++) latent[l] = near[l]! + 0.6 * random.gauss();
    writeRow(queries.subarray(i * dimensions, (i + 1) * dimensions));
  }
  writeFileSync(join(folder, 'qvec.f32'), new Uint8Array(queries.buffer));
}
