import type { Tool } from '../../tools/index.ts';
import { productSpellings } from './knowledge.ts';

/** A name of so many characters is no accident inside a longer word: `semanticscholar` in `mcpsemanticscholar`. */
export const TELLING_LENGTH = 5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * May a tool be for this product? Generous, since it keeps a request from being turned away: any spelling anywhere in
 * what the tool says of itself, or all words of one ("Google … calendar").
 */
export function mayServe(tool: Tool, product: string): boolean {
  return speaksOf(servedText(tool), product);
}

/** Does a tool have the product in its own names, and not only in what it says besides? */
export function isNamedFor({ title = '', originalName, source }: Tool, product: string): boolean {
  return speaksOf(`${source.name} ${originalName} ${title}`.toLowerCase(), product);
}

function speaksOf(text: string, product: string): boolean {
  return soughtSpellings(product).some(
    ({ words, joined }) => holds(text, joined) || words.every((word) => holds(text, word)),
  );
}

/** What products are looked for in, in small letters. */
function servedText(tool: Tool): string {
  return servedTexts(tool).join(' ').toLowerCase();
}

/** The texts of a tool that tell what product it is for. */
export function servedTexts({ title = '', originalName, description, source }: Tool): readonly string[] {
  return [source.name, originalName, title, description];
}

/** A spelling as it is looked for. */
export interface SoughtSpelling {
  readonly words: readonly string[];
  readonly joined: string;
}

const memory = new Map<string, readonly SoughtSpelling[]>();

/** The spellings of a product, each as its words and as one word. */
export function soughtSpellings(product: string): readonly SoughtSpelling[] {
  let spellings = memory.get(product);
  if (spellings === undefined) {
    spellings = productSpellings(product).map((spelling) => {
      const words = spelling
        .toLowerCase()
        .split(/[^\p{L}\p{N}+]+/u)
        .filter((word) => word !== '');
      return { words, joined: words.join('') };
    });
    memory.set(product, spellings);
  }
  return spellings;
}

function holds(text: string, word: string): boolean {
  const telling = isTelling(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (telling || (isEdge(text[at - 1]) && isEdge(text[at + word.length]))) return true;
  }
  return false;
}

/** Counts wherever it stands, in the midst of a longer word, too. */
export function isTelling(word: string): boolean {
  return word.length >= TELLING_LENGTH || UNSPACED.test(word);
}

/** May a word end at this character? */
export function isEdge(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character);
}
