/** Mark put where text was cut. One character, so that a cut costs one token and cannot be read as content. */
export const CUT_MARK = '…';

/**
 * First `maxLength` UTF-16 units of `text`, never inside a surrogate pair and never before a combining mark or a
 * joiner; a cut is marked with {@link CUT_MARK}, which counts towards the length.
 */
export function truncate(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  if (maxLength <= CUT_MARK.length) return CUT_MARK.slice(0, Math.max(0, maxLength));
  let end = maxLength - CUT_MARK.length;
  while (end > 0 && joinsPrevious(text, end)) end--;
  return text.slice(0, end).trimEnd() + CUT_MARK;
}

/** Does the character at `index` belong to what stands before it? */
function joinsPrevious(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  if (unit >= 0xdc00 && unit <= 0xdfff) return true;
  const previous = text.charCodeAt(index - 1);
  return previous === 0x200d || unit === 0x200d || /\p{M}/u.test(text.charAt(index));
}
