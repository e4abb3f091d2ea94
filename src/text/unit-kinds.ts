import { cleanText } from './fold.ts';
import { WORD_RUNS } from './words.ts';

/** The unit is part of a word, and cleaning a text leaves it as it is. */
export const WORD_UNIT = 1;
/** The unit parts words, as does all that cleaning makes of it. */
export const PARTING_UNIT = 2;
/** What cleaning makes of it depends on its neighbours, or takes its place in a word. */
export const OTHER_UNIT = 3;

/** By code unit; 0 = not asked for yet. */
const kinds = new Uint8Array(2 ** 16);

/**
 * What a UTF-16 unit is to the reading of words. Of a text without {@link OTHER_UNIT} the runs of {@link WORD_UNIT} are
 * just what `WORD_RUNS` finds in the cleaned text.
 */
export function unitKind(unit: number): number {
  const known = kinds[unit]!;
  if (known !== 0) return known;
  const kind = kindOf(unit);
  kinds[unit] = kind;
  return kind;
}

function kindOf(unit: number): number {
  const character = String.fromCharCode(unit);
  if (JOINS.test(character)) return OTHER_UNIT;
  const clean = cleanText(character);
  // A character that goes without a trace would join what it stands between.
  if (clean === '') return OTHER_UNIT;
  if (clean.search(WORD_RUNS) < 0) return character.search(WORD_RUNS) < 0 ? PARTING_UNIT : OTHER_UNIT;
  return clean === character ? WORD_UNIT : OTHER_UNIT;
}

/** Marks, Korean letters that make up a syllable, and halves of pairs: these may become one with what is beside them. */
const JOINS = /[\p{M}\p{Cs}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;
