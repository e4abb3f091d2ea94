import { findProducts, type ProductMention } from './find-products.ts';
import { kindOf } from './knowledge.ts';

/** Kinds whose names are what a request is about, not whom it is for: "the price of BTC", "my iPhone is slow". */
const SUBJECTS: ReadonlySet<string> = new Set(['cryptocurrencies', 'phones and desktops']);

/** Characters that glue a name into an address: `sales@x.com`, `https://github.com/a/b`, `myshop.up.railway.app`. */
const GLUE = /[\w@/.:%#?=&+~-]/;
const ADDRESS = /@|:\/\/|[\w-]+\.[\w-]+/;

/** Products whose service a request asks for, each once. */
export function askedProducts(query: string): readonly string[] {
  return [...new Set(askedMentions(query).map(({ product }) => product))];
}

/**
 * Where a request names products whose service it asks for. Names inside addresses and names of mere subjects are left
 * out: they say nothing about which tool is wanted.
 */
export function askedMentions(query: string): readonly ProductMention[] {
  return findProducts(query).filter(
    ({ product, start, end }) => !SUBJECTS.has(kindOf(product) ?? '') && !isInAddress(query, start, end),
  );
}

/** Is the name a part of a longer run that reads as an address? `Booking.com` by itself is none. */
function isInAddress(text: string, start: number, end: number): boolean {
  let first = start;
  while (first > 0 && GLUE.test(text[first - 1]!)) first--;
  let last = end;
  while (last < text.length && GLUE.test(text[last]!)) last++;
  // Punctuation that closes a sentence or a clause belongs to no address.
  while (last > end && /[.:?,]/.test(text[last - 1]!)) last--;
  const around = text.slice(first, start) + text.slice(end, last);
  return around !== '' && ADDRESS.test(text.slice(first, last)) && /[@/.]/.test(around);
}
