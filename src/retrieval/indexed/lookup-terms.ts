import { EMPTY_WORD, withUnit } from '../../shared/word-table.ts';
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
export const BUCKETS: number = 2 ** 18;

/** What a tool is looked up by. */
export function lookupTerms(tool: Tool): readonly string[] {
  const { shared, own } = nameKeys(tool);
  const terms = new Set<string>();
  for (const key of shared) terms.add(sharedTerm(key));
  for (const key of own) terms.add(ownTerm(bucketOf(key)));
  for (const product of servedProducts(tool)) terms.add(termOfProduct(product));
  return [...terms];
}

/** Terms of which every tool has one that the text names, and others may have one, too. */
export function termsOfName(text: string): readonly string[] {
  return keysToAsk(text).flatMap((key) => [sharedTerm(key), ownTerm(bucketOf(key))]);
}

/** The term of exactly those tools that may serve the product. */
export function termOfProduct(product: string): string {
  return PRODUCT + product;
}

/** The term of a key that many tools may have. */
export function sharedTerm(key: string): string {
  return SHARED + key;
}

/** The term of the keys in a bucket. */
export function ownTerm(bucket: number): string {
  return OWN + bucket.toString(36);
}

function bucketOf(key: string): number {
  let hash = EMPTY_WORD;
  for (let i = 0; i < key.length; i++) hash = withUnit(hash, key.charCodeAt(i));
  return bucketOfHash(hash);
}

/** The bucket of a key whose units have this hash. */
export function bucketOfHash(hash: number): number {
  return ((hash >>> 18) ^ hash) & (BUCKETS - 1);
}
