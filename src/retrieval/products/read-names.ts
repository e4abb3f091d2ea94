import { BUSINESS_NAMES } from './names/business.ts';
import { CODE_NAMES } from './names/code.ts';
import { COMMERCE_NAMES } from './names/commerce.ts';
import { COMMUNICATION_NAMES } from './names/communication.ts';
import { DIGITAL_NAMES } from './names/digital.ts';
import { INFRASTRUCTURE_NAMES } from './names/infrastructure.ts';
import { LIFE_NAMES } from './names/life.ts';
import { MEDIA_NAMES } from './names/media.ts';
import { MONEY_NAMES } from './names/money.ts';
import { OFFICE_NAMES } from './names/office.ts';
import { TRAVEL_NAMES } from './names/travel.ts';

/**
 * When a spelling counts, by the mark before it:
 * - none: always;
 * - `*`: an ordinary word too. With a capital inside a sentence, as a Latin word among words of another script, or
 *   beside a word that confirms it;
 * - `?`: always written with a capital (a weekday, a first name), so that only a confirming word counts;
 * - `^`: only in capitals throughout.
 */
export type SpellingMark = '' | '*' | '?' | '^';

export interface Spelling {
  readonly text: string;
  readonly mark: SpellingMark;
}

/**
 * A product as one line of `names/` states it: `Name<Parent|spelling|spelling|~confirming,words`. Parent, spellings and
 * confirming words may be absent; the name is a spelling as well. A confirming word stands within two words of the
 * name, `<word` right before it and `>word` right after it; Cyrillic ones are beginnings of words.
 */
export interface ProductLine {
  readonly name: string;
  readonly parent: string | undefined;
  /** Heading that the line stands under. */
  readonly kind: string;
  readonly spellings: readonly Spelling[];
  readonly confirming: readonly string[];
}

/** All products, in the order of the files. */
export function readNames(): ProductLine[] {
  return [
    CODE_NAMES,
    INFRASTRUCTURE_NAMES,
    OFFICE_NAMES,
    BUSINESS_NAMES,
    COMMUNICATION_NAMES,
    COMMERCE_NAMES,
    TRAVEL_NAMES,
    MONEY_NAMES,
    MEDIA_NAMES,
    DIGITAL_NAMES,
    LIFE_NAMES,
  ].flatMap(readLines);
}

function readLines(table: string): ProductLine[] {
  const lines: ProductLine[] = [];
  let kind = '';
  for (const line of table.split('\n')) {
    if (line.startsWith('# ')) kind = line.slice(2);
    else if (line !== '') lines.push(readLine(line, kind));
  }
  return lines;
}

function readLine(line: string, kind: string): ProductLine {
  const fields = line.split('|');
  const [head = '', parent] = fields[0]!.split('<');
  const first = readSpelling(head);
  const spellings = [first];
  let confirming: readonly string[] = [];
  for (const field of fields.slice(1)) {
    if (field.startsWith('~')) confirming = field.slice(1).split(',');
    else spellings.push(readSpelling(field));
  }
  return { name: first.text, parent, kind, spellings, confirming };
}

function readSpelling(field: string): Spelling {
  const mark = field.slice(0, 1);
  if (mark === '*' || mark === '?' || mark === '^') return { text: field.slice(1), mark };
  return { text: field, mark: '' };
}
