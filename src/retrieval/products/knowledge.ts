import { CYRILLIC, classOf, isUnspaced } from './characters.ts';
import { productLexicon } from './lexicon.ts';
import type { ProductLine } from './read-names.ts';

/** Latin spellings of a product as tools would write them, its own name first; empty for an unknown product. */
export function productAliases(product: string): readonly string[] {
  const spellings = lineOf(product)?.spellings.map(({ text }) => text) ?? [];
  return [...new Set(spellings.filter(isLatin))];
}

/** Every spelling of a product, in whatever script; empty for an unknown product. */
export function productSpellings(product: string): readonly string[] {
  return lineOf(product)?.spellings.map(({ text }) => text) ?? [];
}

/** What a product is (`customer relations`, `messengers`): products of one kind may stand in for each other. */
export function kindOf(product: string): string | undefined {
  return lineOf(product)?.kind;
}

/** The product or company that a product belongs to: `google` of `google calendar`. */
export function parentOf(product: string): string | undefined {
  return lineOf(product)?.parent?.toLowerCase();
}

/** The name as its maker writes it, for messages. */
export function productTitle(product: string): string | undefined {
  return lineOf(product)?.name;
}

function lineOf(product: string): ProductLine | undefined {
  const { positions, products } = productLexicon();
  const position = positions.get(product);
  return position === undefined ? undefined : products[position];
}

function isLatin(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const kind = classOf(text.charCodeAt(index));
    if (kind === CYRILLIC || isUnspaced(kind)) return false;
  }
  return true;
}
