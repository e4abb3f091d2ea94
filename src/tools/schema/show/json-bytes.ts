/**
 * Bytes of a JSON value as UTF-8, counted no further than just past `limit`: a schema of many megabytes is not written
 * out to learn that it is too large.
 */
export function jsonBytes(value: unknown, limit: number): number {
  if (typeof value === 'string') return textBytes(value);
  if (typeof value !== 'object' || value === null) return String(value).length;
  let bytes = 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      if (bytes > limit) return bytes;
      bytes += jsonBytes(item, limit - bytes) + 1;
    }
    return value.length > 0 ? bytes - 1 : bytes;
  }
  const keys = Object.keys(value);
  for (const key of keys) {
    if (bytes > limit) return bytes;
    bytes += textBytes(key) + 2 + jsonBytes((value as Record<string, unknown>)[key], limit - bytes);
  }
  return keys.length > 0 ? bytes - 1 : bytes;
}

/** Bytes of a JSON string with its quotes. */
function textBytes(text: string): number {
  let bytes = 2;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22 || unit === 0x5c || SHORT_ESCAPES.has(unit)) bytes += 2;
    else if (unit < 0x20) bytes += 6;
    else if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (isPair(text, index)) {
      bytes += 4;
      index++;
    } else bytes += unit >= 0xd800 && unit <= 0xdfff ? 6 : 3;
  }
  return bytes;
}

/** Backspace, tab, line feed, form feed, carriage return. */
const SHORT_ESCAPES: ReadonlySet<number> = new Set([8, 9, 10, 12, 13]);

function isPair(text: string, index: number): boolean {
  const high = text.charCodeAt(index);
  const low = text.charCodeAt(index + 1);
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
