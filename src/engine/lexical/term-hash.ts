/** FNV-1a over UTF-16 code units, its bits mixed once more: the low ones pick a slot. The same in builders and images. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < term.length; i++) hash = Math.imul(hash ^ term.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** Slots of a hash table for so many terms: a power of two, at most half of them taken. */
export function slotsFor(terms: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, 2 * terms)));
}
