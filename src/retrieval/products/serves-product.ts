import type { Tool } from '../../tools/index.ts';
import { productSpellings } from './knowledge.ts';

/** A name of so many characters is no accident inside a longer word: `semanticscholar` in `mcpsemanticscholar`. */
const TELLING_LENGTH = 5;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * May a tool be for this product? Generous, since it keeps a request from being turned away: any spelling anywhere in
 * what the tool says of itself, or all words of one ("Google … calendar").
 */
export function mayServe(tool: Tool, product: string): boolean {
  const { title = '', originalName, description, source } = tool;
  const text = `${source.name} ${originalName} ${title} ${description}`.toLowerCase();
  return spellingsOf(product).some(
    ({ words, joined }) => holds(text, joined) || words.every((word) => holds(text, word)),
  );
}

interface SoughtSpelling {
  readonly words: readonly string[];
  readonly joined: string;
}

const memory = new Map<string, readonly SoughtSpelling[]>();

function spellingsOf(product: string): readonly SoughtSpelling[] {
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
  if (UNSPACED.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (word.length >= TELLING_LENGTH || (isEdge(text[at - 1]) && isEdge(text[at + word.length]))) return true;
  }
  return false;
}

function isEdge(character: string | undefined): boolean {
  return character === undefined || !/[\p{L}\p{N}]/u.test(character);
}
