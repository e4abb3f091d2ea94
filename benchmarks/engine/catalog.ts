import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { FilterName } from './protocol.ts';

/** A tool of the synthetic catalog: a line of `tools.jsonl`. */
export interface SyntheticTool {
  readonly name: string;
  readonly description: string;
  readonly params: readonly string[];
  /** 0 … 99 */
  readonly tenant: number;
  /** 0 … 7 */
  readonly role: number;
  /** 0 … 4 */
  readonly region: number;
}

/** One of `queries.json`. */
export interface SyntheticQuery {
  readonly text: string;
  /** Words without stop words, each once. */
  readonly terms: readonly string[];
  /** Number of the tool that it was made from. */
  readonly target: number;
  readonly f01: { readonly tenant: number };
  readonly f30: { readonly region: readonly number[]; readonly role: readonly number[] };
}

export const DIMENSIONS = 256;

/** Left out by every contestant, the peers' usual English list. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with'.split(
    ' ',
  ),
);

const CHUNK_BYTES = 8 * 2 ** 20;
const LINE_END = 10;

/** Visits the first `n` tools; of the file only a piece is in memory. */
export function eachTool(data: string, n: number, visit: (tool: SyntheticTool, number: number) => void): void {
  eachLine(data, n, (bytes, start, end, number) => {
    visit(JSON.parse(bytes.toString('utf8', start, end)) as SyntheticTool, number);
  });
}

/** Visits the first `n` tools as they stand in the file, in bytes that are good until the next. */
export function eachLine(
  data: string,
  n: number,
  visit: (bytes: Buffer, start: number, end: number, number: number) => void,
): void {
  const fd = openSync(join(data, 'tools.jsonl'), 'r');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let kept = 0;
  let number = 0;
  try {
    while (number < n) {
      const length = readSync(fd, chunk, kept, CHUNK_BYTES - kept, null);
      if (length === 0) throw new Error(`${data} has ${number} tools, ${n} are wanted.`);
      const bytes = chunk.subarray(0, kept + length);
      let start = 0;
      for (let end = bytes.indexOf(LINE_END); end >= 0 && number < n; end = bytes.indexOf(LINE_END, start)) {
        visit(bytes, start, end, number++);
        start = end + 1;
      }
      // What is left of a line begins the next piece.
      bytes.copy(chunk, 0, start);
      kept = bytes.length - start;
    }
  } finally {
    closeSync(fd);
  }
}

export function readQueries(data: string): readonly SyntheticQuery[] {
  return JSON.parse(readFileSync(join(data, 'queries.json'), 'utf8')) as SyntheticQuery[];
}

/** Vectors of the queries, one after the other. */
export function readQueryVectors(data: string): readonly Float32Array[] {
  const { buffer, byteOffset, byteLength } = readFileSync(join(data, 'qvec.f32'));
  const all = new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength));
  return Array.from({ length: all.length / DIMENSIONS }, (_, i) => all.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS));
}

/** Visits the vectors of the first `n` tools; each is good until the next. */
export function eachVector(data: string, n: number, visit: (vector: Float32Array, number: number) => void): void {
  const fd = openSync(join(data, 'vec.f32'), 'r');
  const rows = new Float32Array(DIMENSIONS * 1024);
  try {
    for (let first = 0; first < n; first += 1024) {
      const count = Math.min(1024, n - first);
      const wanted = count * DIMENSIONS * 4;
      if (readSync(fd, new Uint8Array(rows.buffer), 0, wanted, first * DIMENSIONS * 4) !== wanted) {
        throw new Error(`${data} has fewer than ${n} vectors.`);
      }
      for (let i = 0; i < count; i++) visit(rows.subarray(i * DIMENSIONS, (i + 1) * DIMENSIONS), first + i);
    }
  } finally {
    closeSync(fd);
  }
}

/** Lower-case words without stop words; `_` parts them. */
export function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[a-z0-9]+/g) ?? []).filter((word) => !STOP_WORDS.has(word));
}

/** What the contestants with one field index. */
export function textOf({ name, description, params }: SyntheticTool): string {
  return `${name} ${description} ${params.join(' ')}`.replaceAll('_', ' ');
}

/** Whether a filter lets a tool through. */
export function passes({ f01, f30 }: SyntheticQuery, filter: FilterName, tool: Acl): boolean {
  if (filter === 'none') return true;
  if (filter === 'f01') return tool.tenant === f01.tenant;
  return f30.region.includes(tool.region) && f30.role.includes(tool.role);
}

type Acl = Pick<SyntheticTool, 'tenant' | 'role' | 'region'>;
