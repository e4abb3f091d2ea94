/**
 * Packs a trained static table and its vocabulary into the one file that the package ships.
 *
 *   node training/pack-static.ts TABLE.bin TOKENIZER.json ID OUT.bin
 *   node training/pack-static.ts static-45k-256-int8.bin tokenizer.json static-45k-256@3 models/static-45k-256.bin
 *
 * TABLE.bin as the distillation writes it: uint32 length of a JSON header {v, n, dim, pieces}, the header, then, each
 * padded to 16 bytes: the pieces joined by line feeds, coarse scores (uint8), row scales (float32), rows (int8).
 * TOKENIZER.json: {"pieces": […], "scores": […]}, with the scores that the table was trained with; the coarse ones part
 * one request in fifty otherwise.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createStaticEmbedder, writeStaticModel } from '../src/engine/dense/static-model.ts';

const [tablePath, tokenizerPath, id, outPath] = process.argv.slice(2);
if (tablePath === undefined || tokenizerPath === undefined || id === undefined || outPath === undefined) {
  throw new Error('Usage: node training/pack-static.ts TABLE.bin TOKENIZER.json ID OUT.bin');
}

const tokenizer: { pieces: string[]; scores: number[] } = JSON.parse(readFileSync(tokenizerPath, 'utf8'));
const table = readTable(readFileSync(tablePath));
if (table.pieces.join('\n') !== tokenizer.pieces.join('\n')) {
  throw new Error(`${tablePath} and ${tokenizerPath} have different pieces.`);
}
const bytes = writeStaticModel({ id, ...table, scores: tokenizer.scores });
const { checksum } = createStaticEmbedder(bytes);
writeFileSync(outPath, bytes);
console.log(`${outPath}: ${bytes.byteLength} bytes, ${table.pieces.length} pieces, checksum ${checksum.toString(16)}`);

function readTable(file: Buffer) {
  const headerLength = file.readUInt32LE(0);
  const header: { v: number; n: number; dim: number; pieces: number } = JSON.parse(
    file.toString('utf8', 4, 4 + headerLength),
  );
  if (header.v !== 1) throw new Error(`${tablePath} has version ${header.v}.`);
  let at = 4 + headerLength;
  const next = (length: number): Buffer => {
    const start = Math.ceil(at / 16) * 16;
    at = start + length;
    return file.subarray(start, at);
  };
  const pieces = next(header.pieces).toString('utf8').split('\n');
  next(header.n);
  const scaleBytes = next(4 * header.n);
  const rowBytes = next(header.n * header.dim);
  return {
    pieces,
    dimensions: header.dim,
    scales: Float32Array.from({ length: header.n }, (_, i) => scaleBytes.readFloatLE(4 * i)),
    rows: new Int8Array(rowBytes.buffer, rowBytes.byteOffset, rowBytes.byteLength),
  };
}
