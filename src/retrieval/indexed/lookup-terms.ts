import type { Tool } from '../../tools/index.ts';
import { servedProducts } from '../products/served-products.ts';
import { keysToAsk, nameKeys } from './name-keys.ts';

/**
 * Terms of a field that no request is matched with: look-ups through the lexical index, which has all that they need
 * already, being stored, merged and bounded to what a caller may see. No analysed text has a term that begins so.
 */
const SHARED = '\u0001n';
const OWN = '\u0001b';
const PRODUCT = '\u0001p';

/**
 * Keys that only one tool has would each be a term of the dictionary; sharing so many, a look-up reads some four tools
 * of a million in vain.
 */
const BUCKETS = 2 ** 18;

/** What a tool is looked up by. */
export function lookupTerms(tool: Tool): readonly string[] {
  const { shared, own } = nameKeys(tool);
  const terms = new Set<string>();
  for (const key of shared) terms.add(SHARED + key);
  for (const key of own) terms.add(OWN + bucketOf(key));
  for (const product of servedProducts(tool)) terms.add(PRODUCT + product);
  return [...terms];
}

/** Terms of which every tool has one that the text names, and others may have one, too. */
export function termsOfName(text: string): readonly string[] {
  return keysToAsk(text).flatMap((key) => [SHARED + key, OWN + bucketOf(key)]);
}

/** The term of exactly those tools that may serve the product. */
export function termOfProduct(product: string): string {
  return PRODUCT + product;
}

/** FNV-1a over the code units, folded to a bucket. */
function bucketOf(key: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (((hash >>> 18) ^ hash) & (BUCKETS - 1)).toString(36);
}
