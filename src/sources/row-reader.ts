import { deepFreeze } from '../shared/freeze.ts';
import { isObject } from '../shared/json.ts';
import { RecentMap } from '../shared/recent-map.ts';
import { MAX_DEFINITION_DEPTH, type ToolEntry } from '../tools/index.ts';
import { parseRow, type RowPlace, toToolEntry } from './catalog-entry.ts';
import { findObjectMember } from './json-member.ts';

/** Takes the place of known parameters while a line is parsed. Nobody writes `-0` for a schema. */
const HOLE = '-0';
/** Of ten tools of a large catalogue eight have parameters that are among so many. */
const MAX_KNOWN = 2 ** 16;
/** Longer lines are rare, and what is kept of one keeps the line. */
const MAX_LINE_LENGTH = 8_192;
/** Each level takes two characters at least. */
const FLAT_LENGTH: number = 2 * MAX_DEFINITION_DEPTH;

/**
 * Reads the lines of a catalogue. Tools of one kind have the same parameters, written alike: these are parsed once, and the
 * tools share one frozen object, by which others know them again.
 */
export class RowReader {
  readonly #known = new RecentMap<string, unknown>(MAX_KNOWN);

  /** @throws ToolscoutError `CATALOG_INVALID` */
  read(text: string, place: RowPlace): ToolEntry {
    const isFlat = text.length <= FLAT_LENGTH;
    const span = text.length > MAX_LINE_LENGTH ? undefined : findObjectMember(text, 'parameters');
    if (span === undefined) return toToolEntry(parseRow(text, place), place, isFlat);
    const row = tryParse(`${text.slice(0, span.start)}${HOLE}${text.slice(span.end)}`);
    // Neither a broken line nor a second member of the name gets by.
    const hasHole = isObject(row) && Object.is(row.parameters, -0);
    const parameters = hasHole ? this.#parameters(text.slice(span.start, span.end)) : undefined;
    if (!hasHole || parameters === undefined) return toToolEntry(parseRow(text, place), place, isFlat);
    row.parameters = parameters;
    return toToolEntry(row, place, isFlat);
  }

  #parameters(written: string): unknown {
    const known = this.#known.get(written);
    if (known !== undefined) return known;
    const parameters = deepFreeze(tryParse(written));
    if (parameters !== undefined) this.#known.set(written, parameters);
    return parameters;
  }
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
