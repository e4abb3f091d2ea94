/** A segment as far as merging looks at it. */
export interface SegmentSize {
  /** Documents, removed ones included. */
  readonly size: number;
  readonly removed: number;
}

/** So many segments of about one size become one. */
export const SEGMENTS_PER_TIER = 4;

/** A segment of which a larger share was removed is written anew, alone if need be. */
const MAX_REMOVED_SHARE = 0.4;

/** Live documents from which on a segment is not merged with others any more: the memory of one ends at 4 GiB. */
const MAX_MERGED_DOCUMENTS = 2_000_000;

/** A segment below this is as small as the smallest: they are cheap to merge. */
const SMALLEST_TIER = 2_000;

/**
 * Which segments to merge next, as their positions in ascending order; `undefined` when all is well. Size-tiered: each
 * document is rewritten once for every factor of {@link SEGMENTS_PER_TIER} that the index grows by.
 */
export function planMerge(segments: readonly SegmentSize[]): readonly number[] | undefined {
  const tiers = new Map<number, number[]>();
  for (const [i, { size, removed }] of segments.entries()) {
    if (removed > size * MAX_REMOVED_SHARE) return [i];
    const live = size - removed;
    if (live >= MAX_MERGED_DOCUMENTS / SEGMENTS_PER_TIER) continue;
    const tier = Math.max(0, Math.floor(Math.log(live / SMALLEST_TIER) / Math.log(SEGMENTS_PER_TIER)));
    const members = tiers.get(tier);
    if (members === undefined) tiers.set(tier, [i]);
    else members.push(i);
  }
  // The smallest first: what comes of it may complete the next tier.
  const full = [...tiers].sort(([a], [b]) => a - b).find(([, members]) => members.length >= SEGMENTS_PER_TIER);
  return full?.[1];
}
