import { littleEndianBytes, readUint16s, readUint32s } from './little-endian.ts';
import { invalidModel, type ModelFile } from './model-file.ts';
import type { Vocabulary } from './tokenizer.ts';

/**
 * How a vocabulary of n pieces lies in a model file:
 *
 *   pieceUnits    uint16   the pieces one after the other, in UTF-16
 *   pieceLengths  n uint8  units of each piece, 1 … 255
 *   pieceScores   n uint32 minus its log-probability, in 1/10,000 nat
 */
const SCORE_STEPS = 10_000;
const MAX_PIECE_LENGTH = 255;

/** Reads the vocabulary of a model file. @throws ToolscoutError `MODEL_INVALID` where the three sections disagree. */
export function readVocabulary(file: ModelFile): Vocabulary {
  const lengths = file.section('pieceLengths');
  const scoreBytes = file.section('pieceScores');
  const unitBytes = file.section('pieceUnits');
  const starts = new Uint32Array(lengths.length + 1);
  let end = 0;
  for (let piece = 0; piece < lengths.length; piece++) {
    if (lengths[piece] === 0) throw invalidModel(`Piece ${piece} of model ${file.id} is empty.`);
    end += lengths[piece]!;
    starts[piece + 1] = end;
  }
  if (unitBytes.byteLength !== 2 * end || scoreBytes.byteLength !== 4 * lengths.length) {
    throw invalidModel(`Lengths, scores and text of the pieces of model ${file.id} do not belong together.`);
  }
  const steps = readUint32s(scoreBytes);
  const scores = new Float64Array(steps.length);
  // Dividing gives the very doubles that the decimal numbers of the training stand for: sums compare alike.
  for (let i = 0; i < steps.length; i++) scores[i] = -steps[i]! / SCORE_STEPS;
  return { units: readUint16s(unitBytes), starts, scores };
}

/** The sections of {@link readVocabulary}. @throws RangeError for a piece or a score that the layout cannot hold. */
export function writeVocabulary(pieces: readonly string[], scores: readonly number[]): Record<string, Uint8Array> {
  const text = pieces.join('');
  const steps = new Uint32Array(pieces.length);
  const pieceLengths = Uint8Array.from(pieces, (piece, i) => {
    if (piece.length === 0 || piece.length > MAX_PIECE_LENGTH) {
      throw new RangeError(`Piece ${i} has ${piece.length} UTF-16 units, not 1 to ${MAX_PIECE_LENGTH}.`);
    }
    const step = Math.round(-scores[i]! * SCORE_STEPS);
    if (!(step >= 0 && step < 2 ** 32)) throw new RangeError(`Piece "${piece}" has score ${scores[i]}.`);
    steps[i] = step;
    return piece.length;
  });
  return {
    pieceUnits: littleEndianBytes(Uint16Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))),
    pieceLengths,
    pieceScores: littleEndianBytes(steps),
  };
}
