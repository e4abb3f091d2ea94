/**
 * Fits what operation a request asks for and writes `src/retrieval/operations/operation-model.ts`:
 * `node training/fit-operations.ts`. One direction for each operation against all others (ridge regression, then a
 * logistic scale), over the request's vector by the built-in deep model; the label is the verb in the name of the request's tool. Learns from the project's own
 * requests, of every second tool; what is printed is measured on the other half.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createBuiltInDeepEmbedder } from '../src/backends/index.ts';
import { requestEmbeddingText } from '../src/retrieval/embedding-text.ts';
import { OPERATIONS, operationOfName } from '../src/retrieval/operations/operation.ts';
import { contentHash } from '../src/shared/hash.ts';
import { DATA_MISSING, dataRoot } from '../test/data-root.ts';
import { fitLogistic, type Sample } from './logistic.ts';

/** Against 384 components and some thousand requests: keeps rare operations from being learned by heart. */
const RIDGE = 10;
const BATCH = 64;

if (dataRoot === undefined) throw new Error(DATA_MISSING);
const folder = join(dataRoot, '../requests');
const lines = (name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
const toolOf = new Map(lines('qrels.tsv').map((line) => line.split('\t').slice(0, 2) as [string, string]));
const requests = lines('queries.jsonl')
  .map((line) => JSON.parse(line) as { id: string; text: string })
  .flatMap(({ id, text }) => {
    const tool = toolOf.get(id)!;
    const operation = operationOfName(tool.slice(tool.lastIndexOf('/') + 1));
    return operation === undefined
      ? []
      : [{ text, operation, half: Number.parseInt(contentHash(tool).slice(0, 2), 16) % 2 }];
  });

const embedder = createBuiltInDeepEmbedder({
  machine: { platform: process.platform, home: homedir(), env: { TOOLSCOUT_CACHE: join(tmpdir(), 'toolscout-fit') } },
  warn: console.warn,
});
const keepAlive = setInterval(() => {}, 60_000);
const vectors: Float32Array[] = [];
for (let start = 0; start < requests.length; start += BATCH) {
  const texts = requests.slice(start, start + BATCH).map(({ text }) => requestEmbeddingText(text));
  vectors.push(...(await embedder.embed(texts, 'query')));
}
clearInterval(keepAlive);
await embedder.close();

const learned = requests.flatMap(({ half }, index) => (half === 0 ? [index] : []));
const unseen = requests.flatMap(({ half }, index) => (half === 1 ? [index] : []));
const directions = leastSquares(
  learned.map((index) => vectors[index]!),
  OPERATIONS.map((operation) => learned.map((index) => (requests[index]!.operation === operation ? 1 : 0))),
);
const rows = OPERATIONS.map((operation, row) => {
  const direction = directions[row]!;
  const samples = (indices: readonly number[]): Sample[] =>
    indices.map((index) => ({
      x: [dot(direction, vectors[index]!)],
      y: requests[index]!.operation === operation ? 1 : 0,
    }));
  const known = samples(learned);
  const { weights, bias } = fitLogistic(known);
  const share = known.filter(({ y }) => y === 1).length / known.length;
  const area = areaUnderCurve(samples(unseen)).toFixed(3);
  console.log(`${operation.padEnd(9)} share ${share.toFixed(3)}, area under the curve on unseen tools ${area}`);
  return { weights: direction.map((one) => one * weights[0]!), bias: bias - Math.log(share / (1 - share)) };
});

/** Ridge regression of each target on the vectors, centred; the directions alone, their scale comes after. */
function leastSquares(xs: readonly Float32Array[], targets: readonly (readonly number[])[]): number[][] {
  const width = xs[0]!.length;
  const mean = Float64Array.from({ length: width }, (_, j) => xs.reduce((sum, x) => sum + x[j]!, 0) / xs.length);
  const gram = new Float64Array(width * width);
  const right = targets.map(() => new Float64Array(width));
  const centred = new Float64Array(width);
  for (const [i, x] of xs.entries()) {
    for (let j = 0; j < width; j++) centred[j] = x[j]! - mean[j]!;
    for (let j = 0; j < width; j++) {
      const left = centred[j]!;
      for (let k = 0; k <= j; k++) gram[j * width + k]! += left * centred[k]!;
      for (const [row, target] of targets.entries()) right[row]![j]! += left * target[i]!;
    }
  }
  for (let j = 0; j < width; j++) gram[j * width + j]! += RIDGE;
  factorise(gram, width);
  return right.map((one) => [...substitute(gram, one)]);
}

/** Cholesky: the lower triangle becomes the factor. */
function factorise(matrix: Float64Array, width: number): void {
  for (let j = 0; j < width; j++) {
    for (let i = j; i < width; i++) {
      let sum = matrix[i * width + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * width + k]! * matrix[j * width + k]!;
      matrix[i * width + j] = i === j ? Math.sqrt(sum) : sum / matrix[j * width + j]!;
    }
  }
}

function substitute(factor: Float64Array, right: Float64Array): Float64Array {
  const width = right.length;
  const x = Float64Array.from(right);
  for (let i = 0; i < width; i++) {
    for (let k = 0; k < i; k++) x[i]! -= factor[i * width + k]! * x[k]!;
    x[i]! /= factor[i * width + i]!;
  }
  for (let i = width - 1; i >= 0; i--) {
    for (let k = i + 1; k < width; k++) x[i]! -= factor[k * width + i]! * x[k]!;
    x[i]! /= factor[i * width + i]!;
  }
  return x;
}

function dot(a: readonly number[], b: Float32Array): number {
  return a.reduce((sum, one, i) => sum + one * b[i]!, 0);
}

/** Probability that a request for the operation scores above one that is not. */
function areaUnderCurve(samples: readonly Sample[]): number {
  const sorted = samples.toSorted((a, b) => a.x[0]! - b.x[0]!);
  const ranks = sorted.flatMap(({ y }, rank) => (y === 1 ? [rank + 1] : []));
  const sum = ranks.reduce((total, rank) => total + rank, 0);
  return (sum - (ranks.length * (ranks.length + 1)) / 2) / (ranks.length * (sorted.length - ranks.length));
}

const path = resolve(import.meta.dirname, '../src/retrieval/operations/operation-model.ts');
const show = ({ weights, bias }: (typeof rows)[number]) =>
  `{ weights: [${weights.map((weight) => Number(weight.toFixed(1))).join(', ')}], bias: ${Number(bias.toFixed(2))} }`;
writeFileSync(
  path,
  `/** Written by \`node training/fit-operations.ts\`; do not edit. */

/** Log odds of each of \`OPERATIONS\`, above its share among all requests, over the request's vector by this model. */
export const OPERATION_MODEL: {
  readonly tier: string;
  readonly rows: readonly { readonly weights: readonly number[]; readonly bias: number }[];
} = {
  tier: '${embedder.id}',
  rows: [${rows.map(show).join(', ')}],
};
`,
);
execFileSync('npx', ['biome', 'check', '--write', path]);
