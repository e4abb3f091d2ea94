/**
 * The engine as a contestant: `node benchmarks/engine/product.ts lex|vec|hybrid`. It searches one persisted image,
 * whatever the mode. Hybrid merges the first hundred of either leg by reciprocal rank, as the peers do.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import {
  createPartMaker,
  createSegmentMemory,
  type EngineIndex,
  FIXED_HEADER,
  type FilterExpression,
  imageSize,
  type QuantisedVector,
  quantise,
  readFilter,
  Segment,
  SegmentBuilder,
  SegmentedIndex,
  SegmentMemory,
} from '../../src/engine/index.ts';
import { DIMENSIONS, eachTool, eachVector, readQueries, readQueryVectors, type SyntheticQuery } from './catalog.ts';
import { AVERAGE_LENGTHS, FIELDS, imageFile, tagsOf, writeImage } from './product-image.ts';
import { type FilterName, serve } from './protocol.ts';
import { WordNumbers } from './word-numbers.ts';

const DEPTH = 100;
const RANK_OFFSET = 60;

const mode = process.argv[2] ?? 'lex';
const maker = createPartMaker({
  fields: FIELDS,
  averageLengths: AVERAGE_LENGTHS,
  dimensions: DIMENSIONS,
});
let index: EngineIndex | undefined;
let queries: readonly SyntheticQuery[] = [];
let vectors: readonly Float32Array[] = [];

function build(data: string, n: number, dir: string): void {
  const builder = new SegmentBuilder(maker);
  const rows = readRows(data, n);
  const hash = new Uint8Array(8);
  const numbers = new WordNumbers();
  const found: number[] = [];
  const words = (text: string): string[] => {
    numbers.read(text, found);
    return found.map((number) => numbers.words[number]!);
  };
  eachTool(data, n, (tool, number) => {
    builder.add({
      key: String(number),
      hash,
      terms: [words(tool.name), words(tool.description), words(tool.params.join(' '))],
      tags: tagsOf(tool),
      payload: NO_BYTES,
      vector: rows[number]!,
    });
    delete rows[number];
  });
  writeImage(dir, builder.finish().sections, n);
}

function readRows(data: string, n: number): QuantisedVector[] {
  const rows: QuantisedVector[] = [];
  eachVector(data, n, (vector) => rows.push(quantise(vector)));
  return rows;
}

function open(data: string, _: number, dir: string): void {
  const file = imageFile(dir);
  const { size } = statSync(file);
  const fd = openSync(file, 'r');
  const header = new Uint8Array(FIXED_HEADER);
  readSync(fd, header, 0, header.length, 0);
  const memory = createSegmentMemory(imageSize(header));
  const bytes = new Uint8Array(memory.buffer, 0, size);
  for (let at = 0; at < size; ) at += readSync(fd, bytes, at, Math.min(size - at, 2 ** 28), at);
  closeSync(fd);
  const space = new SegmentMemory(memory);
  space.image.verify();
  const opened = new SegmentedIndex(maker);
  opened.exchange([], new Segment(space, maker, { payload: () => NO_BYTES, document: noDocument }));
  index = opened;
  queries = readQueries(data);
  vectors = readQueryVectors(data);
}

const NO_BYTES = new Uint8Array();

function noDocument(): never {
  throw new Error('The benchmark keeps no documents.');
}

function expressionOf(query: SyntheticQuery, filter: FilterName): FilterExpression | undefined {
  if (filter === 'none') return undefined;
  const tags = Object.entries(query[filter]).map(([tag, wanted]) => [tag, [wanted].flat().map(String)]);
  return readFilter(Object.fromEntries(tags));
}

function query(i: number, filter: FilterName, k: number): readonly number[] {
  if (index === undefined) throw new Error('Nothing is open.');
  const asked = queries[i]!;
  const view = index.view(expressionOf(asked, filter));
  const { terms } = asked;
  if (mode === 'lex') return index.lexical({ terms, limit: k, view }).candidates.map(({ key }) => Number(key));
  if (mode === 'vec') return numbers(index, index.dense(vectors[i]!, { limit: k, view }));
  const scores = new Map<number, number>();
  const legs = [
    index.lexical({ terms, limit: DEPTH, view }).candidates,
    index.dense(vectors[i]!, { limit: DEPTH, view }),
  ];
  for (const leg of legs) {
    for (const [rank, { doc }] of leg.entries()) scores.set(doc, (scores.get(doc) ?? 0) + 1 / (RANK_OFFSET + rank));
  }
  const best = [...scores].sort(([a, x], [b, y]) => y - x || a - b).slice(0, k);
  return numbers(
    index,
    best.map(([doc]) => ({ doc })),
  );
}

function numbers(from: EngineIndex, found: readonly { readonly doc: number }[]): number[] {
  return found.map(({ doc }) => Number(from.key(doc as Parameters<EngineIndex['key']>[0])));
}

await serve({ build, open, query });
