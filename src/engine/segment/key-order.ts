/**
 * Order of keys: by code points, which is the order of their UTF-8 bytes too. JavaScript's own order differs from it
 * where one side has a surrogate pair and the other a character behind the surrogates.
 */
export function compareKeys(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return behindSurrogates(a) - behindSurrogates(b);
  }
  return left.length - right.length;
}

/** Moves the surrogates, which begin characters above all others, behind all other units. */
function behindSurrogates(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
