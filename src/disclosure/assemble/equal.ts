/** Deeper than any schema people write; what is deeper counts as different and is simply read anew. */
const MAX_DEPTH = 200;

/** Do two JSON-like values give the same JSON? Order of keys counts, as it does in the bytes of a request. */
export function isEqualJson(a: unknown, b: unknown, depth = 0): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || depth > MAX_DEPTH) return false;
  if (Array.isArray(a)) {
    if (!Array.isArray(b) || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isEqualJson(a[i], b[i], depth + 1)) return false;
    return true;
  }
  if (Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  if (keys.length !== others.length) return false;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (others[i] !== key) return false;
    if (!isEqualJson((a as Values)[key], (b as Values)[key], depth + 1)) return false;
  }
  return true;
}

type Values = Readonly<Record<string, unknown>>;
