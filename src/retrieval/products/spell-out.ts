import { findProducts } from './find-products.ts';
import { productAliases } from './knowledge.ts';

const LATIN_ONLY = /^[\u0000-\u024f]*$/;

/**
 * A request with its products in the Latin spelling that tools use: "задачи в джире" → "задачи в Jira". Neither the
 * words of an English tool nor a table of word vectors know "джира"; both know Jira. Names in Latin letters stay as they
 * are, and so does a request without names.
 */
export function spellOutProducts(query: string): string {
  let text = '';
  let done = 0;
  for (const { product, start, end, surface } of findProducts(query)) {
    if (LATIN_ONLY.test(surface)) continue;
    const [alias] = productAliases(product);
    if (alias === undefined) continue;
    // Blanks, because scripts without spaces would make one word of it and its neighbours.
    text += `${query.slice(done, start)} ${alias} `;
    done = end;
  }
  return done === 0 ? query : (text + query.slice(done)).replace(/ {2,}/g, ' ').trim();
}
