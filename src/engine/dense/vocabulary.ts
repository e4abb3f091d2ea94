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
  const scoreView = viewOf(file.section('pieceScores'));
  const unitView = viewOf(file.section('pieceUnits'));
  const starts = new Uint32Array(lengths.length + 1);
  for (let piece = 0; piece < lengths.length; piece++) {
    if (lengths[piece] === 0) throw invalidModel(`Piece ${piece} of model ${file.id} is empty.`);
    starts[piece + 1] = starts[piece]! + lengths[piece]!;
  }
  const unitCount = starts[lengths.length]!;
  if (unitView.byteLength !== 2 * unitCount || scoreView.byteLength !== 4 * lengths.length) {
    throw invalidModel(`Lengths, scores and text of the pieces of model ${file.id} do not belong together.`);
  }
  const units = new Uint16Array(unitCount);
  for (let i = 0; i < unitCount; i++) units[i] = unitView.getUint16(2 * i, true);
  const scores = new Float64Array(lengths.length);
  // Dividing gives the very doubles that the decimal numbers of the training stand for: sums compare alike.
  for (let i = 0; i < scores.length; i++) scores[i] = -scoreView.getUint32(4 * i, true) / SCORE_STEPS;
  return { units, starts, scores };
}

/** The sections of {@link readVocabulary}. @throws RangeError for a piece or a score that the layout cannot hold. */
export function writeVocabulary(pieces: readonly string[], scores: readonly number[]): Record<string, Uint8Array> {
  const text = pieces.join('');
  const pieceUnits = new Uint8Array(2 * text.length);
  const units = viewOf(pieceUnits);
  for (let i = 0; i < text.length; i++) units.setUint16(2 * i, text.charCodeAt(i), true);
  const pieceScores = new Uint8Array(4 * pieces.length);
  const scoreView = viewOf(pieceScores);
  const pieceLengths = Uint8Array.from(pieces, (piece, i) => {
    const steps = Math.round(-scores[i]! * SCORE_STEPS);
    if (!(steps >= 0 && steps < 2 ** 32)) throw new RangeError(`Piece "${piece}" has score ${scores[i]}.`);
    if (piece.length === 0 || piece.length > MAX_PIECE_LENGTH) {
      throw new RangeError(`Piece ${i} has ${piece.length} UTF-16 units, not 1 to ${MAX_PIECE_LENGTH}.`);
    }
    scoreView.setUint32(4 * i, steps, true);
    return piece.length;
  });
  return { pieceUnits, pieceLengths, pieceScores };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
