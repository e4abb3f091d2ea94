/**
 * Every pair of sets whose Jaccard similarity is at least `threshold` (0 < threshold ≤ 1), each once, by position.
 *
 * With elements in order of rarity, two similar sets meet in a prefix of each, so only prefixes are looked up; and with
 * sets in order of size, the smaller one's prefix may be shorter still (Xiao, Wang, Lin, Yu: "Efficient similarity joins
 * for near duplicate detection", WWW 2008).
 */
export function* similarSets(
  sets: readonly ReadonlySet<string>[],
  threshold: number,
): Generator<readonly [number, number]> {
  const lists = byRarity(sets);
  const bySize = [...lists.keys()].sort((a, b) => lists[a]!.length - lists[b]!.length || a - b);
  // Of the lengths of two sets together, the part that is common when they are just similar enough.
  const share = threshold / (1 + threshold);
  const postings = new Map<number, number[]>();
  const lastSeen = new Int32Array(sets.length).fill(-1);
  for (const index of bySize) {
    const list = lists[index]!;
    const size = list.length;
    for (const element of list.subarray(0, size - Math.ceil(threshold * size) + 1)) {
      const owners = postings.get(element) ?? [];
      // From the largest down; those below the bound are too small to share enough.
      for (let position = owners.length - 1; position >= 0; position--) {
        const other = owners[position]!;
        const otherList = lists[other]!;
        if (otherList.length < threshold * size) break;
        if (lastSeen[other] === index) continue;
        lastSeen[other] = index;
        if (overlap(otherList, list) >= share * (otherList.length + size) - ROUNDING) {
          yield other < index ? [other, index] : [index, other];
        }
      }
    }
    for (const element of list.subarray(0, size - Math.ceil(2 * share * size - ROUNDING) + 1)) {
      const owners = postings.get(element);
      if (owners === undefined) postings.set(element, [index]);
      else owners.push(index);
    }
  }
}

/** Products of fractions miss whole numbers by less than this. */
const ROUNDING = 1e-9;

/** The elements of each set as ascending numbers, rare ones first. */
function byRarity(sets: readonly ReadonlySet<string>[]): Int32Array[] {
  const frequency = new Map<string, number>();
  for (const set of sets) for (const element of set) frequency.set(element, (frequency.get(element) ?? 0) + 1);
  const ranks = new Map<string, number>();
  for (const [element] of [...frequency].sort((a, b) => a[1] - b[1])) ranks.set(element, ranks.size);
  return sets.map((set) => Int32Array.from(set, (element) => ranks.get(element)!).sort());
}

/** Numbers that two ascending lists share. */
function overlap(a: Int32Array, b: Int32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const difference = a[i]! - b[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}
