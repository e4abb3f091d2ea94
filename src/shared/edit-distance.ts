/**
 * Damerau-Levenshtein distance in its optimal string alignment form: insertions, deletions, substitutions and swaps of
 * two neighbours, each costing one, no stretch edited twice.
 */
export function editDistance(left: string, right: string): number {
  // Three rows suffice: a swap looks two rows back, everything else one.
  let beforePrevious: number[] = [];
  let previous: number[] = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i++) {
    const current: number[] = [i];
    for (let j = 1; j <= right.length; j++) {
      const same = left[i - 1] === right[j - 1];
      let best = Math.min(previous[j]! + 1, current[j - 1]! + 1, previous[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1]) {
        best = Math.min(best, beforePrevious[j - 2]! + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length]!;
}

/**
 * The known key that `key` was most likely meant to be, or undefined where none is near enough to suggest. Case and
 * `_`, `-`, `.`, blanks do not count, so `search_default_limit` finds `searchDefaultLimit`. Ties go to the earlier key.
 */
export function nearestKey(key: string, known: Iterable<string>): string | undefined {
  const wanted = fold(key);
  if (wanted === '') return undefined;
  // One slip in three letters is a typo; more is another word.
  const reach = Math.max(1, Math.floor(wanted.length / 3));
  let nearest: string | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const folded = fold(candidate);
    const distance = isPartOf(wanted, folded)
      ? Math.min(reach, editDistance(wanted, folded))
      : editDistance(wanted, folded);
    if (distance <= reach && distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

function fold(key: string): string {
  return key.toLowerCase().replace(/[\s._-]+/g, '');
}

/** `servers` for `mcpServers`, `timeout` for `callTimeoutMs`: a whole word of the other. */
function isPartOf(left: string, right: string): boolean {
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  return short.length >= 4 && long.includes(short);
}
