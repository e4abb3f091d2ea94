import type { FieldOptions } from '../types.ts';
import { MAX_FIELDS } from './constants.ts';

/** Refuses fields that BM25F cannot score, and average lengths that do not belong to them. */
export function checkFields(fields: readonly FieldOptions[], averageLengths?: readonly number[]): void {
  if (fields.length === 0 || fields.length > MAX_FIELDS) {
    throw new RangeError(`An index has 1 to ${MAX_FIELDS} fields, not ${fields.length}.`);
  }
  for (const { name, weight, lengthNormalisation } of fields) {
    if (!(weight > 0 && weight < Infinity)) throw new RangeError(`Field ${name}: weight ${weight} is not above 0.`);
    if (!(lengthNormalisation >= 0 && lengthNormalisation <= 1)) {
      throw new RangeError(`Field ${name}: length normalisation ${lengthNormalisation} is not within 0 and 1.`);
    }
  }
  if (averageLengths === undefined) return;
  if (averageLengths.length !== fields.length) {
    throw new RangeError(`${averageLengths.length} average lengths are given for ${fields.length} fields.`);
  }
  for (const length of averageLengths) {
    if (!(length > 0 && length < Infinity)) throw new RangeError(`An average length of ${length} is not above 0.`);
  }
}
