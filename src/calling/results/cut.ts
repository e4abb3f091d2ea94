/** How many bytes a text takes inside a JSON document in UTF-8, without its quotes. */
export function jsonLength(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      bytes += asciiLength(unit);
    } else {
      const point = text.codePointAt(index)!;
      bytes += pointLength(point);
      if (point > 0xffff) index++;
    }
  }
  return bytes;
}

/**
 * The longest beginning that takes at most `maxBytes` as {@link jsonLength} counts, in UTF-16 units; it parts no
 * surrogate pair, no base from its mark and nothing that a joiner holds together.
 */
export function headLength(text: string, maxBytes: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length) {
    const point = text.codePointAt(index)!;
    bytes += point < 0x80 ? asciiLength(point) : pointLength(point);
    if (bytes > maxBytes) break;
    index += point > 0xffff ? 2 : 1;
  }
  return index >= text.length ? text.length : wholeCharacters(text, index);
}

/** Quotes, backslashes and control characters are escaped. */
function asciiLength(unit: number): number {
  if (unit >= 0x20) return unit === 0x22 || unit === 0x5c ? 2 : 1;
  return (unit >= 0x08 && unit <= 0x0a) || unit === 0x0c || unit === 0x0d ? 2 : 6;
}

/** Half a surrogate pair is escaped. */
function pointLength(point: number): number {
  if (point < 0x800) return 2;
  if (point > 0xffff) return 4;
  return point >= 0xd800 && point <= 0xdfff ? 6 : 3;
}

/** How far back a mark can stand from its base; longer chains are noise and may be parted. */
const MAX_CHAIN = 32;

/** `end`, or the nearest place before it where a cut parts nothing. */
export function wholeCharacters(text: string, end: number): number {
  if (end <= 0) return 0;
  for (let cut = end; cut > Math.max(0, end - MAX_CHAIN); cut--) {
    if (!isJoined(text, cut)) return cut;
  }
  if (end <= MAX_CHAIN) return 0;
  return isLowSurrogate(text, end) ? end - 1 : end;
}

function isJoined(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  if (isLowSurrogate(text, index)) return true;
  const next = String.fromCodePoint(text.codePointAt(index)!);
  return next === JOINER || text.charAt(index - 1) === JOINER || /^[\p{M}\p{EMod}]/u.test(next);
}

const JOINER = '\u200d';

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
