import { askedMentions } from './asked-products.ts';
import { spellOutProducts } from './spell-out.ts';

/** A request whose products are known apart from it. */
export interface BareRequest {
  /** What it asks for, without their names. */
  readonly query: string;
  /** The products whose names were taken out. */
  readonly products: readonly string[];
}

/**
 * "Who liked my post on Bluesky" → "Who liked my post on", of Bluesky. All tools of a product are near to its name, and
 * nearest are those that say little besides; what is wanted of the product, the other words tell.
 * @param products those that some tool is for: the name of any other is all that says what it is.
 * @returns undefined where none of them is named, or nothing else is said.
 */
export function bareRequest(query: string, products: readonly string[]): BareRequest | undefined {
  if (products.length === 0) return undefined;
  let rest = '';
  let done = 0;
  for (const { product, start, end } of askedMentions(query)) {
    if (!products.includes(product)) continue;
    rest += `${query.slice(done, start)} `;
    done = end;
  }
  if (done === 0) return undefined;
  const bare = (rest + query.slice(done)).replace(/ {2,}/g, ' ').trim();
  return /[\p{L}\p{N}]/u.test(bare) ? { query: spellOutProducts(bare), products } : undefined;
}
