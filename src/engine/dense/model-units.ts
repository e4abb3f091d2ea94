/** Parts words. */
export const PARTING = 1;
/** Part of a word of letters and digits. */
export const SPACED = 2;
/** Part of a run of a script without spaces between words. */
export const UNSPACED_UNIT = 3;
/** Depends on its neighbours, or is another character by NFKC: the text has to be read by the rule itself. */
export const INVOLVED = 4;

const kinds = new Uint8Array(2 ** 16);
const lowers = new Uint16Array(2 ** 16);

/** What a UTF-16 unit is to the reading of words. `isWord` and `isUnspaced` say what a character is, after NFKC. */
export interface UnitRules {
  isWord(character: string): boolean;
  isUnspaced(character: string): boolean;
}

/** One of the kinds above. */
export function modelUnitKind(unit: number, rules: UnitRules): number {
  const known = kinds[unit]!;
  if (known !== 0) return known;
  const character = String.fromCharCode(unit);
  const kind = kindOf(character, rules);
  kinds[unit] = kind;
  lowers[unit] = character.toLowerCase().charCodeAt(0);
  return kind;
}

/** The small letter of a unit that is {@link SPACED} or {@link UNSPACED_UNIT} and was asked for its kind. */
export function lowerUnit(unit: number): number {
  return lowers[unit]!;
}

function kindOf(character: string, { isWord, isUnspaced }: UnitRules): number {
  if (JOINS.test(character)) return INVOLVED;
  const plain = character.normalize('NFKC');
  if (![...plain].some(isWord)) return isWord(character) ? INVOLVED : PARTING;
  const lower = character.toLowerCase();
  if (plain !== character || lower.length !== 1 || lower.normalize('NFKC') !== lower) return INVOLVED;
  return isUnspaced(character) ? UNSPACED_UNIT : SPACED;
}

/** Marks, Korean letters that make up a syllable, halves of pairs, and sigma, whose small letter depends on its place. */
const JOINS = /[\p{M}\p{Cs}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ffΣ]/u;
