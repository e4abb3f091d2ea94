/**
 * Russian people decline foreign names as their own: в гитхабе, из трелло, телегу, яндекс картами. A word of a name is
 * cut to its stem here, with the endings that may take the place of its own.
 */
export interface Declension {
  readonly stem: string;
  readonly endings: ReadonlySet<string>;
}

/** No ending is longer. */
export const MAX_ENDING: number = 3;
/** A shorter stem with an ending is too often another word: вк, тг, сбп stay as they are. */
const MIN_STEM = 3;

const MASCULINE = endings('а у ом ем е ы и ов ам ами ах');
const FEMININE = endings('а у ы и е ой ою ам ами ах');
const FEMININE_SOFT = endings('я ю и е ей ею ям ями ях');
const SOFT = endings('ь я ю ем е и ью ей ям ями ях');
const SHORT_I = endings('й я ю ем е и ев ям ями ях');
const PLURAL = endings('ы и ов ей ам ями ами ах ям ях');
const NEUTER_ADJECTIVE = endings('ого ому ым ом ые ых ое ая ой ую ый ыми его ему им ем ие их ее ий ими');

/** How a folded Cyrillic word of a name is declined; a name in -о, -у or -э (авито, озу) is not. */
export function declensionsOf(word: string): readonly Declension[] {
  const found: Declension[] = [];
  const add = (length: number, set: ReadonlySet<string>) => {
    const stem = word.slice(0, word.length - length);
    if (stem.length >= MIN_STEM) found.push({ stem, endings: set });
  };
  if (/(?:ый|ий|ая|ое|ые|ие|яя|ее)$/.test(word)) add(2, NEUTER_ADJECTIVE);
  if (/[бвгджзклмнпрстфхцчшщ]$/.test(word)) {
    add(0, MASCULINE);
    // Островок → островка, перекресток → перекрестке.
    if (/[бвгдзкмнпрст][ое]к$/.test(word)) found.push({ stem: `${word.slice(0, -2)}к`, endings: MASCULINE });
  } else if (word.endsWith('а')) add(1, FEMININE);
  else if (word.endsWith('я')) add(1, FEMININE_SOFT);
  else if (word.endsWith('ь')) add(1, SOFT);
  else if (word.endsWith('й')) add(1, SHORT_I);
  else if (/[ыи]$/.test(word)) {
    add(1, PLURAL);
    // Карты → карт, госуслуги → госуслуг.
    if (word.length > MIN_STEM + 1) found.push({ stem: word.slice(0, -1), endings: NOTHING });
  }
  return found;
}

const NOTHING: ReadonlySet<string> = new Set(['']);

function endings(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
